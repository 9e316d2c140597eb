"""Judge rewrites where the session does its other work, by the model where one is to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from logic.errors import ReasoningError
from nlbridge.answering.lines import one_line
from nlbridge.apps.studio.projects.desk import BrokenWorkError
from nlbridge.apps.studio.rewrites.judgement import judge_row
from nlbridge.chat.errors import BudgetError, EndpointError

if TYPE_CHECKING:
    from nlbridge.answering.request import Settings
    from nlbridge.apps.studio.projects.model_help import ModelHelp


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
