"""Counterfactuals by enumeration: every value of all noise, every world, no graph theory.

`Cases` is a random model with numbers. `ResponseSpan` asks linear algebra whether experiments, or observation, fix a
counterfactual: each variable of one district responds to its causes in every possible way, and a query is fixed if and
only if its chance is a weighted sum of chances that are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

import numpy as np

from causalcore.identification import Diagram


def evaluate(term, do, mechanisms, order, memo):
    """Return the values of a variable in all cases, in the world of what is set."""
    settings = {name: value(setting, mechanisms, order, memo) for name, setting in do}
    key = (term, tuple(sorted((name, array.tobytes()) for name, array in settings.items())))
    if key not in memo:
        worlds = dict(settings)
        for node in order:
            if node not in worlds:
                worlds[node] = mechanisms[node](worlds)
        memo[key] = worlds[term]
    return memo[key]


def value(setting, mechanisms, order, memo):
    if isinstance(setting, tuple):
        return evaluate(*setting, mechanisms, order, memo)
    return np.asarray(setting)


class Cases:
    """A random model: tables of what each node does for each value of its causes and of noise of its own."""

    def __init__(self, diagram: Diagram, seed: int, noise: int = 3, most: int = 3) -> None:
        rng = np.random.default_rng(seed)
        self.diagram, self.order = diagram, diagram.order
        self.sizes = {node: most if rng.random() < 0.25 else 2 for node in self.order}
        levels = {node: max(noise, self.sizes[node]) for node in self.order}
        grid = np.array(list(product(*(range(levels[node]) for node in self.order))))
        chances = [rng.dirichlet(np.full(levels[node], 2.0)) for node in self.order]
        self.weights = prod(chances[place][grid[:, place]] for place in range(len(self.order)))
        self.noise = {node: grid[:, place] for place, node in enumerate(self.order)}
        self.tables = {node: self._table(rng, node, levels[node]) for node in self.order}
        self.mechanisms = {node: self._mechanism(node) for node in self.order}
        self.memo = {}
        self.seen = self._seen({})

    def _table(self, rng, node, levels):
        """Every value comes up for all values of the causes, so that no condition has chance 0."""
        shape = tuple(self.sizes[cause] for cause in self.diagram.parents(node))
        rows = []
        for _ in range(int(np.prod(shape))):
            row = np.concatenate([np.arange(self.sizes[node]), rng.integers(0, self.sizes[node], levels)])[:levels]
            rows.append(rng.permutation(row))
        return np.array(rows).reshape((*shape, levels))

    def _mechanism(self, node):
        causes = self.diagram.parents(node)
        return lambda worlds: self.tables[node][(*(worlds[cause] for cause in causes), self.noise[node])]

    def _seen(self, do):
        settings = tuple(do.items())
        names = self.diagram.observed
        arrays = [evaluate(name, settings, self.mechanisms, self.order, self.memo) for name in names]
        table = np.zeros(tuple(self.sizes[name] for name in names))
        np.add.at(table, tuple(np.broadcast_to(array, self.weights.shape) for array in arrays), self.weights)
        return table

    def mass(self, facts):
        hold = np.ones(len(self.weights), dtype=bool)
        for variable, do, wanted in facts:
            hold = hold & (evaluate(variable, do, self.mechanisms, self.order, self.memo) == wanted)
        return float(self.weights[hold].sum())

    def truth(self, outcome, given=()):
        return self.mass([*outcome, *given]) / self.mass(given)

    def estimate(self, tree, values: Mapping[str, int]) -> float:
        """Compute an estimand from its JSON form; `X=1` is a value, a prime another value of the same variable."""
        if "number" in tree:
            return tree["number"]
        if "probability" in tree:
            return self._chance(tree, values)
        if "sum" in tree:
            rows = product(*(range(self.sizes[name.rstrip("'")]) for name in tree["sum"]))
            return sum(
                self.estimate(tree["of"], {**values, **dict(zip(tree["sum"], row, strict=True))}) for row in rows
            )
        if "ratio" in tree:
            top, bottom = (self.estimate(part, values) for part in tree["ratio"])
            return top / bottom
        if "difference" in tree:
            left, right = (self.estimate(part, values) for part in tree["difference"])
            return left - right
        return prod(self.estimate(part, values) for part in tree["product"])

    def _chance(self, tree, values):
        def read(names):
            pairs = ((name.partition("=")[0], name) for name in names)
            return {
                plain.rstrip("'"): int(name.partition("=")[2]) if "=" in name else values[name] for plain, name in pairs
            }

        event, given, do = (read(tree.get(key, ())) for key in ("probability", "given", "do"))
        table = self._seen(do) if do else self.seen

        def mass(facts):
            return table[tuple(facts.get(name, slice(None)) for name in self.diagram.observed)].sum()

        return mass({**event, **given}) / mass(given)


class ResponseSpan:
    """All models in which one district may respond in any way, while the others stay as they are.

    Parameters
    ----------
    district
        Observed variables, all of which share one cause that nobody observes.
    sizes
        How many values each variable has.
    """

    def __init__(self, diagram: Diagram, district, sizes: Mapping[str, int], seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.diagram, self.sizes = diagram, sizes
        self.order = tuple(node for node in diagram.order if node not in diagram.hidden)
        self.causes = {node: tuple(sorted(diagram.observed_parents(node))) for node in self.order}
        kinds = {node: self._kinds(node) for node in self.order}
        self.types = prod(len(kinds[node]) for node in self.order if node in district)
        rest = [node for node in self.order if node not in district]
        picks = {node: rng.choice(len(kinds[node]), size=min(12, len(kinds[node])), replace=False) for node in rest}
        columns = [range(len(kinds[node])) if node in district else picks[node] for node in self.order]
        inner = [place for place, node in enumerate(self.order) if node in district]
        outer = [place for place, node in enumerate(self.order) if node not in district]
        rows = [
            (*one, *other)
            for one in product(*(columns[place] for place in inner))
            for other in product(*(columns[place] for place in outer))
        ]
        grid = np.array(rows)[:, np.argsort([*inner, *outer])]
        self.others = len(rows) // self.types
        self.weights = rng.dirichlet(np.full(self.others, 2.0))
        self.mechanisms = {
            node: self._mechanism(node, kinds[node], grid[:, place]) for place, node in enumerate(self.order)
        }
        self.memo = {}

    def _kinds(self, node):
        rows = prod(self.sizes[cause] for cause in self.causes[node])
        return np.array(list(product(range(self.sizes[node]), repeat=rows)))

    def _mechanism(self, node, kinds, chosen):
        causes = self.causes[node]

        def respond(worlds):
            place = np.zeros_like(chosen)
            for cause in causes:
                place = place * self.sizes[cause] + worlds[cause]
            return kinds[chosen, place]

        return respond

    def functional(self, facts):
        """Return, for each way in which the district may respond, the chance of some facts."""
        hold = np.ones(self.types * self.others, dtype=bool)
        for variable, do, wanted in facts:
            hold = hold & (evaluate(variable, do, self.mechanisms, self.order, self.memo) == wanted)
        return hold.reshape(self.types, self.others) @ self.weights

    def known(self, *, experiments: bool):
        """Return what observation, or all experiments, tell: one row for each chance."""
        rows = []
        for chosen in product((False, True), repeat=len(self.order)) if experiments else [(False,) * len(self.order)]:
            acted = [node for node, act in zip(self.order, chosen, strict=True) if act]
            free = [node for node in self.order if node not in acted]
            for values in product(*(range(self.sizes[node]) for node in acted)):
                do = tuple(zip(acted, values, strict=True))
                for wanted in product(*(range(self.sizes[node]) for node in free)):
                    rows.append(self.functional([(node, do, each) for node, each in zip(free, wanted, strict=True)]))
        return np.array(rows)

    def fixed(self, facts, *, experiments: bool) -> bool:
        rows, wanted = self.known(experiments=experiments), self.functional(facts)
        weights, *_ = np.linalg.lstsq(rows @ rows.T, rows @ wanted, rcond=1e-11)
        return bool(np.abs(rows.T @ weights - wanted).max() < 1e-6)
