"""What an answer must be before it is shown."""

from __future__ import annotations

import pytest

from nlbridge.telling.acceptable_english import ill_formed

TEXT = "The porter dropped the vase, because the stairs were wet. A cousin wrote a long letter. The hall was cold."


@pytest.mark.parametrize(
    "answer",
    [
        "The porter not dropped the vase. The hall was cold.",
        "The porter noticed anything. The hall was cold.",
        "Her much cousin wrote a long letter.",
        "The porter did not drop the vase already. The hall was cold.",
        "Because the stairs were dry, the porter did not drop the vase, because the hall was cold.",
        "The porter, who was not tall, dropped the vase. The hall was cold.",
        "The porter did not carry six chairs. The hall was cold.",
        "There was no detour. The detour added to the way. The hall was cold.",
        "The porter did not drop the vase. Therefore the hall was cold.",
        "The porter did not drop the vase although the stairs were wet.",
        "The porter did not stumble and dropped the vase.",
        "The stairs was not wet.",
    ],
)
def test_what_a_careful_writer_would_not_write_is_held_back(answer: str) -> None:
    assert ill_formed(TEXT, answer)


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        "The porter did not drop the vase. A cousin wrote a long letter. The hall was cold.",
        "The stairs were not wet. No cousin wrote a long letter. The hall was not cold.",
    ],
)
def test_plain_denials_may_be_shown(answer: str) -> None:
    assert ill_formed(TEXT, answer) == ""
