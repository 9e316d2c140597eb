"""Products, sums and quotients of estimands in a short form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from causalcore.graph_questions.estimands.estimand_notation import free_names
from causalcore.identification.estimand import Estimand, Factor, Over, Ratio, Times


def times(parts: Iterable[Estimand]) -> Estimand:
    """Return a product without nested products.

    Examples
    --------
    >>> print(times([Factor(("X",)), Times((Factor(("Y",), ("X",)),))]))
    P(X) P(Y | X)
    """
    flat = flattened(parts)
    return flat[0] if len(flat) == 1 else Times(tuple(flat))


def flattened(parts: Iterable[Estimand]) -> list[Estimand]:
    """Return the factors of a product."""
    return [factor for part in parts for factor in (flattened(part.parts) if isinstance(part, Times) else [part])]


def summed(names: Sequence[str], parts: Iterable[Estimand]) -> list[Estimand]:
    """Return the factors of a sum: those that do not depend on the summed variable, and the sum over the others.

    Examples
    --------
    >>> print(times(summed(["Z"], [Factor(("X",)), Factor(("Y",), ("Z",)), Factor(("Z",))])))
    P(X) (sum over Z of P(Y | Z) P(Z))
    """
    flat = flattened(parts)
    if not names:
        return flat
    inside = [part for part in flat if free_names(part) & set(names)]
    return [*(part for part in flat if part not in inside), Over(tuple(names), times(inside))]


def quotient(top: Sequence[Estimand], bottom: Sequence[Estimand]) -> Estimand:
    """Return a quotient of two products after cancelling what they share.

    Examples
    --------
    >>> print(quotient([Factor(("X", "Y")), Factor(("Z",))], [Factor(("X",)), Factor(("Z",))]))
    P(Y | X)
    """
    above, below = list(flattened(top)), list(flattened(bottom))
    for part in list(below):
        if part in above:
            above.remove(part)
            below.remove(part)
    for part in list(below):
        whole = next((factor for factor in above if _covers(factor, part)), None)
        if isinstance(whole, Factor) and isinstance(part, Factor):
            left = tuple(name for name in whole.of if name not in part.of)
            above[above.index(whole)] = Factor(left, (*part.of, *whole.given), whole.do)
            below.remove(part)
    return Ratio(times(above), times(below)) if below else times(above)


def _covers(whole: Estimand, part: Estimand) -> bool:
    """Return whether one probability covers strictly more than another under the same conditions."""
    if not (isinstance(whole, Factor) and isinstance(part, Factor)):
        return False
    alike = set(whole.given) == set(part.given) and set(whole.do) == set(part.do)
    return alike and set(part.of) < set(whole.of)


def simplified(estimand: Estimand) -> Estimand:
    """Return an estimand with nested sums merged, and without probabilities that sum to 1.

    Examples
    --------
    >>> inner = Over(("W",), Times((Factor(("W",)), Factor(("Y",), ("W",)))))
    >>> print(simplified(Over(("Y",), Times((Factor(("X",)), inner)))))
    P(X)
    """
    match estimand:
        case Over(names, body):
            return _one_sum(names, simplified(body))
        case Times(parts):
            return times(simplified(part) for part in parts)
        case Ratio(top, bottom):
            return quotient(flattened([simplified(top)]), flattened([simplified(bottom)]))
    return estimand


def _one_sum(names: tuple[str, ...], body: Estimand) -> Estimand:
    parts: list[Estimand] = []
    over = list(names)
    for part in flattened([body]):
        mine = isinstance(part, Over) and not set(part.names) & {*over, *_names_beside(part, body)}
        if isinstance(part, Over) and mine:
            over += part.names
            parts += flattened([part.body])
        else:
            parts.append(part)
    while (spare := _spare(over, parts)) is not None:
        name, place = spare
        over.remove(name)
        factor = parts[place]
        assert isinstance(factor, Factor)  # noqa: S101  `_spare` returns only these
        left = tuple(other for other in factor.of if other != name)
        parts[place : place + 1] = [Factor(left, factor.given, factor.do)] if left else []
    return times(summed(over, parts))


def _names_beside(part: Estimand, body: Estimand) -> frozenset[str]:
    return frozenset().union(*(free_names(other) for other in flattened([body]) if other is not part))


def _spare(over: Sequence[str], parts: Sequence[Estimand]) -> tuple[str, int] | None:
    """Return a summed name that occurs only as an outcome of one probability, and the place of that probability."""
    for name in over:
        places = [place for place, part in enumerate(parts) if name in free_names(part)]
        factor = parts[places[0]] if len(places) == 1 else None
        if isinstance(factor, Factor) and name in factor.of and name not in (*factor.given, *factor.do):
            return name, places[0]
    return None
