"""Bayesian networks of pgmpy in and out, and the files that pgmpy reads.

A network says how often, not why: it comes in as conditional tables, so rungs
one and two are exact and counterfactuals are points only where independence
makes them so. A model goes out with its noise as roots.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from causalcore.errors import MalformedModelError
from causalcore.model import SCM, ConditionalTable, Floats, checked_distribution
from causalcore.variable import Variable, variable

if TYPE_CHECKING:
    from pathlib import Path

    from pgmpy.models import DiscreteBayesianNetwork


def read_network(path: Path) -> SCM:
    """Read a BIF, XMLBIF or UAI file.

    Raises
    ------
    MalformedModelError
        If pgmpy cannot read it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            network = _reader(path).get_model()
    except Exception as error:
        message = f"expected a network that pgmpy reads, got {path}: {error}; check the file"
        raise MalformedModelError(message) from error
    return from_network(network)


def _reader(path: Path) -> Any:
    from pgmpy.readwrite import BIFReader, UAIReader, XMLBIFReader

    suffix = path.suffix.lower()
    reader = UAIReader if suffix == ".uai" else BIFReader if suffix == ".bif" else XMLBIFReader
    return reader(str(path))


def from_network(network: DiscreteBayesianNetwork) -> SCM:
    """Turn a pgmpy network into a model with conditional tables."""
    if not network.get_cpds():
        message = "expected a network that pgmpy reads, got one without tables; add a table for each variable"
        raise MalformedModelError(message)
    own: list[Variable] = []
    rules: list[ConditionalTable] = []
    for table in network.get_cpds():
        own.append(variable(str(table.variable), [_state(state) for state in table.state_names[table.variable]]))
        parents = tuple(str(parent) for parent in table.variables[1:])
        values: Floats = np.moveaxis(np.asarray(table.values, dtype=np.float64), 0, -1)
        rules.append(ConditionalTable(parents, checked_distribution(values, own[-1].name)))
    return SCM(tuple(own), (), (), tuple(rules))


def _state(raw: object) -> object:
    """Read the words of a file as numbers where they are numbers."""
    if isinstance(raw, str):
        for kind in (int, float):
            try:
                return kind(raw)
            except ValueError:
                continue
    return raw


def to_network(model: SCM) -> DiscreteBayesianNetwork:
    """Turn a model into a pgmpy network; noise becomes roots, joint noise a chain of tables."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        from pgmpy.models import DiscreteBayesianNetwork

    network = DiscreteBayesianNetwork()
    network.add_nodes_from([item.name for item in (*model.variables, *model.exogenous)])
    for name in model.names:
        rule = model.rule(name)
        table = rule.probabilities if isinstance(rule, ConditionalTable) else np.eye(model[name].size)[rule.table]
        _add(network, model, name, rule.parents, table)
    for factor in model.noise:
        _add_noise(network, model, factor.names, factor.probabilities)
    network.check_model()
    return network


def _add_noise(network: DiscreteBayesianNetwork, model: SCM, names: tuple[str, ...], joint: Floats) -> None:
    for last in range(len(names)):
        marginal = joint.sum(axis=tuple(range(last + 1, len(names))))
        total = marginal.sum(axis=-1, keepdims=True)
        uniform = np.full_like(marginal, 1 / marginal.shape[-1])
        table = np.divide(marginal, total, out=uniform, where=np.broadcast_to(total > 0, marginal.shape))
        _add(network, model, names[last], names[:last], table)


def _add(network: DiscreteBayesianNetwork, model: SCM, name: str, parents: tuple[str, ...], table: Floats) -> None:
    from pgmpy.factors.discrete import TabularCPD

    network.add_edges_from((parent, name) for parent in parents)
    size = model[name].size
    network.add_cpds(
        TabularCPD(
            name,
            size,
            np.moveaxis(table, -1, 0).reshape(size, -1),
            evidence=list(parents) or None,
            evidence_card=[model[parent].size for parent in parents] or None,
            state_names={item: list(model[item].values) for item in (name, *parents)},
        )
    )


def to_networkx(model: SCM) -> Any:
    """Return the graph of the endogenous variables.

    Examples
    --------
    >>> from causalcore.textbook import FIRING_SQUAD
    >>> sorted(to_networkx(FIRING_SQUAD).edges)
    [('A', 'D'), ('B', 'D'), ('C', 'A'), ('C', 'B')]
    """
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(model.names)
    graph.add_edges_from(model.edges)
    return graph


def confounded_pairs(model: SCM) -> tuple[tuple[str, str], ...]:
    """Return pairs of endogenous variables that share noise, or noise that is correlated.

    Examples
    --------
    >>> from causalcore.textbook import SMOKING_TAR
    >>> confounded_pairs(SMOKING_TAR)
    (('smoking', 'cancer'),)
    """
    groups = [
        [name for name in model.names if any(parent in factor.names for parent in model.rule(name).parents)]
        for factor in model.noise
    ]
    pairs = [pair for group in groups for first, rest in _heads(group) for pair in ((first, other) for other in rest)]
    return tuple(dict.fromkeys(pairs))


def _heads(group: list[str]) -> list[tuple[str, list[str]]]:
    return [(name, group[place + 1 :]) for place, name in enumerate(group)]
