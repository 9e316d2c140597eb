"""What a program may ask: a text read, a rubric derived, a rewrite judged; the answer with its status."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from logic.errors import ReasoningError
from nlbridge.answering.answers import read_text
from nlbridge.answering.batch import rubric_line, verify_line
from nlbridge.answering.input import checked
from nlbridge.answering.lines import one_line
from nlbridge.chat.errors import BudgetError, EndpointError, ReplyError

if TYPE_CHECKING:
    from nlbridge.answering.request import Settings


TEXT: Final = "The pump failed, so the cellar flooded."
REWRITE: Final = "The pump did not fail, so the cellar did not flood."


def warm_up() -> None:
    """Judge a small rewrite, so that all that judging needs is in memory."""
    from nlbridge.answering.answers import judge
    from nlbridge.answering.request import Request, Settings

    judge(Request(source=TEXT, had="the pump not failed"), REWRITE, Settings())


TIDIED: Final = 240
"""Tasks after which a process gives back parsed texts that only refer to each other."""
_answered = [0]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutcome:
    """An answer: its status, and what JSON holds."""

    status: int
    row: dict[str, Any]


def read_row(row: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Read a text into a scenario.

    Raises
    ------
    RequestError, UnreadableTextError
        If there is no text that can be read.
    """
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


def work_on(name: str, row: Mapping[str, Any], settings: Settings) -> TaskOutcome:
    """Answer one row; what is wrong with it, or here, is its answer.

    Examples
    --------
    >>> from nlbridge.answering.request import Settings
    >>> work_on("read", {"text": 3}, Settings())
    TaskOutcome(status=422, row={'id': None, 'error': 'expected "text" to be a text, got int; send one'})
    """
    try:
        return TaskOutcome(status=200, row=TASKS[name](row, settings))
    except (EndpointError, BudgetError, ReplyError) as unanswered:
        status = 402 if isinstance(unanswered, BudgetError) else 502
        return TaskOutcome(status=status, row=_said(row, one_line(str(unanswered))))
    except (ReasoningError, RecursionError) as refused:
        return TaskOutcome(status=422, row=_said(row, one_line(str(refused))))
    except Exception as broken:  # noqa: BLE001  a defect in one row must not cost the others
        return TaskOutcome(status=500, row=_said(row, f"internal error: {type(broken).__name__}; please report it"))
    finally:
        _tidy()


def _said(row: Mapping[str, Any], words: str) -> dict[str, Any]:
    return {"id": row.get("id"), "error": words}


def _tidy() -> None:
    from nlbridge.language.pipeline.quick_start import stay_quick

    stay_quick()
    _answered[0] += 1
    if _answered[0] >= TIDIED:
        _answered[0] = 0
        gc.collect()
