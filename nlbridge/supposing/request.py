"""Taking a request apart into what it asks for.

Requests of benchmarks and free ones share a frame ("Rewrite ... had X", "What
if X", "without X") around a clause. The frame is matched by pattern, before
any parsing: inverted and subjectless conditionals are what parsers read worst.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Form(StrEnum):
    """Grammatical shape of a what-if."""

    HAD = "had"
    """Subject and participle, with `had` left off or in front: `the bolt not been corroded`."""
    FINITE = "finite"
    """A clause with its own finite verb: `the bolt had not been corroded`."""
    WITHOUT = "without"
    """Something that is taken away: `the gale`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A what-if taken out of its request.

    Parameters
    ----------
    clause
        The words of the what-if alone.
    form
        Their grammatical shape.
    instead_of
        What the what-if replaces, where the request names it.
    """

    clause: str
    form: Form
    instead_of: str | None = None


_NEGATED_EXISTENCE: Final = (
    r"(?:if\s+(?:it\s+)?(?:had\s+|was\s+|were\s+|is\s+)?(?:not|n't)\s+(?:been\s+)?for"
    r"|if\s+it\s+(?:hadn['’]t|wasn['’]t|weren['’]t|isn['’]t)\s+(?:been\s+)?for"
    r"|(?:had|were|was)\s+it\s+not\s+(?:been\s+)?for|but\s+for|with\s+no|in\s+the\s+absence\s+of|without)\b"
)
_HAD: Final = r"had\b(?!\s+to\b)"
_IF: Final = (
    r"(?:what\s+)?(?:if|suppose|supposing|imagine|assume|assuming|pretend|let\s+us\s+say|let['’]s\s+say|say|picture)"
    r"\b(?:\s+that\b)?"
)
_IN_WHICH: Final = (
    r"(?:(?:an?\s+(?:world|version|case|situation|scenario)\s+)?(?:in\s+which|where)|such\s+that|as\s+though|the\s+fact\s+that|assumption\s+that"
    r"|(?:reflects?|shows?|says?|states?|illustrates?|so|assumes?|depicts?|describes?)\s+that"
    r"|so\s+(?:it|the\s+(?:text|story|scenario|passage))\s+(?:\w+s)(?:\s+that)?|that\s+now)"
)
_FRAME: Final = re.compile(
    r"\b(?:rewrite|edit|change|modify|revise|adapt|alter|update|redo|retell|rework|adjust|give|write|tell|show|describe"
    r"|what|how|would|make|produce|create|imagine|consider|please|based)\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^(?:(?:an?\s+(?:world|version|case|situation|scenario)\s+)?(?:in\s+which|where)|that|then|instead)\s+",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"(?:,?\s*(?:then\s+)?(?:what|how)\s+(?:then\s+)?(?:would|will|might|could|happens|changes)\b.*"
    r"|,\s*(?:then\s+)?(?:please\s+)?(?:rewrite|edit|change|revise|modify|adapt|retell)\b.*|,?\s+instead)$",
    re.IGNORECASE | re.DOTALL,
)
_INSTEAD_OF: Final = re.compile(r",?\s*\b(?:instead\s+of|rather\s+than)\s+(.+)$", re.IGNORECASE)
_NEXT_SENTENCE: Final = re.compile(r"(?<=[a-z\d)]{2})[.?!]\s+[A-Z].*$", re.DOTALL)
_HAD_INSIDE: Final = re.compile(r"^(had|were|was)\s+", re.IGNORECASE)
_FINITE_CLAUSE: Final = re.compile(r"(?<!\bwho )(?<!\bwhich )(?<!\bthat )\bhad\b", re.IGNORECASE)


def parse_request(query: str) -> Request:
    """Take the what-if out of a whole request.

    A request without a frame that is known is taken to be the what-if itself.

    Examples
    --------
    >>> parse_request("Rewrite the text, based on what would have happened had the dam not burst.").clause
    'the dam not burst'
    >>> parse_request("What if the dam had held?").form
    <Form.FINITE: 'finite'>
    >>> parse_request("How would it have ended without the storm?")
    Request(clause='the storm', form=<Form.WITHOUT: 'without'>, instead_of=None)
    """
    text = _tidy(query)
    return (_framed(text) if _FRAME.search(text) else None) or parse_had(text)


def _framed(text: str) -> Request | None:
    """Take the what-if out of a sentence that asks for a rewrite."""
    gone, had, conditional = _position(_NEGATED_EXISTENCE, text), _position(_HAD, text), _position(_IF, text)
    if gone is not None and all(other is None or gone[0] <= other[0] for other in (had, conditional)):
        return _request(text[gone[1] :], Form.WITHOUT)
    if conditional is not None and (had is None or conditional[0] < had[0]):
        return _request(text[conditional[1] :], Form.FINITE)
    # "so the story shows that the dam had held" has its own finite verb before or after `had`
    relative = _position(_IN_WHICH, text)
    if relative is not None and (had is None or relative[0] < had[0]):
        return _request(text[relative[1] :], Form.FINITE)
    if had is not None:
        return _request(text[had[1] :], Form.HAD)
    if found := _first(r"(?:to\s+)?(?:reflect|show|illustrate|describe|depict)s?\b", text):
        return _request(found, Form.FINITE)
    if found := _first(r"so\b(?:\s+that\b)?", text):
        return _request(found, Form.FINITE)
    if ": " in text:
        return parse_had(text.split(": ", 1)[1])
    return None


def parse_had(clause: str) -> Request:
    """Take a what-if that stands alone, with or without its `had`, `if` or `without`.

    Examples
    --------
    >>> parse_had("the anchor bolt not been corroded").form
    <Form.HAD: 'had'>
    >>> parse_had("if the bolt had held").clause
    'the bolt had held'
    """
    text = _tidy(clause)
    if found := _match_start(_NEGATED_EXISTENCE, text):
        return _request(found, Form.WITHOUT)
    if found := _match_start(_IF, text):
        return _request(found, Form.FINITE)
    if _HAD_INSIDE.match(text):
        return _request(_HAD_INSIDE.sub("", text, count=1), Form.HAD)
    return _request(text, Form.HAD)


def in_full(had: str) -> str:
    """Return a what-if with the word that opens it, so that nobody reads it as a clause that was cut.

    Examples
    --------
    >>> in_full("there been water in the well"), in_full("if the bolt had held")
    ('had there been water in the well', 'if the bolt had held')
    >>> in_full("the bolt had held")
    'if the bolt had held'
    """
    text = had.strip()
    opened = _match_start(_NEGATED_EXISTENCE, text) or _match_start(_IF, text) or _HAD_INSIDE.match(text)
    if opened:
        return text
    return f"if {text}" if _FINITE_CLAUSE.search(text) else f"had {text}"


def _request(clause: str, form: Form) -> Request:
    text = _LEAD.sub("", _tidy(_NEXT_SENTENCE.sub("", clause)))
    instead_of = None
    if replaced := _INSTEAD_OF.search(text):
        instead_of = _tidy(replaced.group(1))
        text = text[: replaced.start()]
    text = _tidy(_TAIL.sub("", text)) or text
    if form is Form.FINITE and (found := _match_start(_NEGATED_EXISTENCE, text)):
        return Request(clause=found, form=Form.WITHOUT, instead_of=instead_of)
    return Request(clause=text, form=form, instead_of=instead_of)


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(' \t\n.?!,;:"“”*_`')


def _position(pattern: str, text: str) -> tuple[int, int] | None:
    found = re.search(rf"\b(?:{pattern})\s+", text, re.IGNORECASE)
    return found.span() if found else None


def _first(pattern: str, text: str) -> str | None:
    where = _position(pattern, text)
    return text[where[1] :] if where else None


def _match_start(pattern: str, text: str) -> str | None:
    found = re.match(rf"(?:{pattern})\s+", text, re.IGNORECASE)
    return text[found.end() :] if found else None
