from __future__ import annotations

import pytest

from causalcore.causes.uncertain_context import CausationAnswer, decide, degree
from causalcore.errors import ImpossibleEvidenceError, MalformedModelError, OutsideDomainError
from causalcore.model.building import scm
from causalcore.model.textbook import FIRING_SQUAD
from causalcore.queries.query_language import Causation, Responsibility, parse_query


def _decide(text: str) -> CausationAnswer:
    query = parse_query(text)
    assert isinstance(query, Causation)
    return decide(FIRING_SQUAD, query)


def test_facts_about_noise_and_about_variables_fix_the_context() -> None:
    assert _decide("cause(A=1, D=1 | U=0, W=1)").holds is True
    assert _decide("cause(A=1, D=1 | B=0, D=1)").holds is True
    assert _decide("cause(C=1, D=1 | C=1)").holds is None


def test_an_open_context_gives_the_share_in_which_the_cause_holds() -> None:
    found = _decide("cause(A=1, D=1 | D=1)")
    assert found.holds is None
    assert found.probability == pytest.approx(0.3 * 0.3 / 0.79)


def test_a_context_that_cannot_be_is_refused() -> None:
    with pytest.raises(ImpossibleEvidenceError, match="C=1; D=0"):
        _decide("cause(A=1, D=1 | C=1, D=0)")


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("cause(A=1 @ do(C=1), D=1)", MalformedModelError, "leave out its do"),
        ("cause(A!=1, D=1)", MalformedModelError, "got a range"),
        ("cause(A=1, D=1 | W=3)", OutsideDomainError, "a value of W"),
    ],
)
def test_a_question_of_the_wrong_shape_is_met_with_a_reason(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        _decide(text)


def test_too_many_contexts_are_refused() -> None:
    noise = {f"U{i}": {0: 0.5, 1: 0.5} for i in range(13)}
    model = scm(variables={"X": [0, 1], "Y": [0, 1]}, noise=noise, mechanisms={"X": " and ".join(noise), "Y": "X"})
    query = parse_query("cause(X=1, Y=1)")
    assert isinstance(query, Causation)
    with pytest.raises(MalformedModelError, match="expected at most 4096 contexts, got 8192"):
        decide(model, query)


def test_the_degree_of_responsibility_is_expected_over_open_noise() -> None:
    def asked(text: str) -> tuple[float, float]:
        query = parse_query(text)
        assert isinstance(query, Responsibility)
        return degree(FIRING_SQUAD, query)

    assert asked("responsibility(A=1, D=1 | U=1, W=0)") == (0.5, 0.5)
    assert asked("responsibility(A=1, D=1 | U=0, W=1)") == (1.0, 1.0)
    assert asked("responsibility(A=0, D=1 | U=1, W=0)") == (0.0, 0.0)
    shot = asked("responsibility(A=1, D=1 | D=1)")
    assert shot[0] == pytest.approx((0.7 * 0.5 + 0.3 * 0.3 * 1.0) / 0.79)
    with pytest.raises(ImpossibleEvidenceError, match="A=0; D=1"):
        asked("responsibility(A=1, D=1 | A=0, D=1, B=1, C=0)")
    with pytest.raises(MalformedModelError, match="one value of the cause"):
        asked("responsibility(A>=1, D=1 | U=1, W=0)")
