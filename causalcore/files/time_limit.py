"""A time limit for the work on one line."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from causalcore.errors import CausalError

AGAIN = 0.5
"""Seconds until work that ignored the interrupt is interrupted again."""
_SOON = 0.001


class TooSlowError(CausalError, TimeoutError):
    """A line takes longer than the seconds allowed; shorten its text, or allow more with --seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"expected an answer within {self.seconds} s, got none; send a shorter text, or raise --seconds"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Interrupt the work in this block after some seconds; 0 means never.

    The limit works in the main thread of a process, on systems with timers; elsewhere there is none. Limits may be
    nested.

    Raises
    ------
    TooSlowError
        If the work took too long.

    Examples
    --------
    >>> with within(0.05):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    causalcore.files.time_limit.TooSlowError: expected an answer within 0.05 s, got none; send a shorter text, or
    raise --seconds
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not seconds or not is_main or not hasattr(signal, "setitimer"):
        yield
        return
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if 0 < left < seconds:  # the enclosing limit ends first
        yield
        return

    def late(*_: object) -> None:
        raise TooSlowError(seconds)

    before, begun = signal.signal(signal.SIGALRM, late), time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left > 0:
            signal.setitimer(signal.ITIMER_REAL, max(_SOON, left - (time.monotonic() - begun)), AGAIN)
