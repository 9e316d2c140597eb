"""Evidence for the validity of an edit, as numbers: network, readings of the text, connectives, exact words.

The network is asked outright; what it and the words say of each claim is held against what each reading asks
(`nlbridge.judging.scoring.satisfaction`). All are chances as log-odds, counts, or flags;
`nlbridge.judging.scoring.score` weighs them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nlbridge.judging.report import CriterionOutcome
from nlbridge.judging.scoring.satisfaction import Demands, satisfied
from nlbridge.language.encoder.edit_scores import ABSENT, ALTERED, CLASSES, KEPT
from nlbridge.weights.thresholds import DECIDES, LIKELY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding, Measured
    from nlbridge.judging.findings import Findings
    from nlbridge.judging.report import CriterionVerdict

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
"""Bounds of a probability, to avoid certainty."""


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
    measured: Measured,
    findings: Findings,
    verdicts: Sequence[CriterionVerdict],
    *,
    demands: Demands,
    doubts: int,
    sure: float = 1.0,
) -> tuple[float, ...]:
    """Measure an edit against a rubric, in the order of `NAMES`.

    Parameters
    ----------
    demands
        What each reading of the text asks of each claim.
    doubts
        How many reasons there are not to call it valid.
    sure
        The chance that the what-if was understood.
    """
    scores = measured.scores
    names = [event.id for event in rubric.scenario.events]
    told = scores.told if scores is not None and len(names) else np.full((max(1, len(names)), 3), 1 / 3)
    fits = log_odds(scores.fits) if scores is not None and len(names) else np.zeros(max(1, len(names)))
    least = np.sort(fits)[:2]
    supposed = [fits[k] for k, name in enumerate(names) if name in rubric.intervention]
    together = satisfied(demands, {claim.event: (1 - claim.altered, claim.altered) for claim in grounding.claims})
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
        measured.copied,
        float(bool(measured.outside)),
        float(len(measured.additions)),
        float(len(findings.contradictions)),
        float(len(findings.again)),
        float(len(findings.played_down)),
        float(len(findings.misplaced)),
        float(len(findings.shifts)),
        float(len(findings.mistaken)),
        float(doubts),
        *_by_criteria(grounding, verdicts),
    )


def _by_criteria(grounding: Grounding, verdicts: Sequence[CriterionVerdict]) -> tuple[float, ...]:
    """Count the evidence against the edit, criterion by criterion."""
    required = [verdict for verdict in verdicts if verdict.required]
    passed = sum(verdict.outcome is CriterionOutcome.PASS for verdict in required)
    failed = sum(v.outcome is CriterionOutcome.FAIL and v.criterion.confidence >= DECIDES for v in verdicts)
    unsuited = any(odd.weight >= LIKELY for odd in grounding.mismatches)
    return passed / max(1, len(required)), float(failed), float(unsuited)


def by_network(told: Any) -> list[tuple[float, float]]:
    """Return for each claim the chance that it is told as it was, and otherwise or as gone."""
    return [(float(row[KEPT]), float(row[ALTERED] + row[ABSENT])) for row in told]
