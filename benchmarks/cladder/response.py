"""The yes or no in a response to a causal question."""

from __future__ import annotations

import re
from typing import Final

_LAST: Final = re.compile(
    r"(?:final\s+answer|answer|conclusion|therefore|thus|hence|so)\b[^.\n]{0,40}?\b(yes|no)\b", re.IGNORECASE
)
_FIRST: Final = re.compile(r"^\W*(yes|no)\b", re.IGNORECASE)
_ANY: Final = re.compile(
    r"\b(yes|no)\b(?!\s+(?:effect|path|confound|direct|information|difference|change))", re.IGNORECASE
)


def yes_or_no(text: str) -> bool | None:
    """Return the answer in a response: its first word, else its conclusion, else the last yes or no.

    Examples
    --------
    >>> yes_or_no("Yes, it will."), yes_or_no("Step 1 ... so the answer is no."), yes_or_no("That is hard to say.")
    (True, False, None)
    """
    first = _FIRST.match(text)
    if first is not None and len(text) < 400:
        return first[1].lower() == "yes"
    matches = _LAST.findall(text) or _ANY.findall(text) or ([first[1]] if first is not None else [])
    return matches[-1].lower() == "yes" if matches else None
