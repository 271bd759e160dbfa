"""The page in a real Chromium: from the first click to the first move, several seats, keyboard only, on a phone."""

import re
import time
from pathlib import Path

import pytest

from bot.web.server import Server
from game_state.game import playable
from game_state.store import Store
from tests.web.browser import Browser, Page
from tests.web.conftest import serving

PHONE = (360, 740)
WACHEN, ESEL = "Wache, Wache, Wache", "Esel, Esel, Esel"


async def seated(browser: Browser, server: Server, name: str, width: int = 1280, height: int = 800) -> Page:
    """A page in a browser of its own in which this person has just sat down."""
    page = await browser.page(server.address, None, width, height)
    await page.until("document.getElementById('door')?.open && document.activeElement.id === 'door-value'")
    await page.type(name)
    await page.key("Enter")
    await page.until("!document.getElementById('door').open")
    return page


async def started(browser: Browser, server: Server, width: int = 1280, height: int = 800) -> tuple[Page, Page]:
    anna = await seated(browser, server, "Anna", width, height)
    await anna.click("Basar spielen")
    bernd = await seated(browser, server, "Bernd", width, height)
    await bernd.click("Mitspielen")
    await anna.click("Partie beginnen")
    await anna.sees("Du musst verdeckt", "prompt")
    await bernd.sees("Du musst verdeckt", "prompt")
    return anna, bernd


def rig(server: Server) -> None:
    """Anna holds guards, Bernd donkeys, so that each hand can be told from the other."""
    table = server.room.service.store.open_table("tisch-1")
    assert table is not None
    table.running_state.traders[0].hand[:] = ["wache", "wache", "wache"]
    table.running_state.traders[1].hand[:] = ["esel", "esel", "esel"]


async def focus(page: Page) -> str:
    return str(await page.js("document.activeElement.id || document.activeElement.textContent"))


async def test_from_first_start_to_first_move(browser: Browser, server: Server, pictures: Path) -> None:
    begun = time.monotonic()
    page = await browser.page(server.address)
    await page.until("document.getElementById('door')?.open")
    await page.picture(pictures / "01_door.png")
    await page.type("Anna")
    await page.key("Enter")
    await page.sees("Was wollt ihr spielen?")
    await page.picture(pictures / "02_empty.png")
    await page.click("Basar spielen")
    await page.click("Computerspieler dazu")
    await page.sees("Computer1", "seats")
    await page.picture(pictures / "03_lobby.png")
    await page.click("Partie beginnen")
    await page.sees("Deine Hand:", "hand")
    await page.click("biete 3")
    await page.sees("Gebote: Anna 3", "log")
    await page.picture(pictures / "04_first_move.png")
    assert time.monotonic() - begun < 60
    assert not page.problems
    assert "token" not in await page.js("location.href")
    assert {re.sub(r"^(\w+://[^/]+).*", r"\1", url) for url in page.requests} == {f"http://127.0.0.1:{server.port}"}


async def test_a_hand_is_in_no_other_page_and_no_other_traffic(browser: Browser, server: Server, pictures: Path) -> None:
    anna, bernd = await started(browser, server)
    rig(server)
    bernd.traffic.clear()
    await bernd.reload()
    await anna.js("document.getElementById('line').focus()")
    await anna.type("hand")
    await anna.key("Enter")
    await anna.sees(WACHEN, "log")
    await anna.sees(WACHEN, "hand")
    await anna.click("biete 7")
    await bernd.sees("Anna hat sich entschieden", "log")
    await bernd.sees(ESEL, "hand")
    for secret in (WACHEN, '"text": "biete 7"'):
        assert secret not in "\n".join(bernd.traffic)
    assert WACHEN not in await bernd.html()
    assert "biete 7" not in await bernd.text("log")
    await bernd.click("biete 2")
    await bernd.click("passe")
    await anna.click("tausche Wache")
    await bernd.sees("Anna legt Wache ab", "log")
    await anna.sees("Du ziehst", "log")
    assert "Du ziehst" not in await bernd.html() + "".join(bernd.traffic)
    await anna.picture(pictures / "10_desktop.png")
    assert not anna.problems + bernd.problems


async def test_two_seats_in_one_browser(browser: Browser, server: Server, pictures: Path) -> None:
    page = await seated(browser, server, "Anna")
    await page.click("Basar spielen")
    await page.click("Person dazu")
    await page.until("document.activeElement.id === 'door-value'")
    await page.type("Anna")
    await page.key("Enter")
    await page.sees("Anna gibt es schon", "door")
    await page.type("Bernd")
    await page.key("Enter")
    await page.click("Mitspielen")
    await page.click("Partie beginnen")
    await page.sees("Du musst verdeckt", "prompt")
    rig(server)
    await page.click("biete 2")
    await page.sees("Dran: Anna bietet verdeckt", "prompt")
    await page.until("!!document.querySelector('#persons .dot')")
    assert WACHEN not in await page.html()
    await page.picture(pictures / "20_one_browser.png")
    await page.js("[...document.querySelectorAll('.person')].find((b) => b.textContent.startsWith('Anna')).click()")
    await page.sees(WACHEN, "hand")
    assert ESEL not in await page.js("document.body.innerHTML")
    assert "biete 2" not in await page.text("log")
    await page.click("biete 3")
    await page.sees("Gebote: Anna 3, Bernd 2", "log")
    assert not [problem for problem in page.problems if "WebSocket" not in problem]


