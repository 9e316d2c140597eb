"""Two things that one happening did, and what came of each."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve


def answers(text: str, had: str) -> dict[str, str]:
    """Return the answer of each event, by its statement."""
    what_if = resolve(read(text), had=had)
    derivation = derive(what_if.scenario, what_if.intervention)
    statements = {event.id: event.statement for event in what_if.scenario.events}
    return {statements[answer.event]: str(answer.kind) for answer in derivation.answers}


GALE = (
    "A gale blew up in the night. It snapped the mast and soaked the charts. "
    "As a result, the yawl could not sail on, and the charts were useless."
)


@pytest.mark.parametrize(
    ("had", "changed", "unchanged"),
    [
        ("the gale not snapped the mast", "The yawl could not sail on.", "The charts were useless."),
        ("the gale not soaked the charts", "The charts were useless.", "The yawl could not sail on."),
    ],
)
def test_each_of_two_results_comes_of_the_effect_that_it_shares_a_thing_with(had: str, changed: str, unchanged: str):
    got = answers(GALE, had)
    assert got[changed] == "changed"
    assert got[unchanged] == "unchanged"


def test_without_the_happening_both_effects_and_both_results_go():
    got = answers(GALE, "the gale not blown up")
    assert list(got.values()) == ["changed"] * len(got)


def test_what_a_person_does_first_still_brings_about_what_comes_next():
    got = answers("Ada cut the rope and lost the anchor.", "Ada not cut the rope")
    assert list(got.values()) == ["changed", "changed"]
