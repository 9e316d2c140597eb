"""Natural and controlled effects, and effects on the treated, in terms of observed probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from causalcore.identification.adjustment import adjusted, adjustment_sets, joint_adjustment_sets
from causalcore.identification.diagram import Diagram, Independence
from causalcore.identification.estimand import At, Estimand, Factor, Less, Over, Times, contrast


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to compute a query.

    Parameters
    ----------
    estimand
        For the outcome at the queried value.
    reason
        What in the diagram licenses it.
    assumption
        What it assumes beyond the diagram; empty if nothing.
    independences
        What must hold in the diagram.
    """

    name: str
    estimand: Estimand
    reason: str
    assumption: str = ""
    independences: tuple[Independence, ...] = ()


def mediators(diagram: Diagram, cause: str, effect: str) -> tuple[str, ...]:
    """Return the nodes on directed paths from a cause to an effect, in causal order."""
    inside = diagram.between(cause, effect)
    return tuple(node for node in diagram.order if node in inside)


def enough_mediators(diagram: Diagram, cause: str, effect: str) -> Iterator[tuple[str, ...]]:
    """Yield the sets of mediators that block every directed path except the arrow cause -> effect, smaller sets first.

    Natural effects with respect to such a set equal those with respect to all mediators: whatever the other mediators
    pass on, these pass on too.

    Examples
    --------
    >>> list(
    ...     enough_mediators(Diagram(("X", "M", "N", "Y"), (("X", "M"), ("M", "N"), ("N", "Y"), ("X", "Y"))), "X", "Y")
    ... )
    [('M',), ('N',), ('M', 'N')]
    """
    inside = mediators(diagram, cause, effect)
    edges = tuple(edge for edge in diagram.edges if edge != (cause, effect))
    round_about = Diagram(diagram.nodes, edges, diagram.hidden)
    for size in range(len(inside) + 1):
        for names in combinations(inside, size):
            if effect not in round_about.cut(out_of=names).descendants([cause]):
                yield names


def controlled_rules(
    diagram: Diagram, cause: str, effect: str, held: tuple[tuple[str, int], ...], among: Iterable[str]
) -> Iterator[Rule]:
    """Yield ways to compute E[Y | do(X = 1), do(held)] - E[Y | do(X = 0), do(held)] by adjustment.

    References
    ----------
    .. [1] Pearl (2001), Direct and indirect effects.
    .. [2] Pearl (2009), Causality, section 4.4.
    """
    set_names = (cause, *(name for name, _ in held))
    shown = ", ".join(name for name, _ in held)
    for names in joint_adjustment_sets(diagram, set_names, effect, among):
        outcome = Factor((effect,), (*set_names, *names))
        inner: Estimand = Over(names, Times((outcome, Factor(names)))) if names else outcome
        why = f"{', '.join(names) or 'the empty set'} blocks every back-door path from {cause} and {shown} to {effect}"
        claims = (Independence(set_names, (effect,), names, out_of=set_names),)
        yield Rule("back-door adjustment, others held", At(contrast(inner, cause), held), why, independences=claims)


