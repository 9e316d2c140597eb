"""A long text in stretches that the network can read, and the scores put together again.

Examples
--------
>>> windows((100, 100, 100), most=220)
((0, 2), (1, 3))
"""

from __future__ import annotations

from collections.abc import Sequence


def windows(lengths: Sequence[int], most: int) -> tuple[tuple[int, int], ...]:
    """Cut claims into overlapping stretches [first, last + 1) of at most `most` tokens.

    Parameters
    ----------
    lengths
        Tokens from the start of each claim to the start of the next.

    Units
    -----
    lengths, most : tokens
    """
    found: list[tuple[int, int]] = []
    first = 0
    while True:
        last, held = first, 0
        while last < len(lengths) and (held + lengths[last] <= most or last == first):
            held += lengths[last]
            last += 1
        found.append((first, last))
        if last >= len(lengths):
            return tuple(found)
        step = first + max(1, (last - first) // 2)
        first = step
