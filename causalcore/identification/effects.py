"""Effects of interventions from the observed distribution: the ID and IDC algorithms over c-components."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from causalcore.identification.diagram import Diagram
from causalcore.identification.estimand import Estimand, Factor, Over, Ratio, Times


@dataclass(frozen=True, slots=True)
class Hedge:
    """Why an effect is not identified.

    Two models with the diagram can agree on everything observed and still differ in how `inner` behaves once the
    other members of `nodes` are set.

    Parameters
    ----------
    nodes
        Connected by unobserved causes, each of them upstream of `inner`; some are set.
    inner
        Those that are not set, also connected by unobserved causes.
    """

    nodes: tuple[str, ...]
    inner: tuple[str, ...]


def identify(diagram: Diagram, effects: Iterable[str], causes: Iterable[str]) -> Estimand | None:
    """Return P(effects | do(causes)) in terms of observed probabilities; None if the diagram does not identify it.

    The algorithm is complete: if it returns None, two models with the diagram and the same observed distribution differ
    in the effect.

    References
    ----------
    .. [1] Tian and Pearl (2002), A general identification condition for causal effects.
    .. [2] Tian and Pearl (2003), On the identification of causal effects, technical report R-290-L.
    .. [3] Shpitser and Pearl (2006), Identification of joint interventional distributions.

    Examples
    --------
    >>> front = Diagram(("U", "X", "M", "Y"), (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y")), frozenset({"U"}))
    >>> print(identify(front, ["Y"], ["X"]))
    sum over M of P(M | X) (sum over X of P(X) P(Y | X, M))
    >>> bow = Diagram(("U", "X", "Y"), (("U", "X"), ("U", "Y"), ("X", "Y")), frozenset({"U"}))
    >>> identify(bow, ["Y"], ["X"]) is None
    True
    """
    result = identify_or_hedge(diagram, effects, causes)
    return None if isinstance(result, Hedge) else result


def identify_or_hedge(diagram: Diagram, effects: Iterable[str], causes: Iterable[str]) -> Estimand | Hedge:
    """Return P(effects | do(causes)) in terms of observed probabilities, or the hedge that forbids it.

    Examples
    --------
    >>> bow = Diagram(("U", "X", "Y"), (("U", "X"), ("U", "Y"), ("X", "Y")), frozenset({"U"}))
    >>> identify_or_hedge(bow, ["Y"], ["X"])
    Hedge(nodes=('X', 'Y'), inner=('Y',))
    """
    wanted, done = frozenset(effects), frozenset(causes)
    observed = frozenset(diagram.observed)
    needed = _ancestors(diagram, wanted, observed - done)
    parts: list[Estimand] = []
    for part in _districts(diagram, needed):
        factor = district_or_hedge(diagram, part)
        if isinstance(factor, Hedge):
            return factor
        parts.append(factor)
    return _summed(diagram, needed - wanted, _times(parts))


def identify_given(
    diagram: Diagram, effects: Iterable[str], causes: Iterable[str], conditions: Iterable[str]
) -> Estimand | None:
    """Return P(effects | do(causes), conditions); None if the diagram does not identify it.

    References
    ----------
    .. [1] Shpitser and Pearl (2006), Identification of conditional interventional distributions.
    """
    result = identify_given_or_hedge(diagram, effects, causes, conditions)
    return None if isinstance(result, Hedge) else result


def identify_given_or_hedge(
    diagram: Diagram, effects: Iterable[str], causes: Iterable[str], conditions: Iterable[str]
) -> Estimand | Hedge:
    """Return P(effects | do(causes), conditions) in terms of observed probabilities, or the hedge that forbids it.

    Conditions that act on the effects as if they had been set are set; the hedge concerns what remains.
    """
    wanted, done, seen = frozenset(effects), frozenset(causes), frozenset(conditions)
    for name in sorted(seen):
        cut = diagram.cut(into=done, out_of=[name])
        if cut.separated(wanted, [name], done | seen - {name}):
            return identify_given_or_hedge(diagram, wanted, done | {name}, seen - {name})
    joint = identify_or_hedge(diagram, wanted | seen, done)
    if isinstance(joint, Hedge) or not seen:
        return joint
    return Ratio(joint, Over(_sorted(diagram, wanted), joint))


def district_or_hedge(diagram: Diagram, part: frozenset[str]) -> Estimand | Hedge:
    """Return P(part | do(all others)) in terms of observed probabilities, or the hedge that forbids it.

    Parameters
    ----------
    part
        Observed nodes that unobserved causes connect, directly or through each other.

    Examples
    --------
    >>> front = Diagram(("U", "X", "M", "Y"), (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y")), frozenset({"U"}))
    >>> print(district_or_hedge(front, frozenset({"Y"})))
    sum over X of P(X) P(Y | X, M)
    """
    whole = diagram.district(next(iter(part)), frozenset(diagram.observed))
    return _within(diagram, part, whole, _district_factor(diagram, whole))


def _ancestors(diagram: Diagram, names: frozenset[str], inside: frozenset[str]) -> frozenset[str]:
    """Return what is upstream of some observed nodes within a set, along arrows and hidden nodes."""
    upstream, waiting = set[str](), [name for name in names if name in inside]
    while waiting:
        node = waiting.pop()
        if node not in upstream:
            upstream.add(node)
            waiting += [cause for cause in diagram.observed_parents(node) if cause in inside]
    return frozenset(upstream)


def _districts(diagram: Diagram, inside: frozenset[str]) -> list[frozenset[str]]:
    districts: list[frozenset[str]] = []
    for node in _sorted(diagram, inside):
        if not any(node in part for part in districts):
            districts.append(diagram.district(node, inside))
    return districts


def _district_factor(diagram: Diagram, whole: frozenset[str]) -> Estimand:
    """Return Q[whole] as the product of P(v | what precedes v), omitting what v does not depend on."""
    order = [node for node in diagram.order if node not in diagram.hidden]
    return _times(
        [Factor((node,), _reduced(diagram, node, order[: order.index(node)])) for node in order if node in whole]
    )


def _reduced(diagram: Diagram, node: str, earlier: list[str]) -> tuple[str, ...]:
    kept = list(earlier)
    for name in earlier:
        rest = [other for other in kept if other != name]
        if diagram.separated([node], [name], rest):
            kept = rest
    return tuple(kept)


def _within(diagram: Diagram, part: frozenset[str], whole: frozenset[str], factor: Estimand) -> Estimand | Hedge:
    """Return Q[part] from Q[whole], or the hedge of the two (procedure Identify of Tian and Pearl, 2003)."""
    upstream = _ancestors(diagram, part, whole)
    if upstream == part:
        return _summed(diagram, whole - part, factor)
    if upstream == whole:
        return Hedge(_sorted(diagram, whole), _sorted(diagram, part))
    kept = _summed(diagram, whole - upstream, factor)
    smaller = diagram.district(next(iter(part)), upstream)
    order = _sorted(diagram, upstream)
    steps: list[Estimand] = []
    for place, node in enumerate(order):
        if node in smaller:
            top = _summed(diagram, frozenset(order[place + 1 :]), kept)
            bottom = _summed(diagram, frozenset(order[place:]), kept)
            steps.append(Ratio(top, bottom) if place else top)
    return _within(diagram, part, smaller, _times(steps))


def _times(parts: list[Estimand]) -> Estimand:
    return parts[0] if len(parts) == 1 else Times(tuple(parts))


def _summed(diagram: Diagram, names: frozenset[str], body: Estimand) -> Estimand:
    return Over(_sorted(diagram, names), body) if names else body


def _sorted(diagram: Diagram, names: Iterable[str]) -> tuple[str, ...]:
    chosen = frozenset(names)
    return tuple(node for node in diagram.order if node in chosen)
