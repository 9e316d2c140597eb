"""Evidence for the validity of an edit, as numbers: network, readings of the text, connectives, exact words.

`edit_features` compares the claims, as read, with the criteria. `evidence_of` adds the network's direct answers, and
compares what it and the words say of each claim with what each reading of the text requires. All are chances, log-odds,
counts, or flags; `nlbridge.judging.score` weighs them.

Source: `docs/explanation/semantics.md`, verification as satisfiability, with doubt on both sides: the edit has a chance
for each claim, and the requirements are a weighted set of readings.

Examples
--------
>>> import numpy as np
>>> certain = Demands(events=("e1", "e2"), changed=np.array([[True], [False]]), free=(), weights=np.array([1.0]))
>>> round(satisfied(certain, {"e1": (0.1, 0.9), "e2": (0.8, 0.2)}).every, 2)
0.72
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.rubric import MUST_CHANGE, REQUIRED
from nlbridge.grounding.new_content import NAMES as NOVEL
from nlbridge.judging.report import CriterionOutcome
from nlbridge.language.encoder.scores import ABSENT, ALTERED, CLASSES, KEPT
from nlbridge.weights.thresholds import ASKED, CLEAR, DECIDES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.grounding import Grounding, Measured
    from nlbridge.judging.findings import Findings
    from nlbridge.judging.report import CriterionVerdict
    from nlbridge.supposing.readings import Readings


EDIT_FEATURES: Final = (
    "a claim that must stay is altered",
    "a second one is altered",
    "share of what must stay that is altered",
    "share of what must change that is kept",
    "consecutive where concessive is called for",
    "concessive where consecutive is called for",
    "a quantity moves the wrong way",
    "original copied",
    "claims that must stay",
    "claims that must change",
    "an earlier claim that must stay is altered",
    "a later claim that must stay is altered",
    "claims altered",
    "the last claim is kept",
    "the clearest sign of a wrong value",
    "a sure criterion clearly fails",
    "a connective does not suit",
    "chance that some connective does not suit",
    *NOVEL,
)
MANY: Final = 5
"""Number of claims of a kind at which a count is capped."""


def edit_features(rubric: Rubric, grounding: Grounding, measured: Measured, findings: Findings) -> tuple[float, ...]:
    """Measure an edit against a rubric, in the order of `EDIT_FEATURES`."""
    altered = {claim.event: claim.altered for claim in grounding.claims}
    asked = [(c, c.event) for c in rubric.criteria if c.event in altered and c.event is not None]
    stay = [(altered[event], c.confidence) for c, event in asked if c.stays]
    change = [(1 - altered[event], c.confidence) for c, event in asked if c.kind in MUST_CHANGE]
    worst = [*sorted((chance * sure for chance, sure in stay), reverse=True), 0.0, 0.0]
    near = [m for m in grounding.mismatches if m.linked and not m.standing and not m.remote]
    return (
        worst[0],
        worst[1],
        sum(worst) / max(1, len(stay)),
        sum(chance * sure for chance, sure in change) / max(1, len(change)),
        max((m.weight for m in near if m.joint.consecutive), default=0.0),
        max((m.weight for m in near if not m.joint.consecutive), default=0.0),
        float(bool(findings.wrong_way)),
        grounding.edit.copied,
        min(1.0, len(stay) / MANY),
        min(1.0, len(change) / MANY),
        *_by_place(rubric, altered),
        max((chance for chance, _ in (*stay, *change)), default=0.0),
        float(_clearly_failed(rubric, altered)),
        *_chances_of_misfit(grounding.mismatches),
        *measured.novel,
    )


def _chances_of_misfit(mismatches: Sequence[Mismatch]) -> tuple[float, float]:
    """Return the greatest chance that a connective does not fit, and the chance that any does not.

    Each connective counts once, with its worst pair of claims.
    """
    worst: dict[int, float] = {}
    for odd in mismatches:
        worst[odd.joint.place] = max(worst.get(odd.joint.place, 0.0), odd.chance)
    return max(worst.values(), default=0.0), 1 - prod(1 - chance for chance in worst.values())


def _clearly_failed(rubric: Rubric, altered: Mapping[str, float]) -> bool:
    """Return whether the edit clearly gives an event another value than a near-certain criterion requires."""
    asked = (c for c in rubric.criteria if c.kind in REQUIRED and c.event in altered and c.confidence >= ASKED)
    return any((altered[str(c.event)] if c.stays else 1 - altered[str(c.event)]) >= CLEAR for c in asked)


def _by_place(rubric: Rubric, altered: Mapping[str, float]) -> tuple[float, ...]:
    """Measure what is altered and kept by place in the text, since errors from a missed link depend on the place."""
    supposed = frozenset(rubric.intervention.values)
    by_place = sorted(rubric.scenario.events, key=lambda event: event.span[0] if event.span else 0)
    order = [event.id for event in by_place if event.id in altered]
    first = min((order.index(name) for name in supposed if name in order), default=0)
    stay = {c.event for c in rubric.criteria if c.stays} - supposed
    free = [altered[name] for name in order if name not in supposed]
    return (
        max((altered[name] for name in order[:first] if name in stay), default=0.0),
        max((altered[name] for name in order[first:] if name in stay), default=0.0),
        sum(free) / max(1, len(free)),
        1 - altered[order[-1]] if order and order[-1] not in supposed else 0.0,
    )


NAMES: Final = (
    "network: valid",
    "network: the claim that suits the what-if least",
    "network: the two claims that suit it least",
    "network: all claims suit it",
    "network: what is supposed suits it",
    *(f"network: {name}" for name in CLASSES),
    "network: claims that are not mentioned",
    "all claims are told as asked",
    "the worst claim is told as asked",
    "all claims are told as asked, by the network alone",
    "the worst claim is told as asked, by the network alone",
    "claims",
    "told again",
    "amounts out of place",
    "background altered",
    "reasons for doubt",
    "criteria that surely fail",
)
"""Evidence beyond the features of the words."""
MEASURED: Final = (*EDIT_FEATURES, *NAMES)
"""All that the score weighs."""
LEAST: Final = 0.003
"""Bounds of a probability, to avoid certainty."""


def log_odds(chances: Any) -> Any:
    """Return log-odds of chances, clipped to stay off 0 and 1.

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
) -> tuple[float, ...]:
    """Measure an edit against a rubric, in the order of `NAMES`.

    `demands` says what each reading of the text requires; `doubts` counts the reasons not to call the edit valid.
    """
    scores = measured.scores
    names = [event.id for event in rubric.scenario.events]
    claim_chances = scores.told if scores is not None and len(names) else np.full((max(1, len(names)), 3), 1 / 3)
    fits = log_odds(scores.fits) if scores is not None and len(names) else np.zeros(max(1, len(names)))
    least = np.sort(fits)[:2]
    supposed = [fits[k] for k, name in enumerate(names) if name in rubric.intervention.values]
    together = satisfied(demands, {claim.event: (1 - claim.altered, claim.altered) for claim in grounding.claims})
    network = ((float(row[KEPT]), float(row[ALTERED] + row[ABSENT])) for row in claim_chances)
    alone = satisfied(demands, dict(zip(names, network, strict=False)))
    return (
        scores.valid if scores is not None else 0.0,
        float(fits.min()),
        float(least.mean()),
        float(fits.sum()),
        float(min(supposed, default=0.0)),
        *(float(value) for value in (scores.classes if scores is not None else np.zeros(len(CLASSES)))),
        float(claim_chances[:, ABSENT].mean()),
        math.log(together.every + 1e-9),
        float(log_odds(together.worst)),
        math.log(alone.every + 1e-9),
        float(log_odds(alone.worst)),
        float(len(names)),
        float(len(findings.again)),
        float(len(findings.misplaced)),
        float(len(findings.shifts)),
        float(doubts),
        float(sum(v.outcome is CriterionOutcome.FAIL and v.criterion.confidence >= DECIDES for v in verdicts)),
    )


