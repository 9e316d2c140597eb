"""Models' responses to questions of CaLM, and their answers: yes or no, a number, an option.

Each line is a JSON object `{"id", "response", "model"?, "confidence"?}`; the id is `task:index`.
"""

from __future__ import annotations

import re
from typing import Final

from benchmarks.calm.data import Asks
from benchmarks.cladder.response import yes_or_no

_FIELD: Final = r'["\']?{name}["\']?\s*:\s*["\']?\s*(?P<said>{value})'
_ANSWER: Final = re.compile(_FIELD.format(name="answer", value=r"yes|no\b"), re.IGNORECASE)
_PROBABILITY: Final = re.compile(_FIELD.format(name="prob(?:ability)?", value=r"-?\d*\.?\d+"), re.IGNORECASE)
_NUMBER: Final = re.compile(r"(?<![\w.])-?\d*\.\d+|(?<![\w.])-?\d+(?![\w.])")
_OPTION: Final = re.compile(r"option\s*(?P<said>\d)", re.IGNORECASE)
_FINAL_OPTION: Final = re.compile(r"(?:answer|correct)\b[^.\n]{0,40}?option\s*(?P<said>\d)", re.IGNORECASE)
_DIGIT: Final = re.compile(r"^\W*(?P<said>\d)\b")


def answer_in(text: str, asks: Asks) -> str | None:
    """Return the answer in a response, or None.

    Examples
    --------
    >>> reply = '{"ANSWER": "No", "PROB": "-0.1234"}'
    >>> answer_in(reply, Asks.YES_NO), answer_in(reply, Asks.NUMBER), answer_in("Option 2", Asks.OPTION)
    ('no', '-0.1234', '2')
    """
    if asks is Asks.NUMBER:
        field = _PROBABILITY.findall(text)
        numbers = field or _NUMBER.findall(text)
        return numbers[-1] if numbers else None
    if asks is Asks.OPTION:
        digits = _FINAL_OPTION.findall(text) or _OPTION.findall(text) or _DIGIT.findall(text)
        return digits[-1] if digits else None
    stated = _ANSWER.findall(text)
    if stated:
        return str(stated[-1]).lower()
    word = yes_or_no(text)
    return None if word is None else ("yes" if word else "no")
