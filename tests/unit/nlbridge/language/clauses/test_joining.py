"""`This was because` states no event of its own: its reason belongs to the sentence before."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("effect", "reason", "cause"),
    [
        ("The letter came late.", "This was because the train broke down.", "The train broke down."),
        ("The pupils went home.", "That was because the heating had failed.", "The heating had failed."),
        ("The kiosk stayed shut.", "It was because the key had been lost.", "The key had been lost."),
        ("The guests left.", "This was only because the music stopped.", "The music stopped."),
        ("The mill stood still.", "That's because a belt tore.", "A belt tore."),
        ("The rolls were burnt.", "This is because the baker had fallen asleep.", "The baker had fallen asleep."),
    ],
)
def test_a_reason_told_after_its_effect_is_its_cause(effect: str, reason: str, cause: str) -> None:
    scenario = read(f"{effect} {reason}")
    assert [event.statement for event in scenario.events] == [effect, cause]
    links = [link for link in scenario.links if link.connective is not None and "because" in link.connective]
    assert [(scenario.event(link.cause).statement, scenario.event(link.effect).statement) for link in links] == [
        (cause, effect)
    ]


@pytest.mark.parametrize("text", ["This was a mistake because the van was full.", "That was late because it rained."])
def test_a_claim_about_what_was_told_is_kept(text: str) -> None:
    assert len(read(text).events) == 2
