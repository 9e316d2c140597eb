"""Claims that model averages decide: effects compared, and cases that tables leave open.

Conditional tables say how often and not why, so they leave open what a single case would do. The average once a
variable is set is still a number: if it changes, the variable changes some case.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from causalcore.claims.claims import Claim, ClaimKind, Contrast, had
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.claims.written_values import comparison, number
from causalcore.errors import MalformedModelError, NotIdentifiableError
from causalcore.queries.counterfactual import probability
from causalcore.queries.effect import Change
from causalcore.queries.world import Fact, Term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.model.model import SCM
    from causalcore.model.variable import Value

ZERO: Final = 1e-9
"""Numbers closer to zero than this count as zero."""
_DECIDED: Final = frozenset({ClaimKind.CAUSES, ClaimKind.NO_EFFECT, ClaimKind.SCREENS_OFF, ClaimKind.MONOTONE})


def check_by_averages(model: SCM, claim: Claim) -> ClaimVerdict | None:
    """Decide a claim by averages once the cause is set, or say what they leave open; None if they do not apply.

    Examples
    --------
    >>> from causalcore.claims.claims import parse_claim
    >>> from causalcore.model.building import scm
    >>> tables = {
    ...     "X": {"parents": [], "cpt": {"": [0.5, 0.5]}},
    ...     "Y": {"parents": ["X"], "cpt": {"0": [0.9, 0.1], "1": [0.67, 0.33]}},
    ... }
    >>> model = scm(variables={"X": [0, 1], "Y": [0, 1]}, mechanisms=tables)
    >>> print(check_by_averages(model, parse_claim("causes(X, Y)")).why)
    P(Y=1 @ do(X=0)) = 0.1 and P(Y=1 @ do(X=1)) = 0.33: an effect of 0.23
    """
    if claim.kind not in _DECIDED or claim.given or claim.tolerance:
        return None
    try:
        moved = _moved(model, claim)
    except NotIdentifiableError:
        return None
    if claim.kind is ClaimKind.CAUSES:
        if moved:
            return ClaimVerdict(claim, ClaimStatus.HOLDS, moved)
        why = f"on average setting {claim.cause.variable} does not change {claim.effect.variable}"
        return ClaimVerdict(claim, ClaimStatus.OPEN, f"{why}; the tables do not say whether it changes single cases")
    if moved:
        return ClaimVerdict(claim, ClaimStatus.FAILS, moved, (moved,))
    why = "holds on average; the tables do not say what the same case would do"
    return ClaimVerdict(claim, ClaimStatus.OPEN, why)


def _moved(model: SCM, claim: Claim) -> str:
    """Return how an average shows that the effect moves (or moves the wrong way); empty if none does."""
    worlds: Sequence[tuple[tuple[str, Value], ...]] = ((),)
    if claim.mediator is not None:
        worlds = [((claim.mediator, value),) for value in model[claim.mediator].values]
    effect = model[claim.effect.variable]
    for held in worlds:
        for low, high in combinations(model[claim.cause.variable].values, 2):
            chances = [[_chance(model, claim, end, value, held) for value in effect.values] for end in (low, high)]
            place = _wrong(claim, chances)
            if place is not None:
                ends = [_term(claim, end, held) for end in (low, high)]
                return _shown(
                    claim,
                    ends,
                    effect.values[place:] if claim.kind is ClaimKind.MONOTONE else effect.values[place : place + 1],
                    chances,
                    place,
                )
    return ""


def _wrong(claim: Claim, chances: list[list[float]]) -> int | None:
    """Return the place of the value that shows it: the one that moves most, or the first with a wrong upper tail."""
    before, after = chances
    if claim.kind is not ClaimKind.MONOTONE:
        gaps = [abs(old - new) for old, new in zip(before, after, strict=True)]
        place = max(range(len(gaps)), key=lambda index: (round(gaps[index], 12), index))
        return place if gaps[place] > ZERO else None
    for place in range(1, len(before)):
        rise = sum(after[place:]) - sum(before[place:])
        rise = rise if claim.rising else -rise
        if rise < -ZERO or (claim.strict and rise <= ZERO):
            return place
    return None


def _term(claim: Claim, value: Value, held: tuple[tuple[str, Value], ...]) -> str:
    settings = ", ".join(f"{name}={setting}" for name, setting in ((claim.cause.variable, value), *held))
    return f"do({settings})"


def _chance(model: SCM, claim: Claim, value: Value, outcome: Value, held: tuple[tuple[str, Value], ...]) -> float:
    term = Term(claim.effect.variable, ((claim.cause.variable, value), *held))
    return probability(model, (Fact(term, outcome),))


def _shown(claim: Claim, ends: list[str], values: Sequence[Value], chances: list[list[float]], place: int) -> str:
    several = claim.kind is ClaimKind.MONOTONE and len(values) > 1
    sizes = [sum(row[place:]) if claim.kind is ClaimKind.MONOTONE else row[place] for row in chances]
    sign = ">=" if several else "="
    parts = [
        f"P({claim.effect.variable}{sign}{values[0]} @ {end}) = {size:.6g}"
        for end, size in zip(ends, sizes, strict=True)
    ]
    return f"{' and '.join(parts)}: an effect of {sizes[1] - sizes[0]:.6g}"


# ---------------------------------------------------------------- effects compared


def check_average_effects(model: SCM, claim: Claim) -> ClaimVerdict:
    """Compare two average effects, or an average effect and a number.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        If the claim names something that the model does not have.
    MalformedModelError
        If an effect is not a number, or a change does not have two values.
    """
    if claim.comparison is None:
        message = f"expected a claim about effects, got {claim}; write effect(CAUSE, EFFECT) > 0"
        raise MalformedModelError(message)
    left, relation, right = claim.comparison.left, claim.comparison.relation, claim.comparison.right
    sizes = [_size(model, claim, left), right if isinstance(right, float) else _size(model, claim, right)]
    near = abs(sizes[0] - sizes[1]) <= max(claim.tolerance, ZERO)
    if relation in {"=", "!="}:
        holds = near is (relation == "=")
    elif near:
        holds = claim.tolerance > 0 or relation in {"<=", ">="}
    else:
        holds = comparison(relation)(sizes[0], sizes[1])
    parts = [f"{left} is {sizes[0]:.6g}"]
    parts += [] if isinstance(right, float) else [f"{right} is {sizes[1]:.6g}"]
    why = " and ".join(parts)
    if holds:
        return ClaimVerdict(claim, ClaimStatus.HOLDS, why)
    return ClaimVerdict(claim, ClaimStatus.FAILS, why, tuple(parts))


def _size(model: SCM, claim: Claim, side: Contrast) -> float:
    low, high = Change(side.cause.variable, side.cause.old, side.cause.new).ends(model)
    return _mean(model, claim, side, high) - _mean(model, claim, side, low)


def _mean(model: SCM, claim: Claim, side: Contrast, value: Value) -> float:
    name, wanted = side.effect.variable, side.effect.value
    effect = model[name]
    words = any(isinstance(outcome, str) for outcome in effect.values)
    if wanted is None and words and effect.size > 2:
        message = f"expected a number or {name}=VALUE in {side}, got {name}, whose values are words; name a value"
        raise MalformedModelError(message)
    if wanted is not None or words:
        meant = effect.values[-1] if wanted is None else effect.values[effect.index(wanted)]
        return probability(model, (had(side.cause.variable, value, name, meant),), claim.given)
    return sum(
        number(outcome, name) * probability(model, (had(side.cause.variable, value, name, outcome),), claim.given)
        for outcome in effect.values
    )
