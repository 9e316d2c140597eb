"""Worker processes for a server or a batch: a slow text does not block the others.

A piece of work is a module-level function with its arguments. Work that takes too long is given up; work that ends its
process is tried once more in a new one.
"""

from __future__ import annotations

import atexit
import gc
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from math import inf, isfinite
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, Protocol, TypeVar

from causalcore.files.time_limit import TooSlowError, within
from logic.errors import ReasoningError
from nlbridge.errors import BridgeError

T = TypeVar("T")
SECONDS: Final = 60.0
"""Default time limit of a piece of work; 0 for none."""
GRACE: Final = 5.0
"""Seconds beyond the limit in which a process may give up by itself."""
START: Final = 120.0
"""Seconds that a process may take to start, for work with a time limit."""
GLANCE: Final = 0.05
"""Seconds between checks that somebody still waits for the result."""
LOOK: Final = 0.5
"""Seconds between checks that all processes live and the desk is open."""
TIDIED: Final = 240
"""Pieces of work after which a process collects reference cycles of parsed texts."""


class Do(Protocol):
    """Runs a piece of work and returns its result, in this process or another."""

    def __call__(self, work: Callable[..., T], *given: object, seconds: float = SECONDS) -> T:
        """Run the work; its exceptions propagate."""
        ...


def here(work: Callable[..., T], *given: object, seconds: float = SECONDS) -> T:
    """Run a piece of work in this process, without a time limit.

    Examples
    --------
    >>> here(len, "four")
    4
    """
    del seconds
    return work(*given)


class WorkError(BridgeError, RuntimeError):
    """A piece of work took too long, ended its process twice, or came after the desk was closed."""


class BrokenWorkError(Exception):
    """A defect in a piece of work; the message is the name of the exception."""


class Desk:
    """Several processes, started at once; each first calls `start`, for example to load models."""

    def __init__(self, start: Callable[[], object] = bool, processes: int = 2) -> None:
        self.processes = [Process(start) for _ in range(processes)]
        self._free: queue.PriorityQueue[tuple[int, Process]] = queue.PriorityQueue()
        self._closed = threading.Event()
        for pair in enumerate(self.processes):
            threading.Thread(target=self._offer, args=pair, daemon=True).start()
        threading.Thread(target=self._watch, daemon=True).start()
        atexit.register(self.close)  # The processes ignore the signal that Python would end them with.

    def _offer(self, place: int, process: Process) -> None:
        """Offer a process once it is ready, so that processes are used in the order in which they became ready."""
        with suppress(OSError, EOFError):  # The first piece of work tries again, and reports the failure.
            process.started().poll(START)
        self._free.put((place, process))

    def _watch(self) -> None:
        while not self._closed.wait(LOOK):
            for process in self.processes:
                with suppress(Exception):  # Such as no memory for another process: the next check may find some.
                    process.started()

    def do(
        self,
        work: Callable[..., T],
        *given: object,
        seconds: float = SECONDS,
        unwanted: Callable[[], bool] = bool,
    ) -> T:
        """Run a piece of work in a process and wait for it; its exceptions propagate.

        Raises `WorkError` if the work takes too long or ends its process twice. Ends the process once `unwanted`
        returns true: nobody waits for the result any more.
        """
        message = pickle.dumps((work, given, seconds))
        place, process = self._next()
        try:
            done, result = self._outcome(process, message, seconds, unwanted)
        finally:
            self._free.put((place, process))
        if not done:
            raise result
        value: T = result
        return value

    def _next(self) -> tuple[int, Process]:
        while not self._closed.is_set():
            with suppress(queue.Empty):
                return self._free.get(timeout=LOOK)
        message = "expected processes that run, got a server or batch that ends; start it again"
        raise WorkError(message)

    def _outcome(
        self, process: Process, message: bytes, seconds: float, unwanted: Callable[[], bool]
    ) -> tuple[bool, Any]:
        for _ in range(2):
            try:
                return process.outcome(message, seconds + GRACE if seconds else inf, unwanted)
            except TimeoutError:
                process.replace()
                return False, too_slow(seconds)
            except (EOFError, OSError):
                if self._closed.is_set():
                    break
                process.replace()
        return False, WorkError("expected an answer, but the process that worked on it died twice; send a shorter text")

    def close(self) -> None:
        """End all processes, even at work."""
        self._closed.set()
        for process in self.processes:
            process.close()
        atexit.unregister(self.close)


