"""The system's Firefox, driven by its protocol Marionette: Playwright needs a build of Firefox of its own."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PORT_FILE = "MarionetteActivePort"
SECONDS = 60


def firefox() -> str | None:
    """Return where the system's Firefox is, if it has one."""
    return shutil.which("firefox") or shutil.which("firefox-esr")


class Firefox:
    """A Firefox without a window; commands are those of WebDriver."""

    def __init__(self, path: str) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        profile = Path(self._folder.name)
        (profile / "user.js").write_text(
            'user_pref("marionette.port", 0);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n'
        )
        self._process = subprocess.Popen(
            [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._socket = self._connected(profile / PORT_FILE)
        self._number = 0
        self._received()  # It says hello first.
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})
        self.ask("WebDriver:SetTimeouts", {"script": SECONDS * 1000, "pageLoad": SECONDS * 1000})

    def _connected(self, port: Path) -> socket.socket:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with suppress(OSError, ValueError):
                return socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=SECONDS)
            time.sleep(0.1)
        message = "expected Firefox to listen, got nothing"
        raise TimeoutError(message)

    def ask(self, command: str, given: dict[str, Any] | None = None) -> Any:
        """Send a command, and return what it gives."""
        self._number += 1
        body = json.dumps([0, self._number, command, given or {}]).encode()
        self._socket.sendall(str(len(body)).encode() + b":" + body)
        _, _, error, result = self._received()
        assert error is None, f"{command}: {error['message']}"
        return result.get("value", result) if isinstance(result, dict) else result

    def _received(self) -> Any:
        length = b""
        while (byte := self._socket.recv(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        left, parts = int(length), []
        while left:
            part = self._socket.recv(left)
            assert part, "Firefox has ended"
            parts.append(part)
            left -= len(part)
        return json.loads(b"".join(parts))

    def open(self, address: str) -> None:
        """Load a page."""
        self.ask("WebDriver:Navigate", {"url": address})

    def size(self, width: int, height: int) -> None:
        """Set the size of the window."""
        self.ask("WebDriver:SetWindowRect", {"width": width, "height": height})

    def evaluate(self, script: str, *given: Any) -> Any:
        """Return what the body of a function gives; a promise is waited for."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(given)})

    def until(self, script: str, *given: Any) -> Any:
        """Wait until a script gives something true, and return that."""
        end = time.monotonic() + SECONDS
        while not (found := self.evaluate(script, *given)):
            assert time.monotonic() < end, f"expected within {SECONDS} s: {script}"
            time.sleep(0.05)
        return found

    def element(self, selector: str) -> str:
        """Return the id of an element that is there."""
        self.until("return document.querySelector(arguments[0]) !== null", selector)
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        return str(next(iter(found.values())))

    def click(self, selector: str) -> None:
        """Click an element as a person would."""
        self.ask("WebDriver:ElementClick", {"id": self.element(selector)})

    def type(self, selector: str, text: str) -> None:
        """Type into an element."""
        self.ask("WebDriver:ElementSendKeys", {"id": self.element(selector), "text": text})

    def press(self, key: str) -> None:
        """Press a key where the focus is."""
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.ask("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the mouse from one point of the window to another."""
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        moves = [
            {"type": "pointerMove", "duration": 60, "x": round(x), "y": round(y), "origin": "viewport"}
            for x, y in (start, middle, end)
        ]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.ask("WebDriver:PerformActions", {"actions": [mouse]})

    def close(self) -> None:
        """End it."""
        with suppress(OSError, AssertionError):
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._socket.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._folder.cleanup()
