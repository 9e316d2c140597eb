"""Models' responses to questions of CaLM, and their answers: yes or no, a number, an option.

Each line is a JSON object `{"id", "response", "model"?, "confidence"?}`; the id is `task:index`. A marked answer counts
first; without a mark, two numbers or two options are no answer.
"""

from __future__ import annotations

import re
from typing import Final

from benchmarks.calm.data import Asks
from benchmarks.cladder.response import alternatives, without_questions, yes_or_no

_ANSWER: Final = re.compile(r'["\']?answer["\']?\s*:\s*["\']?\s*(?P<said>yes|no)\b', re.IGNORECASE)
_PROBABILITY: Final = r'["\']?prob(?:ability)?["\']?\s*:\s*["\']?\s*'
_POWER: Final = re.compile(r"(?<=\d)\s*[×x*]\s*10\s*(?:\^|\*\*)\s*[({]?([-+]?\d+)[)}]?")
_GIVEN: Final = re.compile(r"\b(?:do|P|E)\s*[(\[][^()\[\]]*[)\]]")
"""What a probability is of: `P(Y=1 | X=0)`; its numbers are no answers."""
_ASIDE: Final = re.compile(r"\([^()]*\)")
_SENTENCE: Final = re.compile(r"(?<=[.!])\s+|\n+")
_UNSIGNED: Final = r"(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?![\w]|\.\d)"
_NUMBER: Final = rf"(?<![\w.])(?<![\w.]-)-?{_UNSIGNED}"
_GOES_ON: Final = r"(?!\s*%?\s*[-+*/×·]\s*[\d(P])"
"""A number before an operator is part of a calculation, not its result."""


def answer_in(text: str, asks: Asks) -> str | None:
    """Return the answer in a response, or None.

    Examples
    --------
    >>> reply = '{"ANSWER": "No", "PROB": "-0.1234"}'
    >>> answer_in(reply, Asks.YES_NO), answer_in(reply, Asks.NUMBER), answer_in("Option 2", Asks.OPTION)
    ('no', '-0.1234', '2')
    """
    if asks is Asks.NUMBER:
        return _number(text)
    if asks is Asks.OPTION:
        return _option(without_questions(text))
    stated = _ANSWER.findall(text)
    if stated:
        return str(stated[-1]).lower()
    word = yes_or_no(text)
    return None if word is None else ("yes" if word else "no")


def _number(text: str) -> str | None:
    """Return the number that is marked as the answer, else the only one of the first sentence or of the whole text.

    All numbers asked for are shares or differences of shares: what is above 1 is none of them.
    """
    plain = _GIVEN.sub(" ", _with_plain_numbers(text))
    answer = rf"\b{alternatives('answer')}\b[^.\n\d]*?"
    concluded = rf"(?:=|\b{alternatives('conclusion')}\b[^.,\n\d=]*?)"
    for mark in (_PROBABILITY, answer, concluded):
        if marked := re.findall(rf"{mark}\s*[*$\"'\[]*({_NUMBER}){_GOES_ON}", plain, re.IGNORECASE):
            return str(marked[-1])
    first = next((one for one in _SENTENCE.split(_ASIDE.sub(" ", plain)) if _shares(one)), plain)
    for part in (first, plain):
        if len(found := _shares(part)) == 1:
            return found.pop()
    return None


def _shares(text: str) -> set[str]:
    return {one for one in re.findall(_NUMBER, text, re.IGNORECASE) if abs(float(one)) <= 1}


def _with_plain_numbers(text: str) -> str:
    """Write minus signs as hyphens before their number, powers of ten as exponents, and percentages as shares."""
    text = re.sub(rf"(?:[\u2212\u2013]|\b{alternatives('minus')}\b)\s*(?=\.?\d)", "-", text)
    text = re.sub(rf"(\A|[=:(≈~]|\b{alternatives('copulas')})(\s*)-\s+(?=\.?\d)", r"\1\2-", text)
    text = _POWER.sub(r"e\1", text)
    percent = rf"({_NUMBER})\s*(?:%|{alternatives('percent')}\b)"
    return re.sub(percent, lambda found: f"{float(found[1]) / 100:.10g}", text, flags=re.IGNORECASE)


def _option(text: str) -> str | None:
    """Return the option that is marked as the answer, else the one that opens the response or is named alone."""
    option, right = alternatives("option"), alternatives("right")
    marks = (
        rf"\b{right}\b[^.\n]{{0,40}}?\b{option}\W*(\d+)\b",
        rf"\b{alternatives('answer')}\b[^.\n\d]{{0,40}}?(\d+)\b",
        rf"\b{alternatives('conclusion')}\b[^.\n]{{0,40}}?\b{option}\W*(\d+)\b",
    )
    for mark in marks:
        if marked := re.findall(mark, text, re.IGNORECASE):
            return str(marked[-1])
    opening = re.match(rf"\W*(?:{option}s?\W*)?(\d+)\b(?!\s*(?:,|/|&|-|\w+)\s*(?:{option}\W*)?\d)", text, re.IGNORECASE)
    if opening is not None:
        return str(opening[1])
    named = set(re.findall(rf"\b{option}\W*(\d+)\b(?!\s*(?:,|/|&|\w+)\s*\d)", text, re.IGNORECASE))
    return named.pop() if len(named) == 1 else None
