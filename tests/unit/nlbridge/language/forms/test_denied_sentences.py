"""Whatever a sentence is like, its denial is English: a negation beside a finite verb, or in front of it all."""

from __future__ import annotations

import itertools
import re

import pytest
from lemminflect import getAllLemmas

from nlbridge.language.forms.negation import OUTSIDE, negate

SUBJECTS = (
    "The hydro plant",
    "Petra",
    "The bees of hive 4",
    "Her neighbour",
    "It",
    "The two porters",
    "Oldmouth's mill",
)
PASTS = (
    "shut down", "put the cash in a drawer", "set the table", "cut the rope", "hit a rock", "let the boy in",
    "burst at noon", "spread to the shed", "quit in May", "split in two", "cost too much", "froze", "sank at dawn",
    "baked plum cakes for the street", "deepened", "overheated in the sun", "herded goats", "lost its keys",
    "rang twice",
    "ran out of diesel after six days", "stayed open all night", "went on strike", "led to a quarrel", "fed on scraps",
)  # fmt: skip
STATES = (
    "was half-built", "was late", "were well-known", "had been re-opened", "is sugar-free", "was short-staffed in May",
    "was beyond repair", "had been fitted with dampers", "could reach the quay", "would have rung", "has left",
    "had had enough", "was the last to leave", "was to blame", "must leave",
)  # fmt: skip
PRESENT = (
    "Dark shells overheat in the sunlight.", "Snails on the north terrace carry brown shells.",
    "The farmers herd goats.",
    "The younger patients like the view.", "Strong winds fan the fire.", "The boats ferry coal.",
    "Old maps show a ford.",
    "The wine from the south terrace is sweeter.", "Mother ships parcels on Fridays.", "The lamps light the square.",
)  # fmt: skip
LONGER = (
    "Climbing there without a pause had been beyond her for years.",
    "The organisers had barred everyone over eighty, Henrik included.",
    "The coaching stables closed and forty grooms lost their places.",
    "Every August since then the family gets a crate from the nurse's brother.",
    "Everybody set their watches by the creature.",
    "The man who had sold the boat left at dawn.",
    "What the porter said was true.",
    "Greta, an old schoolmate, recognised him.",
    "In the same year the number of thefts rose to 140.",
    "Butchers who sold nothing but pork went out of business.",
    "After the flood the well-kept lawns of the school turned brown.",
    "To open the vault took an hour.",
    "Her dog-eared map showed the ford.",
    "Half of the so-called experts put their names to it.",
    "Twenty-two of the children were vaccinated.",
    "The 6.40 to Harlow left fifty minutes late.",
)
SENTENCES = [
    *(f"{subject} {rest}." for subject, rest in itertools.product(SUBJECTS, PASTS)),
    *(f"{subject} {rest}." for subject, rest in zip(itertools.cycle(SUBJECTS[:4]), STATES)),
    *PRESENT,
    *LONGER,
]
AUXILIARIES = frozenset("was were is are had has have could would will must did does do can may might should".split())
MOST_OUTSIDE = 0.15
"""Share of the sentences that may be denied from outside; more would be easy, and read badly."""


@pytest.fixture(scope="module")
def denials() -> dict[str, str]:
    negate.prefetch(SENTENCES)
    return {sentence: negate(sentence) for sentence in SENTENCES}


def words(sentence: str) -> list[str]:
    return re.findall(r"[\w'.-]*\w", sentence.lower())


def fault(sentence: str, denial: str) -> str:
    """Return what is not English in a denial, by its words and the dictionary alone."""
    said = words(denial)
    if denial == sentence or denial[:1].islower() or not denial.endswith("."):
        return "no sentence, or no denial"
    if denial.startswith(OUTSIDE):
        return "" if words(denial)[5:] == words(sentence) else "not the sentence denied from outside"
    if "not" not in said:
        return "" if {"no", "nobody", "never"} & set(said) else "no negation"
    at = said.index("not")
    if not at or said[at - 1] not in AUXILIARIES:
        return f"not after {said[at - 1]}"
    if said[at - 1] in {"did", "does", "do"} and said[at - 1] not in words(sentence):
        verb = said[at + 1]
        if verb not in getAllLemmas(verb, upos="VERB").get("VERB", ()):
            return f"{verb} is no base form"
        return "" if rest(said, at - 1, 3) == rest(words(sentence), at - 1, 1) else "other words have changed"
    return "" if rest(said, at, 1) == words(sentence) else "other words have changed"


def rest(said: list[str], at: int, count: int) -> list[str]:
    return said[:at] + said[at + count :]


@pytest.mark.parametrize("start", range(0, len(SENTENCES), 20))
def test_a_denial_is_english(denials: dict[str, str], start: int) -> None:
    part = SENTENCES[start : start + 20]
    assert {denials[one]: found for one in part if (found := fault(one, denials[one]))} == {}


def test_few_sentences_are_denied_from_outside(denials: dict[str, str]) -> None:
    outside = [one for one in SENTENCES if denials[one].startswith(OUTSIDE)]
    assert len(outside) <= MOST_OUTSIDE * len(SENTENCES), outside


@pytest.mark.parametrize(
    ("sentence", "denial"),
    [
        ("Oldmouth's guildhall was half-built.", "Oldmouth's guildhall was not half-built."),
        ("The hydro plant shut down.", "The hydro plant did not shut down."),
        ("Petra put the cash in a drawer.", "Petra did not put the cash in a drawer."),
        ("Dark shells overheat in the sunlight.", "It is not so that dark shells overheat in the sunlight."),
        (
            "The organisers had barred everyone over eighty, Henrik included.",
            "The organisers had not barred everyone over eighty, Henrik included.",
        ),
        ("Strong winds fan the fire.", "It is not so that strong winds fan the fire."),
        ("The man who had sold the boat left.", "It is not so that the man who had sold the boat left."),
        ("That the gate stood open was bad.", "That the gate stood open was not bad."),
        (
            "Every August since then the family gets a crate.",
            "Every August since then the family does not get a crate.",
        ),
    ],
)
def test_forms_that_were_garbled_are_denied(sentence: str, denial: str) -> None:
    assert negate(sentence) == denial


def test_a_denial_from_outside_is_undone() -> None:
    assert negate("It is not so that dark shells overheat in the sunlight.").startswith("It is so that dark shells")
