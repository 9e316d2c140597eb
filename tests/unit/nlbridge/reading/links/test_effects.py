"""What a sentence shows of having come of the one before, and what merely stands beside the story."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def linked(text: str) -> set[tuple[str, str]]:
    """Return the links as pairs of quotes."""
    scenario = read(text)
    quote = {e.id: text[slice(*e.span)] for e in scenario.events if e.span}
    return {(quote[link.cause], quote[link.effect]) for link in scenario.links}


@pytest.mark.parametrize(
    "second",
    [
        "The town hall got a new roof.",
        "The choir sang a psalm.",
        "The mail coach came through an hour later.",
        "The innkeeper was born in Wales.",
        "The canteen introduced a vegetarian menu.",
    ],
)
def test_one_plain_sentence_that_nothing_follows_from_stands_beside_the_story(second: str):
    assert not linked(f"The pump failed. {second}")


@pytest.mark.parametrize(
    "second",
    [
        "The mine had to be closed.",
        "The miners refused to go down.",
        "The mine sold less coal.",
        "The engineer was sacked.",
        "The output fell by half.",
        "The tunnels filled with water.",
        "The miners could not work.",
        "The director wept.",
    ],
)
def test_harm_change_degree_need_and_reaction_show_an_effect(second: str):
    assert linked(f"The pump failed. {second}") == {("The pump failed", second.rstrip("."))}


def test_the_story_goes_on_after_what_stands_beside_it():
    found = linked("The pump failed. The town hall got a new roof. The miners refused to go down.")
    assert found == {("The pump failed", "The miners refused to go down")}


def test_what_the_next_sentence_takes_up_belongs_to_the_story():
    found = linked("The pump failed. The miners dug a new shaft. It reached a vein of silver.")
    assert ("The pump failed", "The miners dug a new shaft") in found


def test_an_owner_alone_ties_no_sentence_to_the_story():
    found = linked("The pump failed, so the quarry stood still. The quarry's canteen introduced a vegetarian menu.")
    assert found == {("The pump failed", "the quarry stood still")}


def test_something_new_belongs_to_the_story_if_it_is_of_someone_in_it_or_comes_at_the_end_of_it():
    assert ("Marta finished barefoot", "A photograph of her went round the world") in linked(
        "Marta finished barefoot. A photograph of her went round the world."
    )
    assert ("Thieves stripped the cables", "A guard was hired in the end") in linked(
        "Thieves stripped the cables. A guard was hired in the end."
    )
    assert not linked("Thieves stripped the cables. A guard at the gate read a novel.")


def test_after_something_new_the_text_goes_back_to_what_it_spoke_of():
    found = linked("The garrison left the fort. A plague of mice struck the region. The fort fell into ruin.")
    assert found == {("The garrison left the fort", "The fort fell into ruin")}


@pytest.mark.parametrize(
    "second", ["The coal came out wet.", "The director ended up in court.", "The pit wound up empty."]
)
def test_a_verb_that_says_where_something_led_shows_an_effect(second: str):
    assert linked(f"The pump failed. {second}") == {("The pump failed", second.rstrip("."))}


def test_a_book_that_comes_out_shows_no_effect():
    assert not linked("The pump failed. A novel came out in May.")


@pytest.mark.parametrize("turn", ["One lamp after another went out", "Drop after drop fell on the ledger"])
def test_what_comes_in_turn_is_one_event_and_no_cause(turn: str):
    assert linked(f"The pipe broke. {turn}.") <= {("The pipe broke", turn)}
    assert [turn] == [turn[slice(*e.span)] for e in read(f"{turn}.").events if e.span]


def test_for_all_that_concedes():
    scenario = read("The oven failed. For all that, the baker sold his loaves.")
    assert [(str(link.sign), link.connective) for link in scenario.links] == [("inhibits", "for all that")]


@pytest.mark.parametrize("second", ["That cost the clerk an hour", "This cost the firm a fortune"])
def test_a_pronoun_is_the_subject_of_a_verb_that_looks_like_a_noun(second: str):
    assert linked(f"The ink ran. {second}.") == {("The ink ran", second)}
