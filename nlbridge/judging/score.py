"""The probability that an edit is valid, and the thresholds of a verdict.

If only chances are known, a linear sum and boosted trees weigh the evidence. Both were fitted, combined and calibrated
on edits of texts that the network was not trained on. A verdict is a threshold on the resulting chance: the widest at
which no more verdicts were wrong than the user allows. If values were read, the verdicts on the criteria give the
chance (`chance_of_values`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.derivation.rubric import MUST_CHANGE, Criterion, CriterionKind
from nlbridge.grounding.grounding import Told, Way
from nlbridge.judging.evidence import MEASURED
from nlbridge.judging.report import CriterionOutcome
from nlbridge.weights.calibration import Boosted, boosted, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.judging.report import CriterionVerdict

WRONG: Final = 0.05
"""Default share of verdicts that may be wrong."""
GIVEN, READ = "given", "read"
"""Kinds of scorers: for a scenario that was given, and for a text that was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Thresholds of a verdict: valid from one probability on, invalid up to another.

    `plain_from` replaces `valid_from` for an edit whose criteria are all certain and met, with nothing in doubt, and
    `proved_to` replaces `invalid_to` for one whose exact words prove an error.
    """

    valid_from: float
    invalid_to: float
    plain_from: float
    proved_to: float

    def says(self, score: float, *, plain: bool, proved: bool) -> bool | None:
        """Return the verdict that a score allows: valid, invalid, or None.

        Examples
        --------
        >>> limits = Thresholds(valid_from=0.9, invalid_to=0.1, plain_from=0.7, proved_to=0.3)
        >>> limits.says(0.8, plain=True, proved=False)
        True
        >>> limits.says(0.8, plain=False, proved=False)
        >>> limits.says(0.25, plain=False, proved=True)
        False
        """
        if score <= max(self.invalid_to, self.proved_to * proved):
            return False
        return True if score >= (min(self.valid_from, self.plain_from) if plain else self.valid_from) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Maps evidence to the chance that an edit is valid.

    Parameters
    ----------
    centre, scale, weights, bias
        The linear sum over `nlbridge.judging.evidence.MEASURED`.
    trees
        Boosted trees over the same evidence.
    slopes, offset
        How sum and trees are combined.
    thresholds
        For each share of wrong verdicts, in rising order.

    Shapes
    ------
    centre, scale, weights : (n_evidence,)
    slopes : (2,)
    """

    centre: Any
    scale: Any
    weights: Any
    bias: float
    trees: Boosted
    slopes: Any
    offset: float
    thresholds: tuple[tuple[float, Thresholds], ...]

    def probability(self, evidence: Sequence[float]) -> float:
        """Return the chance that the edit is valid, given its evidence in the order of `MEASURED`."""
        row = np.array(evidence)
        added = float(self.weights @ ((row - self.centre) / self.scale)) + self.bias
        grown = float(self.trees.log_odds(row[None])[0])
        return float(1 / (1 + np.exp(-(self.slopes @ np.array([added, grown]) + self.offset))))

    def allowing(self, wrong: float) -> Thresholds:
        """Return the thresholds for at most a share of wrong verdicts; below the least fitted share, the strictest."""
        fitting = [limits for share, limits in self.thresholds if share <= wrong + 1e-9]
        return fitting[-1] if fitting else self.thresholds[0][1]


@lru_cache(maxsize=2)
def scorer(kind: str) -> Scorer:
    """Load the scorer for edits of a scenario that was given, or of a text that was read."""
    data: Any = load("score")[kind]
    return Scorer(
        centre=np.array(data["centre"]),
        scale=np.array(data["scale"]),
        weights=np.array(data["weights"]),
        bias=float(data["bias"]),
        trees=boosted(data["trees"], MEASURED),
        slopes=np.array(data["slopes"]),
        offset=float(data["offset"]),
        thresholds=tuple(
            (float(share), Thresholds(**{name.replace(" ", "_"): float(limit) for name, limit in limits.items()}))
            for share, limits in sorted(data["thresholds"].items(), key=lambda item: float(item[0]))
        ),
    )


_LIKELY_MET: Final = {Told.ABSENT: 0.5, Told.BARE: 0.7, Told.SUSPENDED: 0.3, Told.UNREAD: 0.5}
"""Chance that a criterion is met although the edit does not clearly say so, by what it says; set by hand."""
_UNTOLD_CHANGE: Final = 0.75
"""The same for a claim that must change and that the edit does not mention: mostly the change is implied."""
_NEEDED: Final = 0.5
"""The same if the edit alters a cause of the what-if that could not have stayed with it."""
_SUSPECTED: Final = 0.7
"""Chance that a joining word, or new content, is right if no second reading checked it."""
_DOUBTED: Final = 0.5
"""Chance that an edit is valid despite any other doubt."""


def chance_of_values(rubric: Rubric, grounding: Grounding, verdicts: Sequence[CriterionVerdict]) -> float:
    """Return the chance that each required criterion is met and nothing else counts against the edit.

    Passed criteria rest on one reading, whose errors occur together, so only the least certain of them counts. The
    chances of the others are multiplied.

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
    """Return the chance that an edit meets one criterion, which may itself be uncertain."""
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.OPEN:
        return _met_if_settled(rubric, grounding, criterion)
    if verdict.outcome is CriterionOutcome.UNDETERMINED and (
        criterion.kind is CriterionKind.CONNECTIVE or not criterion.event
    ):
        return _SUSPECTED if verdict.quote else 1.0
    if verdict.outcome is CriterionOutcome.UNDETERMINED:
        claim = grounding.by_event.get(criterion.event or "")
        if claim is None or criterion.kind is CriterionKind.LATENT:
            return 1.0
        likely = _LIKELY_MET.get(claim.value or Told.UNREAD, _DOUBTED)
        if claim.way_there is Way.NEEDED:
            likely = _NEEDED
        elif claim.value is Told.ABSENT and criterion.kind in MUST_CHANGE:
            likely = _UNTOLD_CHANGE
        return likely if verdict.required else (1 + likely) / 2
    meets = verdict.confidence if verdict.outcome is CriterionOutcome.PASS else 1 - verdict.confidence
    return criterion.confidence * meets + (1 - criterion.confidence) * (1 - meets)


def _met_if_settled(rubric: Rubric, grounding: Grounding, criterion: Criterion) -> float:
    """Return the chance that an edit treats a disputed claim correctly; 1 for a claim that is truly open."""
    answer = rubric.derivation.answer(criterion.event or "")
    claim = grounding.by_event.get(answer.event)
    if not answer.doubt or claim is None:
        return 1.0
    changes = 0.5 if answer.expected is None else answer.expected
    return _LIKELY_MET[Told.ABSENT] if claim.stands is None else 1 - changes if claim.stands else changes
