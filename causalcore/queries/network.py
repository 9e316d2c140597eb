"""The multi-world network of a counterfactual question, only the relevant part.

Source: Balke and Pearl (1994), Probabilistic evaluation of counterfactual
queries (twin network); Shpitser and Pearl (2008) for several worlds. Worlds
share their noise. A variable whose rule sees the same parents in two worlds is
one node, by the axiom of composition; an observed node counts as its value,
so evidence cuts the network before anything is multiplied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from causalcore.errors import CyclicModelError, InvalidInterventionError, MalformedModelError, UnknownMechanismError
from causalcore.model.building import from_formula
from causalcore.model.model import SCM, ConditionalTable, Floats, Mechanism, Rule, checked_distribution
from causalcore.queries.elimination import Factor, eliminate
from causalcore.queries.world import Fact, Policy, Randomised, Setting, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

World = tuple[tuple[str, Setting], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a term stands in the network: a node, or a position of its domain that is known."""

    node: int | None
    known: int | None = None


class Network:
    """Factors for some terms of a model; grows as terms are asked for."""

    def __init__(self, model: SCM) -> None:
        self.model = model
        self.sizes: dict[int, int] = {}
        self.observed: dict[int, int] = {}
        self.possible = True
        self._factors: list[Factor] = []
        self._places: dict[tuple[str, World], Place] = {}
        self._shared: dict[object, Place] = {}
        self._noise_nodes: dict[str, int] = {}
        self._table_copies: dict[str, int] = {}

    # ------------------------------------------------------------ building

    def place(self, term: Term) -> Place:
        """Return the place of a term, building its ancestors in its world."""
        self._check(term)
        return self._settled(self._resolve(term.variable, term.do))

    def _settled(self, place: Place) -> Place:
        if place.node is not None and place.node in self.observed:
            return Place(place.node, self.observed[place.node])
        return place

    def _check(self, term: Term) -> None:
        self.model.rule(term.variable)
        named = [name for name, _ in term.do]
        if len(set(named)) != len(named):
            message = f"expected each variable set once, got {term}; drop one of the settings"
            raise InvalidInterventionError(message)
        for name, setting in term.do:
            if name in self.model.noise_of:
                message = f"expected an endogenous variable to set, got the noise {name}; condition on it instead"
                raise InvalidInterventionError(message)
            self.model.rule(name)
            if not isinstance(setting, Term | Randomised | Policy):
                self.model[name].index(setting)

    def _resolve(self, variable: str, world: World) -> Place:
        settings = dict(world)
        path: list[str] = []
        stack = [(variable, False)]
        while stack:
            name, ready = stack.pop()
            if (name, world) in self._places:
                continue
            rule = self._rule(name, settings)
            if ready:
                path.pop()
                self._places[name, world] = self._make(name, rule, world, settings)
                continue
            if name in path:
                raise CyclicModelError((*path[path.index(name) :], name))
            path.append(name)
            stack.append((name, True))
            parents = rule.parents if rule is not None else ()
            stack.extend((parent, False) for parent in parents if parent not in self.model.noise_of)
        return self._places[variable, world]

    def _rule(self, name: str, settings: Mapping[str, Setting]) -> Rule | None:
        """Return the rule that drives a variable in a world; None where a setting replaces it."""
        if name not in settings:
            return self.model.rule(name)
        setting = settings[name]
        if isinstance(setting, Policy):
            known = {item.name: item for item in self.model.variables}
            return from_formula(self.model[name], setting.formula, known)
        return None

    def _make(self, name: str, rule: Rule | None, world: World, settings: Mapping[str, Setting]) -> Place:
        if rule is None:
            return self._set(name, settings[name], world)
        places = tuple(self._parent(parent, world) for parent in rule.parents)
        origin = settings.get(name, name)
        if isinstance(rule, ConditionalTable):
            return self._chance(name, rule, places)
        return self._function(name, rule, places, origin)

    def _parent(self, name: str, world: World) -> Place:
        if name in self.model.noise_of:
            if name not in self._noise_nodes:
                self._noise_nodes[name] = self._new_node(self.model[name].size)
            return Place(self._noise_nodes[name])
        return self._settled(self._places[name, world])

    def _set(self, name: str, setting: Setting, world: World) -> Place:
        if isinstance(setting, Randomised):
            own = self.model[name]
            chances = np.zeros(own.size)
            for value, chance in setting.probabilities:
                chances[own.index(value)] += chance
            node = self._new_node(own.size)
            self._factors.append(Factor((node,), checked_distribution(chances, f"the setting of {name}")))
            return self._shared.setdefault((name, world), Place(node))
        if isinstance(setting, Term):
            source, target = self.model[setting.variable], self.model[name]
            if source.values != target.values:
                message = f"expected a setting of {name} with the same values, got {setting}; ask for a like variable"
                raise InvalidInterventionError(message)
            return self.place(setting)
        return Place(None, self.model[name].index(setting))

    def _function(self, name: str, rule: Mechanism, places: tuple[Place, ...], origin: object) -> Place:
        table = rule.table[tuple(slice(None) if place.known is None else place.known for place in places)]
        if table.size == 1 or np.all(table == table.flat[0]):
            return Place(None, int(table.flat[0]))
        nodes = tuple(place.node for place in places if place.known is None and place.node is not None)
        key = (name, origin, tuple((place.known, None if place.known is not None else place.node) for place in places))
        if key not in self._shared:
            size = self.model[name].size
            node = self._new_node(size)
            self._factors.append(Factor((*nodes, node), np.eye(size)[table]))
            self._shared[key] = Place(node)
        return self._shared[key]

    def _chance(self, name: str, rule: ConditionalTable, places: tuple[Place, ...]) -> Place:
        key = (name, tuple((place.known, None if place.known is not None else place.node) for place in places))
        if key not in self._shared:
            if name in self._table_copies:
                raise UnknownMechanismError(name)
            table = rule.probabilities[tuple(slice(None) if place.known is None else place.known for place in places)]
            node = self._new_node(self.model[name].size)
            nodes = tuple(place.node for place in places if place.known is None and place.node is not None)
            self._factors.append(Factor((*nodes, node), table))
            self._table_copies[name] = node
            self._shared[key] = Place(node)
        return self._shared[key]

    def _new_node(self, size: int) -> int:
        node = len(self.sizes)
        self.sizes[node] = size
        return node

    # ------------------------------------------------------------ evidence

    def observe(self, facts: Iterable[Fact]) -> None:
        """Enter facts, causes before effects, so that what is known simplifies what follows."""
        ranks = {name: rank for rank, name in enumerate(self.model.order)}
        for fact in sorted(facts, key=lambda fact: ranks.get(fact.term.variable, 0)):
            allowed = fact.allowed(self.model[fact.term.variable])
            place = self.place(fact.term)
            if place.known is not None:
                self.possible = self.possible and place.known in allowed
            elif len(allowed) == 1 and place.node is not None:
                self.observed[place.node] = allowed[0]
            elif place.node is not None:
                indicator = np.zeros(self.sizes[place.node])
                indicator[list(allowed)] = 1.0
                self._factors.append(Factor((place.node,), indicator))

    # ------------------------------------------------------------ summing

    def factors(self) -> list[Factor]:
        """Return all factors with the evidence put in."""
        touched = {id(factor): factor for factor in map(self.model.noise_of.__getitem__, self._noise_nodes)}
        found = list(self._factors)
        for factor in touched.values():
            unused = tuple(axis for axis, name in enumerate(factor.names) if name not in self._noise_nodes)
            nodes = tuple(self._noise_nodes[name] for name in factor.names if name in self._noise_nodes)
            found.append(Factor(nodes, factor.probabilities.sum(axis=unused)))
        return [self._sliced(factor) for factor in found]

    def _sliced(self, factor: Factor) -> Factor:
        if not any(node in self.observed for node in factor.nodes):
            return factor
        index = tuple(self.observed.get(node, slice(None)) for node in factor.nodes)
        return Factor(
            tuple(node for node in factor.nodes if node not in self.observed), np.asarray(factor.table[index])
        )

    def weight(self) -> float:
        """Return the probability of the evidence."""
        return float(eliminate(self.factors(), (), self.sizes)) if self.possible else 0.0

    def joint(self, places: tuple[Place, ...], sizes: tuple[int, ...]) -> Floats:
        """Return P(evidence, value) for each combination of values at some places."""
        if not self.possible:
            return np.zeros(sizes)
        settled = [self._settled(place) for place in places]
        free = tuple(dict.fromkeys(p.node for p in settled if p.known is None and p.node is not None))
        table = eliminate(self.factors(), free, self.sizes)
        result = np.zeros(sizes)
        for position in np.ndindex(*sizes):
            values: dict[int, int] = {}
            if all(self._agrees(place, value, values) for place, value in zip(settled, position, strict=True)):
                result[position] = table[tuple(values[node] for node in free)]
        return result

    @staticmethod
    def _agrees(place: Place, value: int, values: dict[int, int]) -> bool:
        if place.known is not None:
            return place.known == value
        if place.node is None:
            message = "expected a place with a node or a value, got neither"
            raise MalformedModelError(message)
        return values.setdefault(place.node, value) == value

    def noise_read(self) -> frozenset[str]:
        """Return the noise variables that something in the network reads."""
        return frozenset(self._noise_nodes)

    def noise_places(self, names: Iterable[str]) -> tuple[Place, ...]:
        """Return the places of noise variables, adding those that nothing has touched."""
        return tuple(self._parent(name, ()) for name in names)
