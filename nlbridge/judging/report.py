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
    """The outcome for one criterion, with the words of the edit that it rests on, and whether a model read them."""

    criterion: Criterion
    outcome: Outcome
    quote: str
    why: str
    by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The verdict on an edit; `errors` is empty unless `valid` is False."""

    valid: bool | None
    errors: tuple[ErrorClass, ...]
    verdicts: tuple[Verdict, ...]
    reasons: tuple[str, ...]
