"""What an edit says that no claim of the original has: new reasons, verbs and denials.

An edit may add colour and new causes of what is supposed, but what the text takes for granted stays the same: that
there was a church, that it was dark, that a wound was grave. None of these is a claim of its own, so what is measured
is how much of the edit no claim answers for, and whether it is a reason.

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
from nlbridge.language.meaning.word_relations import end_of, related, same, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.scenario.scenario import Span
    from nlbridge.grounding.claims.same_matter import Region
    from nlbridge.grounding.connectives.arguments import Joint
    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.word_relations import Word

NAMES: Final = (
    "new words in the edit",
    "a reason that no claim answers for",
    "verbs that no claim answers for",
    "denials that no claim answers for",
)
MOST: Final = 4.0
"""Above this a count is capped."""


def novel_content(edit: Edit, regions: Sequence[Region], found: Sequence[Joint]) -> tuple[float, ...]:
    """Measure what no claim of the original answers for, in the order of `NAMES`.

    Parameters
    ----------
    regions
        Where the claims are in the edit.
    found
        The connectives of the edit.
    """
    told = edit.words
    claimed = frozenset(place for one in regions if one.matched for place in range(one.first, one.last + 1))
    new = {place for place in edit.newly if told[place].content}
    reasons = (range(*joint.cause) for joint in found if joint.consecutive)
    bare = any(not new.isdisjoint(reason) and not _answered(reason, regions) for reason in reasons)
    beside = [place for place in range(len(told)) if place not in claimed]
    return (
        len(new) / max(1, sum(word.content for word in told)),
        float(bare),
        min(MOST, sum(place in edit.newly and told[place].predicative for place in beside)),
        min(MOST, sum(told[place].negator for place in beside)),
    )


def _answered(reason: range, regions: Sequence[Region]) -> bool:
    """Tell whether most words of some claim are in a stretch."""
    return any(2 * sum(place in reason for place in one.matched) > len(one.matched) for one in regions if one.matched)


FEWEST: Final = 2
"""Content words that a sentence needs to tell something."""
KNOWN: Final = 0.34
"""Share of its content words that a sentence takes from the text, or has partners for in it, to speak of the same."""
KNOWN_REASON: Final = 0.5
"""The same for a reason, of which likeness in meaning is not enough."""
KNOWN_ALIKE: Final = 0.6
REASONS: Final = frozenset({("because",), ("since",), ("due", "to"), ("owing", "to"), ("thanks", "to")})
CLOSES: Final = frozenset(", ; : . ! ?".split())


def additions(edit: Edit) -> tuple[str, ...]:
    """Return the sentences and reasons of an edit that speak of nothing in the text."""
    text = [word for word in edit.original if word.content]
    strange = []
    for first, last in sentences(edit.words):
        places = _telling(edit, first, last)
        known = sum(
            k not in edit.newly or any(related(edit.words[k], word)[0] >= KNOWN_ALIKE for word in text) for k in places
        )
        strange += [(first, last)] if known < KNOWN * len(places) else []
    for first, last in _reasons(edit):
        places = _telling(edit, first, last)
        known = sum(any(_of_the_text(edit.words[k], word) for word in text) for k in places)
        strange += [(first, last)] if known < KNOWN_REASON * len(places) else []
    return tuple(edit.passage[edit.words[first].start : edit.words[last - 1].end] for first, last in strange)


def _telling(edit: Edit, first: int, last: int) -> list[int]:
    """Return the content words of a stretch that tells something; none of one that has no verb or hardly a word."""
    places = [k for k in range(first, last) if edit.words[k].content]
    return places if len(places) >= FEWEST and any(edit.words[k].predicative for k in places) else []


def _of_the_text(word: Word, other: Word) -> bool:
    """Whether a word is one of the text in some form, or the opposite of one: what only resembles it is new."""
    return same(word, other) >= KNOWN_ALIKE or related(word, other)[1]


def _reasons(edit: Edit) -> list[tuple[int, int]]:
    """Return the stretches of an edit that give a reason, up to the next stop."""
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
