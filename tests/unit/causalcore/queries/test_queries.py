from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from causalcore.errors import (
    CyclicModelError,
    ImpossibleEvidenceError,
    InvalidInterventionError,
    MalformedModelError,
    NotIdentifiableError,
    OutsideDomainError,
    UnknownNameError,
)
from causalcore.model.building import scm
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD, FLIPPED_COPY, SMOKING_TAR, TWO_SWITCHES
from causalcore.queries.counterfactual import counterfactual, probability
from causalcore.queries.effect import Effect
from causalcore.queries.queries import Expectation, Probability, ask
from causalcore.queries.query_language import parse_query

if TYPE_CHECKING:
    from causalcore.model.model import SCM


def _ask(model: SCM, text: str) -> float:
    query = parse_query(text)
    assert isinstance(query, Probability | Expectation | Effect)
    return ask(model, query)


MEDIATED = scm(
    variables={"X": [0, 1], "M": [0, 1, 2], "Y": [0, 1, 2, 3]},
    noise={"UX": {0: 0.5, 1: 0.5}, "UM": {0: 0.25, 1: 0.75}},
    mechanisms={"X": "UX", "M": "X + (X and UM)", "Y": "X + M"},
)


@pytest.mark.parametrize(
    ("model", "text", "expected"),
    [
        (FIRING_SQUAD, "P(D=0 @ do(A=0) | D=1)", 0.3 * 0.3 / 0.79),
        (FIRING_SQUAD, "P(D=1 @ do(A=0) | A=1, C=1)", 1.0),
        (FIRING_SQUAD, "P(D=1 @ do(A=1) | C=0, D=0)", 1.0),
        (DRUG_GENDER, "P(recovery=1 | drug=1)", (0.93 * 87 + 0.73 * 263) / 350),
        (DRUG_GENDER, "P(recovery=1 | drug=0)", (0.87 * 270 + 0.69 * 80) / 350),
        (DRUG_GENDER, "P(recovery=1 @ do(drug=1))", 0.832),
        (DRUG_GENDER, "P(recovery=1 @ do(drug=0))", 0.7818),
        (DRUG_GENDER, "ate(drug, recovery)", 0.0502),
        (MEDIATED, "ate(X, Y)", 2.75),
        (MEDIATED, "nde(X, Y)", 1.0),
        (MEDIATED, "nie(X, Y)", 1.75),
        (MEDIATED, "E(Y @ do(X=1) | X=0)", 2.75),
        (MEDIATED, "P(Y>=2 | X=1)", 1.0),
        (MEDIATED, "ate(X: 1 -> 0, Y: 0 -> 3)", -0.75),
        (MEDIATED, "P(Y=1 @ do(X=0, M ~ {0: 0.5, 1: 0.5}))", 0.5),
        (MEDIATED, 'P(Y=3 @ do(M := "2 * X"))', 0.5),
        (MEDIATED, "P(Y=3 @ do(X=1), Y=0 @ do(X=0))", 0.75),
    ],
)
def test_a_query_has_its_published_or_hand_computed_answer(model: SCM, text: str, expected: float) -> None:
    assert _ask(model, text) == pytest.approx(expected, abs=1e-9)


def test_correlated_noise_is_not_replaced_by_its_marginals() -> None:
    assert _ask(TWO_SWITCHES, "P(Y=1 @ do(X=1) | Z=1, X=0)") == 1.0


def test_noise_that_is_no_root_is_abducted() -> None:
    assert _ask(FLIPPED_COPY, "P(Y=1 @ do(X=1) | X=0, Y=1)") == 0.0


def test_setting_and_seeing_differ_under_an_unseen_cause() -> None:
    seen = _ask(SMOKING_TAR, "P(cancer=1 | smoking=1)")
    done = _ask(SMOKING_TAR, "P(cancer=1 @ do(smoking=1))")
    assert seen == pytest.approx(0.2 + 0.6 * 0.9 * 0.8)
    assert done == pytest.approx(0.2 + 0.6 * 0.9 * 0.65)


def test_the_front_door_formula_gives_the_effect_of_smoking() -> None:
    def seen(tar: int) -> float:
        rows = (
            _ask(SMOKING_TAR, f"P(cancer=1 | smoking={x}, tar={tar})") * _ask(SMOKING_TAR, f"P(smoking={x})")
            for x in (0, 1)
        )
        return sum(rows)

    adjusted = sum(_ask(SMOKING_TAR, f"P(tar={tar} | smoking=1)") * seen(tar) for tar in (0, 1))
    assert _ask(SMOKING_TAR, "P(cancer=1 @ do(smoking=1))") == pytest.approx(adjusted)


