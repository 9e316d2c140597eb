"""What an edit says that no claim of the original covers: new reasons, verbs and denials.

An edit may add color and new causes of the what-if, but what the text takes for granted must stay: that there was a
church, that it was dark. Such facts are not claims, so the features measure how much of the edit no claim covers, and
whether that part is a reason.

Examples
--------
>>> from nlbridge.grounding.connectives.arguments import joints
>>> from nlbridge.grounding.edit import edit_of_words
>>> edit = edit_of_words("As there was no bell, nothing cracked in the frost.", "The bell cracked in the frost.")
>>> found = dict(zip(NAMES, novel_content(edit, (), joints(edit.words)), strict=True))
>>> found["denials that no claim answers for"]
2
>>> edit = edit_of_words("The pump held. A thief stole the wine.", "The pump failed, so the cellar flooded.")
>>> additions(edit)
('A thief stole the wine.',)
>>> edit = edit_of_words("The pump held because a thief had cut the wires.", "The pump failed, so the cellar flooded.")
>>> additions(edit)
('because a thief had cut the wires.',)
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
from nlbridge.language.meaning.sentences import end_of, sentences
from nlbridge.language.meaning.word_relations import related, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.scenario.scenario import Span
    from nlbridge.grounding.claims.features import Region
    from nlbridge.grounding.connectives.arguments import Joint
    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.sentences import Word

NAMES: Final = (
    "new words in the edit",
    "a reason that no claim answers for",
    "verbs that no claim answers for",
    "denials that no claim answers for",
)
MOST: Final = 4.0
"""Cap of a count."""


def novel_content(edit: Edit, regions: Sequence[Region], found: Sequence[Joint]) -> tuple[float, ...]:
    """Measure what no claim of the original covers, in the order of `NAMES`.

    `regions` says where the claims are in the edit; `found` holds the connectives of the edit.
    """
    words = edit.words
    claimed = frozenset(place for region in regions if region.matched for place in range(region.first, region.last + 1))
    new = {place for place in edit.newly if words[place].content}
    reasons = (range(*joint.cause) for joint in found if joint.consecutive)
    bare = any(not new.isdisjoint(reason) and not _answered(reason, regions) for reason in reasons)
    beside = [place for place in range(len(words)) if place not in claimed]
    return (
        len(new) / max(1, sum(word.content for word in words)),
        float(bare),
        min(MOST, sum(place in edit.newly and words[place].predicative for place in beside)),
        min(MOST, sum(words[place].negator for place in beside)),
    )


def _answered(reason: range, regions: Sequence[Region]) -> bool:
    """Return whether most words of some claim are in a stretch."""
    return any(
        2 * sum(place in reason for place in region.matched) > len(region.matched)
        for region in regions
        if region.matched
    )


FEWEST: Final = 2
"""Content words that a sentence needs to say something."""
KNOWN: Final = 0.34
"""A sentence is about the text if the text has at least this share of its content words, or similar ones."""
KNOWN_REASON: Final = 0.5
"""The same for a reason, where similar meaning is not enough."""
KNOWN_ALIKE: Final = 0.6
REASONS: Final = frozenset({("because",), ("since",), ("due", "to"), ("owing", "to"), ("thanks", "to")})
CLOSES: Final = frozenset(", ; : . ! ?".split())


def additions(edit: Edit) -> tuple[str, ...]:
    """Return the sentences and reasons of an edit that are about nothing in the text."""
    text = [word for word in edit.original if word.content]
    unrelated = []
    for first, last in sentences(edit.words):
        places = _telling(edit, first, last)
        familiar = sum(
            k not in edit.newly or any(related(edit.words[k], word)[0] >= KNOWN_ALIKE for word in text) for k in places
        )
        unrelated += [(first, last)] if familiar < KNOWN * len(places) else []
    for first, last in _reasons(edit):
        places = _telling(edit, first, last)
        familiar = sum(any(_of_the_text(edit.words[k], word) for word in text) for k in places)
        unrelated += [(first, last)] if familiar < KNOWN_REASON * len(places) else []
    return tuple(edit.passage[edit.words[first].start : edit.words[last - 1].end] for first, last in unrelated)


def _telling(edit: Edit, first: int, last: int) -> list[int]:
    """Return the content words of a stretch; none if it has no verb or fewer than `FEWEST` of them."""
    places = [k for k in range(first, last) if edit.words[k].content]
    return places if len(places) >= FEWEST and any(edit.words[k].predicative for k in places) else []


def _of_the_text(word: Word, other: Word) -> bool:
    """Return whether a word is a form of one in the text, or its opposite; a word that is only similar is new."""
    return same(word, other) >= KNOWN_ALIKE or related(word, other)[1]


def _reasons(edit: Edit) -> list[tuple[int, int]]:
    """Return the stretches of an edit that give a reason, each up to the next punctuation mark."""
    texts = [word.text for word in edit.words]
    opening = (k for k in range(len(texts)) if not REASONS.isdisjoint({(texts[k],), tuple(texts[k : k + 2])}))
    return [(k, min(end_of(texts, k, CLOSES) + 1, len(texts))) for k in opening]


_FRAMES: Final = re.compile(
    r"\b(?:it\s+(?:is|was|isn't|wasn't|were)\s+(?:\w+\s+){0,2}"
    r"(?:true|the\s+case|(?:wrong|so)(?=\s*(?:[.,;:!?\u2014]|(?:that|to)\b|$)))\b(?:\s+that)?"
    r"|(?:it\s+)?(?:never|hardly)\s+happened(?:\s+that)?"
    r"|nothing\s+of\s+the\s+(?:sort|following|kind)|none\s+of\s+(?:the\s+following|this|it)\s+(?:is|was|happened)"
    r"|(?:a|all|of|only|but)\s+lies?\b|(?:made|making)\s+up\b|wish(?:es|ed)?\s+(?:that|it|this|the)\b|if\s+only\b"
    r"|one\s+(?:might|could)\s+(?:think|say)"
    r"|i'm\s+sorry|i\s+(?:cannot|can't|am\s+unable)|as\s+an\s+ai\b"
    r"|(?P<modal>would\s+(?:not\s+)?have\s+\w+(?:ed|en)?|might\s+have\b|could\s+have\b))",
    re.IGNORECASE,
)
"""Constructions that deny, wish for, refuse or suspend the statement that they belong to."""
_UNREAL: Final = word_class("made_up_words", "doubting_words")
"""Words of telling, believing and making up: if the text lacks them, the edit may present its content as a story."""
_ENDS: Final = re.compile(r"[,;:.!?\n\u2014]")


def denied_from_outside(edit: Edit, quotes: Sequence[str] | None = None) -> str | None:
    """Return the words by which an edit denies or suspends its own story; None if it does not.

    Words that the text has as well do not count.

    Parameters
    ----------
    quotes
        The quotes of the edit that a reading rests on, if known: *might have* suspends only its own clause, and counts
        only if one of them overlaps that clause.

    Examples
    --------
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> told = edit_of_words("They might have left, but a storm kept them.", "They left.")
    >>> denied_from_outside(told), denied_from_outside(told, ["a storm kept them"])
    ('might have', None)
    """
    text_words = {word.text for word in edit.original}
    if unreal := next((word.text for word in edit.words if word.text in _UNREAL - text_words), None):
        return unreal
    text = " ".join(word.text for word in edit.original)
    for match in _FRAMES.finditer(edit.passage):
        words = " ".join(match.group().lower().split())
        if words in text:
            continue
        if quotes is None or not match["modal"] or _bears(edit.passage, match.span("modal"), quotes):
            return words
    return None


def _bears(passage: str, modal: Span, quotes: Sequence[str]) -> bool:
    """Return whether one of the quotes overlaps the clause of a modal."""
    low = max((end.end() for end in _ENDS.finditer(passage, 0, modal[0])), default=0)
    after = _ENDS.search(passage, modal[1])
    high = after.start() if after else len(passage)
    return any(low < at + len(quote) and at < high for quote in quotes if (at := passage.find(quote)) >= 0 and quote)
