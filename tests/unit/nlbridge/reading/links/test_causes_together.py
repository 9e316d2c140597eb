"""How causes work together: enough alone, overcome by a rescue, said again."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.scenario.scenario import Strength
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve


def answers(text: str, had: str) -> dict[str, str]:
    """Return the answer of each event, by its statement."""
    what_if = resolve(read(text), had=had)
    derivation = derive(what_if.scenario, what_if.intervention)
    statements = {event.id: event.statement for event in what_if.scenario.events}
    return {statements[answer.event]: str(answer.kind) for answer in derivation.answers}


@pytest.mark.parametrize(
    "remark",
    [
        "Either fault alone would have been enough.",
        "Either of these would have sufficed.",
        "Each on its own would have done it.",
        "Any one of them would have been enough.",
    ],
)
def test_a_remark_that_one_cause_was_enough_makes_each_sufficient(remark: str) -> None:
    scenario = read(f"She resigned because her pay was cut and her boss shouted at her. {remark}")
    assert [link.strength for link in scenario.links] == [Strength.SUFFICIENT] * 2


def test_with_two_sufficient_causes_one_alone_changes_nothing() -> None:
    text = (
        "Because the fuse had blown and the lamp was broken, the porch was dark. Either fault alone would have done it."
    )
    assert answers(text, "the fuse not blown")["The porch was dark."] == "unchanged"


def test_either_or_in_the_subject_gives_two_sufficient_causes() -> None:
    scenario = read(
        "Either the cook's broken arm or the kitchen's dead oven would have been enough to cancel the feast."
    )
    assert [link.strength for link in scenario.links] == [Strength.SUFFICIENT] * 2


def test_that_both_happened_is_no_event_of_its_own() -> None:
    text = "Either the late train or the locked gate would have been enough to stop her, and that day both happened."
    assert all("happened" not in event.statement for event in read(text).events)


def test_what_went_on_thanks_to_a_rescue_goes_on_without_the_mishap() -> None:
    text = "At six the heating failed at the nursery. A neighbour lent a stove, so the seedlings stayed alive."
    found = answers(text, "the heating not failed")
    assert found["The seedlings stayed alive."] == "unchanged"
    assert read(text).mechanisms


def test_without_the_rescue_what_went_on_stops() -> None:
    text = "At six the heating failed at the nursery. A neighbour lent a stove, so the seedlings stayed alive."
    assert answers(text, "the neighbour not lent a stove")["The seedlings stayed alive."] == "changed"


def test_two_causes_after_their_effect_are_both_causes() -> None:
    scenario = read("She resigned because her pay was cut and her boss shouted at her.")
    assert {(link.cause, link.effect) for link in scenario.links} == {("e2", "e1"), ("e3", "e1")}
