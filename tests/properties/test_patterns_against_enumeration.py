"""Questions of one pattern, compiled once and asked with many values, against enumeration and the old elimination."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
import scm_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.causes.situation import situation
from causalcore.claims.strategies import interventions, scms
from causalcore.errors import ImpossibleEvidenceError
from causalcore.model.model import SCM
from causalcore.queries.abduction import abduct, weigh
from causalcore.queries.compiled import pattern
from causalcore.queries.compiled.pattern import joint, kept
from causalcore.queries.counterfactual import counterfactual, probability
from causalcore.queries.prediction import distribution
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.queries.world import Fact, Policy, Randomised, Term


def _other_values(random: Random, model: SCM, term: Term) -> Term:
    """Change the values that a term's world sets, and nothing else."""
    do = []
    for name, setting in term.do:
        if isinstance(setting, Term):
            do.append((name, _other_values(random, model, setting)))
        elif isinstance(setting, Randomised | Policy):
            do.append((name, setting))
        else:
            do.append((name, random.choice(model[name].values)))
    return Term(term.variable, tuple(do))


def _reworded(random: Random, model: SCM, stated: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(
        Fact(_other_values(random, model, f.term), random.choice(model[f.term.variable].values), f.relation)
        for f in stated
    )


@pytest.mark.parametrize("block", range(12))
def test_one_model_asked_with_many_values_equals_enumeration(block: int) -> None:
    for seed in range(block * 25, (block + 1) * 25):
        random = Random(seed)
        model = oracle.random_model(random)
        outcome = oracle.random_facts(random, model, random.choice((1, 1, 2)))
        stated = oracle.random_facts(random, model, random.randint(0, 3))
        for _ in range(6):
            weight = oracle.weight(model, stated)
            assert weigh(model, stated) == pytest.approx(weight, abs=1e-12), seed
            assert (weigh(model, stated) > 0) == (weight > 0), seed
            if weight > 0:
                expected = oracle.weight(model, (*stated, *outcome)) / weight
                assert probability(model, outcome, stated) == pytest.approx(expected, abs=1e-9), seed
            else:
                with pytest.raises(ImpossibleEvidenceError):
                    probability(model, outcome, stated)
            outcome, stated = _reworded(random, model, outcome), _reworded(random, model, stated)


def test_the_same_pattern_is_compiled_once() -> None:
    shared: Counter[bool] = Counter()
    for seed in range(60):
        random = Random(seed)
        model = oracle.random_wide_model(random, 8)
        target, do = model.names[-1], model.names[0]
        seen = random.sample(model.names[1:-1], k=3)
        for _ in range(8):
            row = {name: random.choice((0, 1)) for name in seen}
            outcome = (Fact(Term(target, ((do, random.choice((0, 1))),)), 1),)
            given_facts = [Fact(Term(name), value) for name, value in row.items()]
            found = joint(model, given_facts, (outcome[0].term,))
            expected = oracle.general_weight(model, (*given_facts, *outcome))
            assert found[1] == pytest.approx(expected, abs=1e-12), seed
        shared[len(kept(model)) == 1] += 1
    assert shared[True] == 60


def test_many_rows_of_several_patterns_equal_the_old_elimination() -> None:
    for seed in range(40):
        random = Random(seed)
        model = oracle.random_wide_model(random, 9)
        drawn = [oracle.random_row(random, model) for _ in range(25)]
        seen = random.sample(model.names, k=5)
        columns: dict[str, list[Any]] = {
            name: [None if random.random() < 0.2 else row[name] for row in drawn] for name in seen
        }
        set_to = random.choice(model.names)
        put_in = [random.choice((0, 1)) for _ in drawn]
        outcome = {name: random.choice((0, 1)) for name in random.sample(model.names, k=random.choice((1, 1, 2)))}
        found = counterfactual_rows(model, columns, {set_to: put_in}, outcome)
        for i in range(len(drawn)):
            stated = [Fact(Term(name), columns[name][i]) for name in seen if columns[name][i] is not None]
            wanted = [Fact(Term(name, ((set_to, put_in[i]),)), value) for name, value in outcome.items()]
            expected = oracle.general_weight(model, (*stated, *wanted)) / oracle.general_weight(model, stated)
            assert found[i] == pytest.approx(expected, abs=1e-9), (seed, i)


def test_rows_that_cannot_be_are_named_where_something_is_not_seen() -> None:
    refused = 0
    for seed in range(200):
        random = Random(seed)
        model = oracle.random_model(random)
        if len(model.names) < 3:
            continue
        row = {name: random.choice(model[name].values) for name in model.names[1:]}
        if oracle.weight(model, [Fact(Term(name), value) for name, value in row.items()]) > 0:
            continue
        refused += 1
        columns = {name: [value] for name, value in row.items()}
        with pytest.raises(ImpossibleEvidenceError, match="row 0: "):
            counterfactual_rows(model, columns, {model.names[0]: 0}, {model.names[0]: 0})
    assert refused > 20


def _partial_row(draw: st.DataObject, model: SCM) -> dict[str, Any]:
    contexts = [noise for noise, _ in oracle.contexts(model)]
    noise = contexts[draw.draw(st.integers(0, len(contexts) - 1))]
    kept_names = draw.draw(st.sets(st.sampled_from(model.names)))
    return {name: model[name].values[oracle.value_of(model, Term(name), noise)] for name in sorted(kept_names)}


@settings(max_examples=60)
@given(model=scms(), draw=st.data())
def test_the_values_of_a_term_have_probabilities_that_sum_to_one(model: SCM, draw: st.DataObject) -> None:
    do, target = draw.draw(interventions(model)), draw.draw(st.sampled_from(model.names))
    for _ in range(3):
        row = _partial_row(draw, model)
        shares = [counterfactual(model, row, do, {target: value}) for value in model[target].values]
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) >= 0.0