def test_the_effect_among_the_treated_differs_from_the_average() -> None:
    model = scm(
        variables={"X": [0, 1], "Y": [0, 1]},
        noise={"U": {0: 0.5, 1: 0.5}},
        mechanisms={"X": "U", "Y": "X and U"},
    )
    assert _ask(model, "ett(X, Y)") == 1.0
    assert _ask(model, "ate(X, Y)") == 0.5
    assert _ask(model, "pns(X, Y)") == 0.5
    assert _ask(model, "ps(X, Y)") == 0.0


def test_impossible_evidence_names_only_the_facts_that_clash() -> None:
    with pytest.raises(ImpossibleEvidenceError, match="C=1; D=0; drop") as caught:
        _ask(FIRING_SQUAD, "P(A=1 | B=1, C=1, D=0)")
    assert len(caught.value.clash) == 2


def test_a_conditional_table_gives_no_counterfactual_and_says_what_would() -> None:
    with pytest.raises(NotIdentifiableError, match="expected a mechanism for recovery, got a conditional table"):
        _ask(DRUG_GENDER, "pn(drug, recovery)")


def test_a_conditional_table_gives_what_independence_identifies() -> None:
    women = _ask(DRUG_GENDER, "P(gender=woman | drug=0)")
    across = _ask(DRUG_GENDER, "P(recovery=1 @ do(drug=1) | drug=0)")
    assert across == pytest.approx(women * 0.73 + (1 - women) * 0.93)


def test_consistency_makes_an_observed_outcome_certain_even_with_tables() -> None:
    assert _ask(DRUG_GENDER, "P(recovery=1 @ do(drug=1) | gender=man, drug=1, recovery=1)") == 1.0


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("P(Q=1)", UnknownNameError, "got Q"),
        ("P(D=2)", OutsideDomainError, "expected a value of D"),
        ("P(D=1 @ do(A=2))", OutsideDomainError, "expected a value of A"),
        ("P(D=1 @ do(U=1))", InvalidInterventionError, "got the noise U"),
        ("P(D=1 @ do(A=1, A=0))", InvalidInterventionError, "set once"),
        ('P(D=1 @ do(A := "D"))', CyclicModelError, "D -> A -> D|A -> D -> A"),
        ("P(D=1 @ do(A ~ {0: 0.4, 1: 0.4}))", MalformedModelError, "sum to 1 for the setting of A"),
    ],
)
def test_a_query_outside_the_model_says_why(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        _ask(FIRING_SQUAD, text)


def test_effects_of_variables_with_more_values_need_to_be_told_which() -> None:
    with pytest.raises(MalformedModelError, match="write which, as in M: 0 -> 2"):
        _ask(MEDIATED, "ate(M, Y)")


def test_a_mean_of_words_is_refused() -> None:
    with pytest.raises(MalformedModelError, match="ask for P instead of E"):
        _ask(DRUG_GENDER, "E(gender)")


def test_a_setting_from_an_unlike_variable_is_refused() -> None:
    with pytest.raises(InvalidInterventionError, match="the same values"):
        _ask(MEDIATED, "P(Y=1 @ do(M=X@do(X=0)))")


def test_counterfactual_composes_the_three_steps() -> None:
    assert counterfactual(FLIPPED_COPY, {"X": 0, "Y": 1}, {"X": 1}, {"Y": 0}) == 1.0
    assert probability(FLIPPED_COPY, {"Y": 1}, {"X": 1}) == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("P(Y=1 @ do(UX=1))", InvalidInterventionError),
        ("P(Y=1 | UX=1)", UnknownNameError),
        ("P(UX=1)", UnknownNameError),
    ],
)
def test_noise_in_a_query_is_refused_alike_wherever_it_stands(text: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="UX; noise is neither set nor observed in a query: give its value all the mass"):
        _ask(MEDIATED, text)
    settled = scm(
        variables={"X": [0, 1], "Y": [0, 1]},
        noise={"UX": {1: 1.0}},
        mechanisms={"X": "UX", "Y": "X"},
    )
    assert _ask(settled, "P(Y=1)") == 1.0
