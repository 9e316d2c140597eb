"""What a program may ask: a text read, a rubric derived, a rewrite judged; and the bounded queue before that work.

Each process has a thread that hands it one row after the other. A row that nobody waits for any more ends with its
process, in whose place another one is started. Whatever goes wrong with a row is the answer to that row alone.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.time_limit import TooSlowError
from logic.errors import ReasoningError
from nlbridge.answering.answers import read_text
from nlbridge.answering.batch import rubric_line, verify_line
from nlbridge.answering.input import checked
from nlbridge.answering.lines import dumped, one_line
from nlbridge.answering.request import FIELDS
from nlbridge.answering.unknown_fields import unknown_fields
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.desk import BrokenWorkError, Desk
from nlbridge.chat.client.bulk import STOPS
from nlbridge.chat.errors import BudgetError, EndpointError, ReplyError

if TYPE_CHECKING:
    from nlbridge.answering.request import Prepared, Request, Settings
    from nlbridge.apps.studio.projects.model_help import ModelHelp


def warm_up() -> None:
    """Judge a small rewrite, so that all that judging needs is in memory."""
    from nlbridge.answering.answers import judge
    from nlbridge.answering.request import Request, Settings

    asked = Request(source="The pump failed, so the cellar flooded.", had="the pump not failed")
    judge(asked, "The pump did not fail, so the cellar did not flood.", Settings())


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutcome:
    """An answer: its status, and what JSON holds."""

    status: int
    row: dict[str, Any]


def read_row(row: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Read a text into a scenario; one that cannot be read is a `RequestError` or `UnreadableTextError`."""
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
"""What is done with a row, by the last part of the path."""
FIELDS_OF: Final = {"read": ("id", "text"), "rubric": FIELDS, "verify": (*FIELDS, "edit")}
"""The fields that are read of a row; of others its answer warns."""


def work_on(name: str, row: Mapping[str, Any], settings: Settings) -> TaskOutcome:
    """Answer one row; what is wrong with it, or here, is its answer, with `warnings` of fields that nobody reads.

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
        answered = TASKS[name](row, settings)
        dumped(answered)  # What is no JSON is a defect of this row, not of the answers beside it.
        return TaskOutcome(status=200, row=answered)
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


def judge_row(row: Mapping[str, Any], settings: Settings, twice: bool = False) -> dict[str, Any]:
    """Judge one rewrite, with the places of claims and links; `twice` has a model look at every claim a second time."""
    from nlbridge.answering.answers import judge, judge_prepared
    from nlbridge.answering.request import edit_of, request_of
    from nlbridge.answering.result import report_row

    request, edit = request_of(row), edit_of(row)
    if settings.reader != "offline":
        prepared, report = judge(request, edit, settings, twice=twice)
    else:
        prepared = _prepared(request, settings)
        report = judge_prepared(prepared, edit, settings)
    return report_row(row.get("id"), report, prepared, places=True)


@lru_cache(maxsize=16)
def _prepared(request: Request, settings: Settings) -> Prepared:
    """Prepare a text; the last ones are kept, since rewrites of one text follow each other."""
    from nlbridge.answering.answers import prepare

    return prepare(request, settings)


@dataclass(frozen=True, slots=True)
class Judges:
    """Judges one row after the other, as texts are read at the time.

    Examples
    --------
    >>> from nlbridge.answering.request import Settings
    >>> from nlbridge.apps.studio.projects.model_help import ModelHelp
    >>> "had" in Judges(ModelHelp(Settings()))({"id": "1", "text": "It rained.", "edit": "It was dry."})["error"]
    True
    """

    help: ModelHelp

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the judgement of one row, or `{"error": ...}` for a row that cannot be judged.

        An error after which no other row could be judged is raised.
        """
        try:
            return self._judged(row, self.help.sent, twice=False)
        except STOPS:
            raise
        except EndpointError as unanswered:
            return {"error": one_line(str(unanswered))}

    def looked_again(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the model's judgement of one row after two looks at every claim; errors as for a first one."""
        return self._judged(row, self.help.sent_to_model, twice=True)

    def _judged(self, row: Mapping[str, Any], settings: Settings, *, twice: bool) -> dict[str, Any]:
        try:
            return self.help.do(judge_row, dict(row), settings, twice, seconds=self.help.seconds)
        except (EndpointError, BudgetError):
            raise
        except ReasoningError as refused:
            return {"error": one_line(str(refused))}
        except BrokenWorkError as broken:
            return {"error": f"internal error: {broken}; please report it"}


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
