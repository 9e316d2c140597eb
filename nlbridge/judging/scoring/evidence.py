"""Evidence for the validity of an edit, as numbers: network, readings of the text, connectives, exact words.

`edit_features` compares the claims, as they were read, with the criteria. `evidence_of` adds what the network answers
when it is asked outright, and holds what it and the words say of each claim against what each reading asks
(`nlbridge.judging.scoring.satisfaction`). All are chances, log-odds, counts, or flags;
`nlbridge.judging.scoring.score` weighs them.
"""

from __future__ import annotations

import math
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.graph import ancestors
from nlbridge.grounding.new_content import NAMES as NOVEL
from nlbridge.judging.findings import must_change, must_stay, wrong_way
from nlbridge.judging.report import CriterionOutcome
from nlbridge.judging.scoring.satisfaction import Demands, satisfied
from nlbridge.language.encoder.scores import ABSENT, ALTERED, CLASSES, KEPT
from nlbridge.weights.thresholds import ASKED, CLEAR, DECIDES, LIKELY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event
    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.grounding import Grounding, Measured
    from nlbridge.judging.findings import Findings
    from nlbridge.judging.report import CriterionVerdict


EDIT_FEATURES: Final = (
    "a claim that must stay is altered",
    "a second one is altered",
    "share of what must stay that is altered",
    "a claim that must change is kept",
    "a second one is kept",
    "share of what must change that is kept",
    "the what-if is not carried out",
    "consecutive where concessive is called for",
    "concessive where consecutive is called for",
    "consecutive between strangers",
    "a quantity moves the wrong way",
    "original copied",
    "claims that must stay",
    "claims that must change",
    "doubt about the rubric",
    "a cause of what is supposed is altered",
    "an earlier claim that must stay is altered",
    "a later claim that must stay is altered",
    "a direct effect is kept",
    "a remote effect is kept",
    "claims altered",
    "claims altered before the what-if",
    "claims kept after the what-if",
    "the last claim is kept",
    "the clearest sign of a wrong value",
    "every criterion is clearly met",
    "a sure criterion clearly fails",
    "a connective turned between claims that stand",
    "a connective unsuited to claims further apart",
    "a connective does not suit",
    "a second connective does not suit",
    "chance that some connective does not suit",
    *NOVEL,
)
"""Ten of these look at where a claim stands, since a reader that missed a link errs by place: causes of what is
supposed never depend on it, whatever else was misread."""


def edit_features(rubric: Rubric, grounding: Grounding, measured: Measured) -> tuple[float, ...]:
    """Measure an edit against a rubric, in the order of `EDIT_FEATURES`."""
    altered = {claim.event: claim.altered for claim in grounding.claims}
    stay, change, set_to = [0.0], [0.0], [0.0]
    doubts = [0.0]
    for criterion in rubric.criteria:
        if criterion.event is None or criterion.event not in altered:
            continue
        doubts.append(1 - criterion.confidence)
        if must_stay(rubric, criterion):
            stay.append(altered[criterion.event] * criterion.confidence)
        elif criterion.kind is CriterionKind.INTERVENTION:
            set_to.append(1 - altered[criterion.event])
        elif must_change(criterion):
            change.append((1 - altered[criterion.event]) * criterion.confidence)
    stay.sort(reverse=True)
    change.sort(reverse=True)
    odd = grounding.mismatches
    near = [m for m in odd if m.linked and not m.standing and not m.remote]
    return (
        stay[0],
        stay[1] if len(stay) > 1 else 0.0,
        sum(stay) / max(1, len(stay) - 1),
        change[0],
        change[1] if len(change) > 1 else 0.0,
        sum(change) / max(1, len(change) - 1),
        max(set_to),
        _odd(m for m in near if m.joint.consecutive),
        _odd(m for m in near if not m.joint.consecutive),
        _odd(m for m in odd if not m.linked),
        float(bool(wrong_way(rubric, grounding))),
        measured.copied,
        min(1.0, (len(stay) - 1) / 5),
        min(1.0, (len(change) - 1) / 5),
        max(doubts),
        *_by_place(rubric, altered),
        *_clearly(rubric, altered, grounding),
        _odd(m for m in odd if m.standing and not m.remote),
        _odd(m for m in odd if m.remote and not m.standing),
        *_unsuited(odd),
        *measured.novel,
    )


