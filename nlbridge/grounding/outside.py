"""What an edit says about its own story from outside: that it is not true, was dreamt, said, or only supposed.

*It is not true that the pump held* tells no story in which the pump held, nor does *so a liar said*. Such
constructions, and words of telling, believing and making up, leave everything beside them untold, where the text does
not have them itself.

Examples
--------
>>> from nlbridge.language.lexicon import word_class
from nlbridge.grounding.edit import edit_of_words
>>> denied_from_outside(edit_of_words("It is not true that the pump held.", "The pump failed."))
'it is not true that'
>>> denied_from_outside(edit_of_words("The pump held. So runs the tale.", "The pump failed."))
'tale'
>>> denied_from_outside(edit_of_words("The pump held.", "The pump failed.")) is None
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.scenario.scenario import Span
    from nlbridge.grounding.edit import Edit

_FRAMES: Final = re.compile(
    r"\b(?:it\s+(?:is|was|isn't|wasn't|were)\s+(?:\w+\s+){0,2}(?:true|wrong|the\s+case|so)\b(?:\s+that)?"
    r"|(?:it\s+)?(?:never|hardly)\s+happened(?:\s+that)?"
    r"|nothing\s+of\s+the\s+(?:sort|following|kind)|none\s+of\s+(?:the\s+following|this|it)\s+(?:is|was|happened)"
    r"|(?:a|all|of|only|but)\s+lies?\b|(?:made|making)\s+up\b|wish(?:es|ed)?\s+(?:that|it|this|the)\b|if\s+only\b"
    r"|one\s+(?:might|could)\s+(?:think|say)"
    r"|i'm\s+sorry|i\s+(?:cannot|can't|am\s+unable)|as\s+an\s+ai\b"
    r"|(?P<modal>would\s+(?:not\s+)?have\s+\w+(?:ed|en)?|might\s+have\b|could\s+have\b))",
    re.IGNORECASE,
)
"""Constructions that deny, wish for, refuse or suspend what they stand with."""
_UNREAL: Final = word_class("made_up_words", "doubting_words")
"""Words of telling, believing and making up: with one that the text does not have, an edit speaks of a story."""
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
    known = {word.text for word in edit.original}
    if unreal := next((word.text for word in edit.words if word.text in _UNREAL - known), None):
        return unreal
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
