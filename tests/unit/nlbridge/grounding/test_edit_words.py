"""The words of an edit beside those of its text, and of each claim, by places that can be counted."""

from __future__ import annotations

import pytest

from causalcore.scenario.scenario import Event, Scenario
from nlbridge.grounding.edit import edit_of, edit_of_words, event_words, what_if_lemmas
from nlbridge.language.meaning.sentences import words


@pytest.mark.parametrize(
    ("text", "edit", "copied", "length"),
    [
        ("The old pump failed.", "The old pump failed.", 1, 1),
        ("The old pump failed.", "The old pump held on.", 3 / 5, 6 / 5),
        ("The old pump failed.", "The pump failed.", 3 / 5, 4 / 5),
        ("The old pump failed.", "", 0, 0),
        ("", "The pump failed.", 0, 4),
        ("", "", 0, 0),
    ],
)
def test_an_edit_is_measured_in_shares_of_the_text_s_words(text: str, edit: str, copied: float, length: float) -> None:
    read = edit_of_words(edit, text)
    assert (read.copied, read.length) == pytest.approx((copied, length))


def test_each_word_has_the_number_of_its_sentence_and_words_without_a_partner_are_new() -> None:
    read = edit_of_words("Tom saw it fell.", "It fell. It ran! Was it? Ah.")
    assert read.sentences == (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
    assert read.newly == {0, 1}


GUARD = "As they were not on duty, the guards slept. The gate was open, and the goats were gone."


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("The guards slept.", "the guards slept"),
        ("The guards and the goats.", "the guards"),
        ("The goats were gone, and the guards slept.", "the goats were gone"),
        ("The gate was gone.", "the gate was"),
        ("The gate slept.", "the gate"),
        ("Gates.", "gate"),
        ("Duty and gate.", "duty gate"),
        ("The ship sank.", ""),
        ("Gate, ship, storm and sail.", "gate"),
    ],
)
def test_a_statement_is_found_by_the_stretch_that_copies_most_of_it(statement: str, told: str) -> None:
    for before in ["", "Ah! ", "Ah oh! ", "Ah. Oh ah. "]:
        found = event_words(before + GUARD, (("e1", None, statement),))["e1"]
        assert " ".join(words(before + GUARD)[i].text for i in found) == told


@pytest.mark.parametrize(("gap", "joined"), [(0, True), (2, True), (3, True), (4, False)])
def test_at_most_three_words_stand_between_the_runs_of_a_statement(gap: int, joined: bool) -> None:
    text = "old mill" + gap * " so" + " burned down"
    found = event_words(text, (("e1", None, "Old mill burned down fast."),))["e1"]
    original = words(text)
    assert (found == tuple(range(len(original)))) is joined


def test_a_claim_that_the_text_has_no_span_for_has_the_span_or_else_its_statement() -> None:
    rain = Event(id="e1", statement="It rained.", span=(0, 9))
    song = Event(id="e2", statement="Birds sang.")
    told = edit_of("It snowed.", Scenario(text="It rained, and birds sang.", events=(rain, song)))
    assert told.claims == {"e1": (0, 1), "e2": (4, 5)}
    assert (told.text, told.given, told.passage) == ("It rained, and birds sang.", "It snowed.", "It snowed.")
    bare = edit_of("Sure! It snowed.", Scenario(events=(rain, song)))
    assert (bare.text, bare.given, bare.passage) == ("It rained. Birds sang.", "Sure! It snowed.", "It snowed.")
    assert bare.claims == {"e1": (0, 1), "e2": (3, 4)}
    assert edit_of_words("It snowed.", "It rained.").claims == {}


def test_the_lemmas_of_a_what_if_are_those_of_its_content_words() -> None:
    assert {"pump", "fail"} <= what_if_lemmas("What would have happened if the pump had not failed?")
    assert what_if_lemmas("What would have happened if it had?") == frozenset()
