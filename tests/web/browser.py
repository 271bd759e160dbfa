"""A small client for Chromium's DevTools protocol: enough to click, type, look and listen to a page's traffic."""

import asyncio
import base64
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import aiohttp

SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--lang=de", "--remote-debugging-port=0",
)
KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowRight": 39, "ArrowLeft": 37, "Backspace": 8, "End": 35, "Home": 36}


def chromium_path() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Chromium:
    """The process."""

    def __init__(self, path: str, folder: Path) -> None:
        self.folder = folder
        command = [path, *SWITCHES, f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def endpoint(self) -> str:
        port_file = self.folder / "DevToolsActivePort"
        for _ in range(300):
            lines = port_file.read_text().splitlines() if port_file.is_file() else []
            if len(lines) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            time.sleep(0.1)
        raise RuntimeError("Chromium did not start")


class Browser:
    """One connection to Chromium. Each `profile` has its own storage, like a browser of its own."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.pages: dict[str, Page] = {}
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def __aenter__(self) -> "Browser":
        self.session = aiohttp.ClientSession()
        self.socket = await self.session.ws_connect(self.endpoint, max_msg_size=0)
        self.reader = asyncio.create_task(self._read())
        self.contexts: list[str] = []
        return self

    async def __aexit__(self, *_: object) -> None:
        for context in self.contexts:
            await self.call("Target.disposeBrowserContext", browserContextId=context)
        self.reader.cancel()
        await self.socket.close()
        await self.session.close()

    async def _read(self) -> None:
        async for frame in self.socket:
            message = json.loads(frame.data)
            if "id" in message:
                answer = self._answers.pop(message["id"])
                if not answer.done():
                    answer.set_result(message)
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].event(message["method"], message["params"])

    async def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json({"id": number, "method": method, "params": params, **({"sessionId": session} if session else {})})
        message = await asyncio.wait_for(self._answers[number], 30)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        found: dict[str, Any] = message["result"]
        return found

    async def profile(self) -> str:
        context: str = (await self.call("Target.createBrowserContext"))["browserContextId"]
        self.contexts.append(context)
        return context

    async def page(self, address: str, profile: str | None = None, width: int = 1280, height: int = 800) -> "Page":
        context = profile or await self.profile()
        target = (await self.call("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = self.pages[session] = Page(self, session, context)
        for domain in ("Page", "Runtime", "Network", "Log"):
            await page.call(f"{domain}.enable")
        await page.size(width, height)
        await page.call("Page.navigate", url=address)
        return page


class Page:
    """One tab. `traffic` has every websocket frame, `problems` every console error and exception."""

    def __init__(self, browser: Browser, session: str, profile: str) -> None:
        self.browser, self.session, self.profile = browser, session, profile
        self.traffic: list[str] = []
        self.requests: list[str] = []
        self.problems: list[str] = []

    def event(self, method: str, params: dict[str, Any]) -> None:
        if method in ("Network.webSocketFrameReceived", "Network.webSocketFrameSent"):
            self.traffic.append(params["response"]["payloadData"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.problems.append(str(params["exceptionDetails"].get("exception", params)))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.problems.append(params["entry"]["text"])

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        return await self.browser.call(method, self.session, **params)

    async def size(self, width: int, height: int) -> None:
        await self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    async def dark(self) -> None:
        await self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])

    async def js(self, expression: str) -> Any:
        found = await self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, expression: str) -> Any:
        """Wait until the expression is true."""
        value = None
        for _ in range(200):
            value = await self.js(expression)
            if value:
                return value
            await asyncio.sleep(0.05)
        raise AssertionError(f"never true: {expression}\n{await self.text()}")

    async def reload(self) -> None:
        await self.js("window.old = true")
        await self.call("Page.reload")
        for _ in range(200):
            with contextlib.suppress(RuntimeError):  # between two documents
                if await self.js("!window.old && document.readyState === 'complete'"):
                    return
            await asyncio.sleep(0.05)
        raise AssertionError("the page did not come back")

    async def text(self, id_: str = "") -> str:
        where = f"document.getElementById({json.dumps(id_)})" if id_ else "document.body"
        return str(await self.js(f"{where}.innerText"))

    async def sees(self, text: str, id_: str = "") -> None:
        where = f"document.getElementById({json.dumps(id_)})" if id_ else "document.body"
        await self.until(f"{where}?.innerText.includes({json.dumps(text)})")

    async def click(self, label: str) -> None:
        """Press the visible button with this label, with the mouse."""
        find = f"""[...document.querySelectorAll('button, summary')].find((b) => b.offsetParent && !b.ariaDisabled
            && (b.textContent.trim() === {json.dumps(label)} || b.ariaLabel === {json.dumps(label)}))"""
        await self.until(f"!!{find}")
        await self.js(f"{find}.scrollIntoView({{block: 'nearest'}})")
        box = await self.js(f"(() => {{ const r = {find}.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()")
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    async def type(self, text: str) -> None:
        await self.call("Input.insertText", text=text)

    async def key(self, name: str, shift: bool = False) -> None:
        code = KEYS.get(name) or ord(name.upper())
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        common = {"key": name, "code": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        await self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common, **({"text": text} if text else {}))
        await self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    async def html(self) -> str:
        return str(await self.js("document.documentElement.outerHTML + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"))

    async def picture(self, path: Path) -> None:
        shot = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))