@settings(max_examples=60)
@given(model=scms(), draw=st.data())
def test_one_row_many_rows_the_steps_and_the_old_elimination_agree(model: SCM, draw: st.DataObject) -> None:
    do, target = draw.draw(interventions(model)), draw.draw(st.sampled_from(model.names))
    value = draw.draw(st.sampled_from(model[target].values))
    for _ in range(3):
        row = _partial_row(draw, model)
        stated = tuple(Fact(Term(name), seen) for name, seen in row.items())
        term = Term(target, tuple(do.items()))
        general = oracle.general_weight(model, (*stated, Fact(term, value))) / oracle.general_weight(model, stated)
        assert counterfactual(model, row, do, {target: value}) == pytest.approx(general, abs=1e-9)
        assert distribution(abduct(model, row), term)[value,] == pytest.approx(general, abs=1e-9)
        if row:
            columns = {name: [seen] * 2 for name, seen in row.items()}
            assert counterfactual_rows(model, columns, do, {target: value}) == pytest.approx([general] * 2, abs=1e-9)


@settings(max_examples=60)
@given(model=scms(), draw=st.data())
def test_what_was_so_is_so_whatever_else_is_not_seen(model: SCM, draw: st.DataObject) -> None:
    row = _partial_row(draw, model)
    for name, value in row.items():
        assert counterfactual(model, row, {}, {name: value}) == 1.0
        assert counterfactual(model, row, {name: value}, {name: value}) == 1.0
        for other, seen in row.items():  # composition: setting what was so changes nothing
            assert counterfactual(model, row, {name: value}, {other: seen}) == pytest.approx(1.0)


def test_what_a_model_keeps_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern, "MAX_KEPT", 3)
    model = oracle.random_wide_model(Random(1), 8)
    for name, value in oracle.random_row(Random(1), model).items():
        before = counterfactual(model, {name: value}, {model.names[0]: 1}, {model.names[-1]: 1})
        assert len(kept(model)) <= 3
        assert counterfactual(model, {name: value}, {model.names[0]: 1}, {model.names[-1]: 1}) == before


def test_a_row_asked_again_has_the_same_answer_to_the_last_digit() -> None:
    model = oracle.random_wide_model(Random(2), 10)
    rows = [{model.names[3]: i % 2, model.names[6]: i // 2} for i in range(4)]
    asked = [counterfactual(model, row, {model.names[0]: 1}, {model.names[-1]: 1}) for row in rows]
    again = [counterfactual(model, row, {model.names[0]: 1}, {model.names[-1]: 1}) for row in rows]
    assert np.array_equal(asked, again)


def test_two_hundred_variables_of_bounded_width_have_the_answers_of_the_old_elimination() -> None:
    model = oracle.random_wide_model(Random(3), 200)
    random = Random(4)
    case = situation(model, {item.name: random.choice(item.values) for item in model.exogenous})
    seen = {name: case.value(name) for name in model.names[5:195:5]}
    stated = [Fact(Term(name), value) for name, value in seen.items()]
    wanted = Fact(Term(model.names[-1], ((model.names[100], 1),)), 1)
    expected = oracle.general_weight(model, (*stated, wanted)) / oracle.general_weight(model, stated)
    found = counterfactual(model, seen, {model.names[100]: 1}, {model.names[-1]: 1})
    assert found == pytest.approx(expected, abs=1e-9)
