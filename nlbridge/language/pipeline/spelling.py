"""Misspelt and shortened joining words, and what counts as a slip.

A joining word with one slip (`Becuase the dryer overheated`) or in shorthand (`the fuse went -> no heating`) would hide
how claims hang together, so it is read as meant. Other words of a text stay as they are: they may be names or terms of
a trade.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon.classes import word_pairs
from nlbridge.language.lexicon.connectives import SignalKind, inventory
from nlbridge.language.pipeline.dictionary import entry

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SHORT: Final = 4
"""Most letters of a word in which a wrong letter is no slip: `wifi` is not `wife`."""
LONG: Final = 7
"""Fewest letters of a joining word whose spelling is corrected."""
GOES_ON: Final = frozenset(",;&/'’")
"""Marks after which a sentence goes on, so that a capital may begin a name."""

SHORTHAND: Final = word_pairs("shorthand")
"""Short forms and signs with the joining words that they stand for."""
SIGNS: Final = "|".join(re.escape(sign) for sign in sorted(SHORTHAND) if not sign.isalpha())
"""A pattern for those of them that are no words."""
ARROWS: Final = frozenset(sign for sign, meant in SHORTHAND.items() if meant == "so")


def is_slip(word: str, meant: str) -> bool:
    """Return whether a word is another with one slip behind its first letter.

    Examples
    --------
    >>> is_slip("radoi", "radio"), is_slip("powr", "power"), is_slip("bakkery", "bakery"), is_slip("pallat", "pallet")
    (True, True, True, True)
    >>> is_slip("unreported", "reported"), is_slip("vlogger", "logger"), is_slip("wifi", "wife")
    (False, False, False)
    """
    if word[0] != meant[0] or abs(len(word) - len(meant)) > 1:
        return False
    shorter, longer = sorted((word, meant), key=len)
    if len(shorter) < len(longer):
        return any(longer[:k] + longer[k + 1 :] == shorter for k in range(len(longer)))
    wrong = [k for k, (one, other) in enumerate(zip(word, meant, strict=True)) if one != other]
    exchanged = len(wrong) == 2 and sorted(word) == sorted(meant) and wrong[1] == wrong[0] + 1
    return exchanged or (len(wrong) == 1 and len(word) > SHORT)


@lru_cache(maxsize=4096)
def joining_word(word: str) -> str | None:
    """Return the joining word that a lower-case word misspells or stands for; None if there is none.

    A joining word without its last letter may be another word, as `therefor` is to a lawyer.

    Examples
    --------
    >>> joining_word("becuase"), joining_word("altough"), joining_word("wherever"), joining_word("therefor")
    ('because', 'although', None, None)
    >>> joining_word("bc"), joining_word("->")
    ('because', 'so')
    """
    if word in SHORTHAND:
        return SHORTHAND[word]
    listed = _joining_words()
    if len(word) < LONG - 1 or word in listed:
        return None
    meant = [other for other in listed if is_slip(word, other) and not other.startswith(word)]
    return meant[0] if len(meant) == 1 and not entry(word) else None


def may_be_name(passage: str, start: int, end: int) -> bool:
    """Return whether the word [start, end) of a passage may be a name: it has a capital inside a sentence.

    A short form in capitals may be one anywhere: `BC` is also a province and an era.

    Examples
    --------
    >>> may_be_name("Anna, Dispite and Lee left.", 6, 13), may_be_name("It rained. Dispite this, we left.", 11, 18)
    (True, False)
    """
    word, before = passage[start:end], passage[:start].rstrip(" ")[-1:]
    if word.isupper() and word.lower() in SHORTHAND:
        return True
    titled = word != word.lower() and not word.isupper()
    return titled and (before.isalnum() or before in GOES_ON)


def meant(passage: str, start: int, end: int) -> str | None:
    """Return the joining word that the word [start, end) of a passage misspells or stands for; None if there is none.

    Examples
    --------
    >>> meant("It rained, becuase it was May.", 11, 18), meant("It rained in May.", 3, 9)
    ('because', None)
    """
    joining = joining_word(passage[start:end].lower())
    return None if joining is None or may_be_name(passage, start, end) else joining


def with_meant_norms(doc: Doc) -> Doc:
    """Give the tagger the right spelling of misspelt joining words."""
    text = doc.text
    for token in doc:
        joining = meant(text, token.idx, token.idx + len(token.text))
        if joining is not None:
            token.norm_ = joining
    return doc


def in_lower_case(tokens: Iterable[Token]) -> tuple[str, ...]:
    """Return words as meant, in lower case with plain apostrophes: the end of `didnt` as that of `didn't`."""
    every = tuple(tokens)
    text = every[0].doc.text if every else ""  # spaCy joins it anew at each call
    return tuple(_lower(token, text) for token in every)


def _lower(token: Token, text: str) -> str:
    lower = meant(text, token.idx, token.idx + len(token.text)) or token.lower_.replace("’", "'")
    return "n't" if lower == "nt" and token.i and not token.nbor(-1).whitespace_ else lower


@cache
def _joining_words() -> frozenset[str]:
    joining = (signal for signal in inventory() if signal.kind not in {SignalKind.VERB, SignalKind.BARRIER})
    return frozenset(signal.words[0] for signal in joining if len(signal.words) == 1 and len(signal.words[0]) >= LONG)
