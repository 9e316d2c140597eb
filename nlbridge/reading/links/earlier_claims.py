"""Claims that were over before the sentence that is told ahead: *The bus broke down. The guests had eaten at six.*.

What was over before cannot be an effect: of 2,341 pairs of claims in our stories, of which one was so over before the
other, 45 are labelled as a link that no word signals.

Examples
--------
>>> text = "The bus broke down. The guests had eaten at six. They went home."
>>> earlier_claims(text, ((0, 18), (20, 47), (49, 63)))
{1: (0,)}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.language.meaning.sentences import in_simple_past, stated_as_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    Spans = Sequence[tuple[int, int]]

CLOSING: Final = "\"')]”’"
STOPS: Final = frozenset({".", "!", "?", "…"})


def earlier_claims(text: str, spans: Spans) -> dict[int, tuple[int, ...]]:
    """Return each claim that opens its sentence and was over before, with the claims before which it was.

    These are the claims of the last sentence before that does not tell what was over itself; its last claim is in the
    simple past.

    Parameters
    ----------
    spans
        Where each claim stands, in the order of the text.
    """
    found: dict[int, tuple[int, ...]] = {}
    reached: tuple[int, ...] = ()
    here, over = -1, False
    for k, (start, end) in enumerate(spans):
        begin = _sentence(text, start)
        if begin != here:
            here, over = begin, stated_as_over(text[begin:end].strip())
            if over and reached and in_simple_past(text[slice(*spans[reached[-1]])]):
                found[k] = reached
            reached = reached if over else ()
        if not over:
            reached = (*reached, k)
    return found


def _sentence(text: str, place: int) -> int:
    """Return where the sentence begins that a place is in."""
    at = place
    while at and not _breaks(text, at):
        at -= 1
    return at


def _breaks(text: str, at: int) -> bool:
    """Whether a sentence or a line ends before a place."""
    if text[at - 1] == "\n":
        return True
    return text[at - 1].isspace() and text[:at].rstrip().rstrip(CLOSING)[-1:] in STOPS
