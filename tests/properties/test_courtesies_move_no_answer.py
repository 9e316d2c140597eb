"""Greetings, signatures and header fields move no answer: the networks do not see them."""

from __future__ import annotations

import pytest

import causalcore

TEXTS = {
    "The lift stopped on Monday and the parcels stayed below. So the porter carried 90 boxes.": "the lift not stopped",
    "A frost killed the beans, so Omar sowed again. The shed was painted green.": "there been no frost",
    "Because the tutor was ill, the course started late. The hall has a new floor.": "the tutor been well",
}
COURTESIES = [
    "Hi Lena,\n{}",
    "Dear all,\n\n{}\n\nKind regards,\nOmar Haddad",
    "{}\nThanks, Lena",
    "{}\n\nBest wishes,\nOmar",
    "From: Lena Ott\nTo: Omar Haddad\n\n{}",
]


def answers(text: str, had: str) -> list[tuple[str, str, float]]:
    return [
        (e["statement"], e["answer"], e["confidence"]) for e in causalcore.rubric(text, had=had).to_dict()["events"]
    ]


@pytest.mark.parametrize("frame", COURTESIES)
@pytest.mark.parametrize("text", TEXTS)
def test_a_courtesy_moves_no_answer(text: str, frame: str) -> None:
    assert answers(frame.format(text), TEXTS[text]) == answers(text, TEXTS[text])
