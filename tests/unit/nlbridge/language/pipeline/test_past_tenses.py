"""Past tenses that a tagger takes for participles or nouns, found by what stands around them."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize("clause", ["The fire spread", "The river rose", "The pipes burst", "The temperature fell"])
def test_a_noun_that_closes_a_clause_of_a_list_is_its_verb(clause: str) -> None:
    text = f"The wind turned, {clause[0].lower()}{clause[1:]}, and the barn burned."
    assert statements(text) == ["The wind turned.", f"{clause}.", "The barn burned."]


def test_a_noun_with_a_subject_is_the_verb_of_a_fronted_clause() -> None:
    assert statements("As the sun set, the wind rose.") == ["The sun set.", "The wind rose."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The generator started but stopped after two minutes.", "The generator stopped after two minutes."),
        ("A lorry skidded, crashed into the railing and spilled its load.", "A lorry crashed into the railing."),
        ("She cried, then baked on.", "She then baked on."),
        ("Vehicle B, a motorcycle, braked hard, slid on wet leaves and hit the kerb.", "Vehicle B slid on wet leaves."),
        ("Drivers no longer stop, the butcher gave up last year and the bank followed.", "Drivers no longer stop."),
        ("It is done; response times dropped from 900 to 200 ms after we added a cache.", "It is done."),
        ("Water entered 40 houses, the gym collapsed and sheep drowned in the meadows.", "Water entered 40 houses."),
        ("Water entered 40 houses, the gym collapsed and sheep drowned in the meadows.", "The gym collapsed."),
    ],
)
def test_each_verb_of_a_series_tells_an_event(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize("rest", ["cleaned with acid and refilled", "sold by the bank and scrapped"])
def test_a_passive_goes_on_in_a_list(rest: str) -> None:
    assert statements(f"The lorry was drained, {rest}.")[1] == f"The lorry was {rest}."
