"""A `serve` that runs for a test, and how to ask it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import httpx2

COMMAND = [sys.executable, "-c", "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"]
KEY = "k" * 32
HEADERS = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
ROW = {"id": 7, "text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
DEEP = "[" * 900 + "]" * 900


class Served:
    """A running `serve`."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--processes", "2", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"CAUSALCORE_KEY": KEY},
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def ask(self, path: str, body: str = "", method: str = "POST", seconds: float = 90.0) -> httpx2.Response:
        content = body.encode("utf-8", "surrogatepass")
        return httpx2.request(method, self.address + path, content=content, headers=HEADERS, timeout=seconds)

    def health(self) -> dict[str, object]:
        found: dict[str, object] = self.ask("/health", method="GET").json()
        return found

    def end(self, seconds: float = 20) -> int:
        """Send one SIGTERM and return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)
