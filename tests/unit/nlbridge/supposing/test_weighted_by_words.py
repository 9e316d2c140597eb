"""How the words that a what-if shares with the claims weigh the network's choice of the claim that it sets."""

from __future__ import annotations

import numpy as np
import pytest

from nlbridge.language.encoder.scores import Scores
from nlbridge.supposing.hypothetical import STRANGER, weighted_by_words

PHONE = ("The phone would not start", "I dropped my phone", "The screen was cracked")


def scored(*sets: float) -> Scores:
    nothing = np.zeros((len(sets), len(sets)))
    strengths = np.zeros((len(sets), len(sets), 4))
    return Scores(
        links=nothing, promotes=nothing, strengths=strengths, reaches=nothing, sets=np.array(sets), changed=nothing[0]
    )


@pytest.mark.parametrize(
    ("clause", "sets", "likeliest"),
    [
        ("the phone not fallen", (0.5, 0.4, 0.05), 1),
        ("the phone started", (0.3, 0.5, 0.1), 0),
        ("the screen not been broken", (0.4, 0.1, 0.35), 2),
        ("the glass stayed whole", (0.2, 0.3, 0.4), 2),  # no word of any claim: the network alone
        ("the phone not fallen", (0.9, 0.05, 0.05), 1),  # it alone has all words of the denial
        ("the phone fallen", (0.9, 0.05, 0.05), 0),  # the network is far surer than the words
    ],
)
def test_a_claim_with_the_words_of_the_what_if_is_likelier(
    clause: str, sets: tuple[float, ...], likeliest: int
) -> None:
    assert int(weighted_by_words(scored(*sets), clause, PHONE).sets.argmax()) == likeliest


def test_the_chance_that_any_claim_is_set_stays_and_each_strange_word_costs_the_same_factor() -> None:
    before = scored(0.3, 0.3, 0.1)
    after = weighted_by_words(before, "the phone fallen", PHONE)
    assert after.sets.sum() == pytest.approx(before.sets.sum())
    assert after.sets[0] / after.sets[1] == pytest.approx(STRANGER)
    assert after.sets[2] / after.sets[1] == pytest.approx(STRANGER**2 / 3)
    assert after.links is before.links


@pytest.mark.parametrize(("clause", "claims"), [("", PHONE), ("it not been so", PHONE), ("it rained", PHONE[:1])])
def test_without_words_to_compare_the_network_decides(clause: str, claims: tuple[str, ...]) -> None:
    before = scored(*(0.2,) * len(claims))
    np.testing.assert_allclose(weighted_by_words(before, clause, claims).sets, before.sets)
