"""The multi-world network of a counterfactual question, restricted to the relevant part.

Sources: Balke and Pearl (1994), Probabilistic evaluation of counterfactual queries (twin network); Shpitser and Pearl
(2008) for several worlds. Worlds share their noise. By the axiom of composition, a variable whose rule sees the same
parents in two worlds is one node. An observed node counts as its value, so evidence cuts the network before anything
is multiplied.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from causalcore.errors import CyclicModelError, InvalidInterventionError, MalformedModelError, UnknownMechanismError
from causalcore.model.building import from_formula
from causalcore.model.model import NOISE, SCM, ConditionalTable, Floats, Mechanism, Rule, checked_distribution
from causalcore.queries.compiled.factor import Factor
from causalcore.queries.compiled.plan import Plan, compile_plan
from causalcore.queries.world import Fact, Policy, Randomised, Setting, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

World = tuple[tuple[str, Setting], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a term in the network: a node, or a known position of its domain."""

    node: int | None
    known: int | None = None


class Network:
    """Factors for some terms of a model; it grows as terms are requested.

    Parameters
    ----------
    classes
        For a network whose values come later: the class of each variable that shares its inputs with others. Observed
        and set values are then inputs, one for each class and position, and the network is valid for all values that
        are equal and different in the same places. None for a network with fixed values.
    """

    def __init__(self, model: SCM, classes: Mapping[str, str] | None = None) -> None:
        self.model = model
        self.sizes: dict[int, int] = {}
        self.observed: dict[int, Place] = {}
        self.inputs: dict[tuple[str, int], int] = {}
        self._classes = classes
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
        return place if place.node is None else self.observed.get(place.node, place)

    def _value(self, name: str, position: int) -> Place:
        """Return the place of a value: the value itself, or the input that supplies it."""
        if self._classes is None:
            return Place(None, position)
        key = self._classes.get(name, name), position
        if key not in self.inputs:
            self.inputs[key] = self._new_node(self.model[name].size)
        return Place(self.inputs[key])

    def _check(self, term: Term) -> None:
        self.model.rule(term.variable)
        named = [name for name, _ in term.do]
        if len(set(named)) != len(named):
            message = f"expected each variable set once, got {term}; drop one of the settings"
            raise InvalidInterventionError(message)
        for name, setting in term.do:
            if name in self.model.noise_of:
                message = f"expected a variable with a mechanism to set, got the noise {name}; {NOISE}"
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
        """Return the rule of a variable in a world; None if a setting replaces it."""
        if name not in settings:
            return self.model.rule(name)
        setting = settings[name]
        if isinstance(setting, Policy):
            by_name = {item.name: item for item in self.model.variables}
            return from_formula(self.model[name], setting.formula, by_name)
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
        return self._value(name, self.model[name].index(setting))

    def _function(self, name: str, rule: Mechanism, places: tuple[Place, ...], origin: object) -> Place:
        nodes = tuple([place.node for place in places if place.node is not None])
        key = (name, origin, tuple([(place.known, place.node) for place in places]))
        if key not in self._shared:
            table = rule.table
            if len(nodes) < len(places):
                table = table[tuple([slice(None) if place.known is None else place.known for place in places])]
            lowest = int(table.min())
            if lowest == table.max():
                self._shared[key] = Place(None, lowest)
            else:
                size = self.model[name].size
                node = self._new_node(size)
                self._factors.append(Factor((*nodes, node), _unit(size).take(table, axis=0)))
                self._shared[key] = Place(node)
        return self._shared[key]

    def _chance(self, name: str, rule: ConditionalTable, places: tuple[Place, ...]) -> Place:
        key = (name, tuple([(place.known, place.node) for place in places]))
        if key not in self._shared:
            if name in self._table_copies:
                raise UnknownMechanismError(name)
            table = rule.probabilities[tuple(slice(None) if place.known is None else place.known for place in places)]
            node = self._new_node(self.model[name].size)
            nodes = tuple([place.node for place in places if place.node is not None])
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
        """Enter facts, causes before effects, so known values simplify what follows."""
        ranks = {name: rank for rank, name in enumerate(self.model.order)}
        for fact in sorted(facts, key=lambda fact: ranks.get(fact.term.variable, 0)):
            allowed = fact.allowed(self.model[fact.term.variable])
            place = self.place(fact.term)
            if len(allowed) == 1:
                self._equate(place, self._value(fact.term.variable, allowed[0]))
            elif place.node is None:
                self.possible = self.possible and place.known in allowed
            else:
                self._restrict(place.node, allowed)

    def _equate(self, place: Place, value: Place) -> None:
        """Observe that a place has a value."""
        if place == value:
            return
        if place.node is not None and place.node not in self.inputs.values():
            self.observed[place.node] = value
        elif place.known is not None and value.node is not None:
            self._restrict(value.node, (place.known,))
        else:
            self.possible = False

    def _restrict(self, node: int, allowed: tuple[int, ...]) -> None:
        """Observe that a node has one of some values."""
        indicator = np.zeros(self.sizes[node])
        indicator[list(allowed)] = 1.0
        self._factors.append(Factor((node,), indicator))

    # ------------------------------------------------------------ summing

    def factors(self) -> list[Factor]:
        """Return all factors, restricted to the evidence."""
        touched = {id(factor): factor for factor in map(self.model.noise_of.__getitem__, self._noise_nodes)}
        factors = list(self._factors)
        for factor in touched.values():
            unused = tuple(axis for axis, name in enumerate(factor.names) if name not in self._noise_nodes)
            nodes = tuple(self._noise_nodes[name] for name in factor.names if name in self._noise_nodes)
            factors.append(Factor(nodes, factor.probabilities.sum(axis=unused)))
        return [self._with_evidence(factor) for factor in factors]

    def _with_evidence(self, factor: Factor) -> Factor:
        if self.observed.keys().isdisjoint(factor.nodes):
            return factor
        seen = [self.observed.get(node, Place(node)) for node in factor.nodes]
        table = factor.table[tuple([slice(None) if place.known is None else place.known for place in seen])]
        return Factor(tuple([place.node for place in seen if place.node is not None]), np.asarray(table))

    def plan(self, places: Iterable[Place] = (), inputs: Iterable[tuple[str, int]] = ()) -> Plan:
        """Compile the table over some places, each weighted by the probability of the evidence.

        Parameters
        ----------
        inputs
            The inputs by class and position, in the order in which their values will come.
        """
        asked: list[int] = []
        for place in map(self._settled, places):
            asked.append(self._asked(place, asked))
        return compile_plan(self.factors(), tuple(asked), self.sizes, [self.inputs.get(key, -1) for key in inputs])

    def _asked(self, place: Place, before: Iterable[int]) -> int:
        """Return the node of a requested place; a new node if it is an input or was requested before."""
        if place.node is None:
            message = "expected a place with a node, got a value; ask for terms of this network"
            raise MalformedModelError(message)
        if place.node not in before and place.node not in self.inputs.values():
            return place.node
        node = self._new_node(self.sizes[place.node])
        self._factors.append(Factor((place.node, node), np.eye(self.sizes[place.node])))
        return node

    def weight(self) -> float:
        """Return the probability of the evidence."""
        return self.plan().run(())[1] if self.possible else 0.0

    def joint(self, places: tuple[Place, ...], sizes: tuple[int, ...]) -> Floats:
        """Return P(evidence, value) for each combination of values at some places."""
        if not self.possible:
            return np.zeros(sizes)
        free = [place for place in map(self._settled, places) if place.node is not None]
        table, share = self.plan(free).run(())
        return one_hot(table * share, [self._settled(place).known for place in places], sizes)

    def noise_read(self) -> frozenset[str]:
        """Return the noise variables that the network reads."""
        return frozenset(self._noise_nodes)

    def noise_places(self, names: Iterable[str]) -> tuple[Place, ...]:
        """Return the places of noise variables, adding those that the network does not read yet."""
        return tuple(self._parent(name, ()) for name in names)


@lru_cache(maxsize=64)
def _unit(size: int) -> Floats:
    return np.eye(size)


def one_hot(table: Floats, known: Iterable[int | None], sizes: tuple[int, ...]) -> Floats:
    """Expand a table with axes for known positions.

    Shapes
    ------
    table : one axis for each place that is not known, and any number of axes after these
    result : one axis for each place, then the extra axes

    Examples
    --------
    >>> one_hot(np.array([0.25, 0.75]), (None, 1), (2, 3)).tolist()
    [[0.0, 0.25, 0.0], [0.0, 0.75, 0.0]]
    """
    places = tuple(slice(None) if place is None else place for place in known)
    expanded = np.zeros((*sizes, *table.shape[sum(place is None for place in known) :]))
    expanded[places] = table
    return expanded
