"""Data that a graph made do not contradict it; data of another graph do, and the failing line is named."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from causalcore import graph
from causalcore.errors import MalformedModelError, UnknownNameError
from causalcore.graph_questions.data_check import check_simulator, holm
from causalcore.graph_questions.independence_tests import independent, is_discrete
from causalcore.graph_questions.question_answers import diagram_of

CHAIN = graph("X -> M -> Y")


def drawn(kind: str, rows: int, seed: int, *, skip: bool = False) -> pd.DataFrame:
    """Draw a chain X -> M -> Y, or with skip one with an arrow from X to Y as well."""
    rng = np.random.default_rng(seed)
    if kind == "discrete":
        x = rng.random(rows) < 0.5
        m = rng.random(rows) < np.where(x, 0.8, 0.3)
        y = rng.random(rows) < np.where(m, 0.7, 0.2) + (0.25 * x if skip else 0)
        return pd.DataFrame({"X": np.where(x, "high", "low"), "M": m, "Y": y.astype(int)})
    x = rng.normal(size=rows)
    m = x + rng.normal(size=rows)
    y = m + (0.5 * x if skip else 0) + rng.normal(size=rows)
    if kind == "mixed":
        return pd.DataFrame(
            {"X": np.where(x > 0, "high", "low"), "M": np.where(x > 0, 1, 0) + rng.normal(size=rows)}
        ).assign(
            Y=lambda frame: (
                rng.random(rows) < 1 / (1 + np.exp(-frame["M"] - (2.0 * (frame["X"] == "high") if skip else 0)))
            )
        )
    return pd.DataFrame({"X": x, "M": m, "Y": y})


KINDS = {"discrete": "G test", "continuous": "partial correlation", "mixed": "products of residuals"}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_columns_has_its_test(kind):
    (line,) = CHAIN.check_data(drawn(kind, 600, 1)).lines
    assert (str(line.implied), line.found.test) == ("X _||_ Y | M", KINDS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_data_of_the_graph_rarely_contradict_it(kind):
    chances = [CHAIN.check_data(drawn(kind, 400, seed)).lines[0].p for seed in range(60)]
    # Of 60 uniform chances about 3 lie below 0.05; more than 9 in less than one run of a thousand.
    assert sum(p <= 0.05 for p in chances) <= 9
    assert 0.3 < np.mean(chances) < 0.7


@pytest.mark.parametrize("kind", KINDS)
def test_data_of_another_graph_contradict_it_and_name_the_line(kind):
    found = CHAIN.check_data(drawn(kind, 1500, 5, skip=True))
    assert found.contradicted is True
    assert found.failing == ("X _||_ Y | M",)
    assert "X _||_ Y | M" in str(found)
    assert json.loads(found.to_json())["lines"][0]["contradicted"] is True
    assert found.to_pandas()["contradicted"].tolist() == [True]


def test_the_g_test_is_that_of_scipy():
    frame = drawn("discrete", 500, 7)
    whole = stats.chi2_contingency(pd.crosstab(frame["X"], frame["Y"]), correction=False, lambda_="log-likelihood")
    found = independent(frame, "X", "Y")
    assert (found.statistic, found.p) == (pytest.approx(whole[0]), pytest.approx(whole[1]))
    parts = [
        stats.chi2_contingency(pd.crosstab(part["X"], part["Y"]), correction=False, lambda_="log-likelihood")
        for _, part in frame.groupby("M")
    ]
    wanted = stats.chi2.sf(sum(part[0] for part in parts), sum(part[2] for part in parts))
    assert independent(frame, "X", "Y", ["M"]).p == pytest.approx(wanted)


def test_the_partial_correlation_is_that_of_the_inverse_covariance():
    frame = drawn("continuous", 300, 9)
    inverse = np.linalg.inv(np.cov(frame[["X", "Y", "M"]].T))
    share = -inverse[0, 1] / np.sqrt(inverse[0, 0] * inverse[1, 1])
    wanted = np.sqrt(300 - 1 - 3) * np.arctanh(share)
    assert independent(frame, "X", "Y", ["M"]).statistic == pytest.approx(wanted)


def test_chances_are_corrected_as_statsmodels_does():
    rng = np.random.default_rng(3)
    for _ in range(5):
        chances = rng.random(7) ** 3
        assert holm(list(chances)) == pytest.approx(multipletests(chances, method="holm")[1])
    assert holm([None, 0.5]) == [None, 0.5]


def test_thin_strata_fall_back_on_residuals():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({name: rng.integers(0, 4, 60) for name in "ABCD"})
    assert independent(frame, "A", "B", ["C", "D"]).test == "products of residuals"


def test_gaps_are_left_out_and_what_does_not_vary_is_not_tested():
    frame = drawn("continuous", 100, 1)
    frame.loc[:9, "M"] = np.nan
    assert CHAIN.check_data(frame).lines[0].found.rows == 90
    flat = CHAIN.check_data(frame.assign(X=1.0))
    assert flat.contradicted is None
    assert "not tested" in flat.explain()
    assert "nothing could be tested" in str(flat)


def test_a_graph_without_a_missing_arrow_is_contradicted_by_nothing():
    full = graph("X -> M -> Y, X -> Y").check_data(drawn("continuous", 50, 1))
    assert full.contradicted is None
    assert "implies no independence" in full.explain()


@pytest.mark.parametrize(
    ("frame", "level", "error"),
    [
        (pd.DataFrame({"X": [1], "M": [2]}), 0.05, UnknownNameError),
        (pd.DataFrame({"X": [], "M": [], "Y": []}), 0.05, MalformedModelError),
        (pd.DataFrame({"X": [1], "M": [1], "Y": [1]}), 1.5, MalformedModelError),
        (None, 0.05, MalformedModelError),
        ([1], 0.05, MalformedModelError),
    ],
)
def test_a_table_that_cannot_be_tested_is_refused(frame, level, error):
    with pytest.raises(error, match="expected"):
        CHAIN.check_data(frame, level)


def test_columns_are_discrete_by_what_they_hold():
    assert is_discrete(pd.Series(["a", "b"]))
    assert is_discrete(pd.Series([1.0, 2.0]))
    assert not is_discrete(pd.Series(range(11)))


def simulated(do: dict[str, object], rows: int, *, leak: float = 0.0) -> pd.DataFrame:
    rng = np.random.default_rng(len(do))
    x = np.full(rows, float(do["X"])) if "X" in do else rng.normal(size=rows) + leak * float(do.get("Y", 0))
    y = np.full(rows, float(do["Y"])) if "Y" in do else x + rng.normal(size=rows)
    return pd.DataFrame({"X": x, "Y": y})


def test_a_simulator_that_follows_its_graph_is_not_contradicted():
    assert graph("X -> Y").check_simulator(simulated, {"X": [0, 1], "Y": [0, 1]}).contradicted is False


def test_a_simulator_in_which_an_effect_moves_its_cause_is_contradicted():
    found = graph("X -> Y").check_simulator(lambda do, rows: simulated(do, rows, leak=0.5), {"Y": [0, 1]})
    assert found.failing == ("X _||_ do(Y)",)
    assert found.line("X _||_ do(Y)").contradicted


def test_a_simulator_is_set_by_names_of_the_graph():
    with pytest.raises(UnknownNameError, match="expected"):
        check_simulator(diagram_of(CHAIN.networkx), simulated, {"W": [0, 1]})
    with pytest.raises(UnknownNameError, match="expected"):
        CHAIN.check_data(drawn("continuous", 50, 1)).line("X _||_ W")
    with pytest.raises(TypeError, match="compared with True, False or None"):
        bool(CHAIN.check_data(drawn("continuous", 50, 1)))
