"""A denial of the text that an edit tells in other words makes no edit invalid; its own words, or a proof, still do."""

from __future__ import annotations

import pytest

from causalcore import rubric

STORY = " The pump failed, so the cellar flooded."
RIGHT = " The pump did not fail, so the cellar did not flood."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Tom was not at home.", "Tom was out."),
        ("The bill was not paid.", "The bill remained unpaid."),
        ("Nobody answered the phone.", "No one picked up the phone."),
        ("The shop did not open.", "The shop stayed closed."),
        ("The letter was never signed.", "The letter was left unsigned."),
        ("The singer did not appear.", "The singer failed to appear."),
    ],
)
def test_a_denial_in_other_words_is_not_held_against_an_edit(said: str, told: str) -> None:
    assert rubric(said + STORY, had="the pump not failed").check(told + RIGHT).valid is not False


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The bill was not paid.", "The bill was paid."),
        ("Tom was not at home.", "Tom was at home."),
    ],
)
def test_a_denial_that_is_affirmed_in_its_own_words_is(said: str, told: str) -> None:
    found = rubric(said + STORY, had="the pump not failed").check(told + RIGHT)
    assert (found.valid, found.errors) == (False, ("E1",))


def test_what_else_is_wrong_still_counts() -> None:
    found = rubric("Tom was not at home." + STORY, had="the pump not failed")
    verdict = found.check("Tom was out. The pump did not fail, but the cellar flooded.")
    assert verdict.valid is False
    assert "E2" in verdict.errors
