"""Brute force over all values of U: slow, short, and independent of the engine's inference."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from causalcore.model import SCM, Mechanism, Noise
from causalcore.variable import Variable
from causalcore.world import RELATIONS, Fact, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random


def value_of(model: SCM, term: Term, noise: dict[str, int]) -> int:
    """Compute a term by recursion for one value of U."""
    for name, setting in term.do:
        if name == term.variable:
            return value_of(model, setting, noise) if isinstance(setting, Term) else model[name].index(setting)
    rule = model.rule(term.variable)
    assert isinstance(rule, Mechanism)
    row = tuple(noise[p] if p in noise else value_of(model, Term(p, term.do), noise) for p in rule.parents)
    return int(rule.table[row])


def contexts(model: SCM) -> Iterator[tuple[dict[str, int], float]]:
    """Go through all values of U with their probabilities."""
    for rows in product(*(np.ndindex(*factor.probabilities.shape) for factor in model.noise)):
        noise: dict[str, int] = {}
        chance = 1.0
        for factor, row in zip(model.noise, rows, strict=True):
            noise.update(zip(factor.names, row, strict=True))
            chance *= float(factor.probabilities[row])
        if chance > 0:
            yield noise, chance


def weight(model: SCM, facts: Iterable[Fact]) -> float:
    """Return the probability that all facts hold."""
    listed = list(facts)
    return sum(
        chance
        for noise, chance in contexts(model)
        if all(
            RELATIONS[fact.relation](value_of(model, fact.term, noise), model[fact.term.variable].index(fact.value))
            for fact in listed
        )
    )


def random_model(random: Random) -> SCM:
    """Make a small model with confounded noise, any tables and up to three values."""
    count = random.randint(2, 5)
    own = tuple(Variable(f"V{i}", tuple(range(random.choice((2, 2, 2, 3))))) for i in range(count))
    sizes = [random.choice((2, 2, 3)) for _ in range(random.randint(1, 4))]
    hidden = tuple(Variable(f"U{i}", tuple(range(size))) for i, size in enumerate(sizes))
    factors, start = [], 0
    while start < len(hidden):
        end = min(len(hidden), start + random.randint(1, 2))
        shape = tuple(item.size for item in hidden[start:end])
        table = np.array([random.choice((0, 1, 1, 2, 5)) for _ in range(int(np.prod(shape)))], dtype=float)
        table[0] += 1
        factors.append(Noise(tuple(item.name for item in hidden[start:end]), (table / table.sum()).reshape(shape)))
        start = end
    rules = []
    for i, item in enumerate(own):
        pool = [*own[:i], *hidden]
        parents = random.sample(pool, k=min(len(pool), random.randint(1, 3)))
        shape = tuple(parent.size for parent in parents)
        table = np.array([random.randrange(item.size) for _ in range(int(np.prod(shape)))], dtype=np.intp)
        rules.append(Mechanism(tuple(parent.name for parent in parents), table.reshape(shape)))
    return SCM(own, hidden, tuple(factors), tuple(rules))


def random_term(random: Random, model: SCM, depth: int = 1) -> Term:
    """Ask for a variable in a random world, at times a nested one."""
    do = []
    for name in random.sample(model.names, k=random.choice((0, 1, 1, 2))):
        if depth and random.random() < 0.2:
            do.append((name, Term(name, random_term(random, model, 0).do)))
        else:
            do.append((name, random.choice(model[name].values)))
    return Term(random.choice(model.names), tuple(do))


def random_facts(random: Random, model: SCM, count: int) -> tuple[Fact, ...]:
    """State values of random terms, often of the factual world."""
    found = []
    for _ in range(count):
        term = random_term(random, model) if random.random() < 0.6 else Term(random.choice(model.names))
        relation = random.choice(("=", "=", "=", "=", "!=", ">="))
        found.append(Fact(term, random.choice(model[term.variable].values), relation))
    return tuple(found)
