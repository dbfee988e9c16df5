"""Debian's Firefox, driven by WebDriver BiDi: JSON over a web socket, without a driver between.

Playwright drives a Firefox of its own making only, and Debian has no geckodriver. Firefox itself speaks
WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) when it is started with a debugging port.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

LISTENING = "WebDriver BiDi listening on "
# Nothing that a browser does by itself: no updates, no first-run page, no calls home.
PREFERENCES: Mapping[str, bool | int | str] = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "",
}
KEYS = {
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Shift": "\ue008",
}
EVENTS = ["log.entryAdded", "network.beforeRequestSent"]
# Seconds that a start, or one command, may take.
PATIENCE = 60.0


class BidiError(Exception):
    """Firefox refused a command, or a script in the page threw."""


class Firefox:
    """A running Firefox; what it reports beside the answers to commands is kept in ``events``."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.events: list[dict[str, Any]] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=EVENTS)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._number += 1
        number = self._number
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = self._receive()
            if message.get("id") == number:
                break
        if message["type"] == "error":
            raise BidiError(f"{method}: {message['error']}: {message['message']}")
        answer: dict[str, Any] = message["result"]
        return answer

    def _receive(self, patience: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=patience))
        if message["type"] == "event":
            self.events.append(message)
        return message

    def listen(self, seconds: float) -> None:
        """Take in what is reported meanwhile."""
        stop = time.monotonic() + seconds
        while (left := stop - time.monotonic()) > 0.0:
            try:
                self._receive(left)
            except TimeoutError:
                return

    def new_tab(self) -> Tab:
        """An empty tab."""
        return Tab(self, self.ask("browsingContext.create", type="tab")["context"])


class Tab:
    """One page."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self.browser = browser
        self.context = context

    def goto(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self.browser.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """The size of what is seen of the page."""
        viewport = {"width": width, "height": height}
        self.browser.ask("browsingContext.setViewport", context=self.context, viewport=viewport)

    def evaluate(self, function: str, given: Any = None) -> Any:
        """Call a function in the page with one value; both ways as JSON."""
        text = f"async () => JSON.stringify(await ({function})({json.dumps(given)}))"
        answer = self.browser.ask(
            "script.callFunction",
            functionDeclaration=text,
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise BidiError(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def wait_for(self, function: str, seconds: float = 10.0) -> None:
        """Wait until a function in the page returns true."""
        stop = time.monotonic() + seconds
        while not self.evaluate(function):
            if time.monotonic() > stop:
                raise TimeoutError(f"not within {seconds} s: {function}")
            self.browser.listen(0.05)

    def press(self, *keys: str) -> None:
        """Press keys one after the other; "Shift+ArrowRight" holds the first while the last is struck."""
        actions = [action for key in keys for action in _strokes(key.split("+"))]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.browser.ask("input.performActions", context=self.context, actions=[source])

    def click(self, x: float, y: float) -> None:
        """Press the mouse's first button at a place of the viewport."""
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": actions}
        self.browser.ask("input.performActions", context=self.context, actions=[source])

    def screenshot(self, *, whole: bool = False) -> bytes:
        """What is seen, or the whole page, as PNG."""
        origin = "document" if whole else "viewport"
        answer = self.browser.ask("browsingContext.captureScreenshot", context=self.context, origin=origin)
        return base64.b64decode(answer["data"])

    def pdf(self, width_cm: float = 21.0, height_cm: float = 29.7) -> bytes:
        """The page on paper."""
        paper = {"width": width_cm, "height": height_cm}
        answer = self.browser.ask("browsingContext.print", context=self.context, page=paper)
        return base64.b64decode(answer["data"])

    @property
    def said(self) -> list[str]:
        """What the console of this tab said, errors of scripts included."""
        entries = self._events("log.entryAdded", lambda event: event["source"].get("context"))
        return [str(entry["text"]) for entry in entries]

    @property
    def asked(self) -> list[str]:
        """The addresses that this tab asked for."""
        requests = self._events("network.beforeRequestSent", lambda event: event["context"])
        return [str(request["request"]["url"]) for request in requests]

    def _events(self, method: str, context: Callable[[Any], object]) -> list[dict[str, Any]]:
        found = [event["params"] for event in self.browser.events if event["method"] == method]
        return [event for event in found if context(event) == self.context]

    def close(self) -> None:
        """Close the tab."""
        self.browser.ask("browsingContext.close", context=self.context)


def _strokes(keys: Sequence[str]) -> Iterator[dict[str, str]]:
    """Down in order, up the other way round."""
    values = [KEYS.get(key, key) for key in keys]
    yield from ({"type": "keyDown", "value": value} for value in values)
    yield from ({"type": "keyUp", "value": value} for value in reversed(values))


@contextmanager
def firefox(preferences: Mapping[str, bool | int | str] | None = None) -> Iterator[Firefox]:
    """Debian's Firefox without a window, on a profile of its own; it ends with this context."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        raise FileNotFoundError("no Firefox: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in {**PREFERENCES, **(preferences or {})}.items()
        ]
        (Path(profile) / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [
            program,
            "--headless",
            "--no-remote",
            "--remote-debugging-port=0",
            "--profile",
            profile,
        ]
        log = Path(profile) / "said.txt"
        # A session of its own, so that the processes it starts end with it, and no others.
        with log.open("w") as said:
            process = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,
                env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1"},
            )
        try:
            address = f"{_address(log, process)}/session"
            with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
                yield Firefox(socket)
        finally:
            _end(process)


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Where Firefox listens, which it says when it has started."""
    stop = time.monotonic() + PATIENCE
    while time.monotonic() < stop and process.poll() is None:
        for line in log.read_text("utf-8", errors="replace").splitlines(keepends=True):
            if line.startswith(LISTENING) and line.endswith("\n"):
                return line.removeprefix(LISTENING).strip()
        time.sleep(0.05)
    raise TimeoutError(f"Firefox did not say where it listens, only: {log.read_text('utf-8')[-500:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask for the end, and then make one; the whole session, which is this process and those it started."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, kind)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10.0)
            return
