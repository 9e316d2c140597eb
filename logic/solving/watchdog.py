"""A watchdog that interrupts a solver which runs past its time."""

from __future__ import annotations

import threading
from typing import Protocol

GRACE_SECONDS = 0.25
"""Seconds after the solver's own limit at which the watchdog interrupts it, and the interval of repeats."""


class Interruptible(Protocol):
    """A computation that another thread can stop."""

    def interrupt(self) -> object:
        """Ask it to stop; it may ignore the request."""


class Watchdog:
    """Interrupts a context that runs past its limit, repeatedly until it stops."""

    def __init__(self, context: Interruptible, seconds: float) -> None:
        self._context, self._seconds = context, seconds
        self._lock = threading.Lock()
        self._running = False
        self._timer: threading.Timer | None = None
        self.reason = ""

    def __enter__(self) -> None:
        self._running = True
        self._start(self._seconds)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._running = False
            if self._timer is not None:
                self._timer.cancel()

    def _start(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._bark)
        self._timer.daemon = True
        self._timer.start()

    def _bark(self) -> None:
        with self._lock:
            if self._running:
                self.reason = f"interrupted after {self._seconds:g} s"
                self._context.interrupt()
                self._start(GRACE_SECONDS)
