"""Units: rows in which every endogenous variable is observed.

Source: Pearl, Glymour and Jewell (2016), Causal Inference in Statistics: A Primer, section 4.2.4, the three steps for
one unit. Given all of V, P(U | v) factorises over the confounded components of the noise; the row restricts each to a
set of its states. A variable with the same value in all remaining states is determined. So a counterfactual about
determined variables costs one pass over the graph and needs no inference.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, cast

from causalcore.queries.unit_layout import lay_out
from causalcore.queries.world import Fact, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.unit_layout import Component, Node
    from causalcore.queries.world import Setting

MAX_REMEMBERED = 1024
"""Most plans, and chances of sets of states, that one model caches."""
_LAYOUT = "_unit_model"


class UnitModel:
    """A model laid out for units; `unit_model` makes one.

    Parameters
    ----------
    components
        Its confounded components; the first has a single state and no noise.
    nodes
        Its variables, causes before effects.
    """

    def __init__(self, model: SCM, components: tuple[Component, ...], nodes: tuple[Node, ...]) -> None:
        self.model, self.components, self.nodes = model, components, nodes
        self.index = {node.name: place for place, node in enumerate(nodes)}
        self._all_states = [(1 << len(component.prior)) - 1 for component in components]
        self._lookups = [(node.name, _labels(model[node.name].values)) for node in nodes]
        self._passes = [(node.parents, node.nested, node.component) for node in nodes]
        self._plans: dict[tuple[frozenset[str], str], tuple[int, ...]] = {}
        self._chances: dict[tuple[int, int], float] = {}
        self.tables = [(place, node.chances) for place, node in enumerate(nodes) if node.chances is not None]

    def place(self, name: str, value: object) -> int:
        """Return the position of a value in a variable's domain."""
        try:
            return self._lookups[self.index[name]][1][value]
        except (KeyError, TypeError):
            return self.model[name].index(value)

    def row(self, evidence: Mapping[str, Value]) -> tuple[int, ...] | None:
        """Return the positions of all variables; None unless the evidence covers exactly these variables."""
        if evidence.keys() != self.index.keys():
            return None
        try:
            return tuple([places[evidence[name]] for name, places in self._lookups])
        except (KeyError, TypeError):
            return tuple(self.place(name, evidence[name]) for name in self.index)

    def abduct(self, row: Sequence[int]) -> tuple[int, ...]:
        """Return the states of each component that the row leaves possible; 0 if it leaves none."""
        left = self._all_states.copy()
        for value, (parents, table, component) in zip(row, self._passes, strict=True):
            for parent in parents:
                table = table[row[parent]]
            left[component] &= table[value]
        return tuple(left)

    def chance(self, key: tuple[int, int]) -> float:
        """Return the prior probability of some states of a component, given as bits."""
        if key not in self._chances:
            if len(self._chances) >= MAX_REMEMBERED:
                self._chances.clear()
            component, states = key
            prior = self.components[component].prior
            self._chances[key] = float(sum(share for state, share in enumerate(prior) if states >> state & 1))
        return self._chances[key]

    def predict(self, row: Sequence[int], left: Sequence[int], do: Mapping[str, int], target: str) -> int | None:
        """Return the position of a variable once others are set; None if the noise leaves it open."""
        if target in do:
            return do[target]
        star = list(row)
        for name, value in do.items():
            star[self.index[name]] = value
        for place in self.plan(frozenset(do), target):
            position = self._respond(place, row, star, left)
            if position is None:
                return None
            star[place] = position
        return star[self.index[target]]

    def _respond(self, place: int, row: Sequence[int], star: Sequence[int], left: Sequence[int]) -> int | None:
        parents, table, component = self._passes[place]
        moved = False
        for parent in parents:
            value = star[parent]
            table = table[value]
            moved = moved or value != row[parent]
        if not moved:
            return row[place]
        if self.nodes[place].chances is not None:
            return None
        states = left[component]
        for value, giving in enumerate(table):
            if states & giving == states:
                return value
        return None

    def plan(self, do: frozenset[str], target: str) -> tuple[int, ...]:
        """Return the places between the set variables and a target, causes before effects."""
        key = do, target
        if key not in self._plans:
            if len(self._plans) >= MAX_REMEMBERED:
                self._plans.clear()
            self._plans[key] = self._between(do, target)
        return self._plans[key]

    def _between(self, do: frozenset[str], target: str) -> tuple[int, ...]:
        fixed = {self.index[name] for name in do}
        moving = set(fixed)
        for place, node in enumerate(self.nodes):
            if place not in fixed and any(parent in moving for parent in node.parents):
                moving.add(place)
        needed, stack = set[int](), [self.index[target]]
        while stack:
            place = stack.pop()
            if place in moving and place not in fixed and place not in needed:
                needed.add(place)
                stack.extend(self.nodes[place].parents)
        return tuple(sorted(needed))


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """One row of a layout, and the noise states that it leaves possible.

    Parameters
    ----------
    row
        The position of each variable's value, in the order of the layout.
    left
        The possible states of each component, as bits.
    """

    layout: UnitModel
    row: tuple[int, ...]
    left: tuple[int, ...]

    def weight(self) -> float:
        """Return the probability of the row."""
        layout = self.layout
        probability = prod(map(layout.chance, enumerate(self.left)))
        for own, chances in layout.tables:
            probability *= float(chances[tuple(self.row[place] for place in (*layout.nodes[own].parents, own))])
        return probability

    @property
    def possible(self) -> bool:
        """Whether some noise of positive probability produces the row."""
        return all(self.left)

    def decide(self, facts: Iterable[Fact]) -> float | None:
        """Return 1 or 0 if the row decides all facts, of any worlds; otherwise None."""
        answer = 1.0
        for fact in facts:
            position = self.settle(fact.term)
            if position is None:
                return None
            if position not in fact.allowed(self.layout.model[fact.term.variable]):
                answer = 0.0
        return answer

    def settle(self, term: Term) -> int | None:
        """Return the position of a term; None if the row leaves it open or the term needs more than one pass."""
        do: dict[str, int] = {}
        for name, setting in term.do:
            value = self._setting(name, setting)
            if value is None or name in do:
                return None
            do[name] = value
        if term.variable not in self.layout.index:
            return None
        return self.layout.predict(self.row, self.left, do, term.variable)

    def _setting(self, name: str, setting: Setting) -> int | None:
        if name not in self.layout.index:
            return None
        if isinstance(setting, Term):
            model = self.layout.model
            compatible = setting.variable in self.layout.index and model[setting.variable].values == model[name].values
            return self.settle(setting) if compatible else None
        return self.layout.place(name, setting) if isinstance(setting, int | float | str) else None

    def clashing(self) -> frozenset[str]:
        """Return variables whose values clash; empty if the row is possible."""
        nodes = self.layout.nodes
        for component, states in enumerate(self.left):
            if not states:
                members = [place for place, node in enumerate(nodes) if node.component == component]
                if component == 0:
                    members = [place for place in members if not self._fits(place)][:1]
                places = {*members, *(parent for place in members for parent in nodes[place].parents)}
                return frozenset(nodes[place].name for place in places)
        return frozenset()

    def _fits(self, place: int) -> bool:
        table = self.layout.nodes[place].nested
        for parent in self.layout.nodes[place].parents:
            table = table[self.row[parent]]
        return bool(table[self.row[place]])


