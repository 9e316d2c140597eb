"""Brute force over all values of U: slow, short, and independent of the engine's inference."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from elimination_oracle import eliminate

from causalcore.claims.generation import random_model as random_model  # the name that tests use
from causalcore.model.model import SCM, Mechanism, Noise
from causalcore.model.variable import Variable
from causalcore.queries.compiled.network import Network
from causalcore.queries.world import RELATIONS, Fact, Policy, Randomised, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random


Draws = dict[tuple[str, object], int]
"""What each setting at random came to, by variable and world."""

_CHOICE = re.compile(r"if (\w+) == (\d+) then (\d+) else (\d+)")
"""The one form of rule that `random_setting` writes."""


def value_of(model: SCM, term: Term, noise: dict[str, int], draws: Draws | None = None) -> int:
    """Compute a term by recursion for one value of U and of what is drawn."""
    for name, setting in term.do:
        if name != term.variable:
            continue
        if isinstance(setting, Term):
            return value_of(model, setting, noise, draws)
        if isinstance(setting, Randomised):
            return (draws or {})[name, term.do]
        if isinstance(setting, Policy):
            match = _CHOICE.fullmatch(setting.formula)
            assert match is not None
            tested = value_of(model, Term(match[1], term.do), noise, draws)
            return model[name].index(int(match[3] if model[match[1]].values[tested] == int(match[2]) else match[4]))
        return model[name].index(setting)
    rule = model.rule(term.variable)
    assert isinstance(rule, Mechanism)
    row = tuple(noise[p] if p in noise else value_of(model, Term(p, term.do), noise, draws) for p in rule.parents)
    return int(rule.table[row])


def randomised(term: Term) -> dict[tuple[str, object], Randomised]:
    """Return the settings at random of a term and of the terms in it."""
    found: dict[tuple[str, object], Randomised] = {}
    for name, setting in term.do:
        if isinstance(setting, Randomised):
            found[name, term.do] = setting
        elif isinstance(setting, Term):
            found.update(randomised(setting))
    return found


def drawn(model: SCM, facts: Iterable[Fact]) -> Iterator[tuple[Draws, float]]:
    """Go through what the settings at random of some facts can come to."""
    settings: dict[tuple[str, object], Randomised] = {}
    for fact in facts:
        settings.update(randomised(fact.term))
    for rows in product(*(setting.probabilities for setting in settings.values())):
        draws = {key: model[key[0]].index(value) for key, (value, _) in zip(settings, rows, strict=True)}
        yield draws, float(np.prod([chance for _, chance in rows]))


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
        chance * luck
        for noise, chance in contexts(model)
        for draws, luck in drawn(model, listed)
        if all(
            RELATIONS[fact.relation](
                value_of(model, fact.term, noise, draws), model[fact.term.variable].index(fact.value)
            )
            for fact in listed
        )
    )


def random_setting(random: Random, model: SCM, name: str, depth: int) -> object:
    """Set a variable to a value, a nested term, at random, or by a rule that reads an earlier variable."""
    kind = random.random()
    values = model[name].values
    if depth and kind < 0.2:
        return Term(name, random_term(random, model, 0).do)
    if kind < 0.3:
        weights = [random.choice((0, 1, 2)) + (place == 0) for place in range(len(values))]
        return Randomised(tuple((v, w / sum(weights)) for v, w in zip(values, weights, strict=True)))
    earlier = model.names[: model.names.index(name)]
    if earlier and kind < 0.4:
        tested = random.choice(earlier)
        seen = random.choice(model[tested].values)
        return Policy(f"if {tested} == {seen} then {random.choice(values)} else {random.choice(values)}")
    return random.choice(values)


def random_term(random: Random, model: SCM, depth: int = 1) -> Term:
    """Ask for a variable in a random world, at times a nested one."""
    names = random.sample(model.names, k=random.choice((0, 1, 1, 2)))
    do = tuple((name, random_setting(random, model, name, depth)) for name in names)
    return Term(random.choice(model.names), do)


def random_row(random: Random, model: SCM) -> dict[str, int]:
    """Draw one row of the endogenous variables."""
    noise: dict[str, int] = {}
    for factor in model.noise:
        cells = list(np.ndindex(*factor.probabilities.shape))
        cell = random.choices(cells, weights=factor.probabilities.reshape(-1).tolist())[0]
        noise.update(zip(factor.names, map(int, cell), strict=True))
    return {name: int(model[name].values[value_of(model, Term(name), noise)]) for name in model.names}


def random_facts(random: Random, model: SCM, count: int) -> tuple[Fact, ...]:
    """State values of random terms, often of the factual world."""
    found = []
    for _ in range(count):
        term = random_term(random, model) if random.random() < 0.6 else Term(random.choice(model.names))
        relation = random.choice(("=", "=", "=", "=", "!=", ">="))
        found.append(Fact(term, random.choice(model[term.variable].values), relation))
    return tuple(found)


def random_wide_model(random: Random, count: int) -> SCM:
    """Make a longer model with noise of its own for each variable, of two or three values, and one shared."""
    own = tuple(Variable(f"V{i}", (0, 1)) for i in range(count))
    hidden = tuple(Variable(f"U{i}", tuple(range(random.choice((2, 3))))) for i in range(count + 1))
    factors = tuple(Noise((u.name,), np.full(u.size, 1 / u.size)) for u in hidden)
    rules = []
    for i in range(count):
        parents = [*random.sample(own[max(0, i - 4) : i], k=min(i, random.randint(1, 2))), hidden[i]]
        if random.random() < 0.2:
            parents.append(hidden[-1])
        shape = tuple(parent.size for parent in parents)
        table = np.array([random.randrange(2) for _ in range(int(np.prod(shape)))], dtype=np.intp)
        rules.append(Mechanism(tuple(parent.name for parent in parents), table.reshape(shape)))
    return SCM(own, hidden, factors, tuple(rules))


def general_weight(model: SCM, facts: Iterable[Fact]) -> float:
    """Return the probability of facts by elimination on the network of their worlds, whatever they say."""
    network = Network(model)
    network.observe(facts)
    return float(eliminate(network.factors(), (), network.sizes)) if network.possible else 0.0


def parity_model(count: int) -> SCM:
    """Make Y the parity of X and of many noise variables: one component of 2 ** count states."""
    hidden = tuple(Variable(f"U{i}", (0, 1)) for i in range(count))
    factors = (*(Noise((u.name,), np.array([0.5, 0.5])) for u in hidden), Noise(("UX",), np.array([0.5, 0.5])))
    grid = np.indices((2,) * (count + 1)).sum(axis=0) % 2
    rules = (Mechanism(("UX",), np.array([0, 1])), Mechanism(("X", *(u.name for u in hidden)), grid))
    return SCM((Variable("X", (0, 1)), Variable("Y", (0, 1))), (*hidden, Variable("UX", (0, 1))), factors, rules)


def seen(model: SCM, **values: int) -> float:
    """Return the probability of values in fact, by enumeration."""
    return weight(model, [Fact(Term(name), value) for name, value in values.items()])
