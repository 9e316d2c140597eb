"""The tasks of a program, to read a text, derive a rubric or judge a rewrite, and the bounded queue before them.

As many threads as processes hand rows to free processes. A row that nobody waits for any more keeps its place in the
queue until a thread notices; if it runs, its process is replaced. A fault in a row affects only the answer to that row.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Final

from causalcore.files.time_limit import TooSlowError
from logic.errors import ReasoningError
from nlbridge.answering.answers import read_text
from nlbridge.answering.batch import rubric_line, verify_line
from nlbridge.answering.desk import BrokenWorkError, Desk, WorkError
from nlbridge.answering.input import checked
from nlbridge.answering.lines import dumped, one_line, unknown_fields
from nlbridge.answering.request import FIELDS, Settings
from nlbridge.chat.errors import BudgetError, EndpointError, ReplyError


def warm_up() -> None:
    """Judge a small rewrite, which loads all that judging needs."""
    from nlbridge.answering.answers import judge
    from nlbridge.answering.request import Request, Settings

    request = Request(source="The pump failed, so the cellar flooded.", had="the pump not failed")
    judge(request, "The pump did not fail, so the cellar did not flood.", Settings())


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutcome:
    """An answer: its HTTP status and its JSON object."""

    status: int
    row: dict[str, Any]


def read_row(row: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Read a text into a scenario; raises `RequestError` or `UnreadableTextError` if that is impossible."""
    from causalcore.scenario.file import scenario_to_dict
    from nlbridge.answering.request import RequestError

    text = row.get("text")
    if not isinstance(text, str):
        message = f'expected "text" to be a text, got {type(text).__name__}; send one'
        raise RequestError(message)
    return {"id": row.get("id"), "scenario": scenario_to_dict(read_text(checked(text), settings))}


TASKS: Final[dict[str, Callable[[Mapping[str, Any], Settings], dict[str, Any]]]] = {
    "read": read_row,
    "rubric": rubric_line,
    "verify": verify_line,
}
"""The work on a row, by the last part of the path."""
FIELDS_OF: Final = {"read": ("id", "text"), "rubric": FIELDS, "verify": (*FIELDS, "edit")}
"""The fields that each task reads; the answer warns of others."""


def work_on(name: str, row: Mapping[str, Any], settings: Settings) -> TaskOutcome:
    """Answer one row; any error becomes its answer, and `warnings` lists fields that nothing reads.

    Examples
    --------
    >>> from nlbridge.answering.request import Settings
    >>> work_on("read", {"text": 3}, Settings())
    TaskOutcome(status=422, row={'id': None, 'error': 'expected "text" to be a text, got int; send one'})
    """
    outcome, warnings = _answered(name, row, settings), unknown_fields(row, FIELDS_OF[name])
    return replace(outcome, row=outcome.row | {"warnings": warnings}) if warnings else outcome


def _answered(name: str, row: Mapping[str, Any], settings: Settings) -> TaskOutcome:
    try:
        result = TASKS[name](row, settings)
        dumped(result)  # A result that is not JSON is a defect of this row alone.
        return TaskOutcome(status=200, row=result)
    except (EndpointError, ReplyError) as unanswered:
        status, words = 502, one_line(str(unanswered))
    except BudgetError as spent:
        status, words = 402, one_line(str(spent))
    except TooSlowError:
        raise
    except (ReasoningError, RecursionError) as refused:
        status, words = 422, one_line(str(refused))
    except Exception as broken:  # noqa: BLE001  a defect in one row must not cost the others
        status, words = 500, f"internal error: {type(broken).__name__}; please report it"
    return TaskOutcome(status=status, row={"id": row.get("id"), "error": words})


GRACE: Final = 5.0
"""Seconds that an unwanted task may go on: starting another process takes about as long."""


UNWANTED: Final = TaskOutcome(status=499, row={"error": "nobody waited for the answer"})


class BusyError(Exception):
    """The queue is full."""


@dataclass(slots=True)
class Task:
    """One row to be answered."""

    name: str
    row: dict[str, Any]
    answer: Future[TaskOutcome] = field(init=False)
    unwanted: float | None = None
    """When the task became unwanted, by `time.monotonic()`."""

    def forget(self) -> None:
        """Mark the task: nobody waits for its answer any more."""
        self.unwanted = time.monotonic()

    def is_unwanted(self) -> bool:
        """Return whether nobody waits for the answer."""
        return self.unwanted is not None

    def is_over(self) -> bool:
        """Return whether nobody has waited for the answer for `GRACE` seconds."""
        return self.unwanted is not None and time.monotonic() > self.unwanted + GRACE


@dataclass(slots=True)
class Counts:
    """Task counts of the workers, for `/metrics`."""

    accepted: int = 0
    answered: int = 0
    forgotten: int = 0
    refused: int = 0
    running: int = 0


class Workers:
    """Processes and the queue before them: `processes` tasks run for up to `seconds`, `waiting` more may wait."""

    def __init__(self, settings: Settings, *, processes: int = 1, waiting: int = 64, seconds: float = 60.0) -> None:
        self.settings, self.processes, self.most, self.seconds = settings, processes, processes + waiting, seconds
        self.desk, self.counts = Desk(warm_up, processes), Counts()
        self._threads, self._lock = ThreadPoolExecutor(processes), threading.Lock()

    @property
    def open(self) -> int:
        """Number of tasks that run or wait."""
        return self.counts.accepted - self.counts.answered - self.counts.forgotten

    @property
    def live(self) -> int:
        """Number of live processes."""
        return sum(process.number is not None for process in self.desk.processes)

    @property
    def restarts(self) -> int:
        """Number of processes that had to be restarted."""
        return sum(process.starts - 1 for process in self.desk.processes)

    @property
    def waiting(self) -> int:
        """Number of tasks that wait."""
        return max(0, self.open - self.counts.running)

    def submit(self, name: str, row: dict[str, Any]) -> Task:
        """Put a task in the queue, or raise `BusyError`."""
        with self._lock:
            if self.open >= self.most:
                self.counts.refused += 1
                raise BusyError
            self.counts.accepted += 1
        task = Task(name=name, row=row)
        task.answer = self._threads.submit(self._outcome, task)
        task.answer.add_done_callback(self._done)
        return task

    def close(self) -> None:
        """Answer the tasks in the queue, then end the processes."""
        self._threads.shutdown()
        self.desk.close()

    def _done(self, answer: Future[TaskOutcome]) -> None:
        with self._lock:
            if answer.result() is UNWANTED:
                self.counts.forgotten += 1
            else:
                self.counts.answered += 1

    def _outcome(self, task: Task) -> TaskOutcome:
        """Return the answer to a task; any error becomes its answer, unless nobody waits for it."""
        if task.is_unwanted():
            return UNWANTED
        with self._lock:
            self.counts.running += 1
        try:
            return self.desk.do(
                work_on, task.name, task.row, self.settings, seconds=self.seconds, unwanted=task.is_over
            )
        except WorkError as late:
            status, words = 504, str(late)
        except RecursionError:
            status, words = 422, "expected shallow JSON, got another; flatten it"
        except BrokenWorkError as broken:
            status, words = 500, f"internal error: {broken}; please report it"
        except Exception as broken:  # noqa: BLE001  whoever waits gets an answer
            status, words = 500, f"internal error: {type(broken).__name__} on the way to a process; please report it"
        finally:
            with self._lock:
                self.counts.running -= 1
        if task.is_unwanted():
            return UNWANTED
        return TaskOutcome(status=status, row={"id": task.row.get("id"), "error": words})
