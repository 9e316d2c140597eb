"""Sentences that give a probability or a correlation, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from nlbridge.questions.background import Sentence

NUMBER: Final = r"(?P<number>\d+(?:\.\d+)?\s*(?:%|percent|per cent)|[01]?\.\d+|[01])"
"""A probability in digits."""
CHANCE: Final = r"(?:probability|chance|chances|likelihood|risk|share|proportion|frequency)"
"""Words for a probability."""
IS: Final = r"(?:is|are|was|were|equals|=|amounts to)\s+(?:about\s+|approximately\s+)?"
"""Words between a probability and its number."""
_GIVEN: Final = re.compile(
    rf"^(?:for|among|of|in|when|if|given|amongst)\s+(?P<condition>.+?),\s*(?:the\s+)?{CHANCE}\s+(?:of|that|for)\s+"
    rf"(?P<event>.+?)\s+{IS}{NUMBER}$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    rf"^(?:the\s+)?{CHANCE}\s+(?:of|that|for)\s+(?P<event>.+?)\s+(?:given|among|conditional on)\s+"
    rf"(?P<condition>.+?)\s+{IS}{NUMBER}$",
    re.IGNORECASE,
)
_PLAIN: Final = re.compile(
    rf"^(?:overall,\s*)?(?:the\s+)?(?P<overall>overall\s+)?{CHANCE}\s+(?:of|that|for)\s+(?P<event>.+?)\s+{IS}{NUMBER}$",
    re.IGNORECASE,
)
_CORRELATION: Final = re.compile(
    r"^(?:(?:for|among|of|in)\s+(?P<condition>.+?),\s*)?(?:the\s+)?correlation\s+between\s+(?P<pair>.+?)\s+"
    rf"{IS}(?P<number>[-−]?\d*\.?\d+)$",
    re.IGNORECASE,
)


class StatementKind(StrEnum):
    """What a sentence gives."""

    PROBABILITY = "probability"
    CORRELATION = "correlation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A number with the phrases that it is about.

    Parameters
    ----------
    event, condition
        As the text has them; the condition may be empty. Of a correlation: the two things between which it holds.
    slack
        Half of the last digit's worth.
    overall
        Whether the sentence says that it is about everybody.
    """

    kind: StatementKind
    event: str
    condition: str
    value: float
    slack: float
    sentence: Sentence
    overall: bool = False


def read_statement(sentence: Sentence) -> Statement | None:
    """Read a sentence that gives a number; None for any other.

    Examples
    --------
    >>> from nlbridge.questions.background import sentences
    >>> [found] = [read_statement(one) for one in sentences("For cyclists, the probability of good health is 62%.")]
    >>> found.condition, found.event, found.value, found.slack
    ('cyclists', 'good health', 0.62, 0.005)
    """
    text = sentence.text.strip()
    match = _CORRELATION.match(text)
    if match:
        value = float(match["number"].replace("−", "-"))
        kind = StatementKind.CORRELATION
        return Statement(
            kind=kind,
            event=match["pair"],
            condition=match["condition"] or "",
            value=value,
            slack=0.005,
            sentence=sentence,
        )
    match = _GIVEN.match(text) or _AFTER.match(text) or _PLAIN.match(text)
    if match is None:
        return None
    groups = match.groupdict()
    value, slack = number_and_slack(groups["number"])
    return Statement(
        kind=StatementKind.PROBABILITY,
        event=groups["event"],
        condition=groups.get("condition") or "",
        value=value,
        slack=slack,
        sentence=sentence,
        overall=bool(groups.get("overall")),
    )


def number_and_slack(text: str) -> tuple[float, float]:
    """Return a number as it is written, and half of its last digit's worth.

    Examples
    --------
    >>> number_and_slack("25 %"), number_and_slack("0.3")
    ((0.25, 0.005), (0.3, 0.05))
    """
    digits = re.match(r"[\d.]+", text)
    shown = digits[0] if digits else text
    places = len(shown.partition(".")[2])
    scale = 1.0 if shown == text.strip() else 0.01
    return float(shown) * scale, 0.5 * 10.0**-places * scale
