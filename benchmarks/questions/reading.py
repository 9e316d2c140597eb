"""A causal question in English, read into a diagram, probabilities and a query."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from benchmarks.questions.background import (
    Sentence,
    listed_names,
    name_of,
    read_background,
    sentences,
    states_effect,
    unobserved_in,
)
from benchmarks.questions.counterfactuals import diagram_of_rules, read_story
from benchmarks.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from benchmarks.questions.forms import AskedForm, Form, Statement, read_form, read_statement
from benchmarks.questions.matching import Slots, similarity
from benchmarks.questions.numbers import Table, Values, givens_of, slots_of, table_of, values_of
from benchmarks.questions.readings import NUMBERS, Content, MethodReading, NumberReading, QuestionReading
from benchmarks.questions.stated_forms import check_repeats
from benchmarks.questions.stated_reading import read_stated
from benchmarks.questions.words import plain
from causalcore.identification import Diagram, Given, Kind, Knowledge, Probability, Query
from nlbridge.language.lexicon import word_order

_METHOD: Final = re.compile(r"^method\s*(?P<number>\d+)\s*[:,]\s*(?P<text>.+)$", re.IGNORECASE)
_CASES: Final = re.compile(
    r"\b(?:case by case|separately|within each)\b.*?\b(?:according to|by|for each|of)\s+(?P<names>.+)$", re.IGNORECASE
)


def read_methods(sentences: Iterable[Sentence]) -> dict[str, str]:
    """Map each method's number to the variables that it conditions on; empty for none.

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> text = "Method 1: We look at how rest correlates with mood case by case according to age. Method 2: We look "
    >>> read_methods(sentences(text + "directly at how rest correlates with mood in general."))
    {'1': 'age', '2': ''}
    """
    methods = {}
    for sentence in sentences:
        match = _METHOD.match(sentence.text)
        if match is not None:
            cases = _CASES.search(match["text"])
            methods[match["number"]] = cases["names"] if cases is not None else ""
    return methods


BY_NAME = (Form.DIRECT, Form.INDIRECT, Form.ADJUSTMENT)
"""Forms that name variables without their values."""


def read(text: str) -> QuestionReading:
    """Read a text that states causes, gives numbers or rules, and ends with a question.

    `stated_reading` reads questions that name variables and values word for word.

    Raises
    ------
    QuestionNotReadError
        If the background, the question or a sentence has no known form.
    UnmatchedPhraseError
        If a phrase fits no variable of the background.

    Examples
    --------
    >>> found = read(
    ...     "Rest has a direct effect on mood. For people without rest, the probability of good mood is 30%. "
    ...     "For people with rest, the probability of good mood is 70%. Will rest increase the chance of good mood?"
    ... )
    >>> print(found.content.query, found.content.sign)
    E[mood | do(rest=1)] - E[mood | do(rest=0)] 1
    """
    split = sentences(text)
    asked = [sentence for sentence in split if sentence.mark == "?"]
    if not asked:
        message = f"expected a question at the end of the text, got {text.strip()[-60:]!r}; end it with a question mark"
        raise QuestionNotReadError(message)
    form = read_form(asked[-1].text)
    if form is None:
        return read_stated(text)
    background = tuple(sentence for sentence in split if states_effect(sentence) or unobserved_in(sentence))
    ruled = diagram_of_rules(split) if form.form is Form.COUNTERFACTUAL and not background else None
    diagram = ruled or read_background(background or split[:1])
    rest = tuple(s for s in split if s not in background and s is not asked[-1] and not _is_frame(s))
    content: Content
    if form.form is Form.ADJUSTMENT:
        content = _methods(diagram, rest, form)
    elif form.form is Form.COUNTERFACTUAL:
        content = read_story(diagram, rest, form)
    else:
        content = _numbers(diagram, rest, form)
    return QuestionReading(text=text, question=asked[-1].text, form=form.form, diagram=diagram, content=content)


def _is_frame(sentence: Sentence) -> bool:
    """Return whether a sentence only opens the story or says how to answer: `Imagine a world`, `Answer (yes or no)`."""
    return sentence.text.lower().startswith((*word_order("question_frames"), "answer ("))


def _named(text: str, diagram: Diagram) -> str:
    """Return the variable that a text names, exactly or in similar words."""
    name = name_of(text)
    if name in diagram.nodes:
        return name
    scores = {node: similarity(text, node, diagram.nodes) for node in diagram.nodes}
    best = max(scores, key=lambda node: scores[node])
    if scores[best] <= 0.0:
        raise UnmatchedPhraseError(text, diagram.nodes)
    return best


def _methods(diagram: Diagram, rest: tuple[Sentence, ...], asked: AskedForm) -> MethodReading:
    methods = read_methods(rest)
    compared = [asked.phrases["first"], asked.phrases["second"]]
    missing = [number for number in compared if number not in methods]
    if missing:
        message = (
            f"expected 'Method {missing[0]}: We look ...', got {len(methods)} methods; describe each in a sentence"
        )
        raise QuestionNotReadError(message)
    sets = [
        tuple(_named(name, diagram) for name in listed_names(methods[number], diagram.nodes)) if methods[number] else ()
        for number in compared
    ]
    cause, effect = (_named(asked.phrases[role], diagram) for role in ("cause", "effect"))
    return MethodReading(diagram=diagram, cause=cause, effect=effect, asked=sets[0], other=sets[1])


def _numbers(diagram: Diagram, rest: tuple[Sentence, ...], asked: AskedForm) -> NumberReading:
    statements: list[Statement] = []
    for sentence in rest:
        statement = read_statement(sentence)
        if statement is None:
            message = (
                f"expected a sentence that gives a probability, got {sentence.text!r}; "
                "say such as 'For a, the probability of b is 20%'"
            )
            raise QuestionNotReadError(message)
        statements.append(statement)
    mentioned = frozenset(plain(text) for text in asked.phrases.values())
    table = table_of(statements, diagram, mentioned)
    slots = slots_of(table)
    _ask(slots, asked, diagram)
    values = values_of(table, slots, diagram)
    return _reading(diagram, asked, table, values)


def _ask(slots: Slots, asked: AskedForm, diagram: Diagram) -> None:
    """Add the question's phrases to those of the numbers."""
    parts = asked.phrases
    for role in ("cause", "effect", "condition"):
        if role in parts:
            slots.add(parts[role])
            if asked.form in BY_NAME:
                slots.fixed[plain(parts[role])] = _named(parts[role], diagram)
    slots.separate(parts[role] for role in ("cause", "effect") if role in parts)
    if asked.form in {Form.EXPLAINING, Form.INFLUENCE}:
        slots.separate(parts[role] for role in ("cause", "effect", "condition"))
    elif asked.form is Form.TREATED:
        slots.separate((parts["condition"], parts["effect"]))
        slots.arrows.add((plain(parts["condition"]), plain(parts["effect"])))
    elif "cause" in parts:
        slots.arrows.add((plain(parts["cause"]), plain(parts["effect"])))


