"""Fully specified structural causal models <U, V, F, P(U)> over finite domains.

Source: Pearl (2009), Causality, 2nd ed., definitions 7.1.1 and 7.1.6. A variable follows either a deterministic
mechanism of its parents and its noise, or a conditional table, which says how often and not why.
`causalcore.queries.compiled.network` decides which questions then still have a point answer.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from causalcore.errors import CyclicModelError, MalformedModelError, UnknownNameError
from logic.errors import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from causalcore.model.variable import Value, Variable

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
NOISE = "noise is neither set nor observed in a query: give its value all the mass under noise in the model"
"""Advice when a query names noise."""
TOLERANCE = 1e-6
"""Largest deviation from 1 of a sum of probabilities; published tables are rounded."""


@dataclass(frozen=True, slots=True, eq=False)
class Noise:
    """Exogenous variables with a joint distribution, independent of every other `Noise`.

    Shapes
    ------
    probabilities : one axis for each name, in order
    """

    names: tuple[str, ...]
    probabilities: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Mechanism:
    """A deterministic table from the parents' values (endogenous or noise) to the own value.

    Shapes
    ------
    table : one axis for each parent; entries are positions in the own domain
    """

    parents: tuple[str, ...]
    table: Indices


@dataclass(frozen=True, slots=True, eq=False)
class ConditionalTable:
    """P(own value | parents), with noise of its own that is independent of all other noise.

    Shapes
    ------
    probabilities : one axis for each parent, the own value on the last
    """

    parents: tuple[str, ...]
    probabilities: Floats


Rule = Mechanism | ConditionalTable


def _first_wrong(probabilities: Floats) -> float:
    """Return the first number of a table that is not a probability."""
    flat = probabilities.reshape(-1)
    right = np.isfinite(flat) & (flat >= 0) & (flat <= 1 + TOLERANCE)
    return float(flat[np.argmin(right)])


def checked_distribution(probabilities: Floats, where: str) -> Floats:
    """Return probabilities normalised to sum to exactly 1 over the last axis, or raise `MalformedModelError`."""
    if not np.all(np.isfinite(probabilities)) or np.any(probabilities < 0) or np.any(probabilities > 1 + TOLERANCE):
        message = (
            f"expected probabilities between 0 and 1 for {where}, got {_first_wrong(probabilities):.6g}; correct them"
        )
        raise MalformedModelError(message)
    total = probabilities.sum(axis=-1, keepdims=True)
    if np.any(np.abs(total - 1) > TOLERANCE):
        worst = float(total.ravel()[np.argmax(np.abs(total - 1))])
        message = f"expected probabilities that sum to 1 for {where}, got the sum {worst:.6g}; correct or complete them"
        raise MalformedModelError(message)
    return np.asarray(probabilities / total, dtype=np.float64)


@dataclass(frozen=True, eq=False, repr=False)
class SCM:
    """A structural causal model; `causalcore.model.building.scm` makes one.

    Parameters
    ----------
    variables
        The endogenous variables V.
    exogenous
        The noise variables U.
    noise
        P(U), as independent factors.
    rules
        F: one rule for each endogenous variable, in the order of `variables`.
    """

    variables: tuple[Variable, ...]
    exogenous: tuple[Variable, ...]
    noise: tuple[Noise, ...]
    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        self._check_names()
        for variable, rule in zip(self.variables, self.rules, strict=True):
            self._check_rule(variable, rule)
        _ = self.order

    def _check_names(self) -> None:
        names = [variable.name for variable in (*self.variables, *self.exogenous)]
        if len(set(names)) != len(names):
            twice = sorted(name for name, count in Counter(names).items() if count > 1)
            message = f"expected each name once, got {listed(twice)} twice; rename one"
            raise MalformedModelError(message)
        covered = sorted(name for factor in self.noise for name in factor.names)
        if covered != sorted(variable.name for variable in self.exogenous):
            message = f"expected one distribution for each noise variable, got distributions for {listed(covered)}"
            raise MalformedModelError(message)
        for factor in self.noise:
            checked_distribution(factor.probabilities.reshape(-1), f"the noise {', '.join(factor.names)}")

    def _check_rule(self, variable: Variable, rule: Rule) -> None:
        shape = tuple(self[name].size for name in rule.parents)
        if isinstance(rule, ConditionalTable):
            if rule.probabilities.shape != (*shape, variable.size):
                message = (
                    f"expected a table of shape {(*shape, variable.size)} for {variable.name}, "
                    f"got {rule.probabilities.shape}; give one row for each combination of the parents' values"
                )
                raise MalformedModelError(message)
            checked_distribution(rule.probabilities, variable.name)
        elif rule.table.shape != shape or np.any(rule.table < 0) or np.any(rule.table >= variable.size):
            message = f"expected a table of shape {shape} into {variable.size} values for {variable.name}, got another"
            raise MalformedModelError(message)

    @cached_property
    def _by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in (*self.variables, *self.exogenous)}

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {variable.name: rule for variable, rule in zip(self.variables, self.rules, strict=True)}

    def __getitem__(self, name: str) -> Variable:
        if name not in self._by_name:
            raise UnknownNameError(name, tuple(self._by_name))
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def rule(self, name: str) -> Rule:
        """Return the mechanism or table of an endogenous variable."""
        if name in self.noise_of:
            raise UnknownNameError(name, self.names, NOISE)
        if name not in self._rules:
            raise UnknownNameError(name, self.names)
        return self._rules[name]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The endogenous names."""
        return tuple(variable.name for variable in self.variables)

    @cached_property
    def noise_of(self) -> dict[str, Noise]:
        """The factor that contains each noise variable."""
        return {name: factor for factor in self.noise for name in factor.names}

    def parents(self, name: str) -> tuple[str, ...]:
        """Return the endogenous parents of a variable."""
        return tuple(parent for parent in self.rule(name).parents if parent in self._rules)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The endogenous names, causes before effects."""
        graph = {name: self.parents(name) for name in self.names}
        try:
            return tuple(TopologicalSorter(graph).static_order())
        except CycleError as error:
            raise CyclicModelError(tuple(error.args[1])) from None

    @cached_property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """Pairs of cause and effect among the endogenous variables."""
        return tuple((parent, name) for name in self.names for parent in self.parents(name))

    @property
    def shared_noise(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """Names of each noise factor that more than one variable reads, with those variables."""
        readers = (
            (factor.names, tuple(name for name in self.names if set(self.rule(name).parents) & set(factor.names)))
            for factor in self.noise
        )
        return tuple((noise, read) for noise, read in readers if len(read) > 1)

    def descendants(self, names: Iterable[str]) -> frozenset[str]:
        """Return the given variables and everything downstream of them."""
        downstream = set(names)
        for name in self.order:
            if any(parent in downstream for parent in self.parents(name)):
                downstream.add(name)
        return frozenset(downstream)

    @property
    def graph(self) -> Any:
        """A `networkx.DiGraph` with shared noise as hidden nodes; see `causalcore.graphs.causal_graph`."""
        from causalcore.graphs.causal_graph import graph_of

        return graph_of(self)

    def to_dict(self) -> dict[str, object]:
        """Return plain values, as in a model file."""
        return model_to_dict(self)

    def to_json(self) -> str:
        """Return the text of a model file."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_networkx(self) -> Any:
        """Return the graph as a `networkx.DiGraph`, with shared noise as hidden nodes."""
        return self.graph

    def __repr__(self) -> str:
        return f"<SCM: {', '.join(self.names)}; {len(self.edges)} arrows, noise {len(self.exogenous)}>"

    def submodel(self, do: Mapping[str, object]) -> SCM:
        """Return M_x: the model with a constant instead of the rule of some variables.

        Source: Pearl (2009), Causality, definition 7.1.2.

        Raises
        ------
        UnknownNameError, OutsideDomainError
            For a variable or a value that the model does not have.

        Examples
        --------
        >>> from causalcore.model.textbook import FIRING_SQUAD
        >>> FIRING_SQUAD.submodel({"A": 0}).edges
        (('C', 'B'), ('A', 'D'), ('B', 'D'))
        """
        for name in do:
            self.rule(name)  # noise cannot be set
        places = {name: self[name].index(value) for name, value in do.items()}
        rules = tuple(
            Mechanism((), np.asarray(places[name], dtype=np.intp)) if name in places else self.rule(name)
            for name in self.names
        )
        return SCM(self.variables, self.exogenous, self.noise, rules)

    def values_of(self, assignment: dict[str, int]) -> dict[str, Value]:
        """Turn positions into values."""
        return {name: self[name].values[position] for name, position in assignment.items()}


