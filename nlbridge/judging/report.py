"""The verdict on an edit: one for each criterion, and one for the whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from causalcore.scenario.scenario import Provenance

if TYPE_CHECKING:
    from nlbridge.grounding.grounding import Grounding


class CriterionOutcome(StrEnum):
    """Whether an edit meets one criterion."""

    PASS = "pass"  # noqa: S105 - the name of an outcome
    FAIL = "fail"
    UNDETERMINED = "undetermined"


class ErrorClass(StrEnum):
    """What is wrong with an edit, by CoBe's names."""

    E1 = "E1"
    E2 = "E2"
    E3 = "E3"
    E4 = "E4"
    E5 = "E5"


CLASSES: Final = {
    CriterionKind.UNCHANGED: ErrorClass.E1,
    CriterionKind.CHANGED: ErrorClass.E2,
    CriterionKind.INTERVENTION: ErrorClass.E2,
    CriterionKind.CONNECTIVE: ErrorClass.E3,
    CriterionKind.NUMERIC: ErrorClass.E4,
    CriterionKind.LATENT: ErrorClass.E5,
}
"""The error class of a broken criterion of each kind."""
_OUTCOMES: Final = {True: CriterionOutcome.PASS, False: CriterionOutcome.FAIL, None: CriterionOutcome.UNDETERMINED}


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionVerdict:
    """The outcome for one criterion, with the words of the edit that it rests on.

    Parameters
    ----------
    confidence
        The chance of the outcome; if it is undetermined, of the likelier of pass and fail.
    span
        Where the quote is in the raw edit.
    error
        The error class of a failure.
    required
        Whether an edit must be shown to meet the criterion to be valid.
    provenance
        Who read the words: the rules and the network, or a language model.
    """

    criterion: Criterion
    outcome: CriterionOutcome
    quote: str
    why: str
    confidence: float = 1.0
    span: tuple[int, int] | None = None
    error: ErrorClass | None = None
    required: bool = False
    provenance: Provenance = Provenance.WORDS


def verdict_on(
    criterion: Criterion,
    grounding: Grounding,
    met: bool | None,
    *,
    quote: str = "",
    occurrence: int = 0,
    why: str,
    sure: float = 0.5,
    required: bool = False,
) -> CriterionVerdict:
    """Return the verdict on one criterion: met, broken, or undetermined (None).

    `occurrence` says which occurrence of the quote in the passage is meant, counted from 0.
    """
    return CriterionVerdict(
        criterion=criterion,
        outcome=_OUTCOMES[met],
        quote=quote,
        why=why,
        confidence=sure,
        span=grounding.edit.span_of(quote, occurrence) if quote else None,
        error=CLASSES[criterion.kind] if met is False else None,
        provenance=grounding.provenance,
        required=required,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The verdict on an edit; `errors` is empty unless `valid` is False.

    Parameters
    ----------
    confidence
        The chance that the verdict is right; if there is none, of the likelier of valid and invalid.
    score
        The chance that the edit is valid, whatever the verdict.

    Units
    -----
    confidence, score : probability
    """

    valid: bool | None
    errors: tuple[ErrorClass, ...]
    verdicts: tuple[CriterionVerdict, ...]
    reasons: tuple[str, ...]
    confidence: float = 1.0
    score: float = 0.5

    @property
    def provenance(self) -> Provenance:
        """Return who read the edit."""
        return next((verdict.provenance for verdict in self.verdicts), Provenance.WORDS)

    @property
    def shown(self) -> float:
        """Return the share of the required criteria that the edit is shown to meet.

        Units
        -----
        share of the required criteria that pass, between 0 and 1
        """
        required = [verdict for verdict in self.verdicts if verdict.required]
        return sum(verdict.outcome is CriterionOutcome.PASS for verdict in required) / max(1, len(required))

    def __bool__(self) -> bool:
        message = "expected report.valid compared with True, False or None, got a report used as a truth value"
        msg = f"{message}; write `report.valid is True`"
        raise TypeError(msg)
