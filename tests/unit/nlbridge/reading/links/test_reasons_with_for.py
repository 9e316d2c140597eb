"""`for` behind a comma gives a reason where a subject and its verb follow, and a time, an aim or a price elsewhere."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    "reason",
    [
        "he was tired",
        "the keeper had left",
        "all of the roads were shut",
        "Anna was ill",
        "the key to the gate was lost",
        "frost had split it",
    ],
)
def test_a_clause_behind_for_is_a_cause(reason: str) -> None:
    scenario = read(f"The sluice stayed shut, for {reason}.")
    effect, cause = scenario.events
    assert cause.statement == f"{reason[0].upper()}{reason[1:]}."
    assert [(link.cause, link.effect) for link in scenario.links] == [(cause.id, effect.id)]


@pytest.mark.parametrize(
    "rest",
    [
        "for the first time that year the school closed",
        "for two days the road was shut",
        "for an hour everyone waited",
        "for example the baker left",
    ],
)
def test_a_phrase_with_for_stays_with_its_clause(rest: str) -> None:
    assert read(f"Nothing moved, {rest}.").events[-1].statement == f"{rest.capitalize()}."
