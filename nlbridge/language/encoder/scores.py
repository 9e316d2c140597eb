"""Chances of links, of what a what-if sets, and of what changes, for the claims of a text.

Examples
--------
>>> text = "The pump failed, so the cellar flooded. Meanwhile, snow fell."
>>> found = scores("the pump not failed", text, ((0, 15), (20, 38), (51, 60)))
>>> [place for place, chance in enumerate(found.sets) if chance > 0.5]
[0]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np

from nlbridge.language.encoder.session import LONGEST, run, tokenizer
from nlbridge.language.encoder.windows import windows

STRENGTHS: Final = ("necessary", "sufficient", "contributing", "possible")
REACH: Final = 2 + len(STRENGTHS)
CHANNELS: Final = REACH + 1
"""What the network says of a pair of claims: a link, its sign, its strength, and reach, which is the last."""
BESIDE: Final = 8
"""Tokens that frame a what-if and a text."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """What the network says of the claims of a text.

    Shapes
    ------
    links, promotes : (claims, claims), row causes column
    strengths : (claims, claims, 4), in the order of `STRENGTHS`
    reaches : (claims, claims), that a change of the row's claim changes the column's, by one link or many
    sets : (claims,), what is missing to 1 is the chance that the what-if sets none of them
    changed : (claims,)

    Units
    -----
    all : probability, before calibration
    """

    links: Any
    promotes: Any
    strengths: Any
    reaches: Any
    sets: Any
    changed: Any


@lru_cache(maxsize=512)
def scores(what_if: str, text: str, spans: tuple[tuple[int, int], ...]) -> Scores:
    """Score the claims of a text, beside a what-if or beside none (an empty one).

    A text that is longer than the network reads is read in overlapping windows: a pair of claims has the mean of the
    windows that hold both, and no link where none does.

    Parameters
    ----------
    spans
        Where each claim stands in the text, in the order of the text.

    Units
    -----
    spans : characters
    """
    count = len(spans)
    pairs, claims = np.zeros((count, count, CHANNELS)), np.zeros((count, 2))
    seen, told = np.zeros((count, count, 1)), np.zeros((count, 1))
    for first, last in _stretches(what_if, text, spans):
        low = 0 if first == 0 else spans[first][0]
        high = len(text) if last == count else max(end for _, end in spans[first:last])
        inside = tuple((start - low, end - low) for start, end in spans[first:last])
        found, own, *_ = run(what_if, text[low:high], inside)
        here = slice(first, last)
        pairs[here, here] += found
        seen[here, here] += 1
        claims[here] += own
        told[here] += 1
    pairs /= np.maximum(seen, 1)
    claims /= np.maximum(told, 1)
    chances = _sigmoid(pairs)
    apart = ~np.eye(count, dtype=bool) & (seen[..., 0] > 0)
    return Scores(
        links=chances[..., 0] * apart,
        promotes=chances[..., 1],
        strengths=_softmax(pairs[..., 2:REACH]),
        reaches=chances[..., REACH] * apart,
        sets=_one_or_none(claims[:, 0]),
        changed=_sigmoid(claims[:, 1]),
    )


def _stretches(what_if: str, text: str, spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    if not spans:
        return ()
    room = LONGEST - len(tokenizer().encode(what_if, "").ids) - BESIDE
    if len(text) < room:
        return ((0, len(spans)),)
    bounds = [0, *(start for start, _ in spans[1:]), len(text)]
    pieces = (text[a:b] for a, b in pairwise(bounds))
    return windows([len(tokenizer().encode("", piece).ids) for piece in pieces], max(room, 1))


def _sigmoid(values: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def _one_or_none(scores_of: Any) -> Any:
    """Return the chance of each claim to be the one that is set, where none of them scores 0."""
    return _softmax(np.concatenate([scores_of, [0.0]]))[:-1]


def _softmax(values: Any) -> Any:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)