LEAST_CHANCE: Final = 0.01
"""Least chance, and least doubt, that an edit states a claim in some way."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Demands:
    """What each reading requires of each claim: to change, or to stay.

    Parameters
    ----------
    free
        Claims that may change or stay.

    Shapes
    ------
    changed : (claims, readings)
    weights : (readings,), sum to 1
    """

    events: tuple[str, ...]
    changed: Any
    free: tuple[str, ...]
    weights: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Satisfied:
    """The chance that every claim is stated as required, and the expected chance of the worst one.

    Units
    -----
    probability
    """

    every: float
    worst: float


def demands_of(rubric: Rubric, readings: Readings | None) -> Demands:
    """Return the requirements: from the readings if the text was read, else from the answers of the engine."""
    supposed = rubric.intervention.values
    scenario = rubric.scenario
    if readings is not None:
        changed = readings.changed.copy()
        for k, name in enumerate(readings.events):
            if name in supposed:  # The what-if is required, however it was understood.
                changed[k] = supposed[name] != scenario.event_by_id[name].fact
        return Demands(events=readings.events, changed=changed, free=(), weights=readings.weights)
    kinds = {answer.event: answer.kind for answer in rubric.derivation.answers}
    names = tuple(event.id for event in scenario.events)
    changes = [
        supposed[name] != scenario.event_by_id[name].fact if name in supposed else kinds.get(name) is AnswerKind.CHANGED
        for name in names
    ]
    settled = {AnswerKind.CHANGED, AnswerKind.UNCHANGED}
    free = tuple(name for name in names if name not in supposed and kinds.get(name) not in settled)
    return Demands(events=names, changed=np.array(changes, dtype=bool)[:, None], free=free, weights=np.ones(1))


def satisfied(demands: Demands, told: Mapping[str, tuple[float, float]]) -> Satisfied:
    """Compute how well an edit meets the readings; `told` has its chances to keep and to alter each event."""
    asked = [k for k, name in enumerate(demands.events) if name in told and name not in demands.free]
    if not asked:
        return Satisfied(every=1.0, worst=1.0)
    kept = np.array([told[demands.events[k]][0] for k in asked])[:, None]
    otherwise = np.array([told[demands.events[k]][1] for k in asked])[:, None]
    chances = np.clip(np.where(demands.changed[asked], otherwise, kept), LEAST_CHANCE, 1 - LEAST_CHANCE)
    return Satisfied(
        every=float(np.exp(np.log(chances).sum(axis=0)) @ demands.weights),
        worst=float(chances.min(axis=0) @ demands.weights),
    )
