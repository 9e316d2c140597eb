"""The clause of a what-if, split into its claims, each with subject and predicate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import with_apostrophes
from nlbridge.language.meaning.word_similarity import NEGATIONS, Item, items
from nlbridge.language.pipeline.dictionary import entry, has_form

VERBAL: Final = frozenset({"VBN", "VBD", "VBZ", "VBP", "MD"})
NOMINAL: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "EX", "CD", "WP"})
PREVERBAL: Final = word_class("preverbal")

_GONE: Final = re.compile(
    r"\b(?:if\s+(?:it\s+)?(?:had\s+|was\s+|were\s+|is\s+)?(?:not|n't)\s+(?:been\s+)?for"
    r"|if\s+it\s+(?:hadn['’]t|wasn['’]t|weren['’]t|isn['’]t)\s+(?:been\s+)?for"
    r"|(?:had|were|was)\s+it\s+not\s+(?:been\s+)?for|but\s+for|with\s+no|in\s+the\s+absence\s+of|without)\s+",
    re.IGNORECASE,
)
_HAD: Final = re.compile(r"\bhad\b(?!\s+to\b)\s+", re.IGNORECASE)
_IF: Final = re.compile(
    r"\b(?:what\s+)?(?:if|suppose|supposing|imagine|assume|assuming|pretend|let\s+us\s+say|let['’]s\s+say|say|picture)"
    r"\b(?:\s+that\b)?\s+",
    re.IGNORECASE,
)
_IN_WHICH: Final = re.compile(
    r"\b(?:(?:an?\s+(?:world|version|case|situation|scenario)\s+)?(?:in\s+which|where)|such\s+that|as\s+though|the\s+fact\s+that|assumption\s+that"
    r"|(?:reflects?|shows?|says?|states?|illustrates?|so|assumes?|depicts?|describes?)\s+that"
    r"|so\s+(?:it|the\s+(?:text|story|scenario|passage))\s+(?:\w+s)(?:\s+that)?|that\s+now)\s+",
    re.IGNORECASE,
)
_SHOWN: Final = (
    re.compile(r"\b(?:to\s+)?(?:reflect|show|illustrate|describe|depict)s?\s+", re.IGNORECASE),
    re.compile(r"\bso\b(?:\s+that\b)?\s+", re.IGNORECASE),
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

_AUXILIARY_HAD: Final = re.compile(
    r"(?<!\bwho )(?<!\bwhich )(?<!\bthat )\bhad(?P<denied>n['’]t)?\s+"
    r"(?P<between>(?:(?:not|never|only|just|also|still|\w+ly)\s+)*)(?=(?P<verb>\w+))",
    re.IGNORECASE,
)


class Form(StrEnum):
    """Grammatical shape of a what-if."""

    HAD = "had"
    """Subject and participle, with `had` left off or in front: `the bolt not been corroded`."""
    FINITE = "finite"
    """A clause with its own finite verb: `the bolt had not been corroded`."""
    WITHOUT = "without"
    """Something that is taken away: `the gale` of `without the gale`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A what-if without its request: its words, their form, and what it replaces, if the request says so."""

    clause: str
    form: Form
    instead_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One claim of a what-if.

    Parameters
    ----------
    words
        As in the request.
    finite
        The same as a finite clause of the unreal past: `the dam had not burst`.
    subject, predicate
        Content words before and after the verb; a bare noun phrase is all predicate.
    absent
        Whether the request takes something away (`without X`) instead of making a claim.
    tokens
        All words, including function words.
    """

    words: str
    finite: str
    subject: tuple[Item, ...]
    predicate: tuple[Item, ...]
    absent: bool
    tokens: tuple[Item, ...]


