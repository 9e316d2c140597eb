"""Processes that read, derive and judge, so that the event loop never waits; and a bounded queue before them.

Each process has a thread that hands it one task after the other. A task that takes too long, or that nobody waits for
any more, ends with its process, in whose place another one is started. A task whose process ends before its time is
given to another one, once. Whatever goes wrong with a task is the answer to that task: its thread goes on. What goes to
a process and comes back is JSON, so that no depth of a row can break the way between them.
"""

from __future__ import annotations

import atexit
import json
import queue
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final

from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.service.tasks import TaskOutcome, work_on

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from nlbridge.answering.request import Settings

GLANCE: Final = 0.05
"""Seconds between looks at whether somebody still waits for a task."""
GRACE: Final = 5.0
"""Seconds that a task goes on that nobody waits for: starting another process takes about as long."""
START: Final = 120.0
"""Seconds that a process may take to start."""
LOOK: Final = 1.0
"""Seconds between looks at whether a process that has nothing to do still lives."""


class BusyError(Exception):
    """More tasks than the queue takes."""


@dataclass(slots=True)
class Task:
    """One row to be answered.

    Parameters
    ----------
    unwanted
        When it became known that nobody waits for it, by `time.monotonic()`.
    """

    name: str
    row: dict[str, Any]
    answer: Future[TaskOutcome] = field(default_factory=Future)
    unwanted: float | None = None

    def forget(self) -> None:
        """Say that nobody waits for the answer any more."""
        self.answer.cancel()
        self.unwanted = time.monotonic()


@dataclass(slots=True)
class Counts:
    """What the workers did, for `/metrics`."""

    accepted: int = 0
    answered: int = 0
    forgotten: int = 0
    refused: int = 0
    running: int = 0


class Workers:
    """Some processes and the queue before them.

    Parameters
    ----------
    settings
        How texts are read.
    processes
        How many tasks run at a time.
    waiting
        How many tasks may wait besides.
    seconds
        How long a task may run.
    """

    def __init__(self, settings: Settings, *, processes: int = 1, waiting: int = 64, seconds: float = 60.0) -> None:
        self.processes, self.most, self.seconds = processes, processes + waiting, seconds
        self.counts = Counts()
        self._tasks: queue.Queue[Task | None] = queue.Queue()
        self._lock = threading.Lock()
        self._open = 0
        self._abandoned = False
        self._running = [_Process(settings) for _ in range(processes)]
        self._threads = [threading.Thread(target=self._work, args=(one,), daemon=True) for one in self._running]
        for thread in self._threads:
            thread.start()
        atexit.register(self._abandon)  # The processes do not heed what Python would tell them at its end.

    @property
    def open(self) -> int:
        """Return how many tasks run or wait."""
        return self._open

    @property
    def live(self) -> int:
        """Return how many processes can answer."""
        pairs = zip(self._running, self._threads, strict=True)
        return sum(process.is_alive() and thread.is_alive() for process, thread in pairs)

    @property
    def restarts(self) -> int:
        """Return how many processes ended before their time."""
        return sum(process.restarts for process in self._running)

    @property
    def waiting(self) -> int:
        """Return how many tasks wait."""
        return max(0, self._open - self.counts.running)

    def submit(self, name: str, row: dict[str, Any]) -> Task:
        """Put a task in the queue.

        Raises
        ------
        BusyError
            If the queue is full.
        """
        with self._lock:
            if self._open >= self.most:
                self.counts.refused += 1
                raise BusyError
            self._open += 1
            self.counts.accepted += 1
        task = Task(name=name, row=row)
        self._tasks.put(task)
        return task

    def close(self) -> None:
        """Answer what is in the queue, and end the processes."""
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        atexit.unregister(self._abandon)

    def _abandon(self) -> None:
        """End the processes, whatever they work on: somebody wants the server gone at once."""
        self._abandoned = True
        for process in self._running:
            process.end()

    def processes_running(self) -> tuple[int | None, ...]:
        """Return the numbers of the processes that answer."""
        return tuple(process.number for process in self._running)

    def _work(self, process: _Process) -> None:
        while (task := self._next(process)) is not None:
            if task.answer.set_running_or_notify_cancel():
                self._count(running=1)
                outcome = self._guarded(process, task)
                self._count(running=-1)
                self._close(task, outcome)
            else:
                self._close(task, None)
        process.end()

    def _next(self, process: _Process) -> Task | None:
        """Wait for a task, and see to it meanwhile that the process lives."""
        while True:
            try:
                return self._tasks.get(timeout=LOOK)
            except queue.Empty:
                if self._abandoned:
                    return None
                with suppress(OSError):  # No memory for another process now; the next look may find some.
                    process.keep()

    def _guarded(self, process: _Process, task: Task) -> TaskOutcome | None:
        """Return the answer to a task; a fault, whatever it is, is the answer to this one alone."""
        try:
            return self._outcome(process, task)
        except Exception as broken:  # noqa: BLE001  a thread that ends would leave all later tasks without answer
            process.end()
            words = f"internal error: {type(broken).__name__} on the way to a process; please report it"
            return TaskOutcome(status=500, row={"id": task.row.get("id"), "error": words})

    def _outcome(self, process: _Process, task: Task) -> TaskOutcome | None:
        """Return the answer to a task, or None if nobody waits for it."""
        try:
            asked = json.dumps([task.name, task.row]).encode()
        except (RecursionError, ValueError, TypeError):
            return TaskOutcome(status=422, row={"id": None, "error": "expected shallow JSON, got another; flatten it"})
        for _ in range(2):
            outcome = process.asked(asked, task, self.seconds)
            if outcome is not None or task.unwanted is not None:
                return outcome
        return _failed(task, "expected an answer, but the process that worked on it died twice; send a shorter text")

    def _close(self, task: Task, outcome: TaskOutcome | None) -> None:
        with self._lock:
            self._open -= 1
            self.counts.answered += outcome is not None
            self.counts.forgotten += outcome is None
        if outcome is not None:
            task.answer.set_result(outcome)
        elif not task.answer.cancelled():
            task.answer.set_result(TaskOutcome(status=499, row={"error": "nobody waited for the answer"}))

    def _count(self, *, running: int) -> None:
        with self._lock:
            self.counts.running += running


