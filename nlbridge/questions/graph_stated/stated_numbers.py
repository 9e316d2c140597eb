"""Sentences such as `For those with rest being low, the probability of mood being good is 0.31`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from causalcore.identification import Given, probability
from nlbridge.questions.errors import QuestionNotReadError
from nlbridge.questions.graph_stated.valued_phrases import ValuedPhrase, ValueWords, valued_phrases
from nlbridge.questions.statements import CHANCE, IS, NUMBER, number_and_slack

if TYPE_CHECKING:
    from nlbridge.questions.background import Sentence
    from nlbridge.questions.graph_stated.stated_graph import StatedGraph

_WHOLE: Final = re.compile(rf"^(?P<body>.+?)\s+{IS}{NUMBER}$", re.IGNORECASE | re.DOTALL)
_OF: Final = re.compile(rf"(?:overall,\s*)?(?:the\s+)?(?:overall\s+)?{CHANCE}\s+(?:of|that|for)\s+", re.IGNORECASE)
_AMONG: Final = re.compile(r"^(?:for|among|amongst|of|in|given(?:\s+that)?|when|if)\s+", re.IGNORECASE)
_AFTER: Final = re.compile(r"\s+(?:given(?:\s+that)?|among|amongst|conditional\s+on|for|when|if)\s+", re.IGNORECASE)
_HEAD: Final = re.compile(r"^(?:input\s+info|information|data|given)\s*:\s*", re.IGNORECASE)
TOLERANCE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A probability as a sentence gives it."""

    event: tuple[ValuedPhrase, ...]
    condition: tuple[ValuedPhrase, ...]
    value: float
    slack: float
    sentence: Sentence

    def given(self, words: ValueWords) -> Given:
        """Return it with its values as 0 and 1."""
        of = probability(dict(map(words.code, self.event)), dict(map(words.code, self.condition)))
        span = (self.sentence.start, self.sentence.end)
        return Given(of, self.value, self.slack, self.sentence.text, span)


def read_number(sentence: Sentence, graph: StatedGraph) -> StatedNumber | None:
    """Read a sentence that gives a probability of variables named word for word; None for any other.

    Examples
    --------
    >>> from nlbridge.questions.background import sentences
    >>> from nlbridge.questions.graph_stated.stated_graph import read_graph
    >>> text = sentences(
    ...     "Rest has a direct effect on mood. The probability of mood being good given rest being low is 20%."
    ... )
    >>> found = read_number(text[1], read_graph(text))
    >>> [one.value for one in (*found.event, *found.condition)], found.value
    (['good', 'low'], 0.2)
    """
    whole = _WHOLE.match(_HEAD.sub("", sentence.text.strip()))
    if whole is None:
        return None
    for event, condition in _cuts(whole["body"]):
        phrases = valued_phrases(event, graph), valued_phrases(condition, graph) if condition else ()
        if phrases[0] and phrases[1] is not None:
            value, slack = number_and_slack(whole["number"])
            return StatedNumber(phrases[0], phrases[1], value, slack, sentence)
    return None


def _cuts(body: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to take a sentence for an event and a condition, which may be empty."""
    for of in _OF.finditer(body):
        before, after = body[: of.start()].strip(), body[of.end() :]
        if not before:
            for cut in _AFTER.finditer(after):
                yield after[: cut.start()], after[cut.end() :]
            yield after, ""
        elif _AMONG.match(before) and before.endswith(","):
            yield after, _AMONG.sub("", before).rstrip(" ,")


def check_sums(givens: Sequence[Given]) -> None:
    """Refuse numbers of both values of a variable that do not add up to 1.

    Raises
    ------
    QuestionNotReadError
        Naming the two sentences.
    """
    by_probability = {given.probability: given for given in givens}
    for given in givens:
        event = given.probability.event
        if len(event) != 1:
            continue
        other = by_probability.get(probability({event[0][0]: 1 - event[0][1]}, dict(given.probability.given)))
        if other is not None and abs(given.value + other.value - 1.0) > given.slack + other.slack + TOLERANCE:
            message = (
                f"expected probabilities of two values that add up to 1, got {given.value + other.value:g} from "
                f"{given.words!r} and {other.words!r}; correct one of them"
            )
            raise QuestionNotReadError(message)
