"""What random models with a diagram say: the truth about estimands, sets and hedges, from arrays of all worlds."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import networkx as nx
import numpy as np

from causalcore.identification import Diagram


def as_networkx(diagram: Diagram) -> nx.DiGraph:
    graph = nx.DiGraph()
    for node in diagram.nodes:
        graph.add_node(node, **({"hidden": True} if node in diagram.hidden else {}))
    graph.add_edges_from(diagram.edges)
    return graph


def subsets(names):
    for size in range(len(names) + 1):
        yield from combinations(names, size)


class Worlds:
    """A random model with two or three values a variable: P(all nodes) as an array, observed or under an action."""

    def __init__(self, diagram: Diagram, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.diagram, self.nodes = diagram, diagram.nodes
        self.sizes = {node: int(rng.integers(2, 4)) for node in self.nodes}
        self.tables = {
            node: rng.dirichlet(
                np.full(self.sizes[node], 1.5), size=tuple(self.sizes[cause] for cause in diagram.parents(node))
            )
            for node in self.nodes
        }

    def joint(self, do: Mapping[str, int]) -> Any:
        """Return P(nodes), what is set fixed at its value."""
        found = np.ones(tuple(self.sizes[node] for node in self.nodes))
        for node in self.nodes:
            if node in do:
                table, names = np.eye(self.sizes[node])[do[node]], [node]
            else:
                table, names = self.tables[node], [*self.diagram.parents(node), node]
            order = sorted(names, key=self.nodes.index)
            table = np.transpose(table, [names.index(name) for name in order])
            found = found * table.reshape([self.sizes[node] if node in names else 1 for node in self.nodes])
        return found

    def chance(self, event: Mapping[str, int], given: Mapping[str, int], do: Mapping[str, int] | None = None) -> float:
        table = self.joint(do or {})

        def mass(values: Mapping[str, int]) -> float:
            return float(table[tuple(values.get(node, slice(None)) for node in self.nodes)].sum())

        if any(given.get(name, value) != value for name, value in event.items()):
            return 0.0
        return mass({**given, **event}) / mass(given)

    def value(self, tree: Mapping[str, Any], values: Mapping[str, int]) -> float:
        """Compute an estimand from its JSON form; a prime stands for another value of the same variable."""
        if "probability" in tree:
            event, given = ({name.rstrip("'"): values[name] for name in tree[key]} for key in ("probability", "given"))
            return self._seen(frozenset(event.items()), frozenset(given.items()))
        if "sum" in tree:
            rows = product(*(range(self.sizes[name.rstrip("'")]) for name in tree["sum"]))
            return sum(self.value(tree["of"], {**values, **dict(zip(tree["sum"], row, strict=True))}) for row in rows)
        if "ratio" in tree:
            top, bottom = (self.value(part, values) for part in tree["ratio"])
            return top / bottom
        found = 1.0
        for part in tree["product"]:
            found *= self.value(part, values)
        return found

    def _seen(self, event: frozenset[tuple[str, int]], given: frozenset[tuple[str, int]]) -> float:
        if not hasattr(self, "_known"):
            self._known: dict[Any, float] = {}
        if (event, given) not in self._known:
            self._known[event, given] = self.chance(dict(event), dict(given))
        return self._known[event, given]


class HedgeModels:
    """Two models that a hedge stands for: both agree on what is observed, and differ in the effect.

    Each node of the hedge is the parity of some of its causes and of coins that it shares with others; in the second
    model those in the inner part do not listen to the outer one. The parity of the innermost nodes is then a coin in
    one model and even in the other once an outer node is set. A second bit carries it on to the effects. Source:
    Shpitser and Pearl (2006), Identification of joint interventional distributions, theorem 4.
    """

    def __init__(self, diagram: Diagram, effects: list[str], causes: list[str], nodes: list[str], inner: list[str]):
        self.diagram, self.causes = diagram, causes
        self.inner = set(inner)
        self.order = [node for node in diagram.order if node not in diagram.hidden]
        self.coins = self._coins(nodes)
        self.next = self._forest(nodes)
        self.roots = {node for node in inner if node not in self.next}
        self.carry = self._carry(effects)

    def _arrows(self) -> list[tuple[str, str]]:
        return [(one, other) for other in self.order for one in sorted(self.diagram.observed_parents(other))]

    def _coins(self, nodes: list[str]) -> list[tuple[str, str]]:
        """Return pairs that share a coin: a tree over the inner nodes, grown to all."""
        reached, coins = {sorted(self.inner)[0]}, []
        for allowed in (self.inner, set(nodes)):
            while fresh := [
                (one, other)
                for one in sorted(reached)
                for other in sorted(allowed - reached)
                if self.diagram.confounded(one, other)
            ]:
                coins.append(fresh[0])
                reached.add(fresh[0][1])
        assert reached == set(nodes), "the nodes of a hedge are tied together by what is hidden"
        return coins

    def _forest(self, nodes: list[str]) -> dict[str, str]:
        """Return the one node that each listens-to node acts on: inner nodes on inner ones, others towards them."""
        forest = {}
        for one, other in self._arrows():
            if {one, other} <= self.inner:
                forest.setdefault(one, other)
        settled = set(self.inner)
        while fresh := [
            pair for pair in self._arrows() if pair[1] in settled and pair[0] in nodes and pair[0] not in settled
        ]:
            forest[fresh[0][0]] = fresh[0][1]
            settled.add(fresh[0][0])
        assert settled == set(nodes), "the nodes of a hedge are upstream of its inner ones"
        return forest

    def _carry(self, effects: list[str]) -> dict[str, str]:
        """Return by which arrows the innermost bits travel to the effects, past what is set."""
        step: dict[str, str] = {}
        settled = set(effects)
        while fresh := [
            pair
            for pair in self._arrows()
            if pair[1] in settled and pair[0] not in settled and pair[0] not in self.causes
        ]:
            step[fresh[0][0]] = fresh[0][1]
            settled.add(fresh[0][0])
        assert settled >= self.roots, "the innermost nodes act on the effects"
        return step

    def distribution(self, second: bool, do: Mapping[str, int]) -> dict[tuple[tuple[int, int], ...], float]:
        """Return how often each row of bits comes up, for all observed nodes."""
        found: dict[tuple[tuple[int, int], ...], float] = {}
        for coins in product((0, 1), repeat=len(self.coins)):
            row = self._world(second, do, coins)
            found[row] = found.get(row, 0.0) + 0.5 ** len(coins)
        return found

    def _world(self, second: bool, do: Mapping[str, int], coins: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        bits: dict[str, int] = {}
        told: dict[str, int] = {}
        tied = {node for pair in self.coins for node in pair} | set(self.next) | self.inner
        for node in self.order:
            heard = [
                bits[cause]
                for cause, effect in self.next.items()
                if effect == node and not (second and node in self.inner and cause not in self.inner)
            ]
            heard += [
                coin
                for pair, coin in zip(self.coins, coins, strict=True)
                if node in pair and not (second and node in self.inner and not set(pair) <= self.inner)
            ]
            bits[node] = do[node] if node in do else (sum(heard) % 2 if node in tied else 0)
            told[node] = (
                0
                if node in do
                else sum(
                    told[cause] ^ (bits[cause] if cause in self.roots else 0)
                    for cause, effect in self.carry.items()
                    if effect == node
                )
                % 2
            )
        return tuple((bits[node], told[node]) for node in self.order)

    def effect(self, second: bool, effects: list[str], do: Mapping[str, int]) -> dict[Any, float]:
        found: dict[Any, float] = {}
        for row, weight in self.distribution(second, do).items():
            key = tuple(pair for node, pair in zip(self.order, row, strict=True) if node in effects)
            found[key] = found.get(key, 0.0) + weight
        return found


def hidden_diagrams(count: int, seed: int, size: int = 5, hidden: int = 3):
    """Yield random diagrams in which hidden nodes may have causes, and two or three effects."""
    rng = random.Random(seed)
    names = tuple("ABCDEFG"[:size])
    for _ in range(count):
        edges = [pair for pair in combinations(names, 2) if rng.random() < 0.4]
        unseen = tuple(f"U{number}" for number in range(rng.randint(0, hidden)))
        for node in unseen:
            effects = rng.sample(names, rng.choice((2, 2, 2, 3)))
            edges += [(node, effect) for effect in effects]
            first = min(map(names.index, effects))
            if first and rng.random() < 0.3:
                edges.append((rng.choice(names[:first]), node))
        yield Diagram((*unseen, *names), tuple(edges), frozenset(unseen))