class _Process:
    """A process that answers one task after the other; it is started when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.restarts = 0
        self._running: tuple[SpawnProcess, Connection[Any, Any]] | None = None
        self._started()

    @property
    def number(self) -> int | None:
        """Return the number of the process, if it runs."""
        return self._running[0].pid if self._running else None

    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        running = self._running  # Another thread may replace it.
        return running is not None and running[0].is_alive()

    def keep(self) -> None:
        """Start the process again if it has ended."""
        if not self.is_alive():
            self._replaced()

    def _started(self) -> Connection[Any, Any]:
        if self._running is not None and self._running[0].is_alive():
            return self._running[1]
        context = get_context("spawn")
        own, other = context.Pipe()
        process = context.Process(target=_answers, args=(other, self._settings), daemon=True)
        process.start()
        other.close()
        self._running = process, own
        return own

    def asked(self, asked: bytes, task: Task, seconds: float) -> TaskOutcome | None:
        """Return the answer, that it took too long, or None if the process ended or nobody waits any more.

        Parameters
        ----------
        asked
            What the process is told of the task.
        """
        try:
            pipe = self._started()
            if not _comes(pipe, time.monotonic() + START, task):
                self._replaced()
                return None
            pipe.recv_bytes()  # It says that it is ready before each task.
            pipe.send_bytes(asked)
            if not _comes(pipe, time.monotonic() + seconds, task):
                self._replaced()
                late = f"expected an answer within {seconds:g} s, got none; send a shorter text"
                return None if _over(task) else _failed(task, late)
            status, row = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            self._replaced()
            return None
        return TaskOutcome(status=status, row=row)

    def _replaced(self) -> None:
        """End the process, and start another one at once: the next task need not wait for it."""
        self.end()
        self.restarts += 1
        self._started()

    def end(self) -> None:
        """End the process; whatever it works on, nobody waits for it."""
        if self._running is None:
            return
        process, pipe = self._running
        self._running = None
        process.kill()
        pipe.close()
        process.join()


def _failed(task: Task, words: str) -> TaskOutcome:
    return TaskOutcome(status=504, row={"id": task.row.get("id"), "error": words})


def _over(task: Task) -> bool:
    return task.unwanted is not None and time.monotonic() > task.unwanted + GRACE


def _comes(pipe: Connection[Any, Any], until: float, task: Task) -> bool:
    """Wait until a process says something; give up at the time that is named, or where nobody waits for its task."""
    while not pipe.poll(GLANCE):
        if time.monotonic() > until or _over(task):
            return False
    return True


def _answers(pipe: Connection[Any, Any], settings: Settings) -> None:
    """Answer tasks in a process of their own, until the pipe is closed."""
    import signal

    from nlbridge.apps.studio.service.tasks import warm_up
    from nlbridge.language.pipeline.quick_start import start_worker

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # They are for the server, which ends its processes in order.
    start_worker()
    warm_up()
    while True:
        try:
            pipe.send_bytes(b"ready")
            name, row = json.loads(pipe.recv_bytes())
            pipe.send_bytes(_sent(work_on(name, row, settings)))
        except (EOFError, OSError):
            return


def _sent(outcome: TaskOutcome) -> bytes:
    """Write an answer as it goes back, or that it is none."""
    try:
        return f"[{outcome.status}, {dumped(outcome.row)}]".encode()
    except (ValueError, TypeError, RecursionError) as broken:
        words = f"internal error: expected an answer that is JSON, got {type(broken).__name__}; please report it"
        return json.dumps([500, {"id": None, "error": words}]).encode()
