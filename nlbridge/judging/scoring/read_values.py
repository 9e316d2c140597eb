"""The chance that an edit is valid, where each claim was read as a value: the product over the criteria.

No verdict rests on it; it stands beside the verdict as its score.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.grounding.grounding import Told, Way
from nlbridge.judging.report import CriterionOutcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.judging.report import CriterionVerdict

_LIKELY_MET: Final = {Told.ABSENT: 0.5, Told.BARE: 0.7, Told.SUSPENDED: 0.3, Told.UNREAD: 0.5}
"""Chance that a criterion is met of which the edit does not say so plainly, by what it says; set by hand."""
_UNTOLD_CHANGE: Final = 0.75
"""The same of a claim that must change and that the edit passes over: mostly it is implied that it did."""
_NEEDED: Final = 0.5
"""The same where what is supposed could not be so beside a cause of it that the edit tells otherwise."""
_SUSPECTED: Final = 0.7
"""The chance that nothing is wrong with a joining word, or with something new, that nobody looked at again."""
_DOUBTED: Final = 0.5
"""The chance of a valid edit that has any other doubt against it."""


def chance_of_values(rubric: Rubric, grounding: Grounding, verdicts: Sequence[CriterionVerdict]) -> float:
    """Return the chance that an edit is valid: that each required criterion is met, and nothing else speaks against it.

    The criteria that are shown rest on one reading, whose slips come together: the least sure of them counts for all.
    The chances of the others are multiplied.

    Units
    -----
    probability
    """
    passed, others = [1.0], [1.0]
    for verdict in verdicts:
        chance = _met(rubric, grounding, verdict)
        (passed if verdict.outcome is CriterionOutcome.PASS else others).append(chance)
    against = _DOUBTED ** (len(grounding.doubts) + bool(grounding.unsteady))
    return min(passed) * prod(others) * against


def _met(rubric: Rubric, grounding: Grounding, verdict: CriterionVerdict) -> float:
    """Return the chance that an edit does what one criterion asks, the criterion itself being only likely."""
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.OPEN:
        return _met_if_settled(rubric, grounding, criterion)
    if verdict.outcome is CriterionOutcome.UNDETERMINED and (
        criterion.kind is CriterionKind.CONNECTIVE or not criterion.event
    ):
        return _SUSPECTED if verdict.quote else 1.0
    if verdict.outcome is CriterionOutcome.UNDETERMINED:
        claim = grounding.claim(criterion.event or "")
        if claim is None or criterion.kind is CriterionKind.LATENT:
            return 1.0
        likely = _LIKELY_MET.get(claim.value or Told.UNREAD, _DOUBTED)
        if claim.way_there is Way.NEEDED:
            likely = _NEEDED
        elif claim.value is Told.ABSENT and criterion.kind in {CriterionKind.CHANGED, CriterionKind.NUMERIC}:
            likely = _UNTOLD_CHANGE
        return likely if verdict.required else (1 + likely) / 2
    meets = verdict.confidence if verdict.outcome is CriterionOutcome.PASS else 1 - verdict.confidence
    return criterion.confidence * meets + (1 - criterion.confidence) * (1 - meets)


def _met_if_settled(rubric: Rubric, grounding: Grounding, criterion: Criterion) -> float:
    """Return the chance that an edit treats a disputed claim rightly; one that is truly open may go either way."""
    answer = rubric.derivation.answer(criterion.event or "")
    claim = grounding.claim(answer.event)
    if not answer.doubt or claim is None:
        return 1.0
    changes = 0.5 if answer.expected is None else answer.expected
    return _LIKELY_MET[Told.ABSENT] if claim.stands is None else 1 - changes if claim.stands else changes
