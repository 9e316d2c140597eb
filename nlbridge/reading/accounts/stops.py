"""A text parsed with full stops that it lacks, and read without them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from nlbridge.language.pipeline.analysis import words_of
from nlbridge.language.pipeline.words import Words

STOP: Final = " ."
"""What is put in: a blank first, so that the stop is none of an abbreviation (`4 Feb.`)."""


def words_with_stops(text: str, stops: Sequence[int], pipeline: str | None = None) -> Words:
    r"""Return the words of a text as if a full stop stood at each of some places; a stop has no width in the text.

    Parameters
    ----------
    stops
        Places in the text, in ascending order.

    Examples
    --------
    >>> words = words_with_stops("Pump seized\nLine stopped", [11])
    >>> words.forms, words.starts
    (('Pump', 'seized', '.', 'Line', 'stopped'), (0, 5, 11, 12, 17))
    """
    if not stops:
        return words_of(text, pipeline)
    pieces = [text[low:high] for low, high in zip((0, *stops), (*stops, len(text)), strict=True)]
    words = words_of(STOP.join(pieces), pipeline)
    placed = [stop + number * len(STOP) for number, stop in enumerate(stops)]

    def given(place: int) -> int:
        before = bisect_left(placed, place)
        return max(place - before * len(STOP), stops[before - 1] if before else 0)

    return replace(
        words,
        text=text,
        starts=tuple(given(start) for start in words.starts),
        ends=tuple(given(end) for end in words.ends),
    )
