"""Instruments: variables that move a cause and reach the effect only through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from causalcore.identification.diagram import Diagram, Independence
from causalcore.identification.estimand import Factor, Ratio, contrast
from causalcore.identification.mediation import Rule


def instruments(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[str]:
    """Yield the variables that move a cause and are independent of the effect in the diagram where the cause is inert.

    References
    ----------
    .. [1] Pearl (2009), Causality, definition 7.4.1.

    Examples
    --------
    >>> edges = (("Z", "X"), ("U", "X"), ("U", "Y"), ("X", "Y"))
    >>> list(instruments(Diagram(("Z", "U", "X", "Y"), edges, frozenset({"U"})), "X", "Y", ["Z"]))
    ['Z']
    """
    silent = diagram.cut(out_of=[cause])
    for name in diagram.nodes:
        if name in set(among) - {cause, effect} and name not in diagram.descendants([cause]):
            moves = not diagram.separated([name], [cause])
            if moves and silent.separated([name], [effect]):
                yield name


def instrument_rules(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[Rule]:
    """Yield the Wald ratio of each instrument, with its assumption.

    References
    ----------
    .. [1] Imbens and Angrist (1994), Identification and estimation of local average treatment effects.
    """
    for name in instruments(diagram, cause, effect, among):
        ratio = Ratio(contrast(Factor((effect,), (name,)), name), contrast(Factor((cause,), (name,)), name))
        reason = f"{name} moves {cause} and reaches {effect} through it only"
        assumption = f"{cause} has the same effect on {effect} for those whom {name} moves as for all"
        claims = (Independence((name,), (effect,), out_of=(cause,)),)
        yield Rule("instrument, Wald ratio", ratio, reason, assumption, claims)
