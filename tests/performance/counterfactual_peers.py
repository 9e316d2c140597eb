"""The peers' counterfactuals, written as their users would, for `counterfactual_speed.py`."""

from __future__ import annotations

import logging
import warnings
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from causalcore.exchange.bayesian import to_network
from causalcore.model.model import SCM


def versions() -> str:
    """Return the installed versions of the peers."""
    lines = []
    for name in ("pgmpy", "dowhy", "pyagrum"):
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} not installed")
    return ", ".join(lines)


class Twin:
    """A twin network in pgmpy: two copies of every variable, shared noise, and one variable set in the second world."""

    def __init__(self, model: SCM, cause: str) -> None:
        warnings.simplefilter("ignore")
        logging.disable(logging.WARNING)
        from pgmpy.factors.discrete import TabularCPD
        from pgmpy.inference import VariableElimination

        network = to_network(model)
        for name in model.names:
            rule = model.rule(name)
            parents = [parent if parent in model.noise_of else f"{parent}*" for parent in rule.parents]
            if name == cause:
                parents, table = [], np.full((2, 1), 0.5)
            else:
                table = np.moveaxis(np.eye(2)[rule.table], -1, 0).reshape(2, -1)
            network.add_node(f"{name}*")
            network.add_edges_from((parent, f"{name}*") for parent in parents)
            sizes = [2] * len(parents) or None
            network.add_cpds(TabularCPD(f"{name}*", 2, table, evidence=parents or None, evidence_card=sizes))
        self.cause = cause
        self.inference = VariableElimination(network)

    def ask(self, row: dict[str, int], value: int, effect: str) -> float:
        """Return P(effect = 1, had the cause the value | row)."""
        evidence = {**row, f"{self.cause}*": value}
        result = self.inference.query([f"{effect}*"], evidence=evidence, show_progress=False)
        return float(result.values[1])


class LazyTwin:
    """The same twin network in pyAgrum, with lazy propagation to the effect only."""

    def __init__(self, model: SCM, cause: str, effect: str) -> None:
        import pyagrum

        self.gum, self.cause, self.effect = pyagrum, f"{cause}*", f"{effect}*"
        self.network = pyagrum.BayesNet()
        for item in model.exogenous:
            self._add(item.name, (), model.noise_of[item.name].probabilities)
        for mark in ("", "*"):
            for name in model.order:
                rule = model.rule(name)
                if mark and name == cause:
                    self._add(self.cause, (), np.full(2, 0.5))
                    continue
                parents = tuple(parent if parent in model.noise_of else f"{parent}{mark}" for parent in rule.parents)
                self._add(f"{name}{mark}", parents, np.eye(2)[rule.table])
        self.kept = None

    def _add(self, name: str, parents: tuple[str, ...], table: np.ndarray) -> None:
        self.network.add(self.gum.LabelizedVariable(name, "", 2))
        for parent in parents:
            self.network.addArc(parent, name)
        cells = self.network.cpt(name)
        for place in np.ndindex(*table.shape[:-1]):
            row = table[place].tolist()
            if parents:
                cells[dict(zip(parents, map(int, place), strict=True))] = row
            else:
                cells[:] = row

    def _inference(self, row: dict[str, int], value: int) -> object:
        inference = self.gum.LazyPropagation(self.network)
        inference.setEvidence({**row, self.cause: value})
        inference.addTarget(self.effect)
        return inference

    def ask(self, row: dict[str, int], value: int) -> float:
        """Return P(effect = 1, had the cause the value | row), by a fresh inference."""
        inference = self._inference(row, value)
        inference.makeInference()
        return float(inference.posterior(self.effect)[1])

    def keep(self, row: dict[str, int], value: int) -> None:
        """Make and keep an inference."""
        self.kept = self._inference(row, value)
        self.kept.makeInference()

    def change(self, evidence: dict[str, int]) -> float:
        """Change evidence of the kept inference, and return P(effect = 1)."""
        for name, value in evidence.items():
            self.kept.chgEvidence(name, value)
        self.kept.makeInference()
        return float(self.kept.posterior(self.effect)[1])


def flip_class() -> type:
    """Return a mechanism for DoWhy: a table over the parents, flipped by recoverable noise."""
    from dowhy.gcm.causal_mechanisms import InvertibleFunctionalCausalModel

    class Flip(InvertibleFunctionalCausalModel):
        def __init__(self, table: np.ndarray) -> None:
            self.table = table

        def fit(self, X: np.ndarray, Y: np.ndarray) -> None:  # noqa: N803 - DoWhy's names
            pass

        def draw_noise_samples(self, num_samples: int) -> np.ndarray:
            return np.random.default_rng().binomial(1, 0.2, size=(num_samples, 1))

        def _plain(self, parents: np.ndarray) -> np.ndarray:
            return self.table[tuple(parents.astype(np.intp).T)].reshape(-1, 1)

        def evaluate(self, parent_samples: np.ndarray, noise_samples: np.ndarray) -> np.ndarray:
            return self._plain(parent_samples) ^ noise_samples.reshape(-1, 1).astype(np.intp)

        def estimate_noise(self, target_samples: np.ndarray, parent_samples: np.ndarray) -> np.ndarray:
            return self._plain(parent_samples) ^ target_samples.reshape(-1, 1).astype(np.intp)

        def clone(self) -> Flip:
            return Flip(self.table)

    return Flip


class Invertible:
    """An invertible structural causal model in DoWhy, with mechanisms written by hand."""

    def __init__(self, model: SCM) -> None:
        import networkx as nx
        from dowhy import gcm
        from dowhy.graph import get_ordered_predecessors

        self.gcm, flip = gcm, flip_class()
        graph = nx.DiGraph()
        graph.add_nodes_from(model.names)
        graph.add_edges_from(model.edges)
        self.model = gcm.InvertibleStructuralCausalModel(graph)
        for name in model.names:
            parents = get_ordered_predecessors(graph, name)
            if parents:
                rule = model.rule(name)
                axes = [rule.parents.index(parent) for parent in parents]
                plain = np.transpose(np.take(rule.table, 0, axis=len(rule.parents) - 1), axes)
                mechanism = flip(plain)
            else:
                mechanism = gcm.EmpiricalDistribution()
                mechanism.fit(np.array([0, 1]))
            self.model.set_causal_mechanism(name, mechanism)
            graph.nodes[name]["parents_during_fit"] = parents  # as fitting would record

    @staticmethod
    def frame(columns: dict[str, np.ndarray]) -> object:
        """Put columns into a data frame."""
        import pandas as pd

        return pd.DataFrame(columns)

    def ask(self, data: object, setting: dict[str, int], effect: str) -> np.ndarray:
        """Return the effect in every row, had the variables been set."""
        interventions = {name: lambda _, value=value: value for name, value in setting.items()}
        samples = self.gcm.counterfactual_samples(self.model, interventions, observed_data=data)
        return samples[effect].to_numpy().astype(float)
