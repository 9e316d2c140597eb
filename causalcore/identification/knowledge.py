"""The given probabilities, and which others follow from them in a diagram."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from causalcore.identification.diagram import Diagram
from causalcore.identification.expression import (
    Difference,
    Expression,
    Number,
    Probability,
    Product,
    Quotient,
    Sum,
    evaluate,
    probability,
)

DEPTH = 4
"""Most rules of probability that are applied in a chain."""


@dataclass(frozen=True, slots=True)
class Given:
    """A probability that a text states.

    Parameters
    ----------
    value
        The stated value, a probability between 0 and 1.
    slack
        Half a unit in the last digit: the most that rounding can have changed.
    words
        The sentence that states it.
    span
        The sentence's character offsets in the text.
    """

    probability: Probability
    value: float
    slack: float = 0.0
    words: str = ""
    span: tuple[int, int] = (0, 0)

    @property
    def ends(self) -> tuple[float, float]:
        """The least and greatest numbers that round to this value."""
        return max(0.0, self.value - self.slack), min(1.0, self.value + self.slack)


@dataclass(frozen=True, eq=False)
class Knowledge:
    """A diagram and the given probabilities of its variables.

    Parameters
    ----------
    givens
        If two state the same probability, the first counts.

    Examples
    --------
    >>> chain = Diagram(("X", "Y"), (("X", "Y"),))
    >>> given = [(({"Y": 1}, {"X": 0}), 0.2), (({"Y": 1}, {"X": 1}), 0.6), (({"X": 1}, {}), 0.5)]
    >>> known = Knowledge(chain, tuple(Given(probability(*of), value) for of, value in given))
    >>> known.value(known.derive(probability({"Y": 1})))
    0.4
    >>> print(known.derive(probability({"Y": 0}, {"X": 1})))
    1 - P(Y=1 | X=1)
    """

    diagram: Diagram
    givens: tuple[Given, ...]
    _memo: dict[Probability, tuple[Expression | None, int]] = field(default_factory=dict, repr=False)

    @cached_property
    def by_probability(self) -> Mapping[Probability, Given]:
        """The givens, by their probabilities."""
        by_probability: dict[Probability, Given] = {}
        for given in self.givens:
            by_probability.setdefault(given.probability, given)
        return by_probability

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables that a given probability mentions."""
        return frozenset(
            name for given in self.givens for name, _ in (*given.probability.event, *given.probability.given)
        )

    def derive(self, wanted: Probability, depth: int = DEPTH) -> Expression | None:
        """Express a probability in terms of what is given; None if the rules tried do not derive it."""
        expression, tried = self._memo.get(wanted, (None, -1))
        if expression is None and tried < depth:
            self._memo[wanted] = (None, depth)  # so a probability is not derived from itself
            expression = self._derive(wanted, depth)
            self._memo[wanted] = (expression, depth)
        return expression

    def value(self, expression: Expression) -> float:
        """Compute an expression at the stated values."""
        return float(evaluate(expression, lambda leaf: self.by_probability[leaf].value))

    def _derive(self, wanted: Probability, depth: int) -> Expression | None:
        if wanted in self.by_probability:
            return wanted
        if not wanted.event:
            return Number(1.0)
        if len(wanted.event) == 1 and (turned := _complement(wanted)) in self.by_probability:
            return Difference(Number(1.0), turned)
        cells = self._by_cells(wanted)
        if depth == 0 or cells is not None:
            return cells
        rules = (self._without_idle, self._by_chain, self._by_joint, self._by_cases, self._by_bayes)
        return next((expression for rule in rules if (expression := rule(wanted, depth - 1)) is not None), None)

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The sets of variables whose whole joint distribution is given."""
        joint = [tuple(name for name, _ in stated.event) for stated in self.by_probability if not stated.given]
        whole = (names for names in dict.fromkeys(joint) if joint.count(names) == 2 ** len(names))
        return tuple(names for names in whole if len(names) > 1)

    def _by_cells(self, wanted: Probability) -> Expression | None:
        """P(a | b) as a ratio of sums, if a joint distribution over both is given."""
        fixed = dict((*wanted.event, *wanted.given))
        for names in self.cells:
            if fixed.keys() <= set(names):
                top = self._cell_sum(names, fixed)
                bottom = self._cell_sum(names, dict(wanted.given)) if wanted.given else None
                return top if bottom is None else Quotient(top, bottom)
        return None

    @staticmethod
    def _cell_sum(names: tuple[str, ...], fixed: Mapping[str, int]) -> Expression:
        free = [name for name in names if name not in fixed]
        rows = (dict(zip(free, row, strict=True)) for row in product((0, 1), repeat=len(free)))
        parts = tuple(probability({**{n: v for n, v in fixed.items() if n in names}, **row}) for row in rows)
        return parts[0] if len(parts) == 1 else Sum(parts)

    def _without_idle(self, wanted: Probability, depth: int) -> Expression | None:
        """Drop a condition that the event does not depend on, or add one: P(y | x) = P(y | x, z)."""
        event = [name for name, _ in wanted.event]
        for pair in wanted.given:
            rest = tuple(other for other in wanted.given if other != pair)
            if self.diagram.separated(event, [pair[0]], [name for name, _ in rest]):
                return self.derive(Probability(wanted.event, rest), depth)
        for name in sorted(self.names - {*event, *(name for name, _ in wanted.given)}):
            if self.diagram.separated(event, [name], [condition for condition, _ in wanted.given]):
                for value in (0, 1):
                    widened = probability(dict(wanted.event), {**dict(wanted.given), name: value})
                    if widened in self.by_probability:
                        return widened
        return None

    def _by_chain(self, wanted: Probability, depth: int) -> Expression | None:
        """P(a, b | c) = P(a | b, c) P(b | c)."""
        if len(wanted.event) < 2:
            return None
        for pair in wanted.event:
            rest = tuple(other for other in wanted.event if other != pair)
            first = self.derive(Probability((pair,), tuple(sorted((*rest, *wanted.given)))), depth)
            second = self.derive(Probability(rest, wanted.given), depth) if first is not None else None
            if first is not None and second is not None:
                return Product((first, second))
        return None

    def _by_joint(self, wanted: Probability, depth: int) -> Expression | None:
        """P(a | b) = P(a, b) / P(b), if a joint probability is given."""
        for pair in wanted.given:
            rest = tuple(other for other in wanted.given if other != pair)
            for turned in (wanted, *([_complement(wanted)] if len(wanted.event) == 1 else [])):
                joint = Probability(tuple(sorted((*turned.event, pair))), rest)
                if joint in self.by_probability:
                    bottom = self.derive(Probability((pair,), rest), depth)
                    if bottom is not None:
                        quotient = Quotient(joint, bottom)
                        return quotient if turned is wanted else Difference(Number(1.0), quotient)
        return None

    def _by_cases(self, wanted: Probability, depth: int) -> Expression | None:
        """P(a | b) = sum over c of P(a | b, c) P(c | b), or the sum of given joint probabilities."""
        used = {name for name, _ in (*wanted.event, *wanted.given)}
        for name in sorted(self.names - used):
            joints = tuple(Probability(tuple(sorted((*wanted.event, (name, value)))), wanted.given) for value in (0, 1))
            if all(joint in self.by_probability for joint in joints):
                return Sum(joints)
            parts = []
            for value in (0, 1):
                case = probability({name: value}, dict(wanted.given))
                within = probability(dict(wanted.event), {**dict(wanted.given), name: value})
                inner = self.derive(within, depth)
                weight = self.derive(case, depth) if inner is not None else None
                if inner is None or weight is None:
                    break
                parts.append(Product((inner, weight)))
            else:
                return Sum(tuple(parts))
        return None

    def _by_bayes(self, wanted: Probability, depth: int) -> Expression | None:
        """P(a | b, c) = P(b | a, c) P(a | c) / P(b | c)."""
        for pair in wanted.given if len(wanted.event) == 1 else ():
            rest = tuple(other for other in wanted.given if other != pair)
            turned = Probability((pair,), tuple(sorted((*wanted.event, *rest))))
            if turned not in self.by_probability and _complement(turned) not in self.by_probability:
                continue
            parts = (turned, Probability(wanted.event, rest), Probability((pair,), rest))
            derived = [self.derive(part, depth) for part in parts]
            if derived[0] is not None and derived[1] is not None and derived[2] is not None:
                return Quotient(Product((derived[0], derived[1])), derived[2])
        return None


def _complement(wanted: Probability) -> Probability:
    (name, value), *_ = wanted.event
    return Probability(((name, 1 - value),), wanted.given)
