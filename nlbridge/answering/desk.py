"""Processes that read, derive and judge, for a server or a batch, so that no text keeps the others waiting.

A piece of work is a function at the top of a module with what it is given; both go to a process and its result comes
back. Work that takes too long is given up, and one that ends its process is done once more by a new one.
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
"""The time limit of a piece of work; 0 for none."""
GRACE: Final = 5.0
"""Seconds that a process has left to give up by itself."""
START: Final = 120.0
"""Seconds that a process may take to start before work that has a time limit."""
GLANCE: Final = 0.05
"""Seconds between looks at whether somebody still waits for a piece of work."""
LOOK: Final = 0.5
"""Seconds between looks at whether all processes live, and whether the desk is closed."""
TIDIED: Final = 240
"""Pieces of work after which a process frees parsed texts that only refer to each other."""


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


class WorkError(BridgeError, RuntimeError):
    """A piece of work that took too long, that ended its process twice, or that came when the desk was closed."""


class BrokenWorkError(Exception):
    """A defect in a piece of work; it has the name of what was raised."""


class Desk:
    """Some processes, started at once; what each does first is `start`, such as loading what it works with."""

    def __init__(self, start: Callable[[], object] = bool, processes: int = 2) -> None:
        self.processes = [Process(start) for _ in range(processes)]
        self._free: queue.PriorityQueue[tuple[int, Process]] = queue.PriorityQueue()
        self._closed = threading.Event()
        for pair in enumerate(self.processes):
            threading.Thread(target=self._offer, args=pair, daemon=True).start()
        threading.Thread(target=self._watch, daemon=True).start()
        atexit.register(self.close)  # The processes ignore the signal by which Python would end them.

    def _offer(self, place: int, process: Process) -> None:
        """Offer a process once it is ready: who comes first gets the one that was ready first."""
        with suppress(OSError, EOFError):  # What fails here is tried again, and told, with the first work.
            process.started().poll(START)
        self._free.put((place, process))

    def _watch(self) -> None:
        while not self._closed.wait(LOOK):
            for process in self.processes:
                with suppress(OSError):  # No memory for another process now; the next look may find some.
                    process.started()

    def do(
        self,
        work: Callable[..., T],
        *given: object,
        seconds: float = SECONDS,
        unwanted: Callable[[], bool] = bool,
    ) -> T:
        """Do a piece of work in a process, and wait for it; what it raises is raised.

        A `WorkError` says that it takes too long, or ends its process twice. Once `unwanted` says that nobody waits
        for the result any more, the process is ended.
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
        """End the processes, whatever they work on."""
        self._closed.set()
        for process in self.processes:
            process.close()
        atexit.unregister(self.close)


def too_slow(seconds: float) -> WorkError:
    """Return what is said of work that took too long."""
    return WorkError(f"expected an answer within {seconds:g} s, got none; send a shorter text, or remove links")


class Process:
    """A process that does one piece of work after the other."""

    def __init__(self, start: Callable[[], object]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._closed = False
        self.running: tuple[SpawnProcess, Connection[Any, Any]] | None = None
        self.starts = 0
        self.started()

    @property
    def number(self) -> int | None:
        """Return the number of the process, if it runs."""
        running = self.running  # Another thread may replace it.
        return running[0].pid if running is not None and running[0].is_alive() else None

    def started(self) -> Connection[Any, Any]:
        """Start the process if it does not run."""
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
        """Return whether the work was done, with the result or what was raised.

        A `TimeoutError` says that it took too long, or that nobody waits for it; other errors, that the process ended.
        """
        pipe = self.started()
        _wait(pipe, START if isfinite(seconds) else inf, unwanted)
        pipe.recv_bytes()  # It says that it is ready before each piece of work.
        pipe.send_bytes(message)
        _wait(pipe, seconds, unwanted)
        found: tuple[bool, Any] = pipe.recv()
        return found

    def replace(self) -> None:
        """End the process, and start another one at once, so that the next work need not wait for it."""
        self._end()
        self.started()

    def close(self) -> None:
        """End the process for good; who waits for it is told by the end of the pipe."""
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
    """Do what comes through the pipe, in a process of its own, until the pipe is closed."""
    from nlbridge.language.pipeline.quick_start import start_worker, stay_quick

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # They are for the server, which ends its processes.
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
    """Return an error that reaches the other process: of one that cannot be rebuilt there only the words."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  our own, made one line above
    except Exception:  # noqa: BLE001  whatever the way fails by
        return WorkError(str(error))
    return error
