"""Bounds, steps and extents: which amounts of a claim and of a quote can be compared."""

from __future__ import annotations

import pytest

from causalcore.scenario.scenario import Event, Scenario
from nlbridge.grounding.quantity_moves import bound, claim_of, displacement, extent, moved, way_of
from nlbridge.language.lexicon.amounts import amounts


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("three hours", 0),
        ("about three hours", 0),
        ("over three hours", 1),
        ("over the three hours", 1),
        ("at least three hours", 1),
        ("under three hours", -1),
        ("short of three hours", -1),
        ("under some three hours", -1),
        ("over by three hours", 1),
        ("over and by three hours", 0),
        ("more than three hours", 1),
        ("more than about three hours", 1),
        ("much longer than the three hours", 1),
        ("longer by far than three hours", 1),
        ("longer by very far than three hours", None),
        ("less than three hours", -1),
        ("no more than three hours", None),
        ("less or more than three hours", None),
        ("rather than three hours", None),
    ],
)
def test_words_right_before_an_amount_make_it_a_bound(said: str, way: int | None) -> None:
    for before in ["", "He waited ", "He then waited ", "He sat there and waited "]:
        told = before + said
        assert bound(told, amounts(told)[-1]) == way


@pytest.mark.parametrize(
    ("told", "quote", "place"),
    [
        ("He slept three hours.", "He slept over two hours.", None),
        ("He slept three hours.", "He slept over four hours.", 1),
        ("He slept three hours.", "He slept over three hours.", 1),
        ("He slept three hours.", "He slept under three hours.", -1),
        ("He slept three hours.", "He slept under two hours.", -1),
        ("He slept three hours.", "He slept under four hours.", None),
        ("He slept three hours.", "He slept rather than three hours.", None),
        ("He slept three hours.", "He didn't sleep four hours.", None),
        ("He slept three hours.", "He never slept four hours.", None),
        ("He slept three hours.", "He slept four hours.", 1),
        ("The wheel weighed 1000 grams.", "The wheel weighed 1000.5 grams.", 0),
        ("The wheel weighed 1000 grams.", "The wheel weighed 1002 grams.", 1),
        ("The wheel weighed 1000 grams.", "The wheel weighed 998 grams.", -1),
        ("He slept three hours.", "He walked 9 miles.", None),
        ("He slept three hours.", "He walked 9 miles and slept two hours.", -1),
        ("The toll was 4 euros.", "It went from 4 euros up to 5 euros.", 1),
        ("The toll was 4 euros.", "It fell from 4 euros.", None),
        ("Sales fell by 20 %.", "Sales fell by 30 %.", -1),
        ("Sales rose by 20 %.", "Sales rose by 30 %.", 1),
        ("Sales rose by 20 %.", "Sales rose by 20 %.", 0),
        ("Sales rose by 20 %.", "Sales fell by 20 %.", -1),
        ("Sales rose by 20 %.", "Sales fell.", -1),
        ("Sales fell.", "Sales rose.", 1),
        ("Sales rose.", "Sales rose.", None),
        ("Sales rose.", "Sales were good.", None),
        ("Sales were good.", "Sales rose.", None),
        ("Sales rose by 20 %.", "Sales rose by 3 hours.", None),
        ("The coach came two hours late.", "The coach came one hour early.", -1),
        ("The coach came two hours late.", "The coach came two hours late.", 0),
        ("The coach came two hours late.", "The coach came in two hours.", None),
    ],
)
def test_amounts_are_compared_where_they_can_be(told: str, quote: str, place: int | None) -> None:
    assert displacement(told, quote) == place


@pytest.mark.parametrize(
    ("told", "way"),
    [
        ("They burned 70 litres.", 1),
        ("They burned as many as 70 litres.", 1),
        ("They burned oil in all 70 litres.", 1),
        ("They burned oil of in all 70 litres.", 0),
        ("They lost 70 euros.", 1),
        ("They burned over 70 litres.", 0),
        ("They burned just 70 litres.", 0),
        ("They would burn 70 litres.", 0),
        ("They never burned 70 litres.", 0),
        ("They didn't burn 70 litres.", 0),
        ("They burned it by 70 litres.", 0),
        ("They burned it.", 0),
        ("They stood at 5 litres and burned 70 litres.", 1),
    ],
)
def test_an_extent_is_named_by_a_word_of_amassing_among_the_four_before_it(told: str, way: int) -> None:
    assert extent(told) == way


def story(text: str, statement: str = "", span: tuple[int, int] | None = (0, 0)) -> tuple[Scenario, Event]:
    stretch = (0, len(text)) if span == (0, 0) else span
    event = Event(id="e1", statement=statement or text, span=stretch)
    return Scenario(text=text, events=(event,)), event


def test_the_words_of_a_claim_are_those_of_the_text_or_else_its_statement() -> None:
    assert claim_of(*story("It cost 9 euros. It fell.", "The price fell.", (17, 25))) == "It fell."
    assert claim_of(*story("It cost 9 euros.", "The price fell.", None)) == "The price fell."
    event = Event(id="e1", statement="The price fell.")
    assert claim_of(Scenario(events=(event,)), event) == "The price fell."


@pytest.mark.parametrize(
    ("told", "quote", "place"),
    [
        ("They burned 70 litres.", "They burned 60 litres.", -1),
        ("They burned 70 litres.", "They used 60 litres.", -1),
        ("They burned 70 litres.", "They held 60 litres.", None),
        ("They lost 70 euros.", "They paid 60 euros.", None),
        ("They lost 70 euros.", "They lost 60 euros.", -1),
        ("They lost 70 euros.", "They earned 60 euros.", None),
        ("They stood at 5 litres.", "They held 6 litres.", 1),
        ("Sales rose to 70 euros.", "They stood at 60 euros.", -1),
    ],
)
def test_an_amount_that_is_amassed_moves_only_where_the_edit_amasses_alike(
    told: str, quote: str, place: int | None
) -> None:
    assert moved(*story(told), quote) == place


@pytest.mark.parametrize(
    ("text", "statement", "way"),
    [
        ("Sales rose.", "Sales rose.", 1),
        ("Sales fell.", "They came to less.", -1),
        ("Sales rose.", "Sales fell.", -1),
        ("It was so.", "They burned 70 litres.", 1),
        ("They burned 70 litres.", "It was so.", 1),
        ("It was so.", "It was so.", 0),
    ],
)
def test_the_way_of_a_claim_is_that_of_its_statement_or_else_of_its_words(text: str, statement: str, way: int) -> None:
    assert way_of(*story(text, statement)) == way
