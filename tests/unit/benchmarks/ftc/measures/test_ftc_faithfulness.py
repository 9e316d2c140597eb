from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import entropy

from benchmarks.ftc.data import LABELS
from benchmarks.ftc.measures.faithfulness import (
    AlphaError,
    Faithfulness,
    Metric,
    cost,
    ftc,
    ftc_delta,
    ftc_k,
    ftc_w,
    mean,
)
from logic.relations.nli import Label

E, C, N = LABELS
WEIGHTS = st.tuples(*[st.integers(0, 50) for _ in LABELS]).filter(any)
DISTRIBUTIONS = WEIGHTS.map(lambda ws: {label: w / sum(ws) for label, w in zip(LABELS, ws, strict=True)})
CASES = st.tuples(DISTRIBUTIONS, st.sampled_from(LABELS), st.floats(0, 1))


def transported(probabilities: dict[Label, float], derived: Label, alpha: float) -> float:
    """Solve the transport problem as a linear program, without knowing that all mass goes to one label."""
    costs = [cost(one, other, alpha) for one in LABELS for other in LABELS]
    rows = [[float(i == k) for i in range(3) for _ in range(3)] for k in range(3)]
    columns = [[float(j == k) for _ in range(3) for j in range(3)] for k in range(3)]
    bounds = [probabilities[label] for label in LABELS] + [float(label is derived) for label in LABELS]
    return float(linprog(costs, A_eq=rows + columns, b_eq=bounds).fun)


@given(CASES)
def test_w_is_one_minus_the_optimal_transport(case: tuple[dict[Label, float], Label, float]) -> None:
    probabilities, derived, alpha = case
    assert ftc_w(probabilities, derived, alpha=alpha) == pytest.approx(1 - transported(probabilities, derived, alpha))


@given(CASES.filter(lambda case: case[0][case[1]] > 0))
def test_k_is_one_minus_the_divergence_that_scipy_computes(case: tuple[dict[Label, float], Label, float]) -> None:
    probabilities, derived, _ = case
    target = np.array([float(label is derived) for label in LABELS])
    divergence = entropy(target, np.array([probabilities[label] for label in LABELS]))
    assert ftc_k(probabilities, derived) == pytest.approx(1 - divergence)


@given(CASES)
def test_values_stay_in_their_ranges(case: tuple[dict[Label, float], Label, float]) -> None:
    probabilities, derived, alpha = case
    value = ftc(probabilities, derived, alpha=alpha)
    assert 0 <= value.delta <= 1
    assert -1e-9 <= value.w <= 1 + 1e-9
    assert value.k <= 1 + 1e-9


@given(st.sampled_from(LABELS), st.floats(0, 1))
def test_a_model_that_is_sure_of_the_derived_label_is_wholly_faithful(derived: Label, alpha: float) -> None:
    sure = {label: float(label is derived) for label in LABELS}
    assert ftc(sure, derived, alpha=alpha) == Faithfulness(delta=1.0, k=1.0, w=1.0)


@given(DISTRIBUTIONS, st.floats(0, 1))
def test_e_and_c_may_be_exchanged(probabilities: dict[Label, float], alpha: float) -> None:
    exchanged = {E: probabilities[C], C: probabilities[E], N: probabilities[N]}
    assert ftc_w(probabilities, E, alpha=alpha) == pytest.approx(ftc_w(exchanged, C, alpha=alpha))
    assert ftc_k(probabilities, E) == ftc_k(exchanged, C)
    assert ftc_delta(probabilities, E) == ftc_delta(exchanged, C)


@given(DISTRIBUTIONS, st.sampled_from(LABELS))
def test_w_with_alpha_1_is_the_probability_of_the_derived_label(
    probabilities: dict[Label, float], derived: Label
) -> None:
    assert ftc_w(probabilities, derived, alpha=1) == pytest.approx(probabilities[derived])


def test_values_by_hand() -> None:
    probabilities = {E: 0.2, C: 0.5, N: 0.3}
    value = ftc(probabilities, E, alpha=0.7)
    assert value.delta == 0
    assert value.k == pytest.approx(1 - 1.6094379)
    assert value.w == pytest.approx(1 - (0.5 + 0.7 * 0.3))
    assert ftc(probabilities, N, alpha=0.7).w == pytest.approx(1 - 0.7 * 0.7)


def test_labels_that_tie_share_the_point() -> None:
    assert ftc_delta({E: 0.4, C: 0.4, N: 0.2}, E) == 0.5


def test_a_probability_of_nothing_is_bounded() -> None:
    assert ftc_k({E: 0.0, C: 1.0, N: 0.0}, E) == pytest.approx(1 - 27.631, abs=1e-3)


def test_the_mean_of_nothing_is_none() -> None:
    assert mean([], Metric.K) is None
    assert mean([Faithfulness(delta=1, k=0, w=0.5), Faithfulness(delta=0, k=0, w=0.5)], Metric.DELTA) == 0.5


def test_alpha_outside_its_range_is_refused() -> None:
    with pytest.raises(AlphaError, match=r"got 1\.5; the paper has 0\.7"):
        ftc_w({E: 1, C: 0, N: 0}, E, alpha=1.5)
