"""The answer to a causal question: yes, no or open, with every step from the text to the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from causalcore.identification import Choice, Finding, Kind, Outcome, compare_sets, solve
from nlbridge.questions.counterfactuals import StoryReading
from nlbridge.questions.reading import MethodReading, NumberReading, Reading, read


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an answer: what it is called, what it says, and the stretch of text that it rests on, if any."""

    name: str
    words: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with its steps.

    Parameters
    ----------
    yes
        True, False, or None where what is given leaves it open.
    firm
        Whether it follows from the text alone, whatever was rounded away and with no assumption.
    result
        What the engine found.
    """

    reading: Reading
    yes: bool | None
    firm: bool
    steps: tuple[Step, ...]
    result: Finding | Choice | Outcome

    @property
    def word(self) -> str:
        """`yes`, `no` or `open`."""
        return {True: "yes", False: "no", None: "open"}[self.yes]

    def check(self) -> bool:
        """Go through what the answer rests on once more: numbers, independences, worlds."""
        content = self.reading.content
        match content, self.result:
            case NumberReading(), Finding():
                return self.result.check(content.knowledge)
            case StoryReading(), Outcome():
                return content.solve() == self.result
            case MethodReading(), Choice():
                return (
                    compare_sets(content.diagram, content.cause, content.effect, content.asked, content.other)
                    == self.result
                )
        return False

    def as_dict(self) -> Mapping[str, Any]:
        """Return the answer as a JSON object."""
        finding = self.result.as_dict() if isinstance(self.result, Finding) else None
        diagram = self.reading.diagram
        return {
            "answer": self.word,
            "firm": self.firm,
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
    nlbridge.questions.errors.QuestionNotReadError, nlbridge.questions.errors.UnmatchedPhraseError
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
    return answer_reading(read(text))


def answer_reading(reading: Reading) -> Answer:
    """Answer what was read."""
    content = reading.content
    match content:
        case NumberReading():
            return _number(reading, content)
        case MethodReading():
            return _method(reading, content)
        case StoryReading():
            return _story(reading, content)


def _number(reading: Reading, content: NumberReading) -> Answer:
    found = solve(content.query, content.knowledge)
    if content.query.kind is Kind.INFLUENCE:
        affects = found.rule != "no causal path"
        yes: bool | None = affects if content.sign > 0 else not affects
    else:
        yes = None if found.sign is None else found.sign == content.sign and not _rounds_to_zero(found)
    steps = [Step("graph", str(content.knowledge.diagram)), Step("query", str(content.query))]
    steps += [Step("values", _values(content))] if content.values else []
    steps.append(Step("rule", f"{found.rule}: {found.reason}"))
    steps += [Step("estimand", found.estimand)] if found.estimand else []
    steps += [
        Step("number", f"{given.probability} = {given.value:g}: {given.words}", given.span) for given in found.givens
    ]
    steps += [Step("computation", str(found.expression))] if found.expression is not None else []
    steps += [Step("assumption", found.assumption)] if found.assumption else []
    steps += [Step("reading", note) for note in content.notes]
    steps.append(Step("value", _shown(found)))
    if _rounds_to_zero(found):
        steps.append(Step("precision", "that is nothing at the precision of the numbers in the text"))
    wanted = "positive" if content.sign > 0 else "negative"
    if content.query.kind is not Kind.INFLUENCE:
        steps.append(Step("verdict", f"the answer is yes if the value is {wanted}"))
    firm = found.firm and not content.notes and not _rounds_to_zero(found)
    return Answer(reading=reading, yes=yes, firm=firm, steps=tuple(steps), result=found)


def _rounds_to_zero(found: Finding) -> bool:
    """Tell whether a difference is less than half of the last digit that the text gives, yet not zero."""
    if found.value is None or found.query.kind is Kind.MARGINAL or not found.sign:
        return False
    return abs(found.value) < max((given.slack for given in found.givens), default=0.0)


def _values(content: NumberReading) -> str:
    names = (content.query.cause, *content.query.mediators, content.query.effect)
    return "; ".join(f"{name}=1: {content.values[name][1]}" for name in names if name in content.values)


def _shown(found: Finding) -> str:
    if found.value is None:
        return f"between {found.low:.4g} and {found.high:.4g}"
    near = ""
    if found.rounded is not None and found.sign:
        near = f" (between {found.rounded[0]:.4g} and {found.rounded[1]:.4g} whatever was rounded away)"
    return f"{found.value:.4g}{near}"


def _method(reading: Reading, content: MethodReading) -> Answer:
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
    return f"{', '.join(names) or 'no adjustment'} {verdict} the back-door criterion: {reason}"


def _story(reading: Reading, content: StoryReading) -> Answer:
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
