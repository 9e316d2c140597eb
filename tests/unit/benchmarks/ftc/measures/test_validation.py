from __future__ import annotations

from math import nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ranksums

from benchmarks.ftc.measures.validation import GroupError, rank_sum, sensitivity_table

GROUPS = st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=2, max_size=25).filter(
    lambda rows: len({agrees for _, agrees in rows}) == 2
)


@settings(max_examples=50)
@given(GROUPS)
def test_rho_is_the_share_of_pairs_in_the_right_order(rows: list[tuple[int, bool]]) -> None:
    values, agrees = zip(*rows, strict=True)
    high = [value for value, one in rows if one]
    low = [value for value, one in rows if not one]
    pairs = [(a > b) + 0.5 * (a == b) for a in high for b in low]
    assert rank_sum(values, agrees).rho == pytest.approx(sum(pairs) / len(pairs))


@settings(max_examples=30)
@given(GROUPS)
def test_turning_the_values_round_turns_rho_round(rows: list[tuple[int, bool]]) -> None:
    values, agrees = zip(*rows, strict=True)
    turned = rank_sum([-value for value in values], agrees)
    found = rank_sum(values, agrees)
    assert turned.rho == pytest.approx(1 - found.rho)
    assert turned.p == pytest.approx(found.p, nan_ok=True)


def test_p_is_close_to_the_rank_sum_statistic_of_scipy() -> None:
    values = [0.03 * i for i in range(60)]
    agrees = [(7 * i) % 11 > 4 for i in range(60)]
    other = ranksums(
        [v for v, a in zip(values, agrees, strict=True) if a], [v for v, a in zip(values, agrees, strict=True) if not a]
    )
    assert rank_sum(values, agrees).p == pytest.approx(other.pvalue, abs=0.02)


def test_separated_groups_are_significant() -> None:
    found = rank_sum([*range(10), *range(20, 30)], [False] * 10 + [True] * 10)
    assert (found.rho, found.significant, found.agreeing, found.disagreeing) == (1.0, True, 10, 10)


def test_one_group_alone_is_refused() -> None:
    with pytest.raises(GroupError, match="expected agreeing and disagreeing instances, got 2 and 0"):
        rank_sum([1, 2], [True, True])
    with pytest.raises(GroupError, match="expected as many values as agreements, got 1 and 2"):
        rank_sum([1], [True, False])


def test_the_published_sensitivity_table_is_read_as_the_paper_reads_it() -> None:
    names = ("x, u, y", "x", "u", "y")
    columns = {
        "LAS": dict(zip(names, ([0.047], [-0.035], [-0.063], [0.068]), strict=True)),
        "LRA": dict(zip(names, ([0.788], [0.561], [0.298], [0.630]), strict=True)),
        "FTC-K": dict(zip(names, ([0.126], [-0.200], [-0.055], [-0.245]), strict=True)),
    }
    rows = {row.measure: row.sensitive for row in sensitivity_table(columns, complete="x, u, y")}
    assert rows == {"LAS": False, "LRA": True, "FTC-K": True}


def test_a_mean_that_is_missing_leaves_the_question_open() -> None:
    (row,) = sensitivity_table({"m": {"all": [1.0], "some": []}}, complete="all")
    assert (row.means["some"], row.sensitive) == (None, None)
    with pytest.raises(GroupError, match="expected a condition 'all' for m, got some"):
        sensitivity_table({"m": {"some": [nan]}}, complete="all")
