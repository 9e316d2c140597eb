"""What an edit says about its own story from outside: that it is not true, was dreamt, said, or only supposed.

*It is not true that the pump held* tells no story in which the pump held. Such frames, where the text does not have
them itself, leave everything under them untold.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> denied_from_outside(edit_of_words("It is not true that the pump held.", "The pump failed."))
'it is not true that'
>>> denied_from_outside(edit_of_words("The pump held.", "The pump failed.")) is None
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.scenario.scenario import Span
    from nlbridge.grounding.edit import Edit

_FRAMES: Final = re.compile(
    r"\b(?:it\s+(?:is|was|isn't|wasn't|were)\s+(?:\w+\s+){0,2}(?:true|false|untrue|wrong|a\s+lie|the\s+case|so)\b(?:\s+that)?"
    r"|(?:it\s+)?(?:never|hardly)\s+happened(?:\s+that)?|(?:is|was|are|were)\s+(?:a\s+lie|untrue|false|made\s+up|fiction)\b"
    r"|nothing\s+of\s+the\s+(?:sort|following|kind)|none\s+of\s+(?:the\s+following|this|it)\s+(?:is|was|happened)"
    r"|(?:\w+\s+)(?:dreamt|dreamed|imagined|pretended|hallucinated|fantasi[sz]ed|lied|wished|made\s+up|invented)\b(?:\s+that)?"
    r"|in\s+(?:a|his|her|their|my)\s+dream|deny\s+that|denied\s+that|doubt\s+that|doubted\s+that"
    r"|one\s+(?:might|could)\s+(?:think|say|imagine)|suppose\s+that|imagine\s+that|perhaps\b|maybe\b|allegedly|supposedly"
    r"|i'm\s+sorry|i\s+(?:cannot|can't|am\s+unable)|as\s+an\s+ai\b|rumou?r(?:s|ed)?\b|hypothetical(?:ly)?"
    r"|if\s+only\b|liars?\b|(?:nobody|no\s+one)\s+believed|(?:wish|wishes)\s+(?:that|it)\b|(?:the\s+)?(?:story|legend)\s+(?:goes|has\s+it)"
    r"|(?P<modal>would\s+(?:not\s+)?have\s+\w+(?:ed|en)?|might\s+have\b|could\s+have\b))",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(r"[,;:.!?\n\u2014]")


def denied_from_outside(edit: Edit, quotes: Sequence[str] | None = None) -> str | None:
    """Return the words by which an edit denies or suspends its own story; None where it does not.

    Words of such a kind that the text has as well are its own.

    Parameters
    ----------
    quotes
        The words of the edit on which anything rests, where they are known: *might have* suspends what is told in its
        own clause, and where that is none of them, it suspends nothing.

    Examples
    --------
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> told = edit_of_words("They might have left, but a storm kept them.", "They left.")
    >>> denied_from_outside(told), denied_from_outside(told, ["a storm kept them"])
    ('might have', None)
    """
    text = " ".join(word.text for word in edit.original)
    for found in _FRAMES.finditer(edit.passage):
        words = " ".join(found.group().lower().split())
        if words in text:
            continue
        if quotes is None or not found["modal"] or _bears(edit.passage, found.span("modal"), quotes):
            return words
    return None


def _bears(passage: str, modal: Span, quotes: Sequence[str]) -> bool:
    """Tell whether one of the quotes lies in the clause of a modal, or runs over it."""
    low = max((end.end() for end in _ENDS.finditer(passage, 0, modal[0])), default=0)
    after = _ENDS.search(passage, modal[1])
    high = after.start() if after else len(passage)
    return any(low < at + len(quote) and at < high for quote in quotes if (at := passage.find(quote)) >= 0 and quote)