def too_slow(seconds: float) -> WorkError:
    """Return the error for work that took too long."""
    return WorkError(f"expected an answer within {seconds:g} s, got none; send a shorter text, or remove links")


class Process:
    """A process that runs one piece of work after another."""

    def __init__(self, start: Callable[[], object]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._closed = False
        self.running: tuple[SpawnProcess, Connection[Any, Any]] | None = None
        self.starts = 0
        self.started()

    @property
    def number(self) -> int | None:
        """Process id, or None if it is not running."""
        running = self.running  # Another thread may replace it.
        return running[0].pid if running is not None and running[0].is_alive() else None

    def started(self) -> Connection[Any, Any]:
        """Start the process unless it runs; return this end of its pipe."""
        with self._lock:
            if self.running is not None and self.running[0].is_alive():
                return self.running[1]
            if self._closed:
                raise EOFError
            own, other = (context := get_context("spawn")).Pipe()
            process = context.Process(target=_serve, args=(other, self._start), daemon=True)
            process.start()
            other.close()
            self.running = process, own
            self.starts += 1
            return own

    def outcome(self, message: bytes, seconds: float, unwanted: Callable[[], bool]) -> tuple[bool, Any]:
        """Return whether the work succeeded, with its result or its exception.

        Raises `TimeoutError` if it took too long or nobody waits for it, other errors if the process ended.
        """
        pipe = self.started()
        _wait(pipe, START if isfinite(seconds) else inf, unwanted)
        pipe.recv_bytes()  # The process reports that it is ready before each piece of work.
        pipe.send_bytes(message)
        _wait(pipe, seconds, unwanted)
        result: tuple[bool, Any] = pipe.recv()
        return result

    def replace(self) -> None:
        """End the process and start another at once, so that the next piece of work need not wait."""
        self._end()
        self.started()

    def close(self) -> None:
        """End the process for good; whoever waits for it sees the pipe end."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            running, self.running = self.running, None
        if running is not None:
            running[0].kill()
            running[0].join()


def _wait(pipe: Connection[Any, Any], seconds: float, unwanted: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    while not pipe.poll(GLANCE):
        if time.monotonic() > until or unwanted():
            raise TimeoutError


def _serve(pipe: Connection[Any, Any], start: Callable[[], object]) -> None:
    """Run in the process: do the work that comes through the pipe until it is closed."""
    from nlbridge.language.pipeline.quick_start import start_worker, stay_quick

    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, signal.SIG_IGN)  # Meant for the server, which ends its processes itself.
    start_worker()
    start()
    with suppress(EOFError, OSError):
        for number in count(1):
            pipe.send_bytes(b"ready")
            work, given, seconds = pipe.recv()
            outcome = _outcome(work, given, seconds)
            try:
                pipe.send(outcome)
            except (pickle.PicklingError, TypeError, AttributeError, RecursionError, ValueError) as broken:
                pipe.send((False, BrokenWorkError(type(broken).__name__)))
            stay_quick()
            if number % TIDIED == 0:
                gc.collect()


def _outcome(work: Callable[..., Any], given: tuple[object, ...], seconds: float) -> tuple[bool, Any]:
    try:
        with within(seconds):
            return True, work(*given)
    except TooSlowError:
        return False, too_slow(seconds)
    except (ReasoningError, LookupError) as refused:
        return False, _portable(refused)
    except RecursionError:
        return False, WorkError("expected a text that is not nested so deep, got one without end; shorten it")
    except Exception as broken:  # noqa: BLE001  a defect in one piece of work must not cost the others
        return False, BrokenWorkError(type(broken).__name__)


def _portable(error: Exception) -> Exception:
    """Return the error if it can be pickled, else a `WorkError` with its message."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes, made on this line
    except Exception:  # noqa: BLE001  pickling may raise anything
        return WorkError(str(error))
    return error
