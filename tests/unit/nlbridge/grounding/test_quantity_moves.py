"""Amounts of an edit against those of its original, and the verdicts that rest on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, build_rubric
from causalcore.scenario.scenario import Link
from nlbridge.grounding.quantity_moves import displacement, extent
from nlbridge.judging.verification import verify
from nlbridge.language.lexicon.amounts import Role, amounts
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.weights.thresholds import MOVES

TEXT = "The stoker overslept, so the temperature in the greenhouse fell to 4 degrees. As a result, the orchids died."
numbers = st.integers(min_value=2, max_value=999)


@given(first=numbers, second=numbers)
def test_a_level_compares_as_its_number_does(first, second):
    one, other = (f"The toll rose to {n} euros." for n in (first, second))
    assert displacement(one, other) == (second > first) - (second < first)
    assert displacement(other, one) == -displacement(one, other)


@pytest.mark.parametrize("near", ["", "about ", "perhaps ", "approximately ", "just under "])
def test_a_hedge_does_not_hide_where_an_amount_came_from(near):
    claim = f"The number of rats went up from {near}fifty thousand to eighty thousand."
    assert displacement(claim, "The number of rats remained at fifty thousand.") == -1


@given(minutes=st.integers(min_value=61, max_value=590))
def test_units_of_one_dimension_compare(minutes):
    claim = "The ferry crossed in 1 hour."
    assert displacement(claim, f"The ferry crossed in {minutes} minutes.") == 1
    assert displacement(claim, "The ferry crossed in 60 minutes.") == 0


@given(celsius=st.integers(min_value=1, max_value=300))
def test_fahrenheit_is_celsius_on_another_scale(celsius):
    fahrenheit = celsius * 9 / 5 + 32
    claim = f"The kiln stood at {celsius} degrees."
    assert displacement(claim, f"The kiln stood at {fahrenheit:.1f} °F.") == 0


@pytest.mark.parametrize(
    ("said", "quote", "place"),
    [
        ("Sales fell by 20 %.", "Sales fell by only 5 %.", 1),
        ("Sales fell by 20 %.", "Sales rose by 20 %.", 1),
        ("The coach came two hours late.", "The coach came three hours late.", 1),
        ("The coach came two hours late.", "The coach came on time.", None),
        ("He slept just three hours.", "He got more than three hours of sleep.", 1),
        ("He slept just three hours.", "He slept four and a half hours.", 1),
        ("The toll rose to 6 euros.", "The toll did not rise to 6 euros.", None),
        ("The toll rose to 6 euros.", "The 6.40 to York left.", None),
        ("The toll rose to 6 euros.", "The crowd grew to 900 pilgrims.", None),
        ("The guests fell to forty a day.", "Soup was cheaper than 9 euros, and more than forty people came.", 1),
        ("They waited nine hours.", "They waited, though less than the nine hours that they had feared.", -1),
        ("The raffle took in 700 euros.", "The raffle took in far short of 700 euros.", -1),
        ("The raffle took in 700 euros.", "The raffle took in over 700 euros.", 1),
    ],
)
def test_an_edit_puts_a_quantity_somewhere_or_says_nothing_of_it(said, quote, place):
    assert displacement(said, quote) == place


def test_numbers_that_are_names_are_no_amounts():
    assert amounts("In 1790 the monk rose at six and took the 6.40 to York.") == ()


def test_number_words_and_roles_are_read():
    found = amounts("The herd shrank from two hundred and to ninety-five goats, by about a half.")
    assert (found[0].value, found[0].role) == (200.0, Role.ORIGIN)
    assert (95.0, Role.LEVEL) in [(a.value, a.role) for a in found]


@given(fewer=numbers, more=numbers)
def test_what_an_amount_is_denied_for_is_any_smaller_amount(fewer, more):
    """Of `burned N litres` the true amounts are those up to N, counted out."""
    fewer, more = sorted((fewer, more + 1000))
    true = set(range(more + 1))
    assert (fewer in true) is (displacement(f"It burned {more} litres.", f"It burned {fewer} litres.") == -1)
    assert extent(f"The stove burned {more} litres.") == 1


@pytest.mark.parametrize(
    ("told", "way"),
    [
        ("The repair cost 90 euros.", 1),
        ("The wound took six weeks to heal.", 1),
        ("The stove burned only 9 litres.", 0),
        ("The hall was at 11 degrees.", 0),
        ("The stove did not burn 9 litres.", 0),
        ("She waited less than 9 minutes.", 0),
    ],
)
def test_a_claim_of_an_extent_asks_for_less_where_it_is_denied(told, way):
    assert extent(told) == way


def judged(edit: str):
    found = resolve(read(TEXT), had="the stoker not overslept")
    return verify(build_rubric(derive(found.scenario, found.intervention)), edit, clause=found.clause)


def test_a_quantity_that_moves_the_wrong_way_is_e4():
    report = judged(
        "The stoker did not oversleep, but the temperature in the greenhouse fell to 1 degree. "
        "Even so, the orchids did not die."
    )
    assert report.valid is False
    assert "E4" in report.errors


def test_a_quantity_that_is_left_where_it_was_is_e2_and_e4():
    report = judged(
        "The stoker did not oversleep, but the temperature in the greenhouse fell to 4 degrees. "
        "Even so, the orchids did not die."
    )
    assert report.valid is False
    assert {"E2", "E4"} <= set(report.errors)


def test_a_quantity_that_moves_as_it_must_is_not_called_wrong():
    report = judged(
        "The stoker did not oversleep, so the temperature in the greenhouse stayed at 15 degrees. "
        "As a result, the orchids did not die."
    )
    assert report.valid is not False


def test_amounts_that_break_an_unsure_criterion_are_a_doubt_and_never_valid():
    found = resolve(read("The dyer fell ill. The price of coats rose to 30 crowns."), had="the dyer not fallen ill")
    unsure = replace(found.scenario, links=(Link(cause="e1", effect="e2", confidence=0.6),))
    rubric = build_rubric(derive(unsure, found.intervention))
    price = next(c for c in rubric.criteria if c.kind is CriterionKind.NUMERIC)
    assert (price.expected, price.confidence < MOVES) == ("lower", True)
    report = verify(rubric, "The dyer did not fall ill. The price of coats rose to 40 crowns.")
    assert report.valid is not True
    assert [v.outcome for v in report.verdicts if v.criterion == price] == ["fail"]
