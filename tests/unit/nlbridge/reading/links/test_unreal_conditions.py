"""What a text says would not have happened, had something else not, hangs on that by a told link."""

from __future__ import annotations

import pytest

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "cause", "effect", "word"),
    [
        ("Had the guard not slept, the thief would not have got in.", "The guard slept.", "The thief got in.", "had"),
        ("If the guard had not slept, the thief would not have got in.", "The guard slept.", "The thief got in.", "if"),
        (
            "The guard slept. Had he been awake, the thief would not have got in.",
            "The guard was not awake.",
            "The thief got in.",
            "had",
        ),
        (
            "Had the guard not slept when the bell rang, the thief would not have got in.",
            "The guard slept.",
            "The thief got in.",
            "had",
        ),
        (
            "Had the pump still worked, the cellar would not have flooded.",
            "The pump did not still work.",
            "The cellar flooded.",
            "had",
        ),
        (
            "The lock was old. If the lock had been new, the thief would not have got in.",
            "The lock was not new.",
            "The thief got in.",
            "if",
        ),
    ],
)
def test_a_counterfactual_condition_tells_a_necessary_cause(text: str, cause: str, effect: str, word: str) -> None:
    scenario = read(text)
    (told,) = (link for link in scenario.links if (link.connective or "").lower() == word)
    assert scenario.event(told.cause).statement == cause
    assert scenario.event(told.effect).statement == effect
    assert (told.sign, told.strength) == (Sign.PROMOTES, Strength.NECESSARY)
    assert told.confidence > 0.9


@pytest.mark.parametrize(
    "text",
    [
        "If the guard sleeps, the thief gets in. The guard slept.",
        "The guard had slept. The thief got in.",
        "He asked if the guard had slept. The thief got in.",
        "If the ice had been thicker, the van would still have sunk because it was overloaded.",
        "Had the lock been old, the thief would have got in anyway. The lock was new.",
        "Had the guard not slept or had the dog barked, the thief would not have got in.",
        "Nobody knew, if the pump had failed, whether the cellar would have flooded.",
    ],
)
def test_no_other_if_or_had_is_a_signal(text: str) -> None:
    assert not [link for link in read(text).links if (link.connective or "").lower() in {"if", "had"}]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("If the ice had been thicker, the van would still have sunk.", "The van still sank."),
        ("Had the ice been thicker, the van would still not have sunk.", "The van did not still sink."),
    ],
)
def test_what_would_have_come_about_anyway_did(text: str, fact: str) -> None:
    assert fact in [event.statement for event in read(text).events]
