"""What verbs say about their complements."""

from __future__ import annotations

import pytest

from nlbridge.language.meaning.veridicality import Standing, denies_complement, signatures
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from research.training.score_veridicality import complement, confusion


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The porter managed to lift the trunk.", Standing.HOLDS),
        ("The porter did not manage to lift the trunk.", Standing.FAILS),
        ("The porter failed to lift the trunk.", Standing.FAILS),
        ("The porter did not fail to lift the trunk.", Standing.HOLDS),
        ("The porter refused to lift the trunk.", Standing.FAILS),
        ("The porter forgot to lock the door.", Standing.FAILS),
        ("The porter forgot that the door was open.", Standing.HOLDS),
        ("The porter was forced to lift the trunk.", Standing.HOLDS),
        ("The porter was not allowed to lift the trunk.", Standing.FAILS),
        ("The porter wanted to lift the trunk.", Standing.OPEN),
        ("The porter was shocked that the trunk had burst.", Standing.HOLDS),
        ("The porter was told that the trunk had burst.", Standing.OPEN),
        ("The porter pretended that the trunk had burst.", Standing.FAILS),
        ("The rain stopped falling.", Standing.FAILS),
        ("The rope kept the trunk from falling.", Standing.FAILS),
        ("The trunk burst.", Standing.OPEN),
    ],
)
def test_a_complement_stands_as_its_verb_says(sentence: str, expected: Standing) -> None:
    assert complement(sentence) is expected


def test_a_factive_verb_presupposes_its_complement_under_negation_too() -> None:
    factives = [lemma for (lemma, frame), both in signatures().items() if frame == "that" and both[1] is Standing.HOLDS]
    assert {"regret", "realise", "resent"} <= set(factives)


def test_a_verb_that_is_not_listed_denies_nothing() -> None:
    assert denies_complement("fail", "to")
    assert not denies_complement("whistle", "to")


def test_an_event_with_a_verb_of_failing_is_denied_by_its_complement() -> None:
    scenario = read("The clerk neglected to lock the safe, so the money was stolen.")
    assert dict(resolve(scenario, had="the clerk locked the safe").intervention) == {"e1": "false"}


@pytest.mark.slow
def test_the_lexicon_is_right_more_often_than_the_most_frequent_answer(data) -> None:
    counts = confusion(data / "megaveridicality" / "dev.json")
    total = sum(counts.values())
    right = sum(n for (wanted, said), n in counts.items() if wanted is said)
    most = max(sum(n for (wanted, _), n in counts.items() if wanted is standing) for standing in Standing)
    assert right / total > most / total + 0.04