def _covariates(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[tuple[str, ...]]:
    later = diagram.descendants([cause])
    free = [name for name in diagram.nodes if name in set(among) - later - {cause, effect}]
    return (names for size in range(len(free) + 1) for names in combinations(free, size))


def sequentially_ignorable(
    diagram: Diagram, cause: str, effect: str, middle: tuple[str, ...], names: tuple[str, ...]
) -> bool:
    """Return whether covariates remove confounding of the cause, and of the mediators given the cause.

    References
    ----------
    .. [1] Pearl (2001), Direct and indirect effects.
    """
    outside = diagram.cut(out_of=[cause])
    if not outside.separated([cause], [effect, *middle], names):
        return False
    return diagram.cut(out_of=middle).separated(middle, [effect], (cause, *names))


def natural_effect(
    cause: str, effect: str, middle: tuple[str, ...], names: tuple[str, ...], *, direct: bool
) -> Estimand:
    """Return the mediation formula, summed over mediators and covariates.

    Direct: the cause changes while the mediators stay as they were without it; indirect: the reverse.
    """
    moving = Factor((effect,), (cause, *middle, *names))
    staying = Factor(middle, (cause, *names))
    before = ((cause, 0),)
    body: Estimand
    if direct:
        body = Times((Less(At(moving, ((cause, 1),)), At(moving, before)), At(staying, before)))
    else:
        body = Times((At(moving, before), Less(At(staying, ((cause, 1),)), At(staying, before))))
    body = Times((body, Factor(names))) if names else body
    return Over((*middle, *names), body)


def mediation_rules(
    diagram: Diagram, cause: str, effect: str, middle: tuple[str, ...], among: Iterable[str], *, direct: bool
) -> Iterator[Rule]:
    """Yield the mediation formula for each set of covariates that licenses it, smaller sets first.

    If no set does, yield the formula without covariates last, with its assumption.
    """
    label = "natural direct effect" if direct else "natural indirect effect"
    licensed = False
    for names in _covariates(diagram, cause, effect, among):
        if sequentially_ignorable(diagram, cause, effect, middle, names):
            licensed = True
            shown = f" given {', '.join(names)}" if names else ""
            reason = f"{cause} and {', '.join(middle)} are unconfounded with {effect}{shown}"
            estimand = natural_effect(cause, effect, middle, names, direct=direct)
            claims = (
                Independence((cause,), (effect, *middle), names, out_of=(cause,)),
                Independence(middle, (effect,), (cause, *names), out_of=middle),
            )
            yield Rule(f"mediation formula, {label}", estimand, reason, independences=claims)
    if not licensed:
        assumption = f"nothing unobserved confounds {', '.join(middle)} with {effect}"
        estimand = natural_effect(cause, effect, middle, (), direct=direct)
        yield Rule(f"mediation formula, {label}", estimand, "the diagram alone does not identify it", assumption)


def treated_rules(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[Rule]:
    """Yield ways to compute E[Y_1 - Y_0 | X = 1] by adjustment and by front doors.

    References
    ----------
    .. [1] Shpitser and Pearl (2009), Effects of treatment on the treated.
    """
    free = frozenset(among)
    for names in adjustment_sets(diagram, cause, effect, free):
        inner = contrast(Factor((effect,), (cause, *names)), cause)
        weights = At(Factor(names, (cause,)), ((cause, 1),)) if names else None
        estimand: Estimand = Over(names, Times((inner, weights))) if weights is not None else inner
        why = f"{', '.join(names) or 'the empty set'} blocks every back-door path from {cause} to {effect}"
        claims: tuple[Independence, ...] = (Independence((cause,), (effect,), names, out_of=(cause,)),)
        yield Rule("effect on the treated by adjustment", estimand, why, independences=claims)
    for middle in front_doors(diagram, cause, effect, free):
        moved = contrast(Factor(middle, (cause,)), cause)
        estimand = Over(middle, Times((At(Factor((effect,), (cause, *middle)), ((cause, 1),)), moved)))
        why = f"{', '.join(middle)} is a front door from {cause} to {effect}"
        claims = front_door_claims(cause, effect, middle)
        yield Rule("effect on the treated by the front door", estimand, why, independences=claims)


def front_doors(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets that satisfy the front-door criterion.

    References
    ----------
    .. [1] Pearl (2009), Causality, definition 3.3.3.

    Examples
    --------
    >>> front = Diagram(("U", "X", "M", "Y"), (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y")), frozenset({"U"}))
    >>> list(front_doors(front, "X", "Y", ["M"]))
    [('M',)]
    """
    inside = [name for name in mediators(diagram, cause, effect) if name in set(among)]
    for size in range(1, len(inside) + 1):
        for names in combinations(inside, size):
            intercepts = effect not in diagram.cut(out_of=names).descendants([cause])
            entry = diagram.cut(out_of=[cause]).separated([cause], names)
            exits = diagram.cut(out_of=names).separated(names, [effect], [cause])
            if intercepts and entry and exits:
                yield names


def front_door_claims(cause: str, effect: str, middle: tuple[str, ...]) -> tuple[Independence, ...]:
    """Return the independences that make a set a front door."""
    entry = Independence((cause,), middle, out_of=(cause,))
    return entry, Independence(middle, (effect,), (cause,), out_of=middle)


def front_door_effect(cause: str, effect: str, middle: tuple[str, ...]) -> Estimand:
    """Return P(effect | do(cause)) by the front-door formula."""
    outcome = Over((cause,), Times((Factor((effect,), (cause, *middle)), Factor((cause,)))))
    return Over(middle, Times((Factor(middle, (cause,)), outcome)))


def effect_rules(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[Rule]:
    """Yield ways to compute E[Y | do(X = 1)] - E[Y | do(X = 0)] by adjustment and by front doors."""
    free = frozenset(among)
    for names in adjustment_sets(diagram, cause, effect, free):
        why = f"{', '.join(names) or 'the empty set'} blocks every back-door path from {cause} to {effect}"
        claims: tuple[Independence, ...] = (Independence((cause,), (effect,), names, out_of=(cause,)),)
        yield Rule("back-door adjustment", contrast(adjusted(cause, effect, names), cause), why, independences=claims)
    for middle in front_doors(diagram, cause, effect, free):
        why = f"{', '.join(middle)} is a front door from {cause} to {effect}"
        estimand = contrast(front_door_effect(cause, effect, middle), cause)
        claims = front_door_claims(cause, effect, middle)
        yield Rule("front-door adjustment", estimand, why, independences=claims)
