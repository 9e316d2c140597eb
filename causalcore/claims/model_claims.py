"""Claims over a fully specified model: holds, fails with a counterexample, or open.

A universal claim is a list of violations: conjunctions of counterfactual facts that must have probability 0. Exact
inference decides each. A model with conditional tables may leave a claim open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final

from causalcore.claims.average_effects import check_average_effects, check_by_averages
from causalcore.claims.claims import Claim, ClaimKind, Subject, had
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.claims.written_values import number
from causalcore.errors import ImpossibleEvidenceError, NotIdentifiableError
from causalcore.queries.abduction import weigh
from causalcore.queries.counterfactual import probability
from causalcore.queries.world import Fact, Term

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value

Facts = tuple[Fact, ...]
ROUNDING: Final = 1e-12
"""How far rounding may move a probability away from zero."""


def check_over_model(model: SCM, claim: Claim) -> ClaimVerdict:
    """Decide a claim.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        If the claim names something that the model does not have.

    Examples
    --------
    >>> from causalcore.claims.claims import parse_claim
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> print(check_over_model(FIRING_SQUAD, parse_claim("necessary(A, D)")).why)
    A=1, D=1, D@do(A=0)=1 occur together with probability 0.7
    """
    try:
        _check_given(model, claim)
        if claim.comparison is not None:
            return check_average_effects(model, claim)
        if claim.kind is ClaimKind.CAUSES:
            return _causes(model, claim)
        if claim.kind is ClaimKind.WOULD:
            return _would(model, claim)
        return _universal(model, claim)
    except NotIdentifiableError as error:
        averaged = check_by_averages(model, claim)
        return ClaimVerdict(claim, ClaimStatus.OPEN, str(error)) if averaged is None else averaged


def _check_given(model: SCM, claim: Claim) -> None:
    """Raise `ImpossibleEvidenceError` for facts that cannot occur together."""
    if claim.given and weigh(model, claim.given) <= 0:
        raise ImpossibleEvidenceError(tuple(map(str, claim.given)))


def _meant(model: SCM, subject: Subject) -> Value:
    own = model[subject.variable]
    return own.values[-1] if subject.value is None else own.values[own.index(subject.value)]


def _moves(model: SCM, claim: Claim, held: tuple[str, Value] | None = None) -> Iterator[Facts]:
    """Yield the ways in which setting the cause may move the effect."""
    cause, effect = claim.cause.variable, claim.effect.variable
    extra = () if held is None else (held,)
    for low, high in combinations(model[cause].values, 2):
        for value in model[effect].values:
            before = Fact(Term(effect, ((cause, low), *extra)), value)
            for relation, bound in _beyond(model, claim, value):
                yield before, Fact(Term(effect, ((cause, high), *extra)), bound, relation)


def _beyond(model: SCM, claim: Claim, value: Value) -> Iterator[tuple[str, Value]]:
    """Yield the values of the effect that differ from a value by more than the tolerance."""
    if not claim.tolerance:
        yield "!=", value
        return
    for other in model[claim.effect.variable].values:
        if abs(number(other, claim.effect.variable) - number(value, claim.effect.variable)) > claim.tolerance:
            yield "=", other


def _violations(model: SCM, claim: Claim) -> Iterator[Facts]:
    cause, effect = claim.cause.variable, claim.effect.variable
    x, y = _meant(model, claim.cause), _meant(model, claim.effect)
    match claim.kind:
        case ClaimKind.NO_EFFECT | ClaimKind.SCREENS_OFF:
            yield from _leaks(model, claim)
        case ClaimKind.NECESSARY:
            others = (value for value in model[cause].values if value != x)
            yield from ((Fact(Term(cause), x), Fact(Term(effect), y), had(cause, z, effect, y)) for z in others)
        case ClaimKind.SUFFICIENT:
            yield (had(cause, x, effect, y, "!="),)
        case ClaimKind.PREVENTS:
            yield (had(cause, x, effect, y),)
        case ClaimKind.MONOTONE:
            yield from _reversals(model, claim)


def _leaks(model: SCM, claim: Claim) -> Iterator[Facts]:
    if claim.mediator is None:
        yield from _moves(model, claim)
        return
    for value in model[claim.mediator].values:
        yield from _moves(model, claim, (claim.mediator, value))


def _reversals(model: SCM, claim: Claim) -> Iterator[Facts]:
    cause, effect = claim.cause.variable, claim.effect.variable
    for low, high in combinations(model[cause].values, 2):
        for value in model[effect].values:
            for relation, bound in _against(model, claim, value):
                yield had(cause, low, effect, value), had(cause, high, effect, bound, relation)


def _against(model: SCM, claim: Claim, value: Value) -> Iterator[tuple[str, Value]]:
    """Yield the later values that break a monotone claim after a value."""
    if not claim.tolerance:
        yield ("<" if claim.rising else ">") + ("=" if claim.strict else ""), value
        return
    for other in model[claim.effect.variable].values:
        rise = number(other, claim.effect.variable) - number(value, claim.effect.variable)
        rise = rise if claim.rising else -rise
        if rise <= claim.tolerance if claim.strict else rise < -claim.tolerance:
            yield "=", other


def _universal(model: SCM, claim: Claim) -> ClaimVerdict:
    for facts in _violations(model, claim):
        chance = weigh(model, (*facts, *claim.given))
        if chance > 0:
            return _broken(claim, (*facts, *claim.given), chance)
    idle = _idle(model, claim)
    if idle is not None:
        return ClaimVerdict(claim, ClaimStatus.FAILS, idle)
    return ClaimVerdict(claim, ClaimStatus.HOLDS, "no noise with positive probability is a counterexample")


def _broken(claim: Claim, facts: Facts, chance: float) -> ClaimVerdict:
    listed = tuple(str(fact) for fact in facts)
    verb = "occur together" if len(listed) > 1 else "occurs"
    return ClaimVerdict(claim, ClaimStatus.FAILS, f"{', '.join(listed)} {verb} with probability {chance:.6g}", listed)


def _idle(model: SCM, claim: Claim) -> str | None:
    """Return why a claim without a violation still fails: nothing to be necessary for, or nothing to prevent."""
    cause, effect = claim.cause.variable, claim.effect.variable
    x, y = _meant(model, claim.cause), _meant(model, claim.effect)
    if (
        claim.kind is ClaimKind.NECESSARY
        and weigh(model, (Fact(Term(cause), x), Fact(Term(effect), y), *claim.given)) <= 0
    ):
        return f"{cause}={x} and {effect}={y} never happen together"
    if claim.kind is ClaimKind.PREVENTS:
        others = [value for value in model[cause].values if value != x]
        if all(weigh(model, (had(cause, value, effect, y), *claim.given)) <= 0 for value in others):
            return f"{effect}={y} does not happen under another value of {cause} either"
    return None


def _causes(model: SCM, claim: Claim) -> ClaimVerdict:
    for facts in _moves(model, claim):
        chance = weigh(model, (*facts, *claim.given))
        if chance > 0:
            why = f"{', '.join(map(str, (*facts, *claim.given)))} occur together with probability {chance:.6g}"
            return ClaimVerdict(claim, ClaimStatus.HOLDS, why)
    why = f"setting {claim.cause.variable} never changes {claim.effect.variable}"
    return ClaimVerdict(claim, ClaimStatus.FAILS, why)


def _would(model: SCM, claim: Claim) -> ClaimVerdict:
    x, y = _meant(model, claim.cause), _meant(model, claim.effect)
    fact = had(claim.cause.variable, x, claim.effect.variable, y)
    against = had(claim.cause.variable, x, claim.effect.variable, y, "!=")
    values = [other for other in model[claim.effect.variable].values if _near(claim, other, y)]
    yes = sum(
        probability(model, (had(claim.cause.variable, x, claim.effect.variable, v),), claim.given) for v in values
    )
    no = 1.0 - yes if claim.tolerance else probability(model, (against,), claim.given)
    if no <= ROUNDING:
        return ClaimVerdict(claim, ClaimStatus.HOLDS, f"{fact} is certain")
    if yes <= 0:
        return ClaimVerdict(claim, ClaimStatus.FAILS, f"{fact} is impossible", (str(against),))
    return ClaimVerdict(claim, ClaimStatus.OPEN, f"{fact} has probability {yes:.6g}")


def _near(claim: Claim, value: Value, wanted: Value) -> bool:
    """Return whether the effect has the claimed value, within the tolerance."""
    if not claim.tolerance:
        return value == wanted
    return abs(number(value, claim.effect.variable) - number(wanted, claim.effect.variable)) <= claim.tolerance
