"""Conditions, tolerance, strictness and effects in claims; names that a subject does not have."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore import claim, model
from causalcore.claims import check_claims, parse_claim, program
from causalcore.errors import (
    ClaimNamesError,
    ImpossibleEvidenceError,
    MalformedModelError,
    OutsideDomainError,
    QuerySyntaxError,
    QueryTypeError,
    UnknownNameError,
)
from causalcore.model.textbook import FIRING_SQUAD
from causalcore.queries.queries import ask
from causalcore.queries.query_language import parse_query
from causalcore.scenario.scenario import Event, Link, Scenario


def price(weight, zone, express):
    """Rise with the weight in zone 3 by express only."""
    return 4 + 2 * weight if zone == 3 and express else 20 - weight


LISTED = program(price, weight=range(1, 9), zone=[1, 2, 3], express=[False, True])
RANGES = program(price, weight=st.floats(0, 30), zone=st.integers(1, 3), express=st.booleans())
SOME = "zone=3, express=True"


@pytest.mark.parametrize(
    "text",
    [
        "monotone(weight, price, +, strict, tolerance=0.1 | zone=3, express=True)",
        "effect(a: 0 -> 1, y) > effect(b, y=2), tolerance=0.1 | z=1",
        "effect(a, y) = -0.25",
        "no_effect(a, b, tolerance=2)",
        'would(e2="as stated", had=e1=false, tolerance=0.5 | e3>=1)',
    ],
)
def test_what_is_printed_is_read_back_as_the_same_claim(text):
    assert str(parse_claim(text)) == text
    assert parse_claim(str(parse_claim(text))) == parse_claim(text)


@pytest.mark.parametrize(
    "text",
    [
        "causes(a, b, strict)",
        "monotone(a, b, +, soft)",
        "monotone(a, b, +, tolerance=-1)",
        "monotone(a, b, +, tolerance=low)",
        "effect(a, b)",
        "effect(a, b) > effects(c, d)",
        "effect(a, b) > low",
        "causes(a, b | )",
    ],
)
def test_what_cannot_be_read_is_refused_with_its_column(text):
    with pytest.raises(QuerySyntaxError, match="at column"):
        parse_claim(text)


def test_a_claim_that_is_no_text_is_refused():
    with pytest.raises(QueryTypeError, match="got nothing; write it as text"):
        parse_claim(None)


@pytest.mark.parametrize("truth", ["True", "true", "1"])
@pytest.mark.parametrize("lie", ["False", "false", "0"])
def test_truth_values_are_read_as_python_and_as_files_write_them(truth, lie):
    def fee(member):
        return {"fee": 0 if member else 10, "asked": not member}

    club = program(fee, member=[False, True])
    assert claim(club, f"would(fee=10, had=member={lie})").status == "holds"
    assert claim(club, f"would(fee=10, had=member={truth})").status == "fails"
    assert claim(club, f"would(asked={truth}, had=member={lie})").status == "holds"
    assert claim(club, f"would(asked={truth}, had=member={lie} | asked={lie})").status == "holds"
    assert claim(FIRING_SQUAD, f"would(D={truth}, had=A={truth})").status == "holds"
    frost, pears = Event(id="e1", statement="It froze."), Event(id="e2", statement="The pears died.")
    orchard = Scenario(events=(frost, pears), links=(Link(cause="e1", effect="e2"),))
    assert claim(orchard, f"would(e2={lie}, had=e1={lie})").status == "holds"


def test_a_condition_restricts_a_claim_to_the_inputs_in_which_it_holds():
    assert claim(LISTED, "monotone(weight, result, +)").status == "fails"
    found = claim(LISTED, f"monotone(weight, result, + | {SOME})")
    assert found.status == "holds"
    assert "64 cases" in found.why
    assert claim(LISTED, f"monotone(weight, result, - | {SOME})").status == "fails"
    assert claim(LISTED, "monotone(weight, result, - | zone<=2)").status == "holds"
    assert claim(LISTED, "monotone(weight, result, + | zone=3)").status == "fails"


def test_a_condition_on_the_cause_is_a_range_of_it():
    def step(x):
        return -x if x > 5 else x

    steps = program(step, x=range(11))
    assert claim(steps, "monotone(x, result, +)").status == "fails"
    assert claim(steps, "monotone(x, result, + | x<=5)").status == "holds"
    assert claim(program(step, x=st.integers(0, 10)), "monotone(x, result, + | x<=5)").tested > 0


def test_a_condition_on_an_output_holds_under_both_values():
    assert claim(LISTED, "monotone(weight, result, - | result>=12, zone=1)").status == "holds"


def test_claims_over_ranges_survive_tests_or_shrink_to_the_simplest_call():
    survived = claim(RANGES, f"monotone(weight, result, + | {SOME})")
    assert (survived.status, survived.tested > 0) == ("open", True)
    broken = claim(RANGES, "monotone(weight, result, +)")
    assert broken.counterexample == (
        "price(weight=0.0, zone=1, express=False) gives 20.0",
        "price(weight=1.0, zone=1, express=False) gives 19.0",
    )


def test_strict_forbids_that_the_effect_stays():
    def capped(x):
        return min(x, 3)

    cap = program(capped, x=range(6))
    assert claim(cap, "monotone(x, result, +)").status == "holds"
    found = claim(cap, "monotone(x, result, +, strict)")
    assert found.counterexample == ("capped(x=3) gives 3", "capped(x=4) gives 3")
    assert claim(cap, "monotone(x, result, +, strict | x<=3)").status == "holds"


def test_tolerance_lets_numbers_differ_so_far():
    def noisy(x, clock):
        return x + 0.01 * clock

    timed = program(noisy, x=range(3), clock=range(3))
    assert claim(timed, "no_effect(clock, result)").status == "fails"
    assert claim(timed, "no_effect(clock, result, tolerance=0.02)").status == "holds"
    assert claim(timed, "would(result=2, had=x=2, tolerance=0.02)").status == "holds"
    assert claim(timed, "monotone(clock, result, -, tolerance=0.02)").status == "holds"
    assert claim(timed, "monotone(clock, result, +, strict, tolerance=0.02)").status == "fails"


def test_effects_of_a_function_are_compared_for_each_input():
    parcels = program(lambda weight, gift: 3 * weight + 5 * gift, weight=range(1, 5), gift=[False, True])
    assert claim(parcels, "effect(gift, result) = 5").status == "holds"
    assert claim(parcels, "effect(gift, result) > effect(weight: 1 -> 2, result)").status == "holds"
    found = claim(parcels, "effect(gift, result) = effect(weight: 1 -> 2, result)")
    assert "effect(gift, result) is 5 and effect(weight: 1 -> 2, result) is 3" in found.why
    assert claim(parcels, "effect(gift, result) = effect(weight: 1 -> 2, result), tolerance=2").status == "holds"
    drawn = program(price, weight=st.floats(0, 30), zone=st.integers(1, 3), express=st.booleans())
    assert claim(drawn, f"effect(weight: 1 -> 2, result) = 2 | {SOME}").tested > 0
    assert claim(drawn, "effect(weight: 1 -> 2, result) = 2").status == "fails"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("effect(weight, result) > 0", MalformedModelError),
        ("effect(wait: 1 -> 2, result) > 0", UnknownNameError),
        ("effect(weight: 1 -> 99, result) > 0", OutsideDomainError),
        ("monotone(weight, result, + | zone=7)", ImpossibleEvidenceError),
    ],
)
def test_what_a_function_does_not_have_is_refused(text, error):
    with pytest.raises(error, match="expected"):
        claim(LISTED, text)


def test_a_scenario_compares_no_numbers():
    scenario = Scenario(events=(Event(id="e1", statement="It froze."), Event(id="e2", statement="It thawed.")))
    with pytest.raises(MalformedModelError, match="claim without numbers"):
        claim(scenario, "effect(e1, e2) > 0")


# ---------------------------------------------------------------- models

CPTS = st.lists(st.floats(0.05, 0.95), min_size=4, max_size=4)


def tables(chances):
    """Z -> X, Z -> Y, X -> Y, by conditional tables."""
    x0, x1, slope, base = chances
    cpt = {
        f"{z}, {x}": [1 - p, p]
        for z in (0, 1)
        for x in (0, 1)
        for p in [min(0.99, base * (0.5 + 0.5 * z) + slope * 0.05 * x)]
    }
    return model(
        variables={"Z": [0, 1], "X": [0, 1], "Y": [0, 1]},
        mechanisms={
            "Z": {"parents": [], "cpt": {"": [0.4, 0.6]}},
            "X": {"parents": ["Z"], "cpt": {"0": [1 - x0, x0], "1": [1 - x1, x1]}},
            "Y": {"parents": ["Z", "X"], "cpt": cpt},
        },
    )


@given(CPTS)
def test_what_tables_say_on_average_decides_claims_as_the_average_effect_does(chances):
    subject = tables(chances)
    size = ask(subject, parse_query("ate(X, Y)"))
    by_hand = sum(
        weight * (subject.rule("Y").probabilities[z, 1, 1] - subject.rule("Y").probabilities[z, 0, 1])
        for z, weight in ((0, 0.4), (1, 0.6))
    )
    assert size == pytest.approx(by_hand)
    assert claim(subject, "causes(X, Y)").status == "holds"
    assert claim(subject, "no_effect(X, Y)").status == "fails"
    assert claim(subject, "monotone(X, Y, -)").status == "fails"
    assert claim(subject, "monotone(X, Y, +)").status == "open"
    assert claim(subject, f"effect(X, Y) = {by_hand:.12f}, tolerance=0.000001").status == "holds"
    assert claim(subject, f"effect(X, Y) > {by_hand + 0.001:.6f}").status == "fails"


def test_a_cause_in_tables_is_shown_with_its_numbers():
    found = claim(tables([0.2, 0.7, 0.9, 0.5]), "causes(X, Y)")
    assert found.why.startswith("P(Y=0 @ do(X=0)) = ") or found.why.startswith("P(Y=1 @ do(X=0)) = ")
    assert "an effect of" in found.why


def test_what_averages_do_not_move_stays_open():
    flat = model(
        variables={"X": [0, 1], "Y": [0, 1]},
        mechanisms={
            "X": {"parents": [], "cpt": {"": [0.5, 0.5]}},
            "Y": {"parents": ["X"], "cpt": {"0": [0.5, 0.5], "1": [0.5, 0.5]}},
        },
    )
    for text in ("causes(X, Y)", "no_effect(X, Y)", "monotone(X, Y, +)"):
        assert claim(flat, text).status == "open"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("monotone(A, D, +, strict)", "fails"),
        ("monotone(A, D, +, strict | C=0)", "holds"),
        ("sufficient(A, D | C=0)", "holds"),
        ("causes(A, D | C=1)", "fails"),
        ("effect(A, D) = 0.3", "holds"),
        ("effect(A, D) > effect(B, D)", "holds"),
        ("effect(A, D=1 | C=0)", "error"),
        ("no_effect(A, D, tolerance=1)", "holds"),
        ("no_effect(A, D, tolerance=0.5)", "fails"),
        ("monotone(A, D, -, tolerance=1)", "holds"),
        ("monotone(A, D, -, tolerance=0.5)", "fails"),
        ("would(D=0, had=A=1, tolerance=1)", "holds"),
    ],
)
def test_claims_over_a_model_take_conditions_and_tolerance(text, status):
    if status == "error":
        with pytest.raises(QuerySyntaxError):
            claim(FIRING_SQUAD, text)
    else:
        assert claim(FIRING_SQUAD, text).status == status


def test_facts_that_cannot_be_are_refused():
    with pytest.raises(ImpossibleEvidenceError, match="expected"):
        claim(FIRING_SQUAD, "causes(A, D | C=1, A=0)")


def test_a_mistyped_name_is_reported_once_with_its_lines():
    text = "causes(weight, result)\ncauses(wieght, result)\n\nno_effect(wieght, result)\nwould(result=1, had=zone=9)"
    with pytest.raises(ClaimNamesError) as caught:
        check_claims(LISTED, text)
    first, second = caught.value.faults
    assert first.startswith("line 2 (and 4): ")
    assert "wieght" in first
    assert second.startswith("line 5: ")
    assert str(caught.value).count("wieght") == 1


def test_values_of_numpy_are_compared_as_numbers():
    grown = program(lambda x: np.float64(2 * x), x=[1, 2, 3])
    assert claim(grown, "would(result=4, had=x=2)").status == "holds"
    assert claim(grown, "effect(x: 1 -> 2, result) = 2").status == "holds"
