"""Clauses are negated by their verb group, and negations undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nlbridge.grounding.exact_claims import MOST_CHANGED
from nlbridge.language.forms.negation import Change, apply_changes, negate
from nlbridge.language.meaning.sentences import words
from nlbridge.language.pipeline.dictionary import inflect

SCENARIOS = Path(__file__).parents[5] / "examples" / "scenarios"

PAIRS = [
    ("The dam held.", "The dam did not hold."),
    ("The gate was locked.", "The gate was not locked."),
    ("She can read the map.", "She cannot read the map."),
    ("The clerk has resigned.", "The clerk has not resigned."),
    ("The soup was cold.", "The soup was not cold."),
    ("There was a storm.", "There was no storm."),
    ("The lamps burn all night.", "The lamps do not burn all night."),
]

ONE_WAY = [
    ("The mortar dried too slowly.", "The mortar did not dry too slowly."),
    ("The vase broke too.", "The vase did not break either."),
    ("The crew had already left.", "The crew had not yet left."),
    ("They put the fire out.", "They did not put the fire out."),
    ("The fox entered the barn and killed two hens.", "The fox did not enter the barn or kill two hens."),
    ("Mice ate the seed and the farmer bought more.", "Mice did not eat the seed and the farmer bought more."),
    ("A few guests came.", "A few guests did not come."),
]


@pytest.mark.parametrize(("plain", "denied"), ONE_WAY)
def test_what_stands_beside_the_verb_follows_the_negation(plain: str, denied: str) -> None:
    assert negate(plain) == denied


@pytest.mark.parametrize(("plain", "denied"), PAIRS)
def test_a_clause_is_negated_by_its_verb_group(plain: str, denied: str) -> None:
    assert negate(plain) == denied


@pytest.mark.parametrize(("plain", "denied"), [pair for pair in PAIRS if "cannot" not in pair[1]])
def test_a_negation_is_undone(plain: str, denied: str) -> None:
    assert negate(denied) == plain


@pytest.mark.parametrize(
    ("denied", "plain"),
    [
        ("Nobody locked the gate.", "Somebody locked the gate."),
        ("No boats left the harbour.", "Some boats left the harbour."),
        ("The guard never slept.", "The guard slept."),
        ("He can't swim.", "He can swim."),
        ("The engine would not start.", "The engine started."),
        ("She could hardly stand.", "She could stand."),
        ("Few guests came.", "Many guests came."),
        ("There was no bread.", "There was some bread."),
    ],
)
def test_negative_words_are_undone(denied: str, plain: str) -> None:
    assert negate(denied) == plain


def test_verbs_are_inflected_by_the_dictionary() -> None:
    assert (inflect("sink", "VBD"), inflect("hold", "VBZ"), inflect("be", "VBP")) == ("sank", "holds", "are")


def test_of_two_overlapping_changes_the_first_counts() -> None:
    assert apply_changes("abcdef", (Change(start=1, end=3, text="X"), Change(start=2, end=4, text="Y"))) == "aXdef"


def test_a_denial_lacks_few_words_of_the_claim() -> None:
    """`nlbridge.grounding.exact_claims` passes over an edit that lacks more: no denial can stand there."""
    claims = [
        event["statement"]
        for path in sorted(SCENARIOS.glob("*.json"))
        for event in json.loads(path.read_text(encoding="utf-8"))["scenario"]["events"]
    ]
    claims += ["Nobody had ever been able to open the vault.", "Neither of the twins would eat anything at all."]
    for claim in claims:
        kept = {word.text for word in words(negate(claim))}
        assert sum(word.text not in kept for word in words(claim)) <= MOST_CHANGED, claim
