"""Phrases such as `rest being low and mood being good`: variables with values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.questions.errors import QuestionNotReadError
from nlbridge.questions.graph_stated.stated_graph import DETERMINERS, plain_words
from nlbridge.questions.polarity import compare

if TYPE_CHECKING:
    from nlbridge.questions.graph_stated.stated_graph import StatedGraph

BE: Final = r"(?:being|is|was|are|were|be|(?:had|has|have)\s+been)"
"""What joins a variable to its value."""
BEFORE: Final = rf"(?:(?:{'|'.join(DETERMINERS)})\s+)*"
"""Words that may precede the name of a variable."""
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+")


@dataclass(frozen=True, slots=True)
class ValuedPhrase:
    """A variable with the words for one of its values."""

    variable: str
    value: str


@lru_cache(maxsize=256)
def any_name(words: tuple[str, ...]) -> str:
    """Return a pattern for one of some names, the longest that fits first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(r"\s+".join(map(re.escape, word.split())) for word in ordered) + ")"


@lru_cache(maxsize=256)
def _starts(words: tuple[str, ...]) -> re.Pattern[str]:
    opening = r"(?:^|\s*,\s*(?:and\s+)?|\s+and\s+)"
    whose = r"(?:(?:those|people|persons|individuals|cases|units|ones)\s+)?(?:(?:with|whose|where|that)\s+)?"
    return re.compile(rf"{opening}{whose}{BEFORE}(?P<name>{any_name(words)})\s+{BE}\s+", re.IGNORECASE)


def valued_phrases(text: str, graph: StatedGraph) -> tuple[ValuedPhrase, ...] | None:
    """Read a list of variables with values; None if the text is not such a list from its first word to its last.

    Examples
    --------
    >>> from nlbridge.questions.background import sentences
    >>> from nlbridge.questions.graph_stated.stated_graph import read_graph
    >>> graph = read_graph(
    ...     sentences("Sun and rain has a direct effect on the crop. Soil has a direct effect on the crop.")
    ... )
    >>> found = valued_phrases("those with sun and rain being scarce, and the crop being poor", graph)
    >>> [(one.variable, one.value) for one in found]
    [('sun and rain', 'scarce'), ('crop', 'poor')]
    >>> valued_phrases("those who like the crop", graph)
    """
    body = text.strip()
    starts = list(_starts(tuple(graph.words)).finditer(body))
    if not starts or starts[0].start() != 0:
        return None
    ends = [*(start.start() for start in starts[1:]), len(body)]
    values = [value_words(body[start.end() : end]) for start, end in zip(starts, ends, strict=True)]
    variables = [graph.variable(start["name"]) for start in starts]
    if not all(values):
        return None
    return tuple(ValuedPhrase(str(name), value) for name, value in zip(variables, values, strict=True))


def value_words(text: str) -> str:
    """Return the words of a value as they are compared."""
    return _ARTICLE.sub("", plain_words(text))


def _alike(one: str, other: str) -> bool:
    """Tell whether two words for a value mean the same, or one says more than the other only: `high`, `very high`."""
    found = compare(one, other)
    return found.sign > 0 and found.shared > 0 and not (found.left and found.right)


@dataclass(slots=True)
class ValueWords:
    """The words for the two values of each variable, as a text uses them.

    Parameters
    ----------
    said
        For each variable its words, value 1 first where the question fixes which that is.
    """

    said: dict[str, list[str]] = field(default_factory=dict)

    def note(self, phrases: Iterable[ValuedPhrase]) -> None:
        """Collect the words of some phrases.

        Raises
        ------
        QuestionNotReadError
            If a variable then has more than two values.
        """
        for phrase in phrases:
            known = self.said.setdefault(phrase.variable, [])
            if phrase.value not in known:
                known.append(phrase.value)
            if len(known) > 2 or (len(known) == 2 and _alike(*known)):
                message = (
                    f"expected two values of {phrase.variable!r}, got {', '.join(map(repr, known))}; "
                    "write each value in the same words throughout"
                )
                raise QuestionNotReadError(message)

    def taken_for_contraries(self, asked: Iterable[ValuedPhrase], told: Iterable[ValuedPhrase]) -> tuple[str, ...]:
        """List words of a question that mean a value only because the text names the other value differently.

        Examples
        --------
        >>> asked, told = [ValuedPhrase("mood", "sunny")], [ValuedPhrase("mood", "meagre")]
        >>> words = ValueWords()
        >>> words.note([*asked, *told])
        >>> words.taken_for_contraries(asked, told)
        ("'sunny' and 'meagre' are assumed to be the two values of 'mood'",)
        """
        said = set(told)
        found = []
        for phrase in asked:
            others = [one for one in self.said[phrase.variable] if ValuedPhrase(phrase.variable, one) in said]
            if others and phrase.value not in others and compare(phrase.value, others[0]).sign > 0:
                found.append(
                    f"{phrase.value!r} and {others[0]!r} are assumed to be the two values of {phrase.variable!r}"
                )
        return tuple(dict.fromkeys(found))

    def code(self, phrase: ValuedPhrase) -> tuple[str, int]:
        """Return a variable with its value, 1 or 0."""
        return phrase.variable, int(self.said[phrase.variable][0] == phrase.value)

    def pairs(self) -> dict[str, tuple[str, str]]:
        """Return the words of the values 0 and 1 of each variable."""
        return {name: (known[1] if known[1:] else f"not {known[0]}", known[0]) for name, known in self.said.items()}