def observed_unit(model: SCM, facts: Sequence[Fact]) -> Unit | None:
    """Return the unit that facts describe; None unless they give every endogenous variable its factual value."""
    if len(facts) < len(model.variables) or any(fact.term.do or fact.relation != "=" for fact in facts):
        return None
    values = {fact.term.variable: fact.value for fact in facts}
    if len(values) != len(facts):
        return None
    layout = unit_model(model)
    row = None if layout is None else layout.row(values)
    return None if layout is None or row is None else Unit(layout, row, layout.abduct(row))


def _labels(values: tuple[Value, ...]) -> dict[object, int]:
    places: dict[object, int] = {str(value): place for place, value in enumerate(values)}
    places.update({value: place for place, value in enumerate(values)})
    return places


def unit_model(model: SCM) -> UnitModel | None:
    """Lay a model out for units, once; return None if a confounded component has too many states.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> layout = unit_model(FLIPPED_COPY)
    >>> row = layout.row({"X": 0, "Y": 1})
    >>> layout.predict(row, layout.abduct(row), {"X": 1}, "Y")
    0
    """
    cache = vars(model)  # so the cache lives as long as the model
    if _LAYOUT not in cache:
        parts = lay_out(model)
        cache[_LAYOUT] = None if parts is None else UnitModel(model, *parts)
    return cast("UnitModel | None", cache[_LAYOUT])
