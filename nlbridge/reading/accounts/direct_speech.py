"""Where a text gives somebody's words in quotation marks: saying it does not make it happen."""

from __future__ import annotations

import re
from typing import Final

from causalcore.scenario.scenario import Span

LEAST_WORDS: Final = 3
"""Words that direct speech has; fewer are a name or a term."""
_QUOTE: Final = re.compile(r"“([^“”]{2,600})”|(?<!\w)\"([^\"]{2,600})\"(?!\w)|«([^«»]{2,600})»")


def speeches(text: str) -> tuple[Span, ...]:
    """Return where direct speech stands, its marks included.

    A text that is one quotation from end to end is read as if nobody had quoted it.

    Examples
    --------
    >>> text = 'Ann said, "I missed the bus." The "Rose" left.'
    >>> [text[slice(*span)] for span in speeches(text)]
    ['"I missed the bus."']
    >>> speeches('"The pump failed, so the cellar flooded."')
    ()
    """
    found = [match for match in _QUOTE.finditer(text) if _spoken(text, match)]
    bare = text.strip()
    if len(found) == 1 and found[0].group() == bare:
        return ()
    return tuple(match.span() for match in found)


def _spoken(text: str, match: re.Match[str]) -> bool:
    """Whether a quotation is speech: a sentence of its own, or one that a comma or a colon sets off."""
    words = next(group for group in match.groups() if group is not None).strip()
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    set_off = words.endswith((",", ".", "!", "?", "…", "—", "–")) or before.endswith((",", ":")) or not before
    if len(words.split()) < LEAST_WORDS:
        return words.endswith((",", "!", "?")) or (words.endswith(".") and before.endswith((",", ":", ".", "?", "!")))
    return set_off or after.startswith((",", ";"))


def without_speech(text: str, spans: tuple[Span, ...]) -> str:
    """Return a text of the same length with blanks for direct speech, the stop that ends its sentence kept.

    Examples
    --------
    >>> without_speech('"Stop!" He ran.', ((0, 7),))
    '     !  He ran.'
    """
    for low, high in spans:
        last = text[high - 2]
        after = text[high:].lstrip()
        ends = last in ".!?…" and (
            not after or after[0].isupper() or after[0] in '“"«' or text[high : high + 1] == "\n"
        )
        kept = last if ends else " "
        text = text[:low] + " " * (high - low - 2) + kept + " " + text[high:]
    return text
