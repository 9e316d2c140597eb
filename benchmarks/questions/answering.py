"""The answer to a causal question: yes, no, a number, an option or open, with every step to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from benchmarks.questions.counterfactuals import StoryReading
from benchmarks.questions.errors import QuestionNotReadError
from benchmarks.questions.reading import read
from benchmarks.questions.readings import (
    IdentifiedReading,
    LineageReading,
    MethodReading,
    NumberReading,
    QuestionReading,
    SetsReading,
    Wanted,
)
from causalcore.graph_questions.directed_paths import directed_path
from causalcore.graph_questions.effect_estimand import EffectQuery, Identified, identified
from causalcore.graph_questions.option_sets import SetChoice, choose_set
from causalcore.identification import Choice, Finding, Kind, StoryOutcome, compare_sets, solve
from causalcore.identification.estimand import Times
from logic.errors import brief


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an answer: its name, its words, and the stretch of text that it rests on, if any."""

    name: str
    words: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Lineage:
    """A directed path from one variable to another; None if none has the requested length."""

    path: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with its steps.

    Parameters
    ----------
    yes
        None if the text leaves it open, or if the question is not a yes-or-no question.
    firm
        Whether it follows from the text alone: without an assumption, and whatever digits were rounded away.
    result
        The engine's result.
    """

    reading: QuestionReading
    yes: bool | None
    firm: bool
    steps: tuple[Step, ...]
    result: Finding | Choice | StoryOutcome | SetChoice | Identified | Lineage

    @property
    def option(self) -> int | None:
        """The number of the correct option, from 1; None if no option is chosen."""
        chosen = self.result.chosen if isinstance(self.result, SetChoice) else None
        return None if chosen is None else chosen + 1

    @property
    def value(self) -> float | None:
        """The quantity asked for, or whose sign decides the answer; None unless it is known as a point."""
        return self.result.value if isinstance(self.result, Finding) else None

    @property
    def word(self) -> str:
        """`yes`, `no`, a number, `option 2` and so on, or `open`."""
        if self.yes is not None:
            return "yes" if self.yes else "no"
        if self.option is not None:
            return f"option {self.option}"
        content = self.reading.content
        wanted = isinstance(content, NumberReading) and content.wanted is Wanted.VALUE
        return "open" if self.value is None or not wanted else f"{self.value:.4f}"

    @property
    def assumption(self) -> str:
        """The assumption made beyond the text; empty if none."""
        return getattr(self.result, "assumption", "")

    def check(self) -> bool:
        """Recheck what the answer rests on: numbers, independences, worlds."""
        content = self.reading.content
        match content, self.result:
            case NumberReading(), Finding():
                return self.result.check(content.knowledge)
            case StoryReading(), StoryOutcome():
                return content.solve() == self.result
            case MethodReading(), Choice():
                return (
                    compare_sets(content.diagram, content.cause, content.effect, content.asked, content.other)
                    == self.result
                )
            case SetsReading(), SetChoice():
                return _chosen(content) == self.result
            case IdentifiedReading(), Identified():
                return _identified(content) == self.result
            case LineageReading(), Lineage(path):
                return path is None or all(pair in content.diagram.edges for pair in pairwise(path))
        return False

    def as_dict(self) -> Mapping[str, Any]:
        """Return the answer as a JSON object."""
        result = self.result
        finding = result.as_dict() if isinstance(result, Finding | SetChoice | Identified) else None
        diagram = self.reading.diagram
        return {
            "answer": self.word,
            "value": self.value,
            "option": self.option,
            "firm": self.firm,
            "assumption": self.assumption,
            "form": self.reading.form.value,
            "question": self.reading.question,
            "graph": {"edges": [list(edge) for edge in diagram.edges], "unobserved": sorted(diagram.hidden)},
            "steps": [
                {"name": step.name, "words": step.words, "span": None if step.span is None else list(step.span)}
                for step in self.steps
            ],
            "finding": finding,
        }

    def __str__(self) -> str:
        lines = [f"{self.word}{'' if self.firm else ' (not firm)'}"]
        lines += [f"  {step.name}: {step.words}" for step in self.steps]
        return "\n".join(lines)


def answer(text: str) -> Answer:
    """Answer a causal question in English.

    Raises
    ------
    benchmarks.questions.errors.QuestionNotReadError, benchmarks.questions.errors.UnmatchedPhraseError
        If the text cannot be read.
    causalcore.errors.ImpossibleEvidenceError
        If what was observed contradicts the rules.

    Examples
    --------
    >>> found = answer(
    ...     "Rest has a direct effect on mood. For people without rest, the probability of good mood is 30%. "
    ...     "For people with rest, the probability of good mood is 70%. Will rest decrease the chance of good mood?"
    ... )
    >>> found.word, found.firm, found.check()
    ('no', True, True)
    """
    value: object = text
    if not isinstance(value, str):
        message = f"expected a question with its text, got {brief(value)}; pass the words themselves"
        raise QuestionNotReadError(message)
    return answer_reading(read(text))


def answer_reading(reading: QuestionReading) -> Answer:
    """Answer a question that has been read."""
    content = reading.content
    match content:
        case NumberReading():
            return _number(reading, content)
        case MethodReading():
            return _method(reading, content)
        case StoryReading():
            return _story(reading, content)
        case SetsReading():
            return _sets(reading, content)
        case IdentifiedReading():
            return _identification(reading, content)
        case LineageReading():
            return _lineage(reading, content)


def _number(reading: QuestionReading, content: NumberReading) -> Answer:
    finding = solve(content.query, content.knowledge)
    if content.wanted is Wanted.VALUE:
        yes: bool | None = None
    elif content.query.kind is Kind.INFLUENCE:
        affects = finding.rule != "no causal path"
        yes = affects if content.sign > 0 else not affects
    else:
        yes = None if finding.sign is None else finding.sign == content.sign and not _rounds_to_zero(finding)
    steps = [Step("graph", str(content.knowledge.diagram)), Step("query", str(content.query))]
    steps += [Step("values", _values(content))] if content.values else []
    steps.append(Step("rule", f"{finding.rule}: {finding.reason}"))
    steps += [Step("estimand", finding.estimand)] if finding.estimand else []
    steps += [
        Step("number", f"{given.probability} = {given.value:g}: {given.words}", given.span) for given in finding.givens
    ]
    steps += [Step("computation", str(finding.expression))] if finding.expression is not None else []
    steps += [Step("assumption", finding.assumption)] if finding.assumption else []
    steps += [Step("reading", note) for note in content.notes]
    steps.append(Step("value", _shown(finding)))
    if _rounds_to_zero(finding):
        steps.append(Step("precision", "at the precision of the numbers in the text, that is zero"))
    yes_sign = "positive" if content.sign > 0 else "negative"
    if content.wanted is Wanted.SIGN and content.query.kind is not Kind.INFLUENCE:
        steps.append(Step("verdict", f"the answer is yes if the value is {yes_sign}"))
    firm = finding.firm and not content.notes and not _rounds_to_zero(finding)
    return Answer(reading=reading, yes=yes, firm=firm, steps=tuple(steps), result=finding)


def _rounds_to_zero(finding: Finding) -> bool:
    """Return whether a nonzero difference is less than half of the last digit that the text gives."""
    if finding.value is None or finding.query.kind is Kind.MARGINAL or not finding.sign:
        return False
    return abs(finding.value) < max((given.slack for given in finding.givens), default=0.0)


def _values(content: NumberReading) -> str:
    names = (content.query.cause, *content.query.mediators, content.query.effect)
    return "; ".join(f"{name}=1: {content.values[name][1]}" for name in names if name in content.values)


def _shown(finding: Finding) -> str:
    if finding.value is None:
        return f"between {finding.low:.4g} and {finding.high:.4g}"
    interval = ""
    if finding.rounded is not None and finding.sign:
        interval = f" (between {finding.rounded[0]:.4g} and {finding.rounded[1]:.4g} whatever was rounded away)"
    return f"{finding.value:.4g}{interval}"


def _method(reading: QuestionReading, content: MethodReading) -> Answer:
    choice = compare_sets(content.diagram, content.cause, content.effect, content.asked, content.other)
    steps = [
        Step("graph", str(content.diagram)),
        Step("query", f"which set to adjust for, for the effect of {content.cause} on {content.effect}"),
        Step("asked", _set(content.asked, holds=choice.first.holds, reason=choice.first.reason)),
        Step("other", _set(content.other, holds=choice.second.holds, reason=choice.second.reason)),
        Step("verdict", choice.reason),
    ]
    yes = None if choice.better is None else choice.better == 0
    firm = choice.first.holds != choice.second.holds or (choice.first.holds and choice.better is not None)
    return Answer(reading=reading, yes=yes, firm=firm, steps=tuple(steps), result=choice)


def _set(names: tuple[str, ...], *, holds: bool, reason: str) -> str:
    verdict = "satisfies" if holds else "does not satisfy"
    return f"{', '.join(names) or 'the empty set'} {verdict} the back-door criterion: {reason}"


def _story(reading: QuestionReading, content: StoryReading) -> Answer:
    found = content.solve()
    steps = [Step("graph", str(content.diagram))]
    steps += [Step("equation", str(equation)) for equation in content.story.equations]
    steps += [Step("values", f"{name}=1: {words}") for name, words in content.values.items()]
    steps += [Step("observed", f"{name}={value}: {words}") for name, value, words in content.observed]
    (acted, to), (asked, wanted) = content.do, content.consequent
    worlds = [
        ", ".join(f"{name}={value}" for name, value in world.items()) or "no free variable" for world in found.worlds
    ]
    steps.append(Step("abduction", " or ".join(worlds)))
    steps.append(Step("action", f"do({acted}={to})"))
    predicted = [", ".join(f"{name}={value}" for name, value in world.items()) for world in found.predicted]
    steps.append(Step("prediction", " or ".join(predicted)))
    steps.append(Step("verdict", f"asked: {asked}={wanted}"))
    return Answer(reading=reading, yes=found.holds, firm=found.holds is not None, steps=tuple(steps), result=found)


def _chosen(content: SetsReading) -> SetChoice:
    return choose_set(content.diagram, content.cause, content.effect, content.options, content.rule, content.extent)


def _sets(reading: QuestionReading, content: SetsReading) -> Answer:
    choice = _chosen(content)
    pair = f"{content.cause} on {content.effect}"
    steps = [Step("graph", str(content.diagram)), Step("query", f"{content.rule}, for the effect of {pair}")]
    for number, option in enumerate(choice.judged, 1):
        verdict = "holds" if option.holds else "does not hold"
        steps.append(
            Step(f"option {number}", f"{', '.join(option.names) or 'the empty set'}: {verdict}: {option.reason}")
        )
    steps += [Step("assumption", choice.assumption)] if choice.assumption else []
    steps.append(Step("verdict", choice.reason))
    firm = choice.chosen is not None and not choice.assumption
    return Answer(reading=reading, yes=None, firm=firm, steps=tuple(steps), result=choice)


def _identified(content: IdentifiedReading) -> Identified:
    query = EffectQuery((content.effect,), (content.cause,))
    if content.cause == content.effect:
        return Identified(query, estimand=Times(()))  # one, at the value that is set
    return identified(content.diagram, query)


def _identification(reading: QuestionReading, content: IdentifiedReading) -> Answer:
    effect = _identified(content)
    steps = [Step("graph", str(content.diagram)), Step("query", str(effect.query))]
    if effect.hedge is not None:
        nodes, inner = ", ".join(effect.hedge.nodes), ", ".join(effect.hedge.inner)
        why = "two models with this graph agree on all that is observed and differ in the effect"
        steps.append(Step("hedge", f"{{{nodes}}} around {{{inner}}}: {why}"))
    else:
        steps.append(Step("estimand", str(effect.estimand)))
    return Answer(reading=reading, yes=effect.hedge is None, firm=True, steps=tuple(steps), result=effect)


def _lineage(reading: QuestionReading, content: LineageReading) -> Answer:
    diagram, cause, effect = content.diagram, content.cause, content.effect
    single = (cause, effect) if (cause, effect) in diagram.edges else None
    lineage = Lineage(single if content.one_step else directed_path(diagram, cause, effect))
    kind = "arrow" if content.one_step else "directed path"
    shown = f"no {kind} from {cause} to {effect}" if lineage.path is None else " -> ".join(lineage.path)
    steps = (Step("graph", str(diagram)), Step("query", f"{kind} from {cause} to {effect}"), Step("verdict", shown))
    return Answer(reading=reading, yes=lineage.path is not None, firm=True, steps=steps, result=lineage)