def model_to_dict(model: SCM) -> dict[str, object]:
    """Convert a model to plain values, from which `model_from_dict` rebuilds the same model."""
    return {
        "variables": {item.name: list(item.values) for item in model.variables},
        "noise": {", ".join(factor.names): _noise_rows(model, factor) for factor in model.noise},
        "mechanisms": {name: _rule_rows(model, name) for name in model.names},
    }


def _key(model: SCM, names: tuple[str, ...], position: tuple[int, ...]) -> str:
    values: list[Value] = [model[name].values[place] for name, place in zip(names, position, strict=True)]
    return ", ".join(map(str, values))


def _positions(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(map(int, place)) for place in np.ndindex(*shape)]


def _noise_rows(model: SCM, factor: Noise) -> dict[str, float]:
    table = factor.probabilities
    return {_key(model, factor.names, place): float(table[place]) for place in _positions(table.shape)}


def _rule_rows(model: SCM, name: str) -> dict[str, object]:
    rule = model.rule(name)
    if hasattr(rule, "table"):
        values = model[name].values
        rows: dict[str, object] = {
            _key(model, rule.parents, place): values[int(rule.table[place])] for place in _positions(rule.table.shape)
        }
        return {"parents": list(rule.parents), "table": rows}
    return {"parents": list(rule.parents), "cpt": _cpt_rows(model, rule)}


def _cpt_rows(model: SCM, rule: ConditionalTable) -> dict[str, object]:
    table = rule.probabilities
    return {_key(model, rule.parents, place): table[place].tolist() for place in _positions(table.shape[:-1])}
