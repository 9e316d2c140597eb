"""Texts that would take a tokeniser minutes: long runs without a space, and words of a letter each."""

from __future__ import annotations

import re
from typing import Final

from nlbridge.errors import UnreadableTextError

MOST_WORDS: Final = 6_000
"""Words of a text: 20,000 characters of prose have some 4,000."""
MOST_WORK: Final = 2_000_000
"""Characters of a run times those that are no letters, summed over a text: spaCy looks at a run once for each such sign
at its ends, at a microsecond a character."""
_RUN: Final = re.compile(r"\S+")


def refuse_unspaced(text: str, what: str = "text") -> None:
    """Refuse a text with long runs of brackets, quotes or other signs; the rule of a table, or an address, is none.

    Parameters
    ----------
    what
        The name of the text in the message.

    Raises
    ------
    UnreadableTextError
        With the longest of the runs.

    Examples
    --------
    >>> refuse_unspaced("The pump failed (again). " + "-" * 80)
    >>> refuse_unspaced("(" * 5000 + "x" + ")" * 5000)
    Traceback (most recent call last):
    nlbridge.errors.UnreadableTextError: expected a text with spaces between its words, got 10001 characters without one
    at offset 0; remove them
    """
    runs = list(_RUN.finditer(text))
    if len(runs) > MOST_WORDS:
        message = f"expected a {what} of at most {MOST_WORDS} words, got {len(runs)}; cut it into parts"
        raise UnreadableTextError(message)
    work = sum(len(run[0]) * sum(not character.isalnum() for character in run[0]) for run in runs if len(run[0]) > 40)
    if work > MOST_WORK:
        longest = max(runs, key=lambda run: len(run[0]))
        message = (
            f"expected a {what} with spaces between its words, got {len(longest[0])} characters without one "
            f"at offset {longest.start()}; remove them"
        )
        raise UnreadableTextError(message)