async def test_giving_up_on_a_taken_name_leads_back_to_the_own_seat(browser: Browser, server: Server) -> None:
    bernd, anna = await seated(browser, server, "Bernd"), await seated(browser, server, "Anna")
    await anna.click("Person dazu")
    await anna.type("Bernd")
    await anna.key("Enter")
    await anna.sees("Bernd gibt es schon", "door")
    await anna.click("Abbrechen")
    await anna.sees("Was wollt ihr spielen?", "prompt")
    await anna.reload()
    await anna.sees("Was wollt ihr spielen?", "prompt")
    assert "Bernd" not in await anna.text("persons")
    assert not bernd.problems


async def test_keyboard_only(browser: Browser, server: Server, pictures: Path) -> None:
    """From the door to the first bid without a mouse: completion, arrows in the toolbar, history."""
    page = await seated(browser, server, "Anna")
    await page.until("document.activeElement.id === 'line'")
    await page.type("neues spiel bas")
    await page.until("document.querySelectorAll('#offers li').length > 0")
    await page.key("Tab")
    assert await page.js("document.getElementById('line').value") == "neues spiel Basar"
    await page.key("Enter")
    await page.sees("Computerspieler dazu", "actions")
    await page.key("Tab", shift=True)
    assert await focus(page) == "Computerspieler dazu"
    await page.key("Enter")
    await page.sees("Partie beginnen", "actions")
    assert await focus(page) == "Partie beginnen"
    await page.key("ArrowRight")
    assert await focus(page) == "Computerspieler dazu"
    await page.key("Home")
    await page.key("Enter")
    await page.sees("biete 0", "actions")
    await page.key("Tab")
    assert await focus(page) == "line"
    await page.type("biete")
    await page.until("document.querySelectorAll('#offers li').length > 5")
    for _ in range(3):
        await page.key("ArrowDown")
    assert await page.js("document.getElementById('line').getAttribute('aria-activedescendant')") == "offer-2"
    await page.picture(pictures / "30_completion.png")
    await page.key("Enter")
    assert await page.js("document.getElementById('line').value") == "biete 2"
    await page.key("Enter")
    await page.sees("Gebote: Anna 2", "log")
    await page.key("ArrowUp")
    assert await page.js("document.getElementById('line').value") == "biete 2"
    assert not page.problems


async def test_sections_open_with_a_click(browser: Browser, server: Server, pictures: Path) -> None:
    anna, _ = await started(browser, server)
    await anna.until("!!document.querySelector('#prompt .cite')")
    await anna.js("document.querySelector('#prompt .cite').click()")
    await anna.sees("Alle bieten verdeckt", "section")
    await anna.js("document.getElementById('question').focus()")
    await anna.type("dieb")
    await anna.until("document.querySelectorAll('#contents li').length === 1")
    await anna.js("document.querySelector('#contents button').click()")
    await anna.sees("Nach dem Zuschlag", "section")
    await anna.picture(pictures / "40_section.png")
    await anna.js("document.getElementById('game').value = 'dominion'; document.getElementById('game').dispatchEvent(new Event('change'))")
    await anna.js("document.getElementById('question').value = ''; document.getElementById('question').dispatchEvent(new Event('input'))")
    await anna.until("document.querySelectorAll('#contents li').length > 3")
    await anna.picture(pictures / "41_dominion_rules.png")
    await anna.js("document.getElementById('question').focus()")
    await anna.type("Was kostet ein Silber?")
    await anna.key("Enter")
    await anna.sees("Basiskarten > Silber", "section")
    await anna.picture(pictures / "42_answer.png")
    await anna.js("[...document.querySelectorAll('#section .cite')].find((b) => b.textContent === '§ Basiskarten > Silber').click()")
    await anna.sees("bringt beim Ausspielen 2", "section")
    await anna.until("!document.getElementById('section').innerText.includes('Was kostet ein Silber?\\n')")
    await anna.picture(pictures / "43_card.png")
    assert not anna.problems


async def overflow(page: Page) -> list[str]:
    """What reaches beyond the right edge, or scrolls sideways."""
    found: list[str] = await page.js(
        "[...document.querySelectorAll('body *')].filter((n) => n.offsetParent && !n.closest('.unseen') && (n.getBoundingClientRect().right > innerWidth + 1"
        " || (n.scrollWidth > n.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(n).overflowX))))"
        ".map((n) => n.tagName + '#' + n.id + '.' + n.className)"
    )
    if await page.js("document.documentElement.scrollWidth > innerWidth"):
        found.append("html")
    return found


