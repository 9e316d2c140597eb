from __future__ import annotations

import pytest

from benchmarks.ftc.explanations.relation import Explained, Extraction, NoRelation
from benchmarks.ftc.explanations.template_extractor import (
    TEMPLATES,
    TemplateExtractor,
    replaced,
    template_counterfactuals,
)
from logic.relations.faithfulness import Relation
from logic.relations.nli import Label

E, C, N = Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL
READ = [
    (E, "A tram is a type of vehicle .", "a tram", "vehicle"),
    (E, "rowing implies moving", "rowing", "moving"),
    (C, "a nun is not a judge", "a nun", "judge"),
    (C, "one cannot be rowing and sleeping at the same time", "rowing", "sleeping"),
    (N, "just because he rows does n't mean he is rich", "he rows", "he is rich"),
    (N, "not all bakers are tired", "bakers", "tired"),
]


@pytest.mark.parametrize(("label", "explanation", "a", "b"), READ)
def test_the_printed_templates_are_read(label: Label, explanation: str, a: str, b: str) -> None:
    found = TemplateExtractor().extract(Explained(hypothesis="x", explanation=explanation, label=label))
    assert isinstance(found, Extraction)
    assert (found.a, found.b) == (a, b)


def test_the_relation_is_the_one_of_table_2() -> None:
    item = Explained(hypothesis="x", explanation="not all bakers are tired", label=N)
    found = TemplateExtractor().extract(item)
    assert isinstance(found, Extraction)
    assert found.relation is Relation.DOES_NOT_IMPLY


def test_without_the_label_there_is_nothing_to_read() -> None:
    found = TemplateExtractor().extract(Explained(hypothesis="x", explanation="a nun is not a judge"))
    assert found == NoRelation(why="the templates are chosen by the label, which is not given")


def test_two_rules_for_n_are_equal_as_printed() -> None:
    assert len(TEMPLATES[N]) == 25
    assert len(set(TEMPLATES[N])) == 24


def test_spans_are_replaced_where_they_stand() -> None:
    assert replaced("Two trams stop .", "tram", "buses") == "Two buses stop."
    assert replaced("Two trams stop .", "ferry", "buses") is None


def test_case_a_and_case_b_change_places() -> None:
    items = [
        Explained(hypothesis="a baker is tired", explanation="not all bakers are tired", label=N),
        Explained(hypothesis="a tram stops", explanation="a tram is not a ferry", label=C),
        Explained(hypothesis="a tram stops", explanation="no idea", label=C),
    ]
    assert list(template_counterfactuals(items)) == [
        {"A": "A baker is bakers.", "B": "A tired is tired."},
        {"": "Ferry stops."},
        {},
    ]
