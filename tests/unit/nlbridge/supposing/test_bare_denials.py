"""A denial without its apostrophe is understood in a text and in a what-if."""

from __future__ import annotations

import pytest

import causalcore


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("The heater didnt start, so the pipes froze.", "the heater started"),
        ("The gate wasnt closed, so the goats got out.", "the gate been closed"),
        ("We couldnt open the hatch, so the hold flooded.", "we been able to open the hatch"),
        ("THE HEATER DIDN'T START, SO THE PIPES FROZE.", "the heater started"),
        ("The tram stopped, so Mia got off.", "the tram didnt stop"),
        ("The valve stuck, so the vat overflowed.", "if the valve hadnt stuck"),
    ],
)
def test_a_bare_denial_sets_its_event(text: str, had: str) -> None:
    assert str(causalcore.rubric(text, had=had)).startswith("Under do(e1=false)")
