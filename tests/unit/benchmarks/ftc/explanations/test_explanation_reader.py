from __future__ import annotations

import pytest

from benchmarks.ftc.explanations.explanation_reader import Given, read_pairs
from benchmarks.ftc.explanations.frames import matches
from benchmarks.ftc.explanations.relation import Extraction, NoRelation
from benchmarks.ftc.explanations.tagged_text import tag
from logic.relations.faithfulness import Relation
from logic.relations.nli import Label

D, X, Q, P, N = (
    Relation.DISJOINT,
    Relation.EXCLUSIVE_OR,
    Relation.EQUIVALENT,
    Relation.IMPLIED_BY,
    Relation.DOES_NOT_IMPLY,
)
STATED = [
    (
        "A baker is asleep.",
        "the baker can't be kneading dough and asleep at the same time",
        "asleep",
        D,
        "kneading dough",
    ),
    ("A nun sits.", "a nun is either sitting or climbing", "sitting", X, "climbing"),
    ("A tram is late.", "a tram is not the same as a ferry", "a tram", D, "a ferry"),
    ("A woman is repairing a vehicle.", "a tractor is a kind of vehicle", "vehicle", P, "a tractor"),
    (
        "A man is outdoors.",
        "if he is on a glacier then he must be outdoors",
        "he must be outdoors",
        P,
        "he is on a glacier",
    ),
    ("The lad is happy.", "lad and boy are synonyms", "lad", Q, "boy"),
    (
        "The judge is rich.",
        "just because the judge owns a boat doesn't mean he is rich",
        "the judge owns a boat",
        N,
        "he is rich",
    ),
    ("A sailor is tired.", "not all sailors mending nets are tired", "sailors mending nets", N, "tired"),
    ("The boy is lost.", "a boy can carry a map without being lost", "a boy can carry a map", N, "lost"),
]


def first(hypothesis: str, explanation: str, label: Label | None = None, premise: str | None = None):
    words = list(tag([hypothesis, explanation, *([premise] if premise else [])]))
    given = Given(hypothesis=words[0], label=label, premise=words[2] if premise else None)
    (best, *_) = read_pairs(words[1], given)
    return best.extraction(given.premise)


@pytest.mark.parametrize(("hypothesis", "explanation", "a", "relation", "b"), STATED)
def test_what_is_stated_is_read_without_the_label(
    hypothesis: str, explanation: str, a: str, relation: Relation, b: str
) -> None:
    found = first(hypothesis, explanation)
    assert isinstance(found, Extraction)
    assert (found.a, found.relation, found.b) == (a, relation, b)


def test_a_side_is_chosen_by_alignment_and_not_by_order() -> None:
    for explanation in ("a gondola is not a bus", "a bus is not a gondola"):
        found = first("A bus is red.", explanation)
        assert isinstance(found, Extraction)
        assert (found.a, found.b) == ("a bus", "a gondola")


def test_one_phrase_alone_is_no_relation_without_the_premise() -> None:
    found = first("The nurse is late.", "you can't infer that the nurse is late")
    assert isinstance(found, NoRelation)
    assert "premise" in found.why


def test_the_premise_is_what_an_inference_fails_from() -> None:
    found = first("The nurse is late.", "you can't infer that the nurse is late", None, "A nurse runs down a hall.")
    assert isinstance(found, Extraction)
    assert found.a.startswith("A nurse runs")
    assert found.relation is N


def test_a_reading_that_does_not_explain_the_label_says_that_it_was_bent() -> None:
    found = first("A monk is a father.", "a monk is not a father", Label.NEUTRAL, "A monk prays.")
    assert found.why.endswith("because the label is N") or "read as 'does not imply'" in found.why


def test_nothing_is_read_from_an_explanation_without_content() -> None:
    hypothesis, explanation = tag(["The nurse is late.", "it is that"])
    assert read_pairs(explanation, Given(hypothesis=hypothesis)) == ()


@pytest.mark.parametrize("word", ["and", "either or", "not because if", "one is"])
def test_a_statement_without_end_takes_no_time_and_gives_no_pair(word: str) -> None:
    hypothesis, explanation = tag(["The nurse is late.", f"{word} a " * 600])
    pairs = read_pairs(explanation, Given(hypothesis=hypothesis))
    assert all(pair.outside is None or pair.why == "a plain statement" for pair in pairs)
    assert list(matches(("and", "a") * 600)) == []


def test_a_denial_of_nothing_is_no_pair() -> None:
    hypothesis, explanation = tag(["The nurse is late.", "not because if the nurse can not be"])
    assert all(pair.inside.text() != "be" for pair in read_pairs(explanation, Given(hypothesis=hypothesis)))