def parse_request(query: str) -> Request:
    """Extract the what-if from a whole request; one in no known form counts as the what-if itself.

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
    """Extract the what-if from a sentence that asks for a rewrite."""
    gone, had, conditional = _GONE.search(text), _HAD.search(text), _IF.search(text)
    if gone and all(other is None or gone.start() <= other.start() for other in (had, conditional)):
        return _request(text[gone.end() :], Form.WITHOUT)
    # "so the story shows that the dam had held" has its own finite verb before or after `had`
    for opened in (conditional, _IN_WHICH.search(text)):
        if opened and (had is None or opened.start() < had.start()):
            return _request(text[opened.end() :], Form.FINITE)
    if had:
        return _request(text[had.end() :], Form.HAD)
    for pattern in _SHOWN:
        if opened := pattern.search(text):
            return _request(text[opened.end() :], Form.FINITE)
    if ": " in text:
        return parse_had(text.split(": ", 1)[1])
    return None


def parse_had(clause: str) -> Request:
    """Read a what-if on its own, with or without its `had`, `if` or `without`.

    Examples
    --------
    >>> parse_had("the anchor bolt not been corroded").form
    <Form.HAD: 'had'>
    >>> parse_had("if the bolt had held").clause
    'the bolt had held'
    """
    text = _tidy(clause)
    for pattern, form in ((_GONE, Form.WITHOUT), (_IF, Form.FINITE), (_HAD_INSIDE, Form.HAD)):
        if opened := pattern.match(text):
            return _request(text[opened.end() :], form)
    return _request(text, Form.HAD)


def in_full(had: str) -> str:
    """Return a what-if with its opening word, so that nobody reads it as a truncated clause.

    Examples
    --------
    >>> in_full("there been water in the well"), in_full("if the bolt had held")
    ('had there been water in the well', 'if the bolt had held')
    >>> in_full("the bolt had held")
    'if the bolt had held'
    """
    text = had.strip()
    if any(pattern.match(text) for pattern in (_GONE, _IF, _HAD_INSIDE)):
        return text
    return f"if {text}" if _FINITE_CLAUSE.search(text) else f"had {text}"


def as_taught(clause: str) -> str:
    """Return a what-if in the form the networks were trained on: the words after `had`, however it was worded.

    Examples
    --------
    >>> as_taught("the road hadn't been blocked"), as_taught("the road had never been blocked")
    ('the road not been blocked', 'the road never been blocked')
    >>> as_taught("the pump had held and the lamp had not gone out"), as_taught("they had enough water")
    ('the pump held and the lamp not gone out', 'they had enough water')
    """
    return _AUXILIARY_HAD.sub(_without_had, clause)


def _without_had(match: re.Match[str]) -> str:
    if not has_form(match["verb"].lower(), "VBN"):
        return match[0]
    return f"{'not ' if match['denied'] else ''}{match['between']}"


def _request(clause: str, form: Form) -> Request:
    text = _LEAD.sub("", _tidy(_NEXT_SENTENCE.sub("", clause)))
    instead_of = None
    if replaced := _INSTEAD_OF.search(text):
        instead_of = _tidy(replaced.group(1))
        text = text[: replaced.start()]
    text = _tidy(_TAIL.sub("", text)) or text
    if form is Form.FINITE and (gone := _GONE.match(text)):
        return Request(clause=text[gone.end() :], form=Form.WITHOUT, instead_of=instead_of)
    return Request(clause=text, form=form, instead_of=instead_of)


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", with_apostrophes(text)).strip(' \t\n.?!,;:"“”*_`')


def parts_of(request: Request) -> tuple[Part, ...]:
    """Split a what-if at `and` and its like if both sides make a claim; the second shares an omitted subject.

    Examples
    --------
    >>> from nlbridge.supposing.hypothetical_clause import parse_had
    >>> [part.finite for part in parts_of(parse_had("the dam not burst and the bridge held"))]
    ['the dam had not burst', 'the bridge had held']
    """
    if request.form is Form.WITHOUT:
        return tuple(_absent(piece) for piece in _noun_phrases(request.clause))
    parts: list[Part] = []
    for piece in _split(request.clause):
        subject = _subject_of(parts[0]) if parts and _verb(items(piece)) == 0 else ""
        parts.append(_claim(f"{subject} {piece}".lstrip(), request.form))
    return tuple(parts)


def _absent(phrase: str) -> Part:
    tokens = items(phrase)
    first, _, rest = phrase.partition(" ")
    bare = rest if first.lower() in word_class("bare_phrase_determiners") else phrase
    return Part(
        words=phrase,
        finite=f"there had been no {bare}",
        subject=(),
        predicate=tuple(item for item in tokens if item.content) or tokens,
        absent=True,
        tokens=tokens,
    )


def _noun_phrases(clause: str) -> tuple[str, ...]:
    """Split `the frost and the fog` if each side has its own determiner."""
    for separator in (" and ", " or "):
        left, divided, right = clause.partition(separator)
        starts = (" ".join(side.split()[:1]).lower() for side in (left, right))
        if divided and all(word in word_class("phrase_determiners") for word in starts):
            return (left, right)
    return (clause,)


def _split(clause: str) -> tuple[str, ...]:
    words = clause.split()
    for k, word in enumerate(words[:-1]):
        inside = k and words[k - 1].lower() in word_class("before_no_joiner")  # `for a while`, `as though`
        if word.lower().strip(",") in word_class("what_if_joiners") and k and not inside:
            left = " ".join(words[: k - (words[k - 1].lower() == "even")]).rstrip(",")
            right = _filled(left, " ".join(words[k + 1 :]))
            if _verb(items(left)) and _verb(items(right)) is not None:
                return (left, *_split(right))
    return (clause,)


def _filled(left: str, right: str) -> str:
    """Give the second claim its `been` if it omits it: `the dough been fresh and the oven warm`."""
    second = items(right)
    if "been" not in {item.lower for item in items(left)} or len(second) < 3 or second[0].tag not in {"DT", "PRP$"}:
        return right
    last = second[-1]
    state = last.tag in {"JJ", "VBN"} or "ADJ" in entry(last.lower)
    if _verb(second) not in {None, len(second) - 1} or not second[-2].tag.startswith("NN") or not state:
        return right
    *subject, state_word = right.split()
    return " ".join((*subject, "been", state_word))


def _verb(tokens: tuple[Item, ...]) -> int | None:
    """Return where the predicate starts: a negation or auxiliary before a verb, else the first verb after a noun.

    If no tag shows a verb, take a word after a noun that the dictionary knows as a participle, or as a present tense
    before an object.
    """
    for k, item in enumerate(tokens):
        before = [token.tag for token in tokens[:k]]
        after_noun = not NOMINAL.isdisjoint(before) or before in ([], ["DT"])
        if item.lower in PREVERBAL and (item.lower != "still" or after_noun):
            return k
        if item.tag in VERBAL and after_noun and not _attribute(tokens, k):
            return k
    for k in range(1, len(tokens)):
        object_next = k + 1 < len(tokens) and tokens[k + 1].tag in {"DT", "PRP$"}
        forms = ("VBN", "VBZ") if object_next else ("VBN",)
        if tokens[k - 1].tag in NOMINAL - {"CD"} and has_form(tokens[k].lower, *forms):
            return k
    return None


def _attribute(tokens: tuple[Item, ...], k: int) -> bool:
    """Return whether a participle precedes the noun that it describes, or is in a relative clause."""
    if any(item.tag in {"WDT", "WP"} for item in tokens[:k]):
        return True
    described = tokens[k].tag == "VBN" and k + 1 < len(tokens) and tokens[k + 1].tag.startswith("NN")
    return described and k > 0 and tokens[k - 1].tag in {"DT", "PRP$", "POS", "JJ", "IN"}


def _subject_of(part: Part) -> str:
    words, verb = part.words.split(), _verb(part.tokens)
    at = None if verb is None else _place(words, part.tokens[verb])
    return " ".join(words[:at]) if at else ""


def _place(words: list[str], verb: Item) -> int | None:
    """Return the index of the whitespace-separated word that begins with a verb."""
    return next((k for k, word in enumerate(words) if word.lower().startswith(verb.lower)), None)


def _claim(piece: str, form: Form) -> Part:
    tokens = items(piece)
    verb = _verb(tokens) or 0
    predicate = tokens[verb:]
    content = tuple(item for item in predicate if item.content)
    return Part(
        words=piece,
        finite=_finite(piece, tokens, verb, form),
        subject=tuple(item for item in tokens[:verb] if item.content),
        predicate=content or tuple(item for item in predicate if item.lower not in NEGATIONS and item.tag[:2] == "VB"),
        absent=False,
        tokens=tokens,
    )


def _finite(piece: str, tokens: tuple[Item, ...], verb: int, form: Form) -> str:
    """Put `had` before the verb of a claim that omits it."""
    if form is not Form.HAD or not verb or tokens[verb].lower in word_class("have_do_forms"):
        return piece
    words = piece.split()
    at = None if tokens[verb].tag in {"VBZ", "VBP", "MD"} else _place(words, tokens[verb])
    return piece if at is None else " ".join((*words[:at], "had", *words[at:]))
