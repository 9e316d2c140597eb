"""The yes or no in a response to a causal question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from causalcore.files.yaml_text import read_yaml

LONGEST_OPENING: Final = 400
"""Most letters of a response whose first word is its answer; longer ones end in it."""

LONGEST_GAP: Final = 40
"""Most letters between a word that marks an answer and the answer."""

_QUESTION: Final = re.compile(r"[^.!?\n:]*\?+")
_EITHER: Final = re.compile(r"\b(?:yes\W{1,3}(?:(?:or|nor|and)\W{1,3})?no|no\W{1,3}(?:or|nor|and)\W{1,3}yes)\b", re.I)


@cache
def alternatives(name: str) -> str:
    """Return a pattern for any word of a class in `answer_words.yaml`, the longest first.

    Examples
    --------
    >>> alternatives("minus")
    '(?:negative|minus)'
    """
    text = resources.files(__package__).joinpath("answer_words.yaml").read_text(encoding="utf-8")
    words = sorted(read_yaml(text)[name], key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words) + ")"


def without_questions(text: str) -> str:
    """Return a text without its questions: what they name is no answer.

    Examples
    --------
    >>> without_questions("Is the answer yes? No.")
    ' No.'
    """
    return _QUESTION.sub("", text)


def yes_or_no(text: str) -> bool | None:
    """Return the answer in a response: the one marked as the answer, its first word, its conclusion, or its last one.

    Questions and "yes or no" do not count, and a denied yes is a no.

    Examples
    --------
    >>> yes_or_no("Yes, it will."), yes_or_no("Step 1 ... so the answer is no."), yes_or_no("That is hard to say.")
    (True, False, None)
    """
    said = _EITHER.sub("", without_questions(text)).strip()
    opening = _opening(said)
    marked = _after("answer", said)
    if marked is None and len(said) < LONGEST_OPENING:
        marked = opening
    for found in (marked, _after("conclusion", said), _last(said), opening):
        if found is not None:
            return found
    return None


def _opening(text: str) -> bool | None:
    first = re.match(rf"\W*(yes|no)\b(?!\s+{alternatives('no_answers')}\b)", text, re.I)
    return None if first is None else first[1].lower() == "yes"


def _after(name: str, text: str) -> bool | None:
    """Return the last yes or no after a word of a class, in its sentence or alone on the next line."""
    marked = None
    for mark in re.finditer(rf"\b{alternatives(name)}\b(?P<rest>[^\w.!?]*[^.!?\n]*)", text, re.I):
        near = next(_said(mark["rest"]), None)
        marked = near[1] if near is not None and near[0] <= LONGEST_GAP else marked
    return marked


def _last(text: str) -> bool | None:
    every = [value for _, value in _said(text)]
    return every[-1] if every else None


def _said(text: str) -> Iterator[tuple[int, bool]]:
    """Yield the place and value of each yes, and of each no that is no determiner; one right after a denial is turned.

    One under a denial further before is none: `I cannot say yes`.
    """
    after = rf"(?!\*?[ \t]+(?!{alternatives('after_no')}\b)\w)"
    quote = "[\\s\"'“‘*]"
    for found in re.finditer(rf"\b(?:(?P<yes>yes)|no{after}(?!-))\b", text, re.I):
        denied = re.search(
            rf"{alternatives('denials')}(?P<between>(?:\s+\w+){{0,2}}){quote}+$", text[: found.start()], re.I
        )
        if denied is None or not denied["between"]:
            yield found.start(), (found["yes"] is not None) == (denied is None)
