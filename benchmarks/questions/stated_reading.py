"""A question about a stated graph, read into a query or a question about the graph alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from benchmarks.questions.background import listed_names, sentences
from benchmarks.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from benchmarks.questions.forms import Form
from benchmarks.questions.readings import (
    NUMBERS,
    Content,
    IdentifiedReading,
    LineageReading,
    NumberReading,
    QuestionReading,
    SetsReading,
    Wanted,
)
from benchmarks.questions.stated_forms import (
    StatedForm,
    StatedNumber,
    check_repeats,
    check_sums,
    read_number,
    read_stated_form,
)
from benchmarks.questions.stated_graph import (
    StatedGraph,
    ValuedPhrase,
    ValueWords,
    read_graph,
    value_words,
    valued_phrases,
)
from causalcore.graph_questions.option_sets import Extent, SetRule
from causalcore.identification import Kind, Knowledge, Query
from nlbridge.language.lexicon import word_class, word_order

if TYPE_CHECKING:
    from benchmarks.questions.background import Sentence

_FRAMES: Final = word_order("stated_frames")
"""Openings of sentences that only open the text or say how to answer."""
_INSTRUCTION: Final = re.compile(r"\bconsider\s+the\s+[^.]*?\bof\s+(?P<cause>.+)\s+on\s+(?P<effect>.+)$", re.IGNORECASE)
_OPTION: Final = re.compile(
    r"^[ \t]*option[ \t]*(?P<number>\d+)[ \t]*[:.)][ \t]*(?P<names>.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE
)


def read_stated(text: str) -> QuestionReading:
    """Read a text that states a graph, gives probabilities of its variables by name, and asks a question.

    Examples
    --------
    >>> found = read_stated(
    ...     "Rest has a direct effect on mood. For those with rest being low, the probability of mood being good is "
    ...     "0.31. For those with rest being high, the probability of mood being good is 0.74. "
    ...     "If rest is changed to be low, will mood be more likely to be good?"
    ... )
    >>> print(found.content.query, "|", found.content.values["rest"])
    E[mood | do(rest=1)] - E[mood | do(rest=0)] | ('high', 'low')
    """
    split = sentences(text.replace("’", "'"))
    asked = [one for one in split if one.mark == "?"]
    if read_stated_form(asked[-1].text) is None:
        message = (
            f"expected a question of a known form, got {asked[-1].text!r}; ask such as 'Will a increase the chance of "
            "b?' or 'If a is changed to be high, will b be more likely to be low?' "
            "(docs/how-to/ask-in-english.md lists the forms)"
        )
        raise QuestionNotReadError(message)
    background = tuple(one for one in split if one is not asked[-1])
    graph = read_graph(background)
    form = read_stated_form(asked[-1].text, graph)
    if form is None:
        raise UnmatchedPhraseError(asked[-1].text, graph.diagram.nodes)
    rest = [one for one in background if all(one is not used for used in graph.used)]
    content = _content(text, graph, form, rest)
    return QuestionReading(text=text, question=asked[-1].text, form=form.form, diagram=graph.diagram, content=content)


def _content(text: str, graph: StatedGraph, form: StatedForm, rest: Sequence[Sentence]) -> Content:
    cause, effect = (str(graph.variable(form.places[role])) for role in ("cause", "effect"))
    diagram = graph.diagram
    match form.form:
        case Form.SETS:
            return _sets(text, graph, form, cause, effect)
        case Form.IDENTIFICATION:
            return IdentifiedReading(diagram=diagram, cause=cause, effect=effect)
        case Form.LINEAGE:
            near = form.places.get("kin", "").lower() in word_class("nearest_kin") or "directly" in form.places
            return LineageReading(diagram=diagram, cause=cause, effect=effect, one_step=near)
    _differ(cause, effect)
    numbers = _numbers(rest, graph, (cause, effect))
    if form.form is Form.NECESSITY:
        return _necessity(graph, form, numbers, (cause, effect))
    return _effect(graph, form, numbers, (cause, effect))


def _differ(cause: str, effect: str) -> None:
    if cause == effect:
        message = f"expected two variables as cause and effect, got {cause!r} twice; name them both"
        raise QuestionNotReadError(message)


# ---------------------------------------------------------------- numbers


def _numbers(rest: Sequence[Sentence], graph: StatedGraph, pair: tuple[str, str]) -> tuple[StatedNumber, ...]:
    numbers = []
    for sentence in rest:
        number = read_number(sentence, graph)
        if number is not None:
            numbers.append(number)
        else:
            _check_frame(sentence, graph, pair)
    return tuple(numbers)


def _check_frame(sentence: Sentence, graph: StatedGraph, pair: tuple[str, str]) -> None:
    """Refuse a sentence that is neither a number nor a frame, or that announces another question."""
    text = sentence.text.strip()
    announced = _INSTRUCTION.search(text)
    if announced is not None:
        named = tuple(graph.variable(announced[role]) for role in ("cause", "effect"))
        if None not in named and named != pair:
            message = (
                f"expected one question, got {' on '.join(map(str, named))} announced and {' on '.join(pair)} asked; "
                "correct either"
            )
            raise QuestionNotReadError(message)
    if not text.lower().startswith(_FRAMES):
        message = (
            f"expected a sentence that gives a probability, got {text!r}; say such as "
            "'For those with a being high, the probability of b being low is 0.2'"
        )
        raise QuestionNotReadError(message)


def _reading(
    graph: StatedGraph,
    query: Query,
    numbers: Sequence[StatedNumber],
    asked: Sequence[ValuedPhrase],
    sign: int,
    wanted: Wanted,
) -> NumberReading:
    words = _words(asked, numbers)
    stated = [phrase for number in numbers for phrase in (*number.event, *number.condition)]
    givens = tuple(number.given(words) for number in numbers)
    check_repeats(givens)
    check_sums(givens)
    return NumberReading(
        query=query,
        knowledge=Knowledge(graph.diagram, givens),
        sign=sign,
        values=words.pairs(),
        notes=words.taken_for_contraries(asked, stated),
        wanted=wanted,
    )


def _words(asked: Sequence[ValuedPhrase], numbers: Sequence[StatedNumber]) -> ValueWords:
    """Collect the words for all values; those in the question come first and mean value 1."""
    words = ValueWords()
    words.note(asked)
    for number in numbers:
        words.note((*number.event, *number.condition))
    return words


def _effect(
    graph: StatedGraph, form: StatedForm, numbers: Sequence[StatedNumber], pair: tuple[str, str]
) -> NumberReading:
    cause, effect = pair
    places, kind = form.places, NUMBERS[form.form]
    acted = ValuedPhrase(cause, value_words(places["value"]))
    outcome = ValuedPhrase(effect, value_words(places["outcome"]))
    sign, fixed_phrases, mediators = form.direction, tuple[ValuedPhrase, ...](), tuple[str, ...]()
    first = acted
    if kind is Kind.TREATED:
        _same(graph, places["other_cause"], cause)
        first = ValuedPhrase(cause, value_words(places["factual"]))
        _other_value(first, acted)
        sign = -sign
    elif kind is Kind.CONTROLLED:
        fixed_phrases = _listed(places["held"], graph, pair)
    elif kind is Kind.INDIRECT:
        _same(graph, places["other_cause"], cause)
    if "mediator" in places:
        mediators = (str(graph.variable(places["mediator"])),)
    asked = (first, acted, outcome, *fixed_phrases)
    fixed = tuple(sorted((one.variable, 1) for one in fixed_phrases))
    query = Query(kind=kind, cause=cause, effect=effect, mediators=mediators, condition=fixed)
    return _reading(graph, query, numbers, asked, sign, Wanted.SIGN)


def _same(graph: StatedGraph, text: str, cause: str) -> None:
    if graph.variable(text) != cause:
        message = f"expected {cause!r} in both clauses of the question, got {text!r} in one; name the same variable"
        raise QuestionNotReadError(message)


def _other_value(one: ValuedPhrase, other: ValuedPhrase) -> None:
    if one.value == other.value:
        message = (
            f"expected {one.variable!r} to be supposed otherwise than it is, got {one.value!r} both times; "
            "suppose its other value"
        )
        raise QuestionNotReadError(message)


def _listed(text: str, graph: StatedGraph, pair: tuple[str, str]) -> tuple[ValuedPhrase, ...]:
    body = re.sub(r"\s+(?:held|kept)\s+(?:fixed|constant)$", "", text)
    held = valued_phrases(body, graph)
    if not held or {one.variable for one in held} & set(pair):
        others = " and ".join(pair)
        message = f"expected what is held, such as 'a being high', got {text!r}; name variables other than {others}"
        raise QuestionNotReadError(message)
    return held


def _necessity(
    graph: StatedGraph, form: StatedForm, numbers: Sequence[StatedNumber], pair: tuple[str, str]
) -> NumberReading:
    """Read `given that x was a and y was b, what is the lower bound of the probability that y would have been ...`.

    The observed values are coded as 1, so that necessity and sufficiency are the same question.
    """
    cause, effect = pair
    observed = {one.variable: one for one in valued_phrases(form.places["seen"], graph) or ()}
    if set(observed) != {cause, effect}:
        message = (
            f"expected what was seen of {cause!r} and {effect!r}, got {form.places['seen']!r}; "
            "say 'given that a was high and b was low'"
        )
        raise QuestionNotReadError(message)
    supposed = ValuedPhrase(cause, value_words(form.places["value"]))
    outcome = ValuedPhrase(effect, value_words(form.places["outcome"]))
    _other_value(observed[cause], supposed)
    _other_value(observed[effect], outcome)
    asked = (observed[cause], observed[effect], supposed, outcome)
    least = form.places["end"].lower() in word_class("lower_bound_words")
    kind = Kind.LEAST_NECESSITY if least else Kind.GREATEST_NECESSITY
    return _reading(graph, Query(kind=kind, cause=cause, effect=effect), numbers, asked, 1, Wanted.VALUE)


# ---------------------------------------------------------------- sets


def _sets(text: str, graph: StatedGraph, form: StatedForm, cause: str, effect: str) -> SetsReading:
    options = sorted((int(match["number"]), match["names"]) for match in _OPTION.finditer(text))
    if [number for number, _ in options] != list(range(1, len(options) + 1)) or not options:
        message = f"expected lines 'Option 1: ...', 'Option 2: ...', got {len(options)} of them; number them from 1"
        raise QuestionNotReadError(message)
    door = form.places.get("door", "").lower()
    rule = {"back": SetRule.BACK_DOOR, "front": SetRule.FRONT_DOOR}.get(door, SetRule.INSTRUMENTS)
    return SetsReading(
        diagram=graph.diagram,
        cause=cause,
        effect=effect,
        options=tuple(_option(names, graph) for _, names in options),
        rule=rule,
        extent=Extent(form.places.get("extent", "any").lower()),
    )


def _option(text: str, graph: StatedGraph) -> tuple[str, ...]:
    names = listed_names(text, tuple(graph.words)) if text.strip(" .") else ()
    variables = tuple(graph.variable(name) for name in names)
    unknown = [name for name, one in zip(names, variables, strict=True) if one is None]
    if unknown:
        usable = ", ".join(graph.diagram.observed)
        message = f"expected options that list variables of the graph ({usable}), got {unknown[0]!r}; use these names"
        raise QuestionNotReadError(message)
    return tuple(map(str, variables))
