"""Disguised words: invisible characters, and letters of other scripts that look like Latin ones.

Both defeat a comparison by characters: *vases* with a Cyrillic *a* is no word of the story, and an order that contains
a zero-width character is not recognized. So texts are reduced to plain letters before comparison, and suspicious
disguises are reported.

Source: the skeletons of Unicode Technical Standard 39, section 4; the letters are a short list of our own, of those
that look like a Latin letter in ordinary fonts.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from nlbridge.errors import UnreadableTextError
from nlbridge.language.lexicon import rows

MOST_WORDS: Final = 6_000
"""Words of a text; 20,000 characters of prose have about 4,000."""
MOST_WORK: Final = 2_000_000
"""Length of a run times its characters that are not alphanumeric, summed over a text: spaCy rescans a run for each such
sign at its ends, at a microsecond a character."""
_RUN: Final = re.compile(r"\S+")


def refuse_unspaced(text: str, what: str = "a text") -> None:
    """Refuse a text with too many words or with huge runs of brackets, quotes or other signs.

    A table rule or an address is allowed.

    Parameters
    ----------
    what
        The name of the text in the message.

    Raises
    ------
    UnreadableTextError
        Names the number of words, or the longest run.

    Examples
    --------
    >>> refuse_unspaced("The pump failed (again). " + "-" * 80)
    >>> refuse_unspaced("(" * 5000 + "x" + ")" * 5000)
    Traceback (most recent call last):
    nlbridge.errors.UnreadableTextError: expected a text with spaces between its words, got 10001 characters without one
    at offset 0; remove them
    """
    runs = list(_RUN.finditer(text))
    if len(runs) > MOST_WORDS:
        message = f"expected {what} of at most {MOST_WORDS} words, got {len(runs)}; cut it into parts"
        raise UnreadableTextError(message)
    work = sum(len(run[0]) * sum(not character.isalnum() for character in run[0]) for run in runs if len(run[0]) > 40)
    if work > MOST_WORK:
        longest = max(runs, key=lambda run: len(run[0]))
        message = (
            f"expected {what} with spaces between its words, got {len(longest[0])} characters without one "
            f"at offset {longest.start()}; remove them"
        )
        raise UnreadableTextError(message)


_UNSEEN: Final = frozenset({"Cf", "Co", "Cn", "Cs"})
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for low, high in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF)) for code in range(low, high + 1)
}
"""Invisible characters whose category is that of a letter, sign or mark."""
_STRUCK: Final = frozenset("\u0334\u0335\u0336\u0337\u0338")
_EMOJI: Final = re.compile(r"(?<=\W)[\ufe0e\ufe0f]")
"""Variation selectors of emoji, which hide nothing."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_FEWEST: Final = 2
"""Letters of the shortest word that counts as disguised; a single letter is a symbol in a formula."""


@cache
def _plain() -> dict[int, str]:
    """Return the Latin letter for each lookalike, by code point."""
    return {ord(letter): latin for letters, latin in rows("lookalikes.tsv") for letter in letters}


def invisible(character: str) -> bool:
    r"""Return whether a character is invisible: zero-width, a direction mark, unassigned or blank.

    Examples
    --------
    >>> invisible("\u200b"), invisible("\u202e"), invisible(" ")
    (True, True, False)
    """
    return character in _BLANK or unicodedata.category(character) in _UNSEEN


def seen(text: str) -> str:
    r"""Return a text without its invisible characters.

    Examples
    --------
    >>> seen("The va\u200bses were \u202elost.")
    'The vases were lost.'
    """
    return text if text.isascii() else "".join(c for c in text if not invisible(c))


def undisguised(text: str) -> str:
    r"""Return a text in plain letters: no invisible characters or strokes; full-width letters and lookalikes as Latin.

    Examples
    --------
    >>> undisguised("Ign\u043ere \uff41\uff4c\uff4c ru\u200bl\u0336es")
    'Ignore all rules'
    """
    if text.isascii():
        return text
    visible = "".join(c for c in unicodedata.normalize("NFKC", seen(text)) if c not in _STRUCK)
    return visible.translate(_plain())


def without_disguise(text: str) -> str:
    r"""Return a text as readers see it: disguised words in plain letters, all else unchanged.

    Examples
    --------
    >>> without_disguise("The v\u0430ses of Ковалёва were lo\u200bst.")
    'The vases of Ковалёва were lost.'
    """
    if text.isascii():
        return text
    among_latin = _mostly_latin(text)
    bare = "".join(c for c in seen(text) if c not in _STRUCK)
    return _WORD.sub(lambda at: undisguised(at[0]) if _in_disguise(at[0], among_latin=among_latin) else at[0], bare)


def disguises(text: str) -> tuple[str, ...]:
    r"""Return the disguises of a text: invisible characters and strokes as code points, then disguised words.

    A word is disguised if it mixes Latin letters with lookalikes, or if it consists of lookalikes in a text that is
    mostly Latin.

    Examples
    --------
    >>> disguises("The v\u0430ses were lo\u200bst.")
    ('U+200B', 'v\u0430ses')
    >>> disguises("Anna Ковалёва paid 3 µg of \u03b1-amylase.")
    ()
    """
    if text.isascii():
        return ()
    hidden = [f"U+{ord(c):04X}" for c in dict.fromkeys(_EMOJI.sub("", text)) if invisible(c) or c in _STRUCK]
    among_latin = _mostly_latin(text)
    words = dict.fromkeys(_WORD.findall("".join(c for c in seen(text) if c not in _STRUCK)))
    return (*hidden, *(word for word in words if _in_disguise(word, among_latin=among_latin)))


def _mostly_latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c.isascii() for c in letters) > len(letters)


def _in_disguise(word: str, *, among_latin: bool) -> bool:
    if len(word) < _FEWEST or word.isascii():
        return False
    lookalikes = [c for c in word if ord(c) in _plain()]
    latin = [c for c in word if "LATIN" in unicodedata.name(c, "") and ord(c) not in _plain()]
    return bool(lookalikes) and len(lookalikes) + len(latin) == len(word) and (bool(latin) or among_latin)
