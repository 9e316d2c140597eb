"""Phrases that open what is no account of what happened: greetings, wishes, instructions and the like.

The entries are data: `account_phrases.tsv`, one kind a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

SHORT_FORMS: Final = {
    "'m": "am",
    "'d": "would",
    "'ll": "will",
    "'re": "are",
    "'ve": "have",
    "n't": "not",
    "ca": "can",
    "'s": "us",
}
"""Words as the tokenizer cuts them off, and what they are short for."""
STRESS: Final = frozenset("so very really truly deeply most also just again too always do does".split())
"""Words that a phrase may have between its own: `I am so sorry to`."""


@cache
def phrases(kind: str) -> tuple[str, ...]:
    """Return the phrases of a kind, the longest first.

    Raises
    ------
    KeyError
        If the table has no such kind.

    Examples
    --------
    >>> phrases("month")[-1], "dear" in phrases("greeting")
    ('dec', True)
    """
    table = files("nlbridge.language").joinpath("lexicon", "account_phrases.tsv").read_text(encoding="utf-8")
    rows = dict(line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return tuple(sorted(rows[kind].split("|"), key=len, reverse=True))


@cache
def pattern(*kinds: str) -> str:
    """Return a pattern for any phrase of some kinds, to be matched without regard to case.

    Examples
    --------
    >>> bool(re.fullmatch(pattern("greeting"), "Good Morning", re.IGNORECASE))
    True
    """
    listed = sorted((phrase for kind in kinds for phrase in phrases(kind)), key=len, reverse=True)
    return "(?:" + "|".join(re.escape(phrase).replace(r"\ ", r"[ \t]+") for phrase in listed) + ")"


def opens(words: Sequence[str], kind: str) -> int:
    """Return how many words the phrase of a kind has that opens a stretch; 0 where none does.

    Parameters
    ----------
    words
        Words in lower case as the tokenizer cuts them: `i 'm so sorry to`.

    Examples
    --------
    >>> opens(("i", "'m", "so", "sorry", "to", "hear"), "courtesy"), opens(("he", "is", "sorry"), "courtesy")
    (5, 0)
    """
    for phrase in _split(kind):
        at = 0
        for word in phrase:
            while at < len(words) and at and words[at] in STRESS and words[at] != word:
                at += 1
            if at == len(words) or SHORT_FORMS.get(words[at], words[at]) != word:
                break
            at += 1
        else:
            return at
    return 0


@cache
def _split(kind: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(phrase.replace("let's", "let us").replace("don't", "do not").split()) for phrase in phrases(kind)
    )
