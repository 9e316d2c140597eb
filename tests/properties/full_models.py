"""Random full models of a diagram, and the truth about them by going through all units: an oracle for estimates."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations, product
from math import prod

from causalcore.identification import Diagram, Given, Kind, Knowledge, Query, probability


class FullModel:
    """A response function for each variable and unit; the functions of different variables are independent."""

    def __init__(self, diagram: Diagram, rng: random.Random) -> None:
        self.diagram = diagram
        self.rows = {node: list(product((0, 1), repeat=len(diagram.parents(node)))) for node in diagram.nodes}
        self.tables = {node: {row: rng.uniform(0.05, 0.95) for row in rows} for node, rows in self.rows.items()}

    def world(self, unit: Mapping[str, Mapping[tuple[int, ...], int]], do: Mapping[str, int]) -> dict[str, int]:
        values: dict[str, int] = {}
        for node in self.diagram.order:
            row = tuple(values[cause] for cause in self.diagram.parents(node))
            values[node] = do[node] if node in do else unit[node][row]
        return values

    @cached_property
    def units(self) -> list[tuple[float, dict[str, dict[tuple[int, ...], int]]]]:
        per_node = []
        for node in self.diagram.nodes:
            options = []
            for outcome in product((0, 1), repeat=len(self.rows[node])):
                function = dict(zip(self.rows[node], outcome, strict=True))
                chances = self.tables[node]
                weight = prod(chances[row] if value else 1 - chances[row] for row, value in function.items())
                options.append((weight, function))
            per_node.append(options)
        return [
            (prod(weight for weight, _ in chosen), dict(zip(self.diagram.nodes, [f for _, f in chosen], strict=True)))
            for chosen in product(*per_node)
        ]

    def chance(self, event: Mapping[str, int], given: Mapping[str, int], do: Mapping[str, int] | None = None) -> float:
        """Return P(event | given) under an intervention, from the product of the tables."""
        top = bottom = 0.0
        for row in product((0, 1), repeat=len(self.diagram.nodes)):
            world = dict(zip(self.diagram.nodes, row, strict=True))
            weight = 1.0
            for node, value in world.items():
                if node in (do or {}):
                    weight *= value == (do or {})[node]
                    continue
                chance = self.tables[node][tuple(world[cause] for cause in self.diagram.parents(node))]
                weight *= chance if value else 1 - chance
            if all(world[name] == value for name, value in given.items()):
                bottom += weight
                top += weight * all(world[name] == value for name, value in event.items())
        return top / bottom

    def truth(self, query: Query) -> float:
        """Return the quantity, unit by unit where it is counterfactual."""
        x, y = query.cause, query.effect
        match query.kind:
            case Kind.MARGINAL:
                return 2 * self.chance({y: 1}, {}) - 1
            case Kind.CORRELATION:
                return self.chance({y: 1}, {x: 1}) - self.chance({y: 1}, {x: 0})
            case Kind.EXPLAINING:
                among = dict(query.condition)
                return self.chance({y: 1}, {x: 1, **among}) - self.chance({y: 1}, among)
            case Kind.EFFECT:
                return self.chance({y: 1}, {}, {x: 1}) - self.chance({y: 1}, {}, {x: 0})
        total = weights = 0.0
        for weight, unit in self.units:
            fact, zero, one = (self.world(unit, do) for do in ({}, {x: 0}, {x: 1}))
            if query.kind is Kind.TREATED and fact[x] == 0:
                continue
            if query.kind is Kind.TREATED:
                change = one[y] - zero[y]
            else:
                value, source = (1, zero) if query.kind is Kind.DIRECT else (0, one)
                change = self.world(unit, {x: value, **{m: source[m] for m in query.mediators}})[y] - zero[y]
            weights += weight
            total += weight * change
        return total / weights


def diagrams(count: int, seed: int, size: int = 4, hidden: int = 1) -> Iterator[Diagram]:
    """Yield random diagrams; hidden nodes have no causes and two effects."""
    rng = random.Random(seed)
    names = tuple("ABCDE"[:size])
    for _ in range(count):
        edges = [pair for pair in combinations(names, 2) if rng.random() < 0.5]
        unseen = tuple(f"U{number}" for number in range(rng.randint(0, hidden)))
        for node in unseen:
            edges += [(node, effect) for effect in rng.sample(names, 2)]
        edges = [edge for edge in edges if sum(other[1] == edge[1] for other in edges) <= 3]
        yield Diagram((*unseen, *names), tuple(edges), frozenset(unseen))


def observed_knowledge(model: FullModel, rng: random.Random | None = None) -> Knowledge:
    """Return the whole observed joint distribution as what is given, or some conditional tables of it."""
    names = model.diagram.observed
    if rng is None:
        rows = [dict(zip(names, row, strict=True)) for row in product((0, 1), repeat=len(names))]
        givens = [Given(probability(row), model.chance(row, {})) for row in rows]
        return Knowledge(model.diagram, tuple(givens))
    givens = []
    for _ in range(rng.randint(1, 5)):
        effect, *causes = rng.sample(names, rng.randint(1, 3))
        for row in product((0, 1), repeat=len(causes)):
            given = dict(zip(causes, row, strict=True))
            givens.append(Given(probability({effect: 1}, given), model.chance({effect: 1}, given)))
    return Knowledge(model.diagram, tuple(givens))
