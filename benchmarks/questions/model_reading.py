"""A causal question that a language model formalises and the engine answers.

The model must quote the text word for word for every number, rule and observation, and each quote must contain its
number. An error, whether found here or by the engine (a cycle of causes, observations that contradict the rules), goes
back to the model with the exact reason. After two repair turns the reply is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.questions.answering import Answer, answer_reading
from benchmarks.questions.counterfactuals import StoryReading
from benchmarks.questions.forms import Form
from benchmarks.questions.reading import swapped
from benchmarks.questions.readings import NUMBERS, MethodReading, NumberReading, QuestionReading
from causalcore.identification import Diagram, Equation, Given, Kind, Knowledge, Query, Story, probability
from logic.errors import ReasoningError
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import refuse_address

if TYPE_CHECKING:
    from collections.abc import Sequence

PROMPT: Final = "causal-question"
_DIGITS: Final = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_NEAR: Final = 1e-9


class VariableReply(Reply):
    """A variable: its name, and what its values 0 and 1 are called."""

    name: str
    zero: str
    one: str
    unobserved: bool


class EdgeReply(Reply):
    """A direct effect."""

    cause: str
    effect: str


class ValueReply(Reply):
    """A variable with one of its values."""

    variable: str
    value: Literal[0, 1]


class NumberReply(Reply):
    """A probability that the text gives."""

    quote: str
    event: list[ValueReply]
    given: list[ValueReply]
    number: float


class RuleReply(Reply):
    """A deterministic rule that the text gives."""

    quote: str
    effect: ValueReply
    causes: list[ValueReply]
    connective: Literal["and", "or"]


class ObservationReply(Reply):
    """What the text says was observed."""

    quote: str
    seen: ValueReply


class AskedReply(Reply):
    """What is asked."""

    kind: Literal[
        "marginal",
        "correlation",
        "effect",
        "treated",
        "direct",
        "indirect",
        "explaining",
        "influence",
        "adjustment",
        "counterfactual",
    ]
    more: bool
    cause: list[ValueReply]
    effect: list[ValueReply]
    mediators: list[str]
    condition: list[ValueReply]
    adjusted: list[str]
    otherwise_adjusted: list[str]


class QuestionReply(Reply):
    """The whole question."""

    variables: list[VariableReply]
    edges: list[EdgeReply]
    numbers: list[NumberReply]
    rules: list[RuleReply]
    observed: list[ObservationReply]
    asked: AskedReply


async def answer_with_model(text: str, respondent: Respondent, *, repeat: int = 0) -> Answer:
    """Have a model formalise a question, and answer it.

    Parameters
    ----------
    repeat
        Index of the reading if one text is read several times.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If the reply is still unusable after two repair turns.
    nlbridge.language.reader_address.AddressedReaderError
        If the text addresses the model.
    """
    refuse_address(text)
    request = load_prompt(PROMPT).fill(respondent, repeat=repeat, text=text)
    answered = await ask(respondent.chat, request, lambda reply: _answered(reply, text))
    return answered.value


def _answered(reply: Any, text: str) -> Answer:
    try:
        return answer_reading(reading_of(reply, text))
    except ReplyError:
        raise
    except ReasoningError as wrong:
        raise ReplyError(str(wrong)) from wrong


def reading_of(reply: Any, text: str) -> QuestionReading:
    """Turn a reply into a reading, if its quotes are in the text and its names are defined.

    Raises
    ------
    ValueError
        If the reply is invalid; the message says why.
    """
    parsed = QuestionReply.model_validate(reply)
    names = tuple(variable.name for variable in parsed.variables)
    hidden = frozenset(variable.name for variable in parsed.variables if variable.unobserved)
    diagram = Diagram(names, tuple((edge.cause, edge.effect) for edge in parsed.edges), hidden)
    asked = parsed.asked
    _check_names(diagram, parsed)
    form = Form(asked.kind)
    content: NumberReading | MethodReading | StoryReading
    if form is Form.ADJUSTMENT:
        cause, effect = _only(asked.cause, "cause").variable, _only(asked.effect, "effect").variable
        sets = tuple(asked.adjusted), tuple(asked.otherwise_adjusted)
        content = MethodReading(diagram=diagram, cause=cause, effect=effect, asked=sets[0], other=sets[1])
    elif form is Form.COUNTERFACTUAL:
        content = _story(diagram, parsed, text)
    else:
        content = _numbers(diagram, parsed, form, text)
    question = text.strip().rsplit(". ", 1)[-1]
    return QuestionReading(text=text, question=question, form=form, diagram=diagram, content=content)


def _numbers(diagram: Diagram, parsed: QuestionReply, form: Form, text: str) -> NumberReading:
    asked, kind = parsed.asked, NUMBERS[form]
    effect = _only(asked.effect, "effect")
    cause = None if form is Form.MARGINAL else _only(asked.cause, "cause")
    givens = [_given(number, text) for number in parsed.numbers]
    sign = (1 if asked.more else -1) * (1 if effect.value else -1)
    if kind is Kind.INFLUENCE:
        sign = 1 if asked.more else -1
    elif kind is Kind.TREATED:
        sign = -sign
        if cause is not None and cause.value == 0:
            givens = [swapped(given, cause.variable) for given in givens]
    elif cause is not None:
        sign *= 1 if cause.value else -1
    query = Query(
        kind=kind,
        cause=cause.variable if cause is not None else "",
        effect=effect.variable,
        mediators=tuple(asked.mediators),
        condition=_pairs(asked.condition),
    )
    words = {variable.name: (variable.zero, variable.one) for variable in parsed.variables}
    knowledge = Knowledge(diagram, tuple(givens))
    return NumberReading(query=query, knowledge=knowledge, sign=sign, values=words, notes=())


def _given(said: NumberReply, text: str) -> Given:
    span = _place(said.quote, text, f"the number {said.number:g}")
    values = list(map(float, _DIGITS.findall(said.quote)))
    scale = next((s for s in (1.0, 0.01) if any(abs(n * s - said.number) < _NEAR for n in values)), None)
    if scale is None or not 0.0 <= said.number <= 1.0:
        message = (
            f"expected a number between 0 and 1 that its quote has, got {said.number:g} for {shown(said.quote)}; "
            "copy it, with a percentage divided by 100"
        )
        raise ReplyError(message)
    digits = next(d for d in _DIGITS.findall(said.quote) if abs(float(d) * scale - said.number) < _NEAR)
    slack = 0.5 * 10.0 ** -len(digits.partition(".")[2]) * scale
    return Given(probability(dict(_pairs(said.event)), dict(_pairs(said.given))), said.number, slack, said.quote, span)


def _story(diagram: Diagram, parsed: QuestionReply, text: str) -> StoryReading:
    for quote in (*(rule.quote for rule in parsed.rules), *(seen.quote for seen in parsed.observed)):
        _place(quote, text, "a rule or an observation")
    equations = tuple(
        Equation(rule.effect.variable, rule.effect.value, _pairs(rule.causes), every=rule.connective == "and")
        for rule in parsed.rules
    )
    action, asked = _only(parsed.asked.cause, "cause"), _only(parsed.asked.effect, "effect")
    return StoryReading(
        diagram=diagram,
        story=Story(diagram.nodes, equations),
        rules=(),
        values={variable.name: variable.one for variable in parsed.variables},
        observed=tuple((seen.seen.variable, seen.seen.value, seen.quote) for seen in parsed.observed),
        do=(action.variable, action.value),
        consequent=(asked.variable, asked.value),
    )


def _check_names(diagram: Diagram, parsed: QuestionReply) -> None:
    """Refuse unknown variables, and a query whose cause and effect are the same."""
    asked = parsed.asked
    values: Iterable[ValueReply] = (
        *(value for number in parsed.numbers for value in (*number.event, *number.given)),
        *(value for rule in parsed.rules for value in (rule.effect, *rule.causes)),
        *(one.seen for one in parsed.observed),
        *(*asked.cause, *asked.effect, *asked.condition),
    )
    mentioned = [value.variable for value in values] + [*asked.mediators, *asked.adjusted, *asked.otherwise_adjusted]
    unknown = [name for name in mentioned if name not in diagram.nodes]
    if unknown:
        message = (
            f"expected one of the variables {', '.join(diagram.nodes)}, got {unknown[0]!r}; use the names you gave"
        )
        raise ReplyError(message)
    if asked.cause and asked.effect and asked.cause[0].variable == asked.effect[0].variable:
        message = f"expected two variables as cause and effect, got {asked.cause[0].variable!r} twice; name them both"
        raise ReplyError(message)


def _only(values: Sequence[ValueReply], role: str) -> ValueReply:
    if len(values) != 1:
        message = (
            f"expected one {role} in asked, got {len(values)}; name the variable with the value that is asked about"
        )
        raise ReplyError(message)
    return values[0]


def _pairs(values: Iterable[ValueReply]) -> tuple[tuple[str, int], ...]:
    by_variable: Mapping[str, int] = {value.variable: value.value for value in values}
    return tuple(sorted(by_variable.items()))


def _place(quote: str, text: str, what: str) -> tuple[int, int]:
    spans = places(quote, text)
    if not spans:
        message = f"expected the quote of {what} word for word in the text, got {shown(quote)}; copy it exactly"
        raise ReplyError(message)
    return spans[0]
