"""A bounded queue before the processes that answer rows, so that the event loop never waits.

Each process has a thread that hands it one row after the other. A row that nobody waits for any more ends with its
process, in whose place another one is started. Whatever goes wrong with a row is the answer to that row alone.
"""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.desk import BrokenWorkError, Desk
from nlbridge.apps.studio.service.tasks import TaskOutcome, warm_up, work_on

if TYPE_CHECKING:
    from nlbridge.answering.request import Settings

GRACE: Final = 5.0
"""Seconds that a task goes on that nobody waits for: starting another process takes about as long."""


UNWANTED: Final = TaskOutcome(status=499, row={"error": "nobody waited for the answer"})


class BusyError(Exception):
    """More tasks than the queue takes."""


@dataclass(slots=True)
class Task:
    """One row to be answered."""

    name: str
    row: dict[str, Any]
    answer: Future[TaskOutcome] = field(default_factory=Future)
    unwanted: float | None = None
    """When it became known that nobody waits for it, by `time.monotonic()`."""

    def forget(self) -> None:
        """Say that nobody waits for the answer any more."""
        self.answer.cancel()
        self.unwanted = time.monotonic()

    def is_over(self) -> bool:
        """Tell whether nobody has waited for it for a while."""
        return self.unwanted is not None and time.monotonic() > self.unwanted + GRACE


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
        self.settings, self.processes, self.most, self.seconds = settings, processes, processes + waiting, seconds
        self.desk, self.counts = Desk(warm_up, processes), Counts()
        self.open = 0
        """How many tasks run or wait."""
        self._tasks: queue.Queue[Task | None] = queue.Queue()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    @property
    def live(self) -> int:
        """Return how many processes can answer."""
        return sum(process.number is not None for process in self.desk.processes)

    @property
    def restarts(self) -> int:
        """Return how many processes ended before their time."""
        return sum(process.starts - 1 for process in self.desk.processes)

    @property
    def waiting(self) -> int:
        """Return how many tasks wait."""
        return max(0, self.open - self.counts.running)

    def submit(self, name: str, row: dict[str, Any]) -> Task:
        """Put a task in the queue."""
        with self._lock:
            if self.open >= self.most:
                self.counts.refused += 1
                raise BusyError
            self.open += 1
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
        self.desk.close()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            outcome = None
            if task.answer.set_running_or_notify_cancel():
                self._count(running=1)
                outcome = self._outcome(task)
                self._count(running=-1)
            is_answered = outcome is not None
            self._count(open=-1, answered=is_answered, forgotten=not is_answered)
            if not task.answer.cancelled():
                task.answer.set_result(
                    outcome or TaskOutcome(status=499, row={"error": "nobody waited for the answer"})
                )

    def _outcome(self, task: Task) -> TaskOutcome | None:
        """Return the answer to a task, or None if nobody waits for it."""
        given = task.name, task.row, self.settings
        try:
            return self.desk.do(work_on, *given, seconds=self.seconds, unwanted=task.is_over)
        except StudioError as late:
            status, words = 504, str(late)
        except RecursionError:
            status, words = 422, "expected shallow JSON, got another; flatten it"
        except BrokenWorkError as broken:
            status, words = 500, f"internal error: {broken}; please report it"
        except Exception as broken:  # noqa: BLE001  a thread that ends would leave all later tasks without answer
            status, words = 500, f"internal error: {type(broken).__name__} on the way to a process; please report it"
        return None if task.unwanted else TaskOutcome(status=status, row={"id": task.row.get("id"), "error": words})

    def _count(self, *, open: int = 0, **counted: int) -> None:
        with self._lock:
            self.open += open
            for name, number in counted.items():
                setattr(self.counts, name, getattr(self.counts, name) + number)