@pytest.mark.parametrize("dark", [False, True])
async def test_phone(browser: Browser, server: Server, pictures: Path, dark: bool) -> None:
    anna, bernd = await started(browser, server, *PHONE)
    look = "dark" if dark else "light"
    if dark:
        await anna.dark()
    await anna.click("biete 3")
    await bernd.click("biete 2")
    await bernd.click("passe")
    await anna.sees("Du darfst eine Handkarte", "prompt")
    for name, number in (("Stand", 1), ("Regeln", 2), ("Tische", 3), ("Spiel", 4)):
        await anna.click(name)
        assert await overflow(anna) == []
        await anna.picture(pictures / f"50_phone_{look}_{number}.png")
    buttons = "[...document.querySelectorAll('#actions button, #speak button, #tabs button')]"
    assert await anna.js(f"{buttons}.filter((b) => b.getBoundingClientRect().height < 39).length") == 0
    assert await anna.js("document.getElementById('line').getBoundingClientRect().bottom <= innerHeight")
    await anna.size(360, 400)  # the keyboard of the phone is open
    assert await anna.js("document.getElementById('line').getBoundingClientRect().bottom <= innerHeight")
    await anna.picture(pictures / f"51_phone_{look}_short.png")
    await anna.js("document.querySelector('#prompt .cite').click()")
    await anna.sees("Am Ende der Runde", "section")
    assert await overflow(anna) == []
    assert not anna.problems


async def test_reload_restart_and_what_was_said_meanwhile(browser: Browser, store: Store, pictures: Path) -> None:
    """A page outlives its server: it says so, comes back by itself, and sends what was typed meanwhile, once."""
    async with serving(store) as server:
        anna, _ = await started(browser, server)
        port = server.port
        before = await anna.text("log")
        await anna.reload()
        await anna.sees("Du musst verdeckt", "prompt")
        assert await anna.text("log") == before
    await anna.sees("Keine Verbindung", "status")
    await anna.picture(pictures / "60_offline.png")
    await anna.js("document.getElementById('line').focus()")
    await anna.type("biete 4")
    await anna.key("Enter")
    async with serving(store, port) as server:
        await anna.sees("Anna hat sich entschieden", "log")
        await anna.until("sessionStorage.getItem('herold.outbox.anna') === '[]'")
        await anna.sees("Basar beginnt" if "Basar beginnt" in await anna.text("log") else "Start von Basar", "log")
        table = server.room.service.store.open_table("tisch-1")
        assert table is not None
        assert table.meta.length == 1


async def test_without_token_the_page_asks_for_it(browser: Browser, server: Server) -> None:
    page = await browser.page(f"http://127.0.0.1:{server.port}/")
    await page.sees("Adresse oder Zugangscode", "door")
    await page.until("document.activeElement.id === 'door-value'")
    await page.type("falsch")
    await page.key("Enter")
    await page.sees("Willkommen bei Herold", "door")
    await page.type("Anna")
    await page.key("Enter")
    await page.sees("Dieser Zugang stimmt nicht", "door")
    await page.type(server.address)
    await page.key("Enter")
    await page.sees("Willkommen bei Herold", "door")
    await page.type("Anna")
    await page.key("Enter")
    await page.sees("Was wollt ihr spielen?")


async def test_a_seat_can_be_taken_along(browser: Browser, server: Server) -> None:
    anna = await seated(browser, server, "Anna")
    await anna.click("In anderem Browser öffnen …")
    address = await anna.js("document.getElementById('door-value').value")
    other = await browser.page(address)
    await other.sees("Anna", "persons")
    await other.sees("Was wollt ihr spielen?")


async def test_what_players_write_is_never_html(browser: Browser, server: Server) -> None:
    page = await seated(browser, server, "Anna")
    await page.type("<img src=x onerror=alert(1)> **fett?")
    await page.key("Enter")
    await page.sees("<img src=x", "log")
    assert await page.js("document.querySelectorAll('#log img, #log script').length") == 0


@pytest.mark.skipif(not playable("dominion"), reason="Dominion is not there yet")
async def test_dominion(browser: Browser, server: Server, pictures: Path) -> None:
    page = await seated(browser, server, "Anna")
    await page.click("Dominion spielen")
    await page.click("Computerspieler dazu")
    await page.click("Partie beginnen")
    await page.until("document.getElementById('hand').textContent.length > 5")
    await page.picture(pictures / "70_dominion.png")
    await page.size(*PHONE)
    await page.picture(pictures / "71_dominion_phone.png")
    assert await overflow(page) == []
    assert not page.problems
