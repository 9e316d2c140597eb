"""What judging an edit comes to: a verdict for each criterion, and one for the whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from causalcore.derivation.rubric import Criterion
from nlbridge.judging.error_classes import LIKELY as LIKELY
from nlbridge.judging.error_classes import ErrorClass as ErrorClass


class Outcome(StrEnum):
    """Whether an edit meets one criterion."""

    PASS = "pass"  # noqa: S105 - the name of an outcome
    FAIL = "fail"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome for one criterion, with the words of the edit that it rests on.

    Parameters
    ----------
    confidence
        The chance of the outcome; where it is undetermined, of the likelier of pass and fail.
    span
        Where the words of the quote stand in the edit as it was given.
    error
        The class of error that a failure is.
    required
        Whether an edit must be shown to meet the criterion to be valid.
    by_model
        Whether a language model read the words.
    """

    criterion: Criterion
    outcome: Outcome
    quote: str
    why: str
    confidence: float = 1.0
    span: tuple[int, int] | None = None
    error: ErrorClass | None = None
    required: bool = False
    by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The verdict on an edit; `errors` is empty unless `valid` is False.

    Parameters
    ----------
    confidence
        The chance that the verdict is right; where there is none, of the likelier of valid and invalid.
    score
        The chance that the edit is valid, whatever the verdict.

    Units
    -----
    confidence, score : probability
    """

    valid: bool | None
    errors: tuple[ErrorClass, ...]
    verdicts: tuple[Verdict, ...]
    reasons: tuple[str, ...]
    confidence: float = 1.0
    score: float = 0.5

    @property
    def shown(self) -> float:
        """Return how much of what is required the edit is shown to meet.

        Units
        -----
        share of the required criteria that pass, between 0 and 1
        """
        required = [verdict for verdict in self.verdicts if verdict.required]
        return sum(one.outcome is Outcome.PASS for one in required) / max(1, len(required))

    def __bool__(self) -> bool:
        message = "expected report.valid compared with True, False or None, got a report used as a truth value"
        msg = f"{message}; write `report.valid is True`"
        raise TypeError(msg)
