"""Graphs, values and numbers as a text states them, and what cannot be read."""

from __future__ import annotations

import pytest

from benchmarks.questions.background import sentences
from benchmarks.questions.errors import QuestionNotReadError
from benchmarks.questions.stated_forms import read_number
from benchmarks.questions.stated_graph import ValuedPhrase, ValueWords, read_graph, valued_phrases

WORDS = "The tide has a direct effect on the catch. Wind and rain has a direct effect on the catch and the tide."
LETTERS = (
    "Given a causal graph with 4 nodes A, B, C, D, and 3 edges A->B, C->B, C->A. The real world meaning of each "
    "node is "
    "defined as follows: A represents the tide, B represents the catch, C represents wind and rain and D "
    "represents moon."
)


def graph(text):
    return read_graph(sentences(text))


def test_words_and_letters_state_the_same_graph():
    in_words, in_letters = graph(WORDS).diagram, graph(LETTERS).diagram
    assert set(in_words.edges) == set(in_letters.edges)
    assert set(in_words.nodes) == {"tide", "catch", "wind and rain"}
    assert set(in_letters.nodes) == {*in_words.nodes, "moon"}
    assert set(graph(f"{WORDS}\n{LETTERS}").diagram.nodes) == set(in_letters.nodes)


@pytest.mark.parametrize(
    "text",
    [
        "You will be presented with a causal graph in the following form: A causes B, A causes C, and B causes C.",
        "If A causes B, A causes C and B causes C.",
        "A -> B, A --> C, B → C.",
        "A causes B. A directly causes C. B causes C.",
    ],
)
def test_arrows_are_told_or_drawn(text):
    assert set(graph(text).diagram.edges) == {("A", "B"), ("A", "C"), ("B", "C")}


def test_unobserved_confounders_are_hidden_nodes():
    found = graph(
        "A causes B, B causes C, and C causes D. There exist unobserved confounders between: A and C, and B and D. "
        "A is unobserved."
    ).diagram
    assert found.confounded("A", "C")
    assert found.confounded("B", "D")
    assert not found.confounded("A", "D")
    assert "A" in found.hidden
    assert found.edges[:3] == (("A", "B"), ("B", "C"), ("C", "D"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The tide is high.", "expected a graph"),
        ("We know that a or b causes c.", "expected a graph"),
        (f"{WORDS} A->B. A represents the catch and B represents the tide.", "expected one graph, got two"),
        ("A causes B. There exist unobserved confounders between: A and Q.", "as confounded, got 'A and Q'"),
    ],
    ids=["none", "rules", "two graphs", "strange confounder"],
)
def test_what_states_no_graph_is_an_error(text, said):
    with pytest.raises(QuestionNotReadError, match=said):
        graph(text)


def test_names_that_hold_other_names_or_and_are_kept_whole():
    found = graph("Mental health has a direct effect on health. Food and drink has a direct effect on health.")
    phrases = valued_phrases("mental health being good, food and drink being plain and health being poor", found)
    assert phrases == (
        ValuedPhrase("mental health", "good"),
        ValuedPhrase("food and drink", "plain"),
        ValuedPhrase("health", "poor"),
    )


@pytest.mark.parametrize(
    ("sentence", "event", "condition", "value"),
    [
        ("For those with the tide being low, the probability of the catch being poor is 0.61", "poor", "low", 0.61),
        ("Input Info: The probability of catch being poor given that the tide is low is 61 %", "poor", "low", 0.61),
        ("The overall probability of the tide being low is 0.5", "low", "", 0.5),
        ("Among people whose tide was low, the chance that the catch is poor is .5", "poor", "low", 0.5),
    ],
)
def test_numbers_are_read_with_their_values(sentence, event, condition, value):
    [told] = sentences(sentence)
    found = read_number(told, graph(WORDS))
    assert found is not None
    assert [one.value for one in found.event] == [event]
    assert [one.value for one in found.condition] == ([condition] if condition else [])
    assert found.value == pytest.approx(value)
    assert (found.sentence.start, found.sentence.end) == (0, len(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "The tide is low",
        "The probability of rain being heavy is 0.3",
        "For sailors, the probability of the catch being poor is 0.3",
        "The probability of the catch is 0.3",
    ],
    ids=["no number", "no variable", "no condition of a variable", "no value"],
)
def test_what_is_no_number_of_the_graph_is_none(sentence):
    [told] = sentences(sentence)
    assert read_number(told, graph(WORDS)) is None


@pytest.mark.parametrize(
    "values",
    [("low", "high", "middling"), ("poor", "bad"), ("high", "very high")],
    ids=["three", "synonyms", "a degree"],
)
def test_more_or_less_than_two_values_are_refused(values):
    words = ValueWords()
    with pytest.raises(QuestionNotReadError, match="expected two values of 'tide'"):
        words.note(ValuedPhrase("tide", value) for value in values)
