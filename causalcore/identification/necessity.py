"""Bounds on the probability that a cause was necessary, from the observed distribution and the effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from causalcore.identification.adjustment import adjusted, adjustment_sets
from causalcore.identification.diagram import Independence
from causalcore.identification.effects import identify
from causalcore.identification.estimand import At, Estimand, Factor, Less, Ratio, Within
from causalcore.identification.mediation import Rule, front_door_claims, front_door_effect, front_doors

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram


def necessity_rules(diagram: Diagram, cause: str, effect: str, among: Iterable[str], *, least: bool) -> Iterator[Rule]:
    """Yield one bound of P(Y_0 = 0 | X = 1, Y = 1) for each way to compute P(Y | do(X = 0)).

    The bounds are sharp if only P(X, Y) and P(Y | do(X)) are known. For sufficiency, P(Y_1 = 1 | X = 0, Y = 0), they
    are the same with the two values of each variable exchanged.

    References
    ----------
    .. [1] Tian and Pearl (2000), Probabilities of causation: bounds and identification.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> [rule, *_] = necessity_rules(Diagram(("X", "Y"), (("X", "Y"),)), "X", "Y", (), least=True)
    >>> print(rule.estimand)
    min(1, max(0, ([P(Y)](Y=1) - [P(Y | X)](X=0, Y=1)) / [P(X, Y)](X=1, Y=1)))
    """
    label = f"{'lower' if least else 'upper'} bound by consistency (Tian and Pearl)"
    for acted, reason, claims in _worlds(diagram, cause, effect, frozenset(among)):
        yield Rule(label, _bound(cause, effect, acted, least=least), reason, independences=claims)


def _bound(cause: str, effect: str, acted: Estimand, *, least: bool) -> Estimand:
    both = Factor((cause, effect))
    if least:
        top = Less(At(Factor((effect,)), ((effect, 1),)), At(acted, ((cause, 0), (effect, 1))))
    else:
        top = Less(At(acted, ((cause, 0), (effect, 0))), At(both, ((cause, 0), (effect, 0))))
    return Within(Ratio(top, At(both, ((cause, 1), (effect, 1)))))


def _worlds(
    diagram: Diagram, cause: str, effect: str, among: frozenset[str]
) -> Iterator[tuple[Estimand, str, tuple[Independence, ...]]]:
    """Yield P(effect | do(cause)) by adjustment, by front doors and by the ID algorithm, each with its license."""
    for names in adjustment_sets(diagram, cause, effect, among):
        why = f"{', '.join(names) or 'the empty set'} blocks every back-door path from {cause} to {effect}"
        yield adjusted(cause, effect, names), why, (Independence((cause,), (effect,), names, out_of=(cause,)),)
    for middle in front_doors(diagram, cause, effect, among):
        why = f"{', '.join(middle)} is a front door from {cause} to {effect}"
        yield front_door_effect(cause, effect, middle), why, front_door_claims(cause, effect, middle)
    general = identify(diagram, [effect], [cause])
    if general is not None:
        yield general, "the diagram identifies the effect", ()
