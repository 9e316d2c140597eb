from __future__ import annotations

import pytest

from causalcore.scenario.graph import order
from causalcore.scenario.scenario import Scenario, Sign, Strength
from nlbridge.errors import UnreadableTextError
from nlbridge.reading.reader import MAX_CHARACTERS, read


def spans(scenario: Scenario) -> list[str]:
    return [scenario.text[e.span[0] : e.span[1]] for e in scenario.events if e.span]


def links(scenario: Scenario) -> set[tuple[str, str]]:
    text = dict(zip((e.id for e in scenario.events), spans(scenario), strict=True))
    return {(text[link.cause], text[link.effect]) for link in scenario.links}


@pytest.mark.parametrize(
    "text",
    [
        "Der Damm brach, weil es regnete.",
        "La pluie tomba, donc le barrage céda.",
        "Il treno era in ritardo, così Maria perse la coincidenza.",
        "De dijk brak omdat het regende.",
    ],
)
def test_a_short_text_in_another_language_is_refused(text):
    with pytest.raises(UnreadableTextError, match="only English"):
        read(text)


@pytest.mark.parametrize("text", ["Tom fell.", "Xyzzy frobnicated, so the gizmo wobbled.", "Ann sang."])
def test_a_short_english_text_with_odd_words_is_read(text):
    assert read(text).events


def test_spans_leave_out_the_signals() -> None:
    scenario = read("Because the valve stuck, the tank overflowed. Consequently, the floor was flooded.")
    assert spans(scenario) == ["the valve stuck", "the tank overflowed", "the floor was flooded"]


def test_an_eventive_subject_is_an_event_of_its_own() -> None:
    scenario = read("A broken axle delayed the coach, so the children missed the show.")
    assert spans(scenario) == ["A broken axle", "delayed the coach", "the children missed the show"]


def test_two_sentences_joined_by_and_are_both_causes_of_a_result() -> None:
    scenario = read("The hedge was dry, and a spark flew over it. As a result, the garden caught fire.")
    assert {cause for cause, effect in links(scenario) if effect == "the garden caught fire"} == {
        "The hedge was dry",
        "a spark flew over it",
    }


def test_an_overcome_obstacle_is_an_inhibitor_that_contributes() -> None:
    scenario = read("Despite the heavy fog, the pilot landed the plane.")
    assert [(link.sign, link.strength) for link in scenario.links] == [(Sign.INHIBITS, Strength.CONTRIBUTING)]


def test_neighbours_without_a_signal_are_linked_with_less_confidence_than_a_signal() -> None:
    silent = read("The bridge collapsed. The villagers took the ferry.").links
    said = read("The bridge collapsed, so the villagers took the ferry.").links
    assert len(silent) == len(said) == 1
    assert silent[0].confidence < said[0].confidence


def test_implicit_none_leaves_silent_links_out() -> None:
    assert not read("The bridge collapsed. The villagers took the ferry.", implicit="none").links


def test_implicit_possible_weakens_silent_links() -> None:
    scenario = read("The bridge collapsed. The villagers took the ferry.", implicit="possible")
    assert [link.strength for link in scenario.links] == [Strength.POSSIBLE]


def test_an_unknown_implicit_strength_is_refused() -> None:
    with pytest.raises(ValueError, match="expected implicit in"):
        read("It rained.", implicit="maybe")


def test_meanwhile_is_a_barrier() -> None:
    assert not read("The bridge collapsed. Meanwhile, the baker opened her shop.").links


def test_a_statement_without_subject_borrows_the_one_before() -> None:
    scenario = read("The skater slipped and broke her arm.")
    assert scenario.events[1].statement == "The skater broke her arm."


def test_statements_are_sentences() -> None:
    for event in read("Due to a flat tyre, the bus stopped, which left the tourists stranded.").events:
        assert event.statement[0].isupper()
        assert event.statement.endswith(".")


def test_every_reading_is_acyclic() -> None:
    text = "The fire spread because the wind rose, and the wind rose because the fire spread. So the wind rose."
    assert len(order(read(text))) == len(read(text).events)


def test_reading_twice_gives_the_same_scenario() -> None:
    text = "Gas leaked from the pipe, so the school was closed, and the pupils went home."
    assert read(text) == read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got an empty one"),
        (" \n\t ", "got an empty one"),
        ("word " * (MAX_CHARACTERS // 4), "expected at most"),
        ("The lamp\x00 broke.", r"control character U\+0000"),
        ("Weil es stark regnete, blieb der ganze Verein heute zu Hause und spielte Karten.", "only English is read"),
        ("Поскольку шёл дождь, матч отменили, и все пошли домой.", "only English is read"),
        ("1234 5678 !!! ???", "only English is read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(UnreadableTextError, match=message):
        read(text)


@pytest.mark.parametrize(
    "weather", ["It rained all day.", "A cold wind blew from the lake.", "Snow fell on the hills."]
)
def test_no_neighbour_brings_the_weather_about(weather):
    scenario = read(f"The press jammed, so the papers came out late. {weather}")
    assert "e3" not in {link.effect for link in scenario.links}


def test_a_word_that_says_so_brings_the_weather_about():
    scenario = read("The volcano erupted. As a result, fog lay over the bay.")
    assert ("e1", "e2") in {(link.cause, link.effect) for link in scenario.links}


def test_a_fronted_phrase_is_no_part_of_a_shared_subject():
    statements = [event.statement for event in read("On the way home he fell off and broke an arm.").events]
    assert statements[-1] == "He broke an arm."
