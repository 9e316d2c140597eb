"""What speaks for an edit being valid, as numbers: the network, the readings of the text, connectives, exact words.

The network is asked outright; what it and the words say of each claim is held against what each reading asks
(`nlbridge.judging.scoring.satisfaction`). All are chances as log-odds, counts, or flags;
`nlbridge.judging.scoring.score` weighs them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nlbridge.grounding.additions import additions
from nlbridge.grounding.outside import denied_from_outside
from nlbridge.grounding.quantity_moves import misplaced
from nlbridge.judging.altered_latents import altered_latents
from nlbridge.judging.criterion_verdict import criterion_verdict
from nlbridge.judging.error_classes import LIKELY
from nlbridge.judging.plain_contradictions import plain_contradictions, played_down, told_again
from nlbridge.judging.report import Outcome
from nlbridge.judging.scoring.satisfaction import demands_of, satisfied
from nlbridge.judging.validity import SURELY_READ, doubts
from nlbridge.language.encoder.edit_scores import ABSENT, ALTERED, CLASSES, KEPT
from nlbridge.supposing.chosen_values import mistaken

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.supposing.readings import Readings

NAMES: Final = (
    "network: valid",
    "network: the claim that suits the what-if least",
    "network: the two claims that suit it least",
    "network: all claims suit it",
    "network: what is supposed suits it",
    *(f"network: {name}" for name in CLASSES),
    "network: the claim that is mentioned least",
    "network: claims that are not mentioned",
    "all claims are told as asked",
    "the worst claim is told as asked",
    "all claims are told as asked, by the network alone",
    "the worst claim is told as asked, by the network alone",
    "a connective does not suit",
    "the what-if is understood",
    "least sure claim",
    "least sure criterion",
    "claims",
    "the original is copied",
    "told from outside",
    "additions",
    "plain contradictions",
    "told again",
    "played down",
    "amounts out of place",
    "background altered",
    "another value named",
    "reasons for doubt",
    "required criteria that are shown",
    "criteria that surely fail",
    "a connective surely does not suit",
)
"""What is weighed in a sum, beside what the trees make of the words."""
LEAST: Final = 0.003
"""No chance is taken for surer than this leaves."""


def log_odds(chances: Any) -> Any:
    """Return log-odds of chances that are kept off 0 and 1.

    Examples
    --------
    >>> float(log_odds(0.5))
    0.0
    """
    clipped = np.clip(chances, LEAST, 1 - LEAST)
    return np.log(clipped / (1 - clipped))


def evidence_of(
    rubric: Rubric,
    grounding: Grounding,
    readings: Readings | None = None,
    *,
    clause: str | None = None,
    sure: float = 1.0,
) -> tuple[float, ...]:
    """Measure an edit against a rubric, in the order of `NAMES`.

    Parameters
    ----------
    readings
        The readings of the text; None where its scenario was given.
    clause
        The what-if in words, where it was given so.
    sure
        The chance that the what-if was understood.
    """
    scores = grounding.scores
    names = [event.id for event in rubric.scenario.events]
    told = scores.told if scores is not None and len(names) else np.full((max(1, len(names)), 3), 1 / 3)
    fits = log_odds(scores.fits) if scores is not None and len(names) else np.zeros(max(1, len(names)))
    least = np.sort(fits)[:2]
    supposed = [fits[k] for k, name in enumerate(names) if name in rubric.intervention]
    demands = demands_of(rubric, readings)
    together = satisfied(demands, {a.event: (1 - a.altered, a.altered) for a in grounding.assertions})
    alone = satisfied(demands, dict(zip(names, by_network(told), strict=False)))
    criteria = [c.confidence for c in rubric.criteria if c.event]
    return (
        scores.valid if scores is not None else 0.0,
        float(fits.min()),
        float(least.mean()),
        float(fits.sum()),
        float(min(supposed, default=0.0)),
        *(float(value) for value in (scores.classes if scores is not None else np.zeros(len(CLASSES)))),
        float(told[:, ABSENT].max()),
        float(told[:, ABSENT].mean()),
        math.log(together.every + 1e-9),
        float(log_odds(together.worst)),
        math.log(alone.every + 1e-9),
        float(log_odds(alone.worst)),
        float(log_odds(max((odd.chance for odd in grounding.mismatches), default=0.0))),
        sure,
        min((event.confidence for event in rubric.scenario.events), default=1.0),
        min(criteria, default=1.0),
        float(len(names)),
        grounding.copied,
        float(denied_from_outside(grounding.edit) is not None),
        float(len(additions(grounding.edit))),
        float(len(plain_contradictions(rubric, grounding))),
        float(len(told_again(rubric, grounding))),
        float(len(played_down(rubric, grounding, clause))),
        float(len(misplaced(rubric, grounding))),
        float(len(altered_latents(rubric, grounding))),
        float(len(mistaken(rubric, grounding))),
        *_by_criteria(rubric, grounding, clause),
    )


def _by_criteria(rubric: Rubric, grounding: Grounding, clause: str | None) -> tuple[float, ...]:
    """Count what speaks against the edit, criterion by criterion."""
    verdicts = [criterion_verdict(rubric, criterion, grounding) for criterion in rubric.criteria]
    required = [verdict for verdict in verdicts if verdict.required]
    passed = sum(verdict.outcome is Outcome.PASS for verdict in required)
    failed = sum(v.outcome is Outcome.FAIL and v.criterion.confidence >= SURELY_READ for v in verdicts)
    unsuited = any(odd.weight >= LIKELY for odd in grounding.mismatches)
    against = len(doubts(rubric, grounding, verdicts, clause))
    return float(against), passed / max(1, len(required)), float(failed), float(unsuited)


def by_network(told: Any) -> list[tuple[float, float]]:
    """Return for each claim the chance that it is told as it was, and otherwise or as gone."""
    return [(float(row[KEPT]), float(row[ALTERED] + row[ABSENT])) for row in told]
