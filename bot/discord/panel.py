"""Buttons and menus. Their ids say which table and which decision they belong to, so they outlive a restart.

    h:o:TABLE:POSITION:MARK:INDEX   this option of that decision
    h:m:TABLE:POSITION:MARK:PAGE    a menu of such options
    h:w:TABLE  h:h:TABLE  h:s:TABLE choose, hand, position       h:j:TABLE  h:n:TABLE  yes and no to a proposal
    h:b:TABLE                       write an order
"""

import re
from collections.abc import Sequence

import discord

from bot.discord.glance import Decision, Glance
from bot.discord.sender import clipped, plain, shortened

ID = re.compile(r"h:([omwhsjnbel]):(\d+)(?::(\d+):([0-9a-f]{8}):(\d+))?")
LABEL, OPTION = 80, 100
MOST_BUTTONS = 10
MENU = 25
MOST_MENUS = 4


def button(label: str, id_: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary, row: int | None = None) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=clipped(label, LABEL), custom_id=id_, style=style, row=row)


def view_of(items: Sequence[discord.ui.Item[discord.ui.View]]) -> discord.ui.View:
    """A view nobody waits for: clicks come through the ids, so nothing is kept in memory."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def decision_view(decision: Decision) -> discord.ui.View:
    """The options of a decision; up to ten as buttons, more as menus, far more by writing."""
    key = f"{decision.table}:{decision.position}:{decision.mark}"
    items: list[discord.ui.Item[discord.ui.View]] = []
    if len(decision.options) <= MOST_BUTTONS:
        for index, text in enumerate(decision.options):
            items.append(button(text, f"h:o:{key}:{index}", discord.ButtonStyle.primary, index // 5))
        row = (len(decision.options) + 4) // 5
    else:
        pages = [range(at, min(at + MENU, len(decision.options))) for at in range(0, len(decision.options), MENU)][:MOST_MENUS]
        for page, indices in enumerate(pages):
            entries = [discord.SelectOption(label=clipped(decision.options[i], OPTION), value=str(i)) for i in indices]
            first, last = clipped(decision.options[indices[0]], 60), clipped(decision.options[indices[-1]], 60)
            hint = "Wähle …" if len(pages) == 1 else f"{first} … {last}"
            items.append(discord.ui.Select(custom_id=f"h:m:{key}:{page}", placeholder=clipped(hint, 150), options=entries, row=page))
        row = len(pages)
    items += [button("Befehl schreiben", f"h:b:{decision.table}", row=row), button("Stand", f"h:s:{decision.table}", row=row)]
    return view_of(items)


def decision_text(decision: Decision, hand: str = "") -> str:
    """What is to be decided, under the hand unless the question names it anyway."""
    text = (hand + "\n" if hand and hand.removeprefix("Deine ") not in decision.prompt else "") + decision.prompt
    left = len(decision.options) - MENU * MOST_MENUS
    if left > 0:
        text += f"\n({left} weitere Möglichkeiten: /zug ergänzt, was du tippst.)"
    return text


def turn_view(glance: Glance, place: str) -> discord.ui.View | None:
    """What stands under a notice for all: nothing here tells what anybody holds. In the thread of a dispute only the vote."""
    vote: list[discord.ui.Item[discord.ui.View]] = []
    if glance.phase == "playing" and glance.vote is not None:
        vote = [
            button("Zustimmen", f"h:j:{glance.table}", discord.ButtonStyle.success, 1),
            button("Ablehnen", f"h:n:{glance.table}", discord.ButtonStyle.danger, 1),
        ]
    if place != glance.channel:
        return view_of(vote) if vote else None
    if glance.phase == "lobby":
        return view_of([
            button("Mitspielen", f"h:e:{glance.table}", discord.ButtonStyle.success), button("Start", f"h:l:{glance.table}", discord.ButtonStyle.primary),
        ])
    if glance.phase != "playing":
        return None
    items: list[discord.ui.Item[discord.ui.View]] = [
        button("Wählen", f"h:w:{glance.table}", discord.ButtonStyle.primary),
        button("Meine Hand", f"h:h:{glance.table}"), button("Stand", f"h:s:{glance.table}"),
    ]
    return view_of([*items, *vote])


def turn_line(glance: Glance) -> str:
    """`Dran: @Anna bietet verdeckt.` People who know already are named, not mentioned."""
    shown = [f"{f'<@{a.user}>' if a.ping and a.user and a.user.isdigit() else plain(a.name)} {a.prompt}" for a in glance.awaited]
    return "Dran: " + ", ".join(shown) + "." if shown else ""


def board_embed(glance: Glance) -> discord.Embed:
    """The position in one place, edited as the game goes on."""
    names = {"lobby": "noch nicht begonnen", "over": "zu Ende", "ended": "beendet"}
    embed = discord.Embed(title=clipped(glance.title + (f" ({names[glance.phase]})" if glance.phase in names else ""), 256))
    embed.description = shortened(plain(glance.board) or "–", 3900, "… (alles mit /stand)")
    if glance.awaited:
        embed.add_field(name="Dran", value=shortened(plain("\n".join(f"{a.name} {a.prompt}" for a in glance.awaited)), 1000), inline=False)
    embed.set_footer(text=f"Zeile {glance.seq} des Protokolls")
    return embed
