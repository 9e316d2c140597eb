"""Judge rewrites where the session does its other work, by the model where one is to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.rubric import CriterionKind
from logic.errors import ReasoningError
from nlbridge.answering.lines import one_line
from nlbridge.apps.studio.projects.desk import BrokenWorkError
from nlbridge.chat.errors import BudgetError, EndpointError

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared, Request, Settings
    from nlbridge.apps.studio.projects.model_help import ModelHelp
    from nlbridge.judging.report import Report


KEPT: Final = 16
"""Texts that stay prepared: rewrites of one text follow each other."""


def judge_row(row: Mapping[str, Any], settings: Settings, twice: bool = False) -> dict[str, Any]:
    """Judge one rewrite; `twice` has a model look at every claim a second time.

    Raises
    ------
    ReasoningError
        If the text or the what-if cannot be read.
    """
    from nlbridge.answering.request import edit_of, request_of
    from nlbridge.answering.result import report_row

    request, edit = request_of(row), edit_of(row)
    prepared, report = _judged(request, edit, settings, twice)
    judged = report_row(row.get("id"), report, prepared)
    shown = [verdict for verdict in report.verdicts if verdict.criterion.kind is not CriterionKind.OPEN]
    for criterion, verdict in zip(judged["criteria"], shown, strict=True):
        criterion["cause"], criterion["effect"] = verdict.criterion.cause, verdict.criterion.effect
    return judged | _places(prepared.rubric.scenario)


def _judged(request: Request, edit: str, settings: Settings, twice: bool) -> tuple[Prepared, Report]:
    from nlbridge.answering.answers import judge, judge_prepared

    if settings.reader != "offline":
        return judge(request, edit, settings, twice=twice)
    prepared = _prepared(request, settings)
    return prepared, judge_prepared(prepared, edit, settings)


@lru_cache(maxsize=KEPT)
def _prepared(request: Request, settings: Settings) -> Prepared:
    from nlbridge.answering.answers import prepare

    return prepare(request, settings)


def _places(scenario: Scenario) -> dict[str, Any]:
    return {
        "events": [
            {"id": event.id, "statement": event.statement, "span": list(event.span) if event.span else None}
            for event in scenario.events
        ],
        "links": [
            {"cause": link.cause, "effect": link.effect, "span": list(link.span) if link.span else None}
            for link in scenario.links
        ],
    }


class Judges:
    """Judges one row after the other, as texts are read at the time.

    Parameters
    ----------
    help
        Who reads, and where work is done.

    Examples
    --------
    >>> from nlbridge.answering.request import Settings
    >>> from nlbridge.apps.studio.projects.model_help import ModelHelp
    >>> "had" in Judges(ModelHelp(Settings()))({"id": "1", "text": "It rained.", "edit": "It was dry."})["error"]
    True
    """

    def __init__(self, help: ModelHelp) -> None:
        self._help = help

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the judgement of one row, or `{"error": ...}` for a row that cannot be judged.

        Raises
        ------
        EndpointError, BudgetError
            If the model does not answer, or its budget is spent: further rows would fare no better.
        """
        return self._judged(row, self._help.sent, twice=False)

    def looked_again(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the model's judgement of one row after two looks at every claim; errors as for a first one.

        Raises
        ------
        StudioError
            If there is no model.
        """
        return self._judged(row, self._help.sent_to_model, twice=True)

    def _judged(self, row: Mapping[str, Any], settings: Settings, *, twice: bool) -> dict[str, Any]:
        try:
            return self._help.do(judge_row, dict(row), settings, twice, seconds=self._help.seconds)
        except (EndpointError, BudgetError):
            raise
        except ReasoningError as refused:
            return {"error": one_line(str(refused))}
        except BrokenWorkError as broken:
            return {"error": f"internal error: {broken}; please report it"}
