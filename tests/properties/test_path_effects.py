"""Path-specific effects against the graph unrolled into a tree, for each value of the noise."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
import scm_oracle as oracle

from causalcore.errors import MalformedModelError, QuerySyntaxError
from causalcore.model.model import SCM, Mechanism
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD
from causalcore.queries.effect import Change, Effect, EffectKind
from causalcore.queries.path_effect import PathEffect
from causalcore.queries.queries import ask
from causalcore.queries.query_language import parse_query


def _paths(model: SCM, start: str, end: str) -> list[tuple[str, ...]]:
    if start == end:
        return [(end,)]
    return [(*head, end) for parent in model.parents(end) for head in _paths(model, start, parent)]


def _unrolled(model: SCM, query: PathEffect, noise: dict[str, int], name: str, rest: tuple[str, ...]) -> int:
    """Compute a variable at one place of the tree; `rest` is the way from it to the effect."""
    if name == query.cause.variable:
        heard = query.cause.new if (name, *rest) in query.paths else query.cause.old
        return model[name].index(heard)
    rule = model.rule(name)
    assert isinstance(rule, Mechanism)
    row = [noise[p] if p in noise else _unrolled(model, query, noise, p, (name, *rest)) for p in rule.parents]
    return int(rule.table[tuple(row)])


def _mean(model: SCM, query: PathEffect) -> float:
    target = query.effect.variable
    values = model[target].values
    found = ((_unrolled(model, query, noise, target, ()), chance) for noise, chance in oracle.contexts(model))
    return sum(chance * float(values[place]) for place, chance in found)


@pytest.mark.parametrize("seed", range(150))
def test_an_effect_along_paths_equals_that_of_the_unrolled_graph(seed: int) -> None:
    random = Random(seed)
    model = oracle.random_model(random)
    cause, effect = random.sample(model.names, 2)
    old, new = random.sample(model[cause].values, 2)
    every = _paths(model, cause, effect)
    chosen = tuple(path for path in every if random.random() < 0.5)
    query = PathEffect(Change(cause, old, new), Change(effect), chosen)
    none = PathEffect(query.cause, query.effect, ())
    assert ask(model, query) == pytest.approx(_mean(model, query) - _mean(model, none), abs=1e-9)


@pytest.mark.parametrize("seed", range(60))
def test_direct_indirect_and_total_effects_are_effects_along_paths(seed: int) -> None:
    random = Random(seed)
    model = oracle.random_model(random)
    cause, effect = random.sample(model.names, 2)
    change = Change(cause, *random.sample(model[cause].values, 2))
    every = _paths(model, cause, effect)
    kinds = {EffectKind.ATE: every, EffectKind.NDE: [p for p in every if len(p) == 2]}
    kinds[EffectKind.NIE] = [path for path in every if len(path) > 2]
    for kind, paths in kinds.items():
        along = ask(model, PathEffect(change, Change(effect), tuple(paths)))
        assert along == pytest.approx(ask(model, Effect(kind, change, Change(effect))), abs=1e-9)
    assert all(parent in model.parents(child) for path in every for parent, child in pairwise(path))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pse(C, D, A -> D)", "expected a path from C to D, got A -> D"),
        ("pse(C, D, C -> D)", "C is none of D's: its parents are A, B"),
        ("pse(A, C, A -> C)", "A is none of C's: it has no parents"),
    ],
)
def test_a_path_that_the_model_has_not_says_why(text: str, words: str) -> None:
    query = parse_query(text)
    assert isinstance(query, PathEffect)
    with pytest.raises(MalformedModelError, match=words):
        ask(FIRING_SQUAD, query)


def test_a_path_effect_is_read_with_its_values_and_paths() -> None:
    query = parse_query("pse(X: 0 -> 2, Y: low -> high, X -> M -> Y, X -> Y)")
    assert query == PathEffect(Change("X", 0, 2), Change("Y", "low", "high"), (("X", "M", "Y"), ("X", "Y")))
    with pytest.raises(QuerySyntaxError, match="expected ',', got '\\)' at column 9"):
        parse_query("pse(X, Y)")


def test_tables_give_an_effect_along_paths_where_independence_identifies_it() -> None:
    query = parse_query("pse(drug, recovery, drug -> recovery)")
    assert isinstance(query, PathEffect)
    assert ask(DRUG_GENDER, query) == pytest.approx(0.0502)
