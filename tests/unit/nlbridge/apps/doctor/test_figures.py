"""Figures against models of known quality, scikit-learn's area, and calibration that is known because it was made."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from nlbridge.apps.doctor.figures import (
    Figure,
    advice,
    area,
    calibration_error,
    decided,
    decided_right,
    events_right,
    figures,
    fits_of,
    fitted,
)
from nlbridge.chat.client.profile import Fit, logit


def rows_of_quality(rng, *, texts, right, decides, verdict_right, confidence=0.9):
    """Return rows of a model whose quality is exactly this, spread at random over the texts."""
    answers = ["unchanged"] * round(texts * 8 * right) + ["changed"] * (texts * 8 - round(texts * 8 * right))
    wanted = round(texts * 4 * decides)
    good = round(wanted * verdict_right)
    outcomes = [True] * good + [False] * (wanted - good) + [None] * (texts * 4 - wanted)
    rng.shuffle(answers)
    rng.shuffle(outcomes)
    rows = []
    for text in range(texts):
        verdicts = []
        for k in range(4):
            error, outcome = ("" if k % 2 else "E1"), outcomes[text * 4 + k]
            valid = None if outcome is None else (not error) is outcome
            score = 0.5 if valid is None else 0.95 if valid else 0.05
            verdicts.append([error, valid, score, confidence, []])
        said = [["unchanged", answer, confidence] for answer in answers[text * 8 : text * 8 + 8]]
        rows.append({"id": str(text), "kind": "prose", "answers": said, "verdicts": verdicts})
    return rows


@pytest.mark.parametrize(("right", "decides", "verdict_right"), [(0.97, 0.95, 0.99), (0.8, 0.5, 0.75), (1.0, 1.0, 1.0)])
def test_the_figures_are_those_of_a_model_of_known_quality(right, decides, verdict_right):
    rows = rows_of_quality(
        np.random.default_rng(3), texts=50, right=right, decides=decides, verdict_right=verdict_right
    )
    found = figures(rows)
    assert found["events_right"].value == pytest.approx(right, abs=0.005)
    assert found["verdicts_decided"].value == pytest.approx(decides, abs=0.005)
    assert found["verdicts_right"].value == pytest.approx(verdict_right, abs=0.006)
    assert (found["events_right"].of, found["verdicts_decided"].of) == (400, 200)


@pytest.mark.slow
def test_an_interval_holds_the_true_share_about_as_often_as_it_says():
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        said = [["changed", "changed" if rng.random() < 0.8 else "open", 0.9] for _ in range(300)]
        rows = [{"kind": "prose", "answers": said[k * 5 : k * 5 + 5], "verdicts": []} for k in range(60)]
        found = figures(rows, seed=seed)["events_right"]
        held += found.low <= 0.8 <= found.high
    assert 51 <= held <= 60


def test_texts_whose_claims_go_wrong_together_widen_the_interval():
    together = [
        {"kind": "prose", "answers": [["open", "open" if k % 2 else "changed", 0.9]] * 6, "verdicts": []}
        for k in range(40)
    ]
    apart = [
        {"kind": "prose", "answers": [["open", said, 0.9] for said in ("open", "changed") * 3], "verdicts": []}
        for _ in range(40)
    ]
    wide, narrow = (figures(rows)["events_right"] for rows in (together, apart))
    assert wide.value == narrow.value == 0.5
    assert wide.high - wide.low > 0.2
    assert narrow.high == narrow.low


def test_the_area_is_that_of_scikit_learn_also_with_ties():
    rng = np.random.default_rng(5)
    for _ in range(20):
        verdicts = [[rng.choice(["", "E1"]), None, round(float(rng.random()), 1), 0.5, []] for _ in range(30)]
        rows = [{"answers": [], "verdicts": verdicts}]
        assert area(rows) == pytest.approx(
            roc_auc_score([not one[0] for one in verdicts], [one[2] for one in verdicts])
        )


def test_a_score_that_keeps_its_word_has_no_calibration_error_and_one_that_does_not_has_its_gap():
    kept = [["" if k % 10 < 9 else "E1", True, 0.9, 0.9, []] for k in range(100)]
    broken = [["" if k % 2 else "E1", True, 0.9, 0.9, []] for k in range(100)]
    assert calibration_error([{"verdicts": kept}]) == pytest.approx(0.0, abs=1e-9)
    assert calibration_error([{"verdicts": broken}]) == pytest.approx(0.4)


def test_nothing_is_no_figure_and_no_error():
    assert all(one.value is None for one in figures([]).values())
    empty = [{"kind": "prose", "answers": [], "verdicts": []}]
    assert (events_right(empty), decided(empty), decided_right(empty), area(empty)) == (None,) * 4
    assert fits_of(empty) == {"answer": Fit(), "verdict": Fit(), "score": Fit()}


def test_the_direction_of_an_amount_counts_only_where_it_was_said():
    said = [["changed higher", answer, 0.9] for answer in ("changed", "changed higher", "changed lower", "open")]
    assert events_right([{"answers": said}]) == 0.5


def test_a_fit_with_much_to_fit_is_the_logistic_regression_of_scikit_learn():
    rng = np.random.default_rng(7)
    said = rng.uniform(0.05, 0.95, 5_000)
    pairs = [(p, bool(rng.random() < Fit(slope=0.4, intercept=-0.3).of(p))) for p in said]
    found = fitted(pairs)
    known = LogisticRegression(C=1e6).fit([[logit(p)] for p, _ in pairs], [right for _, right in pairs])
    assert found.slope == pytest.approx(known.coef_[0][0], abs=0.03)
    assert found.intercept == pytest.approx(known.intercept_[0], abs=0.03)


def test_a_few_observations_hardly_move_a_confidence_and_none_turn_it_round():
    assert abs(fitted([(0.9, True)] * 3).of(0.9) - 0.9) < 0.05
    turned = fitted([(0.9, False)] * 200 + [(0.1, True)] * 200)
    assert turned.slope == 0.0
    assert turned.of(0.9) == turned.of(0.1)


@pytest.mark.parametrize(
    ("model", "offline", "reader"),
    [
        (0.97, 0.7, "llm:"),
        (0.97, 0.95, "hybrid:"),
        (0.85, 0.7, "hybrid, or"),
        (0.6, 0.5, "offline"),
        (0.8, 0.9, "offline"),
    ],
)
def test_the_advice_names_a_reader_by_what_was_measured(model, offline, reader):
    said = advice({"events_right": Figure(value=model)}, {"events_right": Figure(value=offline)})
    assert reader in said
    assert "\n" not in said
