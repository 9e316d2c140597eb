"""Stories of our own in the form of a benchmark of causal questions, with the truth computed from a full model."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True)
class Told:
    """A variable as a story tells it: name, nouns and conditions of the values 0 and 1, clauses."""

    name: str
    nouns: tuple[str, str]
    where: tuple[str, str]
    clauses: tuple[str, str]
    hidden: bool = False


@dataclass(frozen=True)
class Question:
    """A question with its true answer."""

    name: str
    text: str
    yes: bool


GRAPHS = {
    "chain": "X>M M>Y",
    "fork": "X>Y Z>Y",
    "collision": "X>Z Y>Z",
    "confounding": "Z>X Z>Y X>Y",
    "mediation": "X>M X>Y M>Y",
    "frontdoor": "U>X U>Y X>M M>Y",
    "iv": "U>X U>Y Z>X X>Y",
    "diamond": "X>M X>N M>Y N>Y",
    "diamondcut": "Z>N Z>X X>Y N>Y",
}
"""Edges by role."""


def _told(row: Mapping[str, Any]) -> Told:
    pairs = [tuple(row[part].split(" / ")) for part in ("nouns", "where", "clauses")]
    return Told(row["name"], *pairs, hidden=row.get("hidden", False))  # type: ignore[arg-type]


def _stories() -> dict[str, tuple[str, dict[str, Told]]]:
    rows = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    return {
        name: (row["graph"], {role: _told(one) for role, one in row["roles"].items()}) for name, row in rows.items()
    }


STORIES = _stories()
"""Graph and variables of each story."""


class Model:
    """A random model of a graph: a table for each node, and exact answers by going through all worlds."""

    def __init__(self, edges: str, rng: random.Random) -> None:
        self.edges = [(edge[0], edge[2]) for edge in edges.split()]
        names = dict.fromkeys(end for edge in self.edges for end in edge)
        self.order: list[str] = []
        while len(self.order) < len(names):
            self.order += [n for n in names if n not in self.order and set(self.parents(n)) <= set(self.order)]
        self.tables = {
            name: {row: rng.uniform(0.05, 0.95) for row in product((0, 1), repeat=len(self.parents(name)))}
            for name in names
        }

    def parents(self, name: str) -> list[str]:
        return [cause for cause, effect in self.edges if effect == name]

    def weight(self, world: Mapping[str, int], do: Mapping[str, int]) -> float:
        found = 1.0
        for name in self.order:
            if name in do:
                found *= world[name] == do[name]
            else:
                chance = self.tables[name][tuple(world[cause] for cause in self.parents(name))]
                found *= chance if world[name] else 1 - chance
        return found

    def chance(
        self, event: Mapping[str, int], given: Mapping[str, int] | None = None, do: Mapping[str, int] | None = None
    ) -> float:
        top = bottom = 0.0
        for row in product((0, 1), repeat=len(self.order)):
            world = dict(zip(self.order, row, strict=True))
            weight = self.weight(world, do or {})
            if all(world[name] == value for name, value in (given or {}).items()):
                bottom += weight
                top += weight * all(world[name] == value for name, value in event.items())
        return top / bottom


def percent(chance: float) -> str:
    return f"{round(100 * chance)}%"


class Teller:
    """Tells a model as a text, in the sentences of the benchmark's form."""

    def __init__(self, story: dict[str, Told], model: Model) -> None:
        self.story, self.model = story, model

    def background(self) -> str:
        by_cause: dict[str, list[str]] = {}
        for cause, effect in self.model.edges:
            by_cause.setdefault(cause, []).append(self.story[effect].name)
        parts = [
            f"{self._start(self.story[c].name)} has a direct effect on {' and '.join(e)}." for c, e in by_cause.items()
        ]
        parts += [f"{self._start(one.name)} is unobserved." for one in self.story.values() if one.hidden]
        opening = "Imagine a world of its own with only the following conditions, and nothing else that matters: "
        return opening + " ".join(parts)

    @staticmethod
    def _start(text: str) -> str:
        return text[0].upper() + text[1:]

    def plain(self, role: str) -> str:
        return f"The overall probability of {self.story[role].nouns[1]} is {percent(self.model.chance({role: 1}))}."

    def table(self, effect: str, *causes: str) -> str:
        rows = []
        for row in product((0, 1), repeat=len(causes)):
            given = dict(zip(causes, row, strict=True))
            where = " and ".join(self.story[name].where[value] for name, value in given.items())
            chance = percent(self.model.chance({effect: 1}, given))
            rows.append(f"For {where}, the probability of {self.story[effect].nouns[1]} is {chance}.")
        return " ".join(rows)

    def joint(self, cause: str, effect: str) -> str:
        rows = []
        for value in (0, 1):
            chance = percent(self.model.chance({cause: value, effect: 1}))
            rows.append(
                f"The probability of {self.story[cause].nouns[value]} and {self.story[effect].nouns[1]} is {chance}."
            )
        return " ".join(rows)


TABLES = {
    "chain": "Y|X",
    "fork": "Y|X",
    "mediation": "Y|X",
    "diamond": "Y|X",
    "confounding": "Y|ZX Z",
    "diamondcut": "Y|ZX Z",
    "frontdoor": "M|X Y|XM X",
    "iv": "Y|Z X|Z",
}


