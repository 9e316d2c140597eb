"""A claim that the text tells twice must not be left standing where it is told again."""

from __future__ import annotations

import pytest

from causalcore import rubric

BENCH = "The potting bench by the door flooded, so the seeds rotted. Because the bench flooded, Ada bought new seeds."
RIGHT = (
    "The potting bench by the door did not flood, so the seeds did not rot. "
    "Because the bench did not flood, Ada did not buy new seeds."
)


LIFT = "The goods lift in hall C stood still, so Ben waited. Because the lift stood still, Ann took the stairs."
MOVED = (
    "The goods lift in hall C did not stand still, so Ben did not wait. "
    "Because the lift did not stand still, Ann did not take the stairs."
)


@pytest.mark.parametrize(
    ("text", "had", "right", "denied", "kept"),
    [
        (BENCH, "the potting bench by the door not flooded", RIGHT, "the bench did not flood", "the bench flooded"),
        (LIFT, "the goods lift not stood still", MOVED, "the lift did not stand still", "the lift stood still"),
    ],
)
def test_an_edit_that_keeps_the_second_mention_is_never_valid(text, had, right, denied, kept) -> None:
    asked = rubric(text, had=had)
    report, wrong = asked.check(right), asked.check(right.replace(denied, kept))
    assert wrong.valid is not True
    assert wrong.score < report.score or wrong.valid is False
    assert any(f"word for word: {kept!r}" in reason for reason in wrong.reasons)
