"""`But` joins an obstacle to what overcame it, and no two claims that it only sets against each other."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "joins"),
    [
        ("The road was icy, but the van arrived early.", True),
        ("The fog was thick, but the ferry reached the harbour.", True),
        ("The popcorn machine caught fire that Tuesday, but it had a faulty cable anyway.", False),
        ("The weekly test would have shown it, but the tester was away for calibration.", False),
    ],
)
def test_but_joins_an_obstacle_and_no_mere_contrast(text: str, joins: bool) -> None:
    assert any(link.connective == "but" for link in read(text).links) is joins
