"""Laws of counterfactuals about rows that say all, on models that Hypothesis draws and shrinks."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
import scm_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.claims.strategies import interventions, scms
from causalcore.errors import TooLargeError
from causalcore.model.model import SCM
from causalcore.queries.compiled import plan, rows
from causalcore.queries.counterfactual import counterfactual
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.queries.world import Fact, Term, facts


def _row(draw: st.DataObject, model: SCM) -> dict[str, Any]:
    contexts = [noise for noise, _ in oracle.contexts(model)]
    noise = contexts[draw.draw(st.integers(0, len(contexts) - 1))]
    return {name: model[name].values[oracle.value_of(model, Term(name), noise)] for name in model.names}


@settings(max_examples=60)
@given(model=scms(), draw=st.data())
def test_setting_what_was_so_changes_nothing(model: SCM, draw: st.DataObject) -> None:
    row = _row(draw, model)
    kept = draw.draw(st.sets(st.sampled_from(model.names)))
    do = {name: row[name] for name in kept}
    for name in model.names:
        assert counterfactual(model, row, do, {name: row[name]}) == 1.0


@settings(max_examples=60)
@given(model=scms(), draw=st.data())
def test_one_row_many_rows_and_the_general_path_agree(model: SCM, draw: st.DataObject) -> None:
    row, do = _row(draw, model), draw.draw(interventions(model))
    target = draw.draw(st.sampled_from(model.names))
    columns = {name: [value] for name, value in row.items()}
    seen = facts(row)
    total = 0.0
    for value in model[target].values:
        one = counterfactual(model, row, do, {target: value})
        fact = Fact(Term(target, tuple(do.items())), value)
        general = oracle.general_weight(model, (*seen, fact)) / oracle.general_weight(model, seen)
        assert one == pytest.approx(general, abs=1e-9)
        assert counterfactual_rows(model, columns, do, {target: value})[0] == pytest.approx(one, abs=1e-9)
        total += one
    assert total == pytest.approx(1.0)


def test_open_rows_are_answered_fewer_at_once_where_their_tables_are_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = Random(34)
    model = oracle.random_wide_model(random, 9)
    drawn = [oracle.random_row(random, model) for _ in range(40)]
    columns = {name: [row[name] for row in drawn] for name in model.names}
    asked = model, columns, {model.names[0]: 1}, {model.names[-1]: 1}
    at_once = counterfactual_rows(*asked)
    assert np.count_nonzero((at_once > 0) & (at_once < 1)) > 5, "no row is open"
    monkeypatch.setattr(rows, "BLOCK", 100)
    assert counterfactual_rows(*asked) == pytest.approx(at_once)


def test_a_question_with_too_large_tables_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model = oracle.random_wide_model(Random(5), 12)
    monkeypatch.setattr(plan, "MAX_CELLS", 4)
    with pytest.raises(TooLargeError, match=r"tables stay under 4 cells, got \d+ at width \d+"):
        counterfactual(model, {}, {model.names[0]: 1}, {model.names[-1]: 1})
