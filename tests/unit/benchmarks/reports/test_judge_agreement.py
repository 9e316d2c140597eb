"""Agreement of every two judges, by model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score

from benchmarks.reports.judge_agreement import ALL, agreements, section

VERDICT = st.sampled_from([True, False, None])
ROWS = st.lists(st.tuples(st.sampled_from("mn"), VERDICT, VERDICT, VERDICT), min_size=1, max_size=30)
JUDGES = {"rubric": lambda one: one[1], "model": lambda one: one[2], "people": lambda one: one[3]}


def compared(rows):
    return agreements(rows, JUDGES, model=lambda one: one[0], cluster=lambda one: one)


@settings(max_examples=8, deadline=None)
@given(ROWS)
def test_shares_and_kappas_are_those_of_scikit_learn_on_what_both_decided(rows):
    for found in compared(rows):
        group = [one for one in rows if found["model"] in {ALL, one[0]}]
        ours, theirs = JUDGES[found["judge"]], JUDGES[found["with"]]
        pairs = [(ours(one), theirs(one)) for one in group if ours(one) is not None and theirs(one) is not None]
        first, second = zip(*pairs, strict=True)
        assert found["decided"] == len(pairs) <= found["total"]
        assert found["accuracy"] == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
        if found["f1"] is not None:
            assert found["f1"] == pytest.approx(f1_score(second, first, zero_division=0))
        if found["kappa"] is not None:
            assert found["kappa"] == pytest.approx(cohen_kappa_score(first, second))


def test_a_model_alone_has_no_row_of_all_and_a_judge_who_decided_nothing_none():
    rows = compared([("m", True, None, True), ("m", False, None, True)])
    assert [(row["model"], row["judge"], row["with"]) for row in rows] == [("m", "rubric", "people")]
    two = compared([("m", True, None, True), ("n", False, None, True)])
    assert [row["model"] for row in two] == [ALL, "m", "n"]
    assert section([]) == ()
    assert section(two)[0].table.rows[0][:4] == (ALL, "rubric", "people", "2 of 2")


def test_alpha_stands_beside_kappa_with_its_interval():
    rows = [("m", True, None, True)] * 6 + [("m", False, None, False)] * 5 + [("m", True, None, False)]
    found = agreements(rows, JUDGES, model=lambda one: one[0], cluster=lambda one: object())[0]
    assert found["alpha"] == pytest.approx(0.8392, abs=1e-3)
    assert found["alpha_low"] < found["alpha"] <= found["alpha_high"]
    shown = section([found])[0].table
    assert shown.columns[-2:] == ("alpha", "95 % interval")
    assert shown.rows[0][-2] == "0.839"
