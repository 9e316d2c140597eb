"""Name the errors of an invalid edit by CoBe's classes, each with its proof.

Each class is as likely as its strongest claim or connective. Its reason quotes the edit, the words of the original, and
the criterion with its proof by the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.grounding.quantity_moves import claim_of, way_of
from nlbridge.judging.findings import must_change
from nlbridge.judging.report import ErrorClass
from nlbridge.language.lexicon.amounts import amounts
from nlbridge.weights.thresholds import CLEAR, LIKELY

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event, Scenario
    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.judging.findings import Findings

_UNSUITED: Final = "a connective does not fit the claims that it links"
STRANGERS: Final = 0.6
"""Weight for E3 of a connective between claims that no path joins, since it is less certain what it links."""
REMOTE: Final = 0.8
"""Weight for E3 of a connective between claims that only a longer path joins."""


def likely_errors(
    rubric: Rubric, grounding: Grounding, findings: Findings, *, weighed: bool = True
) -> tuple[tuple[ErrorClass, ...], tuple[str, ...]]:
    """Name the error classes that are likely, at least the likeliest one, each with its reason.

    `weighed` says whether claims and connectives make the edit invalid. If only amounts, settings or choices do, the
    other classes count only from `CLEAR` on.
    """
    strength = _strength(rubric, grounding)
    unmet, shifts = findings.misplaced, findings.shifts
    supposed = {name for name, _ in rubric.intervention}
    if findings.mistaken or any(place == 0 or event in supposed for event, place in unmet.items()):
        strength[ErrorClass.E2] = 1.0
    further = (*findings.wrong_way, *(event for event in unmet if event in supposed))
    likely = [error for error, chance in strength.items() if chance >= (LIKELY if weighed else CLEAR)]
    if not likely and not further and not shifts:
        likely = [max(strength, key=lambda error: strength[error])]
    if ErrorClass.E1 in likely and ErrorClass.E3 in likely and strength[ErrorClass.E1] > strength[ErrorClass.E3]:
        likely.remove(ErrorClass.E3)
    still = [e for e in _changing(rubric) if grounding.of(e).altered < LIKELY or unmet.get(e) == 0]
    unmoved = [e for e in still if _quantitative(rubric.scenario, rubric.scenario.event(e))]
    if further or (ErrorClass.E2 in likely and unmoved):
        likely.append(ErrorClass.E4)
    if shifts:
        likely.append(ErrorClass.E5)
    guilty = (*further, *unmoved)
    return tuple(likely), tuple(_reason(error, rubric, grounding, findings, guilty) for error in likely)


def _strength(rubric: Rubric, grounding: Grounding) -> dict[ErrorClass, float]:
    """Return the strength of each class: the worst of its criteria and connectives, weighted by confidence."""
    altered = {claim.event: claim.altered for claim in grounding.claims}
    strength = dict.fromkeys((ErrorClass.E1, ErrorClass.E2, ErrorClass.E3), 0.0)
    for criterion in rubric.criteria:
        chance = altered.get(criterion.event or "")
        if chance is None:
            continue
        if criterion.stays:
            strength[ErrorClass.E1] = max(strength[ErrorClass.E1], chance * criterion.confidence)
        elif criterion.kind is CriterionKind.INTERVENTION:
            strength[ErrorClass.E2] = max(strength[ErrorClass.E2], 1 - chance)
        elif must_change(criterion):
            strength[ErrorClass.E2] = max(strength[ErrorClass.E2], (1 - chance) * criterion.confidence)
    for odd in grounding.mismatches:
        share = REMOTE if odd.remote else 1.0 if odd.linked else STRANGERS
        strength[ErrorClass.E3] = max(strength[ErrorClass.E3], share * odd.weight)
    return strength


def _quantitative(scenario: Scenario, event: Event) -> bool:
    """Return whether a claim mentions an amount: it went up or down, or has a unit."""
    return bool(way_of(scenario, event)) or any(amount.measured for amount in amounts(claim_of(scenario, event)))


def _changing(rubric: Rubric) -> list[str]:
    return [c.event for c in rubric.criteria if must_change(c) and c.event]


def _reason(
    error: ErrorClass, rubric: Rubric, grounding: Grounding, findings: Findings, amount: tuple[str, ...]
) -> str:
    if error is ErrorClass.E3:
        return _of_connective(rubric, grounding)
    if error is ErrorClass.E5:
        shift = findings.shifts[0]
        return f"it alters the background; {shift.quote!r} excludes {shift.statement!r}"
    if error is ErrorClass.E4:
        return _of_claim("a quantity does not move as it must", rubric, grounding, list(amount))
    if error is ErrorClass.E2 and findings.mistaken:
        return _of_choice(rubric, *findings.mistaken[0])
    staying = tuple(dict.fromkeys(c.event for c in rubric.criteria if c.event and c.stays))
    altered = {claim.event: claim.altered for claim in grounding.claims}
    if error is ErrorClass.E1:
        worst = sorted((e for e in staying if e in altered), key=lambda e: -altered[e])
        return _of_claim("it alters a claim that does not depend on the what-if", rubric, grounding, worst)
    supposed = [c.event for c in rubric.criteria if c.kind is CriterionKind.INTERVENTION and c.event not in staying]
    turned = [e for e in (*supposed, *_changing(rubric)) if e in altered]
    worst = sorted(turned, key=lambda e: altered[e])
    fault = "it does not carry out the what-if" if worst and worst[0] in supposed else "it keeps what must change"
    return _of_claim(fault, rubric, grounding, worst, kept=True)


def _of_choice(rubric: Rubric, name: str, value: str) -> str:
    criterion = _criterion(rubric, name)
    return f"it states another value than the what-if, {value!r}: {criterion.statement if criterion else ''}"


def _of_claim(fault: str, rubric: Rubric, grounding: Grounding, events: list[str], *, kept: bool = False) -> str:
    if not events:
        return fault
    claim, criterion = grounding.of(events[0]), _criterion(rubric, events[0])
    if not claim.quote:
        quoted = f"it says nothing for {claim.aligned!r}"
    elif kept and claim.quote.casefold() == claim.aligned.casefold():
        quoted = f"it still says {claim.quote!r}"
    else:
        quoted = f"for {claim.aligned!r} it says {claim.quote!r}"
    proof = f": {criterion.statement} {criterion.evidence}" if criterion is not None else ""
    return f"{fault}; {quoted}{proof}"


def _criterion(rubric: Rubric, event: str) -> Criterion | None:
    kinds = {CriterionKind.INTERVENTION, CriterionKind.UNCHANGED, CriterionKind.CHANGED, CriterionKind.NUMERIC}
    return next((c for c in rubric.criteria if c.event == event and c.kind in kinds), None)


def _of_connective(rubric: Rubric, grounding: Grounding) -> str:
    odd = max(grounding.mismatches, key=lambda m: (m.chance, m.weight), default=None)
    return _UNSUITED if odd is None else of_mismatch(rubric, odd)


def of_mismatch(rubric: Rubric, odd: Mismatch) -> str:
    """Say which connective does not fit which claims, and which kind they need."""
    cause, effect = (rubric.scenario.event(e).statement.rstrip(".") for e in (odd.cause, odd.effect))
    if not odd.linked:
        return f"{_UNSUITED}; {odd.joint.words!r} links {cause!r} and {effect!r}, but neither depends on the other"
    used = "consecutive" if odd.joint.consecutive else "concessive"
    needed = "concessive" if odd.joint.consecutive else "consecutive"
    return (
        f"{_UNSUITED}; {odd.joint.words!r} is {used}, but the values that the edit gives to {cause!r} and {effect!r} "
        f"call for a {needed} word"
    )
