from __future__ import annotations

import pytest

from nlbridge.reading.links.restatements import derived
from nlbridge.reading.reader import read


def links(text: str, implicit: str = "necessary") -> set[tuple[str, str]]:
    scenario = read(text, implicit=implicit)
    span = {e.id: text[e.span[0] : e.span[1]] for e in scenario.events if e.span}
    return {(span[link.cause], span[link.effect]) for link in scenario.links}


@pytest.mark.parametrize(
    ("text", "first", "again"),
    [
        (
            "The boiler had cracked, so the mash went cold. Because the mash was cold, the yeast died.",
            "the mash went cold",
            "the mash was cold",
        ),
        (
            "The singer cancelled the tour. Because the tour was cancelled, the fans were angry.",
            "The singer cancelled the tour",
            "the tour was cancelled",
        ),
        (
            "The river flooded the village. Despite the flood, the mayor held the vote.",
            "The river flooded the village",
            "the flood",
        ),
        (
            "The roof of the barn collapsed. The collapse killed three goats.",
            "The roof of the barn collapsed",
            "The collapse",
        ),
    ],
)
def test_an_event_said_again_follows_from_its_first_mention_whatever_is_implicit(
    text: str, first: str, again: str
) -> None:
    assert (first, again) in links(text)
    assert (first, again) in links(text, "none")


def test_a_denial_is_no_restatement() -> None:
    text = "The bus was late. Since the bus was not late, Ann smiled."
    assert ("The bus was late", "the bus was not late") not in links(text)


def test_words_of_like_spelling_are_not_one_word() -> None:
    assert derived("close", "closure")
    assert not derived("floor", "flood")


def test_both_clauses_under_because_are_causes() -> None:
    assert links("Because the oven was hot and the baker was asleep, the bread burned.") == {
        ("the oven was hot", "the bread burned"),
        ("the baker was asleep", "the bread burned"),
    }


def test_both_clauses_after_because_are_effects() -> None:
    assert links("Because the dam broke, the valley was flooded and the mill closed.") == {
        ("the dam broke", "the valley was flooded"),
        ("the dam broke", "the mill closed"),
    }


def test_an_effect_that_takes_up_the_first_one_follows_from_it() -> None:
    assert links("Because the dam broke, the valley was flooded and it stayed wet for weeks.") == {
        ("the dam broke", "the valley was flooded"),
        ("the valley was flooded", "it stayed wet for weeks"),
    }


def test_an_event_that_is_subject_of_two_predicates_causes_both() -> None:
    assert links("Heavy snow closed the pass and stranded the bus.") == {
        ("Heavy snow", "closed the pass"),
        ("Heavy snow", "stranded the bus"),
    }


def test_a_partial_cause_as_phrase_and_one_as_clause_leave_the_main_clause_whole() -> None:
    text = "Partly thanks to a warm spring, and partly because the farm bought bees, apple yields rose by 30 percent."
    assert links(text) == {
        ("a warm spring", "apple yields rose by 30 percent"),
        ("the farm bought bees", "apple yields rose by 30 percent"),
    }
