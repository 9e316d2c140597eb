"""Finds verbatim quotes in a text.

White space, the shape of quotation marks and dashes, composed and decomposed letters, and invisible characters may
differ, since models rewrite them unasked; nothing else may.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from nlbridge.language.disguise import invisible, seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from causalcore.scenario.scenario import Span

_SHAPES: Final = ("'’‘\u201a\u201b\u02bc\u2032`\u00b4", '"“”„‟«»\u2033', "-–\u2014\u2011\u2010")
_JOINS: Final = range(0x1160, 0x1200)
"""Vowels and final consonants of Korean syllables, which compose although they are no combining marks."""
_SHOWN: Final = 80


def places(quote: str, text: str) -> tuple[Span, ...]:
    r"""Return the span of every occurrence of `quote` in `text` as whole words.

    Examples
    --------
    >>> places("so", "The soap ran out, so he stopped, so to say.")
    ((18, 20), (33, 35))
    >>> places("the ship’s  bell", "They rang the ship's bell.")
    ((10, 25),)
    >>> places("the vases", "They sold the va\u00adses.")
    ((10, 20),)
    >>> places("the caf\u00e9 closed", "Then the cafe\u0301 closed.")
    ((5, 21),)
    """
    composed, spans = _composed(text)
    words = unicodedata.normalize("NFC", seen(quote)).split()
    if not words or sum(map(len, words)) > len(composed):
        return ()
    between = _unseen_in(composed)
    body = rf"\s+{between}".join(between.join(_shape(character) for character in word) for word in words)
    before = r"(?<!\w)" if _in_word(words[0][0]) else ""
    after = r"(?!\w)" if _in_word(words[-1][-1]) else ""
    matches = tuple(_whole_letters(re.compile(before + body + after), composed))
    return tuple((spans[start][0], spans[end - 1][1]) for start, end in matches) if spans else matches


def _whole_letters(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Yield the spans that match and do not end within a letter, before its combining marks."""
    start = 0
    while match := pattern.search(text, start):
        cut = unicodedata.combining(text[match.end() : match.end() + 1] or " ")
        start = match.start() + 1 if cut else match.end()
        if not cut:
            yield match.span()


def _in_word(character: str) -> bool:
    return character.isalnum() or bool(unicodedata.combining(character))


def _composed(text: str) -> tuple[str, list[Span]]:
    """Return a text in normal form C (Unicode Annex 15), with each character's original span unless it is unchanged."""
    if unicodedata.is_normalized("NFC", text):
        return text, []
    starts = [k for k, c in enumerate(text) if not k or not (unicodedata.combining(c) or ord(c) in _JOINS)]
    pieces = zip(starts, [*starts[1:], len(text)], strict=True)
    letters = [(c, (start, end)) for start, end in pieces for c in unicodedata.normalize("NFC", text[start:end])]
    return "".join(c for c, _ in letters), [span for _, span in letters]


def standing(quote: str, text: str) -> str:
    """Return the words of `text` that match a quote, or an empty string; outer marks and initial case may differ.

    Examples
    --------
    >>> standing("the bell rang.", "The bell rang, and all came.")
    'The bell rang'
    """
    bare = quote.strip().strip(".,;:!?\"'“”‘’ ")
    for form in (bare, bare[:1].swapcase() + bare[1:]):
        if spans := places(form, text):
            return text[slice(*spans[0])]
    return ""


def only_place(quote: str, text: str, *, of: str, inside: str = "the text") -> Span:
    """Return the span of a quote that occurs exactly once.

    Parameters
    ----------
    of
        What the quote is of, for the message.

    Raises
    ------
    ValueError
        If it does not occur, or occurs more than once.
    """
    spans = places(quote, text)
    if not spans:
        message = f"expected the quote of {of} to stand word for word in {inside}, got {shown(quote)}; copy it exactly"
        raise ValueError(message)
    if len(spans) > 1:
        message = (
            f"expected the quote of {of} to stand once in {inside}, got {shown(quote)}, which stands {len(spans)} "
            "times; quote more words"
        )
        raise ValueError(message)
    return spans[0]


def shown(words: str) -> str:
    """Return words quoted for a message, shortened if they are long."""
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 3] + "...")


def _unseen_in(text: str) -> str:
    """Return a pattern for the invisible characters of a text; empty if it has none."""
    unseen = "" if text.isascii() else "".join(dict.fromkeys(filter(invisible, text)))
    return f"[{re.escape(unseen)}]*" if unseen else ""


def _shape(character: str) -> str:
    for shapes in _SHAPES:
        if character in shapes:
            return f"[{re.escape(shapes)}]"
    return re.escape(character)