def _unsuited(mismatches: Sequence[Mismatch]) -> tuple[float, float, float]:
    """Return the two greatest chances that a connective does not suit, and that of any, one pair of claims for each."""
    worst: dict[int, float] = {}
    for odd in mismatches:
        worst[odd.joint.place] = max(worst.get(odd.joint.place, 0.0), odd.chance)
    first, second = [*sorted(worst.values(), reverse=True), 0.0, 0.0][:2]
    return first, second, 1 - prod(1 - chance for chance in worst.values())


def _odd(mismatches: Iterable[Mismatch]) -> float:
    return max((m.weight for m in mismatches), default=0.0)


def _clearly(rubric: Rubric, altered: dict[str, float], grounding: Grounding) -> tuple[float, float]:
    """Tell whether all criteria are sure and clearly met, and whether a sure one clearly fails."""
    kinds = {CriterionKind.INTERVENTION, CriterionKind.UNCHANGED, CriterionKind.CHANGED, CriterionKind.NUMERIC}
    asked = [(c, c.event) for c in rubric.criteria if c.kind in kinds and c.event in altered]
    # How probable it is that the edit gives the event the value that the criterion asks for.
    fits = [(c.confidence, 1 - altered[e] if must_stay(rubric, c) else altered[e]) for c, e in asked if e]
    unsuited = any(m.weight >= 1 - CLEAR for m in grounding.mismatches)
    met = bool(fits) and not unsuited and all(sure >= ASKED and fit >= CLEAR for sure, fit in fits)
    return float(met), float(any(sure >= ASKED and fit <= 1 - CLEAR for sure, fit in fits))


def _by_place(rubric: Rubric, altered: dict[str, float]) -> tuple[float, ...]:
    """Measure what is altered and kept by where it stands to the events that are supposed."""
    scenario = rubric.scenario
    supposed = frozenset(name for name, _ in rubric.intervention)
    above = ancestors(scenario, supposed)
    effects = frozenset(link.effect for link in scenario.links if link.cause in supposed)
    order = [event.id for event in sorted(scenario.events, key=_start) if event.id in altered]
    first = min((order.index(name) for name in supposed if name in order), default=0)
    before = [name for name in order[:first] if name not in supposed]
    after = [name for name in order[first:] if name not in supposed]
    stay = [c.event for c in rubric.criteria if c.event in altered and must_stay(rubric, c)]
    change = [c.event for c in rubric.criteria if c.event in altered and must_change(c)]
    free = [name for name in altered if name not in supposed]
    wrong = [altered[e] for e in stay if e] + [1 - altered[e] for e in change if e]
    return (
        max((altered[e] for e in altered if e in above), default=0.0),
        max((altered[e] for e in before if e in stay), default=0.0),
        max((altered[e] for e in after if e in stay), default=0.0),
        max((1 - altered[e] for e in change if e in effects), default=0.0),
        max((1 - altered[e] for e in change if e not in effects), default=0.0),
        sum(altered[e] for e in free) / max(1, len(free)),
        sum(altered[e] for e in before) / max(1, len(before)),
        sum(1 - altered[e] for e in after) / max(1, len(after)),
        1 - altered[order[-1]] if order and order[-1] not in supposed else 0.0,
        max(wrong, default=0.0),
    )


def _start(event: Event) -> int:
    return event.span[0] if event.span else 0


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
"""What is weighed beside the features of the words."""
MEASURED: Final = (*EDIT_FEATURES, *NAMES)
"""All that the score weighs."""
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
