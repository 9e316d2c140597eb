from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.ftc.explanations.counterfactual_hypothesis import Rewriting, rewrite
from benchmarks.ftc.explanations.relation import Explained, Extraction, NoRelation
from logic.relations.faithfulness import Case, counterfactuals
from logic.relations.nli import Label

REWRITTEN = [
    (
        "A baker is asleep.",
        "the baker can't be asleep and kneading dough at the same time",
        "A baker is kneading dough.",
    ),
    ("Two nuns are asleep.", "nuns can't sleep while they paddle a canoe", "Two nuns paddle a canoe."),
    ("A woman is repairing a vehicle.", "a tractor is a vehicle", "A woman is repairing a tractor."),
    ("A man holds an animal.", "a hen is an animal", "A man holds a hen."),
    ("There is a cat on the roof.", "a cat is not an owl", "There is an owl on the roof."),
    ("A lady in a green coat sings.", "a coat can't be green and orange", "A lady in an orange coat sings."),
    ("A pilot waits.", "a pilot can't be waiting if he is fixing a wing", "A pilot is fixing a wing."),
    ("A child is outdoors.", "sledging down a hill means being outdoors", "A child is sledging down a hill."),
    ("A clerk was yawning.", "one cannot yawn and whistle simultaneously", "A clerk was whistling."),
    ("A dog runs.", "a dog is not a wolf", "A wolf runs."),
]


def texts(answer: Rewriting) -> list[str]:
    return [one.hypothesis for one in answer.counterfactuals]


@pytest.mark.parametrize(("hypothesis", "explanation", "expected"), REWRITTEN)
def test_a_phrase_is_put_in_with_the_inflection_of_its_place(hypothesis: str, explanation: str, expected: str) -> None:
    (answer,) = rewrite([Explained(hypothesis=hypothesis, explanation=explanation)])
    assert texts(answer) == [expected]


def test_a_failed_inference_has_two_counterfactuals() -> None:
    explanation = "just because a judge rows a boat doesn't mean he is rich"
    (answer,) = rewrite([Explained(hypothesis="The judge is rich.", explanation=explanation)])
    assert [(one.case, one.label) for one in answer.counterfactuals] == [
        (Case.A, Label.ENTAILMENT),
        (Case.B, Label.NEUTRAL),
    ]
    assert texts(answer) == ["The judge rows a boat.", "The judge is rich."]


def test_labels_and_conditions_are_those_of_the_theorems() -> None:
    item = Explained(hypothesis="A tram is late.", explanation="a tram is not a ferry", label=Label.CONTRADICTION)
    (answer,) = rewrite([item])
    assert isinstance(answer.extraction, Extraction)
    (theorem,) = counterfactuals(Label.CONTRADICTION, answer.extraction.relation)
    assert answer.counterfactuals[0].assumed == tuple(str(condition) for condition in theorem.assumed)


def test_a_label_that_was_not_given_is_assumed() -> None:
    (answer,) = rewrite([Explained(hypothesis="A tram is late.", explanation="a tram is not a ferry")])
    assert answer.counterfactuals[0].assumed[0] == "the label of the hypothesis is C"


def test_the_premise_entails_itself() -> None:
    (answer,) = rewrite(
        [
            Explained(
                hypothesis="The nurse is late.",
                explanation="we don't know if the nurse is late",
                premise="A nurse runs down a hall.",
            )
        ]
    )
    assert texts(answer)[0] == "The nurse runs down a hall."
    assert "the premise entails A" not in answer.counterfactuals[0].assumed


def _of_neutral(explanation: str, premise: str) -> str:
    hypothesis = "A nurse is painting a fence for her aunt."
    item = Explained(hypothesis=hypothesis, explanation=explanation, label=Label.NEUTRAL, premise=premise)
    return texts(next(rewrite([item])))[0]


def test_the_hypothesis_without_what_does_not_follow_goes_before_a_phrase_that_the_premise_does_not_bear_out() -> None:
    explanation = "people work for many reasons, it does not have to be for her aunt"
    assert _of_neutral(explanation, "A nurse is painting a fence.") == "A nurse is painting a fence."


def test_a_phrase_that_the_premise_bears_out_as_much_is_put_in() -> None:
    explanation = "just because a nurse is painting a red fence does not mean it is for her aunt"
    assert _of_neutral(explanation, "A nurse is painting a red fence.") == "A nurse is painting a red fence."


WORDS = "a the cook nurse can't be is not and or if because soup red , ; just doesn't mean that there".split()


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=14),
    st.lists(st.sampled_from(WORDS), max_size=8),
)
def test_any_words_are_answered(hypothesis: list[str], explanation: list[str], premise: list[str]) -> None:
    item = Explained(
        hypothesis=" ".join(hypothesis), explanation=" ".join(explanation), premise=" ".join(premise) or None
    )
    (answer,) = rewrite([item])
    assert isinstance(answer.extraction, Extraction | NoRelation)
    assert all(one.hypothesis for one in answer.counterfactuals)
