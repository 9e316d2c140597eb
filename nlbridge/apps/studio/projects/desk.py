"""Processes that read, derive and judge for a session, so that no text keeps the others waiting.

A piece of work is a function at the top of a module with what it is given; both go to a process and its result comes
back. Work that takes too long is given up, and one that ends its process is done once more by a new one.
"""

from __future__ import annotations

import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from causalcore.files.time_limit import TooSlowError, within
from logic.errors import ReasoningError
from nlbridge.apps.studio.document.document import StudioError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

T = TypeVar("T")
SECONDS: Final = 60.0
"""The time limit of a piece of work."""
GRACE: Final = 5.0
"""Seconds that a process has left to give up by itself."""
START: Final = 120.0
"""Seconds that a process may take to start."""
LOOK: Final = 0.5
"""Seconds between looks at whether the desk is closed."""


class Do(Protocol):
    """Does a piece of work and returns its result, here or elsewhere."""

    def __call__(self, work: Callable[..., T], *given: object, seconds: float = SECONDS) -> T:
        """Do the work; what it raises is raised."""
        ...


def here(work: Callable[..., T], *given: object, seconds: float = SECONDS) -> T:
    """Do a piece of work in this process, in whatever time it takes.

    Examples
    --------
    >>> here(len, "four")
    4
    """
    del seconds
    return work(*given)


class BrokenWorkError(Exception):
    """A defect in a piece of work; it has the name of what was raised."""


class Desk:
    """Some processes, started at once.

    Parameters
    ----------
    start
        What each process does first, such as loading what it works with.
    processes
        Pieces of work that are done at a time: a slow one leaves the others.
    """

    def __init__(self, start: Callable[[], object] = bool, processes: int = 2) -> None:
        self._free: queue.PriorityQueue[tuple[int, _Process]] = queue.PriorityQueue()
        self._processes = [_Process(start) for _ in range(processes)]
        self._closed = threading.Event()
        for pair in enumerate(self._processes):
            threading.Thread(target=self._start, args=pair, daemon=True).start()

    def _start(self, place: int, process: _Process) -> None:
        with suppress(OSError, EOFError):  # What fails here is tried again, and told, with the first work.
            process.ready()
        self._free.put((place, process))
        if self._closed.is_set():
            process.end()

    def do(self, work: Callable[..., T], *given: object, seconds: float = SECONDS) -> T:
        """Do a piece of work in a process, from whatever thread; the thread waits.

        Raises
        ------
        ReasoningError
            What the work raises; a `StudioError` if it takes too long, or ends its process twice.
        BrokenWorkError
            If something else was raised.
        """
        place, process = self._next()
        try:
            done, result = self._result(process, (work, given, seconds), seconds)
        finally:
            self._free.put((place, process))
        if not done:
            raise result
        value: T = result
        return value

    def _next(self) -> tuple[int, _Process]:
        while not self._closed.is_set():
            with suppress(queue.Empty):
                return self._free.get(timeout=LOOK)
        message = "expected a studio that runs, got one that ends; start it again"
        raise StudioError(message)

    def _result(self, process: _Process, work: tuple[object, ...], seconds: float) -> tuple[bool, Any]:
        for _ in range(2):
            try:
                found = process.result(work, seconds + GRACE)
            except (EOFError, OSError):
                process.end()
                if self._closed.is_set():
                    break
                continue
            return found if found is not None else (False, too_slow(seconds))
        message = "expected an answer, but the process that worked on it died twice; shorten the text"
        return False, StudioError(message)

    def close(self) -> None:
        """End the processes, whatever they work on."""
        self._closed.set()
        for process in self._processes:
            process.end()


def too_slow(seconds: float) -> StudioError:
    """Return what is said of work that took too long."""
    return StudioError(f"expected an answer within {seconds:g} s, got none; shorten the text, or remove links")


class _Process:
    """A process that does one piece of work after the other; it is started when it is first needed."""

    def __init__(self, start: Callable[[], object]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._running: tuple[SpawnProcess, Connection[Any, Any]] | None = None

    def ready(self) -> Connection[Any, Any]:
        """Start the process if it does not run, and wait until it has done what it does first."""
        with self._lock:
            if self._running is not None and self._running[0].is_alive():
                return self._running[1]
            own, other = (context := get_context("spawn")).Pipe()
            process = context.Process(target=_work, args=(other, self._start), daemon=True)
            process.start()
            other.close()
            self._running = process, own
        if not own.poll(START):
            raise EOFError
        own.recv_bytes()
        return own

    def result(self, work: tuple[object, ...], seconds: float) -> tuple[bool, Any] | None:
        """Return whether the work was done, with the result or what was raised; None if it took too long.

        Raises
        ------
        EOFError, OSError
            If the process ended.
        """
        pipe = self.ready()
        pipe.send(work)
        until = time.monotonic() + seconds
        while not pipe.poll(LOOK):
            if time.monotonic() > until:
                self.end()
                return None
        found: tuple[bool, Any] = pipe.recv()
        return found

    def end(self) -> None:
        """End the process; who waits for it is told by the end of the pipe."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running[0].kill()
            running[0].join()


def _work(pipe: Connection[Any, Any], start: Callable[[], object]) -> None:
    """Do what comes through the pipe, in a process of its own, until the pipe is closed."""
    from nlbridge.language.pipeline.quick_start import start_worker, stay_quick

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # They are for the server, which ends its processes.
    start_worker()
    start()
    with suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        while True:
            work, given, seconds = pipe.recv()
            _send(pipe, _outcome(work, given, seconds))
            stay_quick()


def _outcome(work: Callable[..., Any], given: tuple[object, ...], seconds: float) -> tuple[bool, Any]:
    try:
        with within(seconds):
            return True, work(*given)
    except TooSlowError:
        return False, too_slow(seconds)
    except (ReasoningError, LookupError) as refused:
        return False, _portable(refused)
    except RecursionError:
        return False, StudioError("expected a text that is not nested so deep, got one without end; shorten it")
    except Exception as broken:  # noqa: BLE001  a defect in one piece of work must not cost the others
        return False, BrokenWorkError(type(broken).__name__)


def _portable(error: Exception) -> Exception:
    """Return an error that reaches the other process: one that cannot be rebuilt there is told in its words."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  our own, made one line above
    except Exception:  # noqa: BLE001  whatever the way fails by
        return StudioError(str(error))
    return error


def _send(pipe: Connection[Any, Any], outcome: tuple[bool, Any]) -> None:
    try:
        pipe.send(outcome)
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError, ValueError) as broken:
        pipe.send((False, BrokenWorkError(type(broken).__name__)))
