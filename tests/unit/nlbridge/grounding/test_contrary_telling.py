"""What a text tells by its contrary, and an edit outright."""

from __future__ import annotations

import pytest

from nlbridge.grounding.by_words import ground
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

TEXT = (
    "A cracked pipe let gas into the cellar. The cook smelled the gas, and the pipe was mended. "
    "Without her the whole street would have burned down. The baker slept until noon."
)


@pytest.mark.parametrize(
    ("said", "altered"),
    [
        ("The whole street burned down.", True),
        ("The whole street did not burn down.", False),
        ("Without her the whole street would have burned down.", False),
    ],
)
def test_what_would_have_been_is_altered_by_being_told_and_kept_by_being_denied(said: str, altered: bool) -> None:
    what_if = resolve(read(TEXT), had="the cook not smelled the gas")
    event = next(e for e in what_if.scenario.events if e.statement == "The whole street did not burn down.")
    edit = f"A cracked pipe let gas into the cellar. The cook did not smell the gas. {said} The baker slept until noon."
    grounding = ground(edit, what_if.scenario, what_if.intervention, clause=what_if.clause)
    assert (grounding.by_event[event.id].altered > 0.5) is altered
    assert grounding.by_event[event.id].quote in edit
