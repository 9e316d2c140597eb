"""Responses without an answer: empty, refused, cut off, or unreadable. They count as failures of the model.

Otherwise a model would gain by staying silent on questions that it would get wrong.
"""

from __future__ import annotations

import re
from typing import Final

from logic.errors import ReasoningError

CUT_OFF: Final = frozenset({"length", "max_tokens"})
"""Finish reasons of replies that hit their length limit."""
WITHHELD: Final = frozenset({"content_filter", "refusal"})
"""Finish reasons of replies that the endpoint withheld."""

_REFUSAL: Final = re.compile(
    r"\W*(?:(?:i['’]?m|i am|we['’]?re|we are) (?:very |so |really )?(?:sorry|afraid)\b[^.!?]{0,40}?|my apologies\W+"
    r"|sorry\W+"
    r"|unfortunately\W+|as an? (?:ai|artificial|(?:large )?language)\b[^.!?]{0,60}?)?\W*"
    r"(?:but |that |because )?(?:i|we)(?: am| are|['’]m|['’]re)? "
    r"(?:can ?not|can['’]t|won['’]t|will not|(?:not |un)able to|(?:must |have to )?decline|refuse)"
    r"(?: to)?(?: (?:help|assist|comply|fulfil|fulfill|provide|answer|rewrite|complete|do (?:that|this)|generate|create"
    r"|continue|engage|write|edit|with)\b|[.!?]|$)",
    re.IGNORECASE,
)
_LONGEST_REFUSAL: Final = 600
"""Most letters of a refusal; in longer texts such words are a preamble or part of the story."""


def failure(response: str, *, finish_reason: str | None = None, refusal: str | None = None) -> str | None:
    """Return why a response is no answer; None if it is one.

    Parameters
    ----------
    finish_reason, refusal
        The endpoint's report on the reply, if known.

    Examples
    --------
    >>> failure(" ")
    'the model gave an empty response'
    >>> failure("I'm sorry, but I can't help with that.")
    'the model refused to answer'
    >>> failure("The pump did not", finish_reason="length")
    "the model's response was cut off"
    >>> failure("I could not open the door, so I stayed.") is None
    True
    """
    if refusal or finish_reason in WITHHELD:
        return "the model refused to answer"
    if not response.strip():
        return "the model gave an empty response"
    if finish_reason in CUT_OFF:
        return "the model's response was cut off"
    if len(response) <= _LONGEST_REFUSAL and _REFUSAL.match(response):
        return "the model refused to answer"
    return _unreadable(response)


def _unreadable(response: str) -> str | None:
    from nlbridge.answering.input import checked

    try:
        checked(response, "response")
    except ReasoningError as refused:
        return f"the model's response cannot be read: {refused}"
    return None