def _reading(diagram: Diagram, asked: AskedForm, table: list[Table], values: Values) -> NumberReading:
    parts, kind = asked.phrases, NUMBERS[asked.form]
    effect = values.variable(parts["effect"])
    cause_text = parts.get("cause") or parts.get("condition", "")
    cause = values.variable(cause_text) if cause_text else ""
    givens = givens_of(table, values)
    check_repeats(givens)
    by_name = asked.form in BY_NAME
    sign = asked.direction
    if not by_name:
        sign *= 1 if values.value(parts["effect"]) else -1
        if cause and kind is not Kind.INFLUENCE:
            sign *= 1 if values.value(cause_text) else -1
    condition: tuple[tuple[str, int], ...] = ()
    if kind in {Kind.EXPLAINING, Kind.INFLUENCE}:
        condition = ((values.variable(parts["condition"]), values.value(parts["condition"])),)
    if kind is Kind.TREATED:
        sign, givens = _contrary(cause, cause_text, asked, values, givens)
    middle = (
        tuple(_named(name, diagram) for name in listed_names(parts["mediators"], diagram.nodes))
        if "mediators" in parts
        else ()
    )
    query = Query(kind=kind, cause=cause, effect=effect, mediators=middle, condition=condition)
    words = {node: (values.words(node, 0), values.words(node, 1)) for node in diagram.nodes}
    knowledge = Knowledge(diagram, tuple(givens))
    return NumberReading(query=query, knowledge=knowledge, sign=sign, values=words, notes=tuple(values.notes))


def _contrary(cause: str, text: str, asked: AskedForm, values: Values, givens: list[Given]) -> tuple[int, list[Given]]:
    """Return sign and numbers for `for those with x, would y be more likely if not x`, which supposes the contrary.

    The effect on the treated concerns units with the value 1. If the question is about the others, the two values swap.
    """
    sign = -asked.direction * (1 if values.value(asked.phrases["effect"]) else -1)
    if values.value(text):
        return sign, givens
    turned = [swapped(given, cause) for given in givens]
    if cause in values.pairs:
        values.pairs[cause] = values.pairs[cause][::-1]
    return sign, turned


def swapped(given: Given, name: str) -> Given:
    """Swap the two values of a variable in a given probability."""

    def turned(pairs: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((one, 1 - value if one == name else value) for one, value in pairs)

    old = given.probability
    return replace(given, probability=Probability(turned(old.event), turned(old.given)))
