"""An aside in brackets or between dashes does not cut its clause in two."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


def left_out(text: str) -> list[tuple[str, str]]:
    return [(passage.words, passage.kind) for passage in read(text).left_out]


@pytest.mark.parametrize(
    ("text", "claims", "aside"),
    [
        ("Nina (7) lost her ticket, so she walked home.", ["Nina lost her ticket.", "Nina walked home."], "7"),
        (
            "The crane stopped, so the yard (zone C) was cleared.",
            ["The crane stopped.", "The yard was cleared."],
            "zone C",
        ),
        ("The shop closed because Ivo (sales) fell ill.", ["The shop closed.", "Ivo fell ill."], "sales"),
        ("A valve (type K2) cracked and the tank emptied.", ["A valve cracked.", "The tank emptied."], "type K2"),
        ("The valve (no. 4) jammed, so the tank ran dry.", ["The valve jammed.", "The tank ran dry."], "no. 4"),
        ("The gate (west wing) jammed, so Omar took the bus.", ["The gate jammed.", "Omar took the bus."], "west wing"),
        ("The mixer broke (model 40), so the bakery closed.", ["The mixer broke.", "The bakery closed."], "model 40"),
        (
            "The kiln – number 3 – cracked, so the plates spoiled.",
            ["The kiln cracked.", "The plates spoiled."],
            "number 3",
        ),
        ("The baker — an old man — fell, so the stall closed.", ["The baker fell.", "The stall closed."], "an old man"),
        ("He paid late (120 euros), so the club fined him.", ["He paid late.", "The club fined him."], "120 euros"),
    ],
)
def test_an_aside_without_a_verb_is_left_out_by_name(text: str, claims: list[str], aside: str) -> None:
    assert statements(text) == claims
    assert left_out(text) == [(aside, "aside")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The guard (from the night team) left the door open.", "The guard from the night team left the door open."),
        ("Sales fell (from 90 to 40), so the owner sold the kiosk.", "Sales fell from 90 to 40."),
        ("Petra left early (at noon) because she had a cold.", "Petra left early at noon."),
        ("The porter – from the agency – dropped the crate.", "The porter from the agency dropped the crate."),
    ],
)
def test_a_phrase_with_a_preposition_goes_on_without_its_brackets(text: str, expected: str) -> None:
    assert expected in statements(text)
    assert left_out(text) == []


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Mr Oduya (who was new) gave her the wrong form.", ["Mr Oduya was new.", "Mr Oduya gave her the wrong form."]),
        ("The porter – who was tired – dropped the crate.", ["The porter was tired.", "The porter dropped the crate."]),
        ("The tram (due to ice) left late.", ["There was ice.", "The tram left late."]),
    ],
)
def test_a_relative_clause_or_a_reason_in_brackets_is_a_claim(text: str, claims: list[str]) -> None:
    assert statements(text) == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Ada was late (the tram had broken down). The boss frowned.",
            ["Ada was late.", "The tram had broken down.", "The boss frowned."],
        ),
        ("The shop shut. (The till had failed.) Eva left.", ["The shop shut.", "The till had failed.", "Eva left."]),
        (
            "The road was icy – nobody had gritted it – and the van slid.",
            ["The road was icy.", "Nobody had gritted it.", "The van slid."],
        ),
        ("The fair was moved (heavy rain).", ["The fair was moved (heavy rain)."]),
        ("The ride was short (no wind), so Lea sulked.", ["The ride was short (no wind).", "Lea sulked."]),
    ],
)
def test_what_states_an_event_of_its_own_is_not_left_out(text: str, claims: list[str]) -> None:
    assert statements(text) == claims
    assert left_out(text) == []


def test_spans_point_into_the_text_with_its_brackets() -> None:
    text = "The pump (model X) failed, so the cellar (level 2) flooded."
    spans = [event.span for event in read(text).events]
    assert [text[slice(*span)] for span in spans if span] == [
        "The pump (model X) failed",
        "the cellar (level 2) flooded",
    ]


def test_an_aside_behind_a_heading_does_not_join_it_to_the_next_line() -> None:
    text = "Rowing club, boat 4 (juniors)\nthe oar snapped at the second buoy and the boat drifted into the reeds."
    assert statements(text) == ["The oar snapped at the second buoy.", "The boat drifted into the reeds."]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("(because it rained) Omar stayed home.", ["It rained.", "Omar stayed home."]),
        ("He left.\n(because it rained) Omar stayed home.", ["He left.", "It rained.", "Omar stayed home."]),
    ],
)
def test_an_aside_at_the_start_of_a_sentence_moves_nothing(text: str, claims: list[str]) -> None:
    told = read(text)
    assert [event.statement for event in told.events] == claims
    assert told.text == text


def test_an_aside_ends_with_its_sentence() -> None:
    assert ("aged 9. No ticket", "aside") not in left_out("The boy (aged 9. No ticket) left.")
