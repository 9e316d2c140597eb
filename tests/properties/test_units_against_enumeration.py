"""Rows that say all: one pass, and many rows at once, against brute force over the noise."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import scm_oracle as oracle

from causalcore.errors import ImpossibleEvidenceError
from causalcore.queries.abduction import abduct
from causalcore.queries.counterfactual import counterfactual, probability
from causalcore.queries.unit import observed_unit, unit_model
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.queries.world import Fact, Term, facts


@pytest.mark.parametrize("block", range(10))
def test_a_row_that_says_all_has_the_same_answers_as_enumeration(block: int) -> None:
    decided = 0
    for seed in range(block * 60, (block + 1) * 60):
        random = Random(seed)
        model = oracle.random_model(random)
        given = facts(oracle.random_row(random, model))
        outcome = oracle.random_facts(random, model, random.randint(1, 3))
        unit = observed_unit(model, given)
        assert unit is not None
        decided += unit.decide(outcome) is not None
        weight = oracle.weight(model, given)
        assert abduct(model, given).weight == pytest.approx(weight), seed
        expected = oracle.weight(model, (*given, *outcome)) / weight
        assert probability(model, outcome, given) == pytest.approx(expected, abs=1e-9), seed
    assert decided > 10, "the single pass decided next to nothing, so it was not tested"


@pytest.mark.parametrize("seed", range(120))
def test_many_rows_have_the_answers_of_enumeration(seed: int) -> None:
    random = Random(seed)
    model = oracle.random_model(random)
    rows = [oracle.random_row(random, model) for _ in range(6)]
    set_to, target = random.choice(model.names), random.choice(model.names)
    value = random.choice(model[target].values)
    put_in = [random.choice(model[set_to].values) for _ in rows]
    columns = {name: [row[name] for row in rows] for name in model.names}
    if seed % 3 == 0:  # some rows leave a variable out
        columns[model.names[0]] = [None if i % 2 else row[model.names[0]] for i, row in enumerate(rows)]
    found = counterfactual_rows(model, columns, {set_to: put_in}, {target: value})
    for i, row in enumerate(rows):
        given = facts({name: v for name, v in row.items() if columns[name][i] is not None})
        outcome = Fact(Term(target, ((set_to, put_in[i]),)), value)
        expected = oracle.weight(model, (*given, outcome)) / oracle.weight(model, given)
        assert found[i] == pytest.approx(expected, abs=1e-9), i


@pytest.mark.parametrize("seed", range(40))
def test_rows_of_larger_models_have_the_answers_of_the_general_path(seed: int) -> None:
    random = Random(seed)
    model = oracle.random_wide_model(random, 12)
    rows = [oracle.random_row(random, model) for _ in range(4)]
    columns = {name: np.array([row[name] for row in rows]) for name in model.names}
    do, last = {model.names[0]: 0, model.names[3]: 1}, model.names[-1]
    found = counterfactual_rows(model, columns, do, {last: 1, model.names[2]: 0})
    setting = tuple(do.items())
    outcome = (Fact(Term(last, setting), 1), Fact(Term(model.names[2], setting), 0))
    for i, row in enumerate(rows):
        given = facts(row)
        general = oracle.general_weight(model, (*given, *outcome)) / oracle.general_weight(model, given)
        assert found[i] == pytest.approx(general, abs=1e-9)
        assert counterfactual(model, row, do, {last: 1, model.names[2]: 0}) == pytest.approx(general, abs=1e-9)


def test_a_row_that_cannot_be_names_the_facts_that_clash() -> None:
    refused = 0
    for seed in range(200):
        random = Random(seed)
        model = oracle.random_model(random)
        row = {name: random.choice(model[name].values) for name in model.names}
        if oracle.weight(model, facts(row)) > 0:
            continue
        refused += 1
        with pytest.raises(ImpossibleEvidenceError) as caught:
            probability(model, {model.names[0]: 0}, row)
        named = tuple(fact for fact in facts(row) if str(fact) in caught.value.clash)
        assert len(named) == len(caught.value.clash)
        assert oracle.weight(model, named) <= 0, seed
        columns = {name: [value] for name, value in row.items()}
        with pytest.raises(ImpossibleEvidenceError, match="row 0: "):
            counterfactual_rows(model, columns, {model.names[0]: 0}, {model.names[0]: 0})
    assert refused > 20


def test_a_component_with_very_many_states_takes_the_general_path() -> None:
    model = oracle.parity_model(12)
    assert unit_model(model) is None
    row = {"X": 0, "Y": 1}
    assert counterfactual(model, row, {"X": 1}, {"Y": 0}) == pytest.approx(1.0)
    found = counterfactual_rows(model, {name: [value] for name, value in row.items()}, {"X": 1}, {"Y": 0})
    assert found.tolist() == pytest.approx([1.0])