def questions(name: str, seed: int) -> Iterator[Question]:
    """Yield questions about one model of a story; those whose truth is near zero are left out."""
    graph, story = STORIES[name]
    model = Model(GRAPHS[graph], random.Random(seed))
    teller = Teller(story, model)
    x, y = story["X"], story["Y"]
    opening = teller.background()

    def ask(kind: str, facts: str, truth: float, more: str, less: str) -> Iterator[Question]:
        if abs(truth) > 0.05:
            yield Question(f"{name}-{kind}-more", f"{opening} {facts} {more}", truth > 0)
            yield Question(f"{name}-{kind}-less", f"{opening} {facts} {less}", truth < 0)

    def two(pattern: str, more: str, less: str) -> tuple[str, str]:
        return pattern.format(way=more), pattern.format(way=less)

    marginal = f"{teller.plain('X')} {teller.table('Y', 'X')}"
    pattern = f"Is {y.nouns[1]} {{way}} likely than {y.nouns[0]} overall?"
    yield from ask("marginal", marginal, model.chance({"Y": 1}) - 0.5, *two(pattern, "more", "less"))
    pattern = f"Is the chance of {y.nouns[1]} {{way}} when observing {x.nouns[1]}?"
    seen = model.chance({"Y": 1}, {"X": 1}) - model.chance({"Y": 1}, {"X": 0})
    yield from ask(
        "correlation", f"{teller.plain('X')} {teller.joint('X', 'Y')}", seen, *two(pattern, "larger", "smaller")
    )
    if graph == "collision":
        z = story["Z"]
        away = model.chance({"Y": 1}, {"X": 1, "Z": 1}) - model.chance({"Y": 1}, {"Z": 1})
        pattern = f"If we look at {z.where[1]}, does the chance of {y.nouns[1]} {{way}} when {x.nouns[1]}?"
        yield from ask(
            "away", f"{teller.plain('X')} {teller.table('Y', 'X', 'Z')}", away, *two(pattern, "increase", "decrease")
        )
        return
    facts = " ".join(_sentences(teller, each) for each in TABLES[graph].split())
    effect = model.chance({"Y": 1}, do={"X": 1}) - model.chance({"Y": 1}, do={"X": 0})
    pattern = f"Will {x.nouns[1]} {{way}} the chance of {y.nouns[1]}?"
    if graph != "iv" or (abs(_wald(model)) > 0.1 and (_wald(model) > 0) == (effect > 0)):
        yield from ask("effect", facts, effect, *two(pattern, "increase", "decrease"))
    if graph in {"chain", "fork", "mediation", "diamond"}:
        pattern = f"For {x.where[1]}, would it be {{way}} likely to see {y.nouns[1]} if {x.clauses[0]}?"
        yield from ask("treated", facts, -effect, *two(pattern, "more", "less"))
    if graph == "mediation":
        tables = f"{teller.table('Y', 'X', 'M')} {teller.table('M', 'X')}"
        through = [model.chance({"M": m}, {"X": 1}) - model.chance({"M": m}, {"X": 0}) for m in (0, 1)]
        indirect = sum(through[m] * model.chance({"Y": 1}, {"X": 0, "M": m}) for m in (0, 1))
        middle = story["M"].name
        pattern = f"Does {x.name} {{way}} affect {y.name} through {middle}?"
        yield from ask("indirect", tables, indirect, *two(pattern, "positively", "negatively"))
        moved = [model.chance({"Y": 1}, {"X": 1, "M": m}) - model.chance({"Y": 1}, {"X": 0, "M": m}) for m in (0, 1)]
        direct = sum(moved[m] * model.chance({"M": m}, {"X": 0}) for m in (0, 1))
        pattern = f"If we disregard the mediation effect through {middle}, would {x.name} {{way}} affect {y.name}?"
        yield from ask("direct", tables, direct, *two(pattern, "positively", "negatively"))


def _wald(model: Model) -> float:
    top, bottom = (model.chance({n: 1}, {"Z": 1}) - model.chance({n: 1}, {"Z": 0}) for n in "YX")
    return top if bottom > 0 else -top


def _sentences(teller: Teller, each: str) -> str:
    effect, _, causes = each.partition("|")
    return teller.table(effect, *causes) if causes else teller.plain(effect)


def counterfactuals(name: str) -> Iterator[Question]:
    """Yield questions about deterministic rules on a story."""
    graph, story = STORIES[name]
    edges = [(edge[0], edge[2]) for edge in GRAPHS[graph].split()]
    roles = list(dict.fromkeys(end for edge in edges for end in edge))
    if graph == "collision":
        return
    for every in (True, False):
        parents = {role: [cause for cause, effect in edges if effect == role] for role in roles}
        word = " and " if every else " or "
        rules = [
            f"{word.join(story[cause].nouns[1] for cause in causes)} causes {story[role].nouns[1]}."
            for role, causes in parents.items()
            if causes
        ]
        roots = [role for role, causes in parents.items() if not causes and role != "X"]
        for row in product((0, 1), repeat=len(roots)):
            free = dict(zip(roots, row, strict=True))
            seen = " and ".join(story[role].clauses[value] for role, value in free.items())
            for value in (0, 1):
                truth = _run(parents, {**free, "X": value}, every=every)
                teller = Teller(story, Model(GRAPHS[graph], random.Random(0)))
                facts = f"We know that {' '.join(rules)}" + (f" We observed {seen}." if seen else "")
                for wanted in (0, 1):
                    acted, other = story["X"].nouns[value], story["X"].nouns[1 - value]
                    question = f"Would {story['Y'].clauses[wanted]} if {acted} instead of {other}?"
                    label = f"{name}-{'and' if every else 'or'}-{''.join(map(str, row))}-{value}-{wanted}"
                    yield Question(label, f"{teller.background()} {facts} {question}", truth == wanted)


def _run(parents: dict[str, list[str]], free: dict[str, int], *, every: bool) -> int:
    values = dict(free)
    while "Y" not in values:
        for role, causes in parents.items():
            if role not in values and causes and all(cause in values for cause in causes):
                met = [values[cause] for cause in causes]
                values[role] = int(all(met) if every else any(met))
    return values["Y"]
