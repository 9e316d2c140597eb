"""Chances of what an edit says of each claim of a text, and of the edit being valid under a what-if.

The text is the frame: each claim stands in it, and the network looks for what the edit makes of it. A text and an edit
that do not fit into the network together are read in stretches, the edit in pieces that overlap: a claim is told in the
piece that tells it most certainly. Of many pieces, a stretch is read beside those that share its rarer words, so that
the time grows with the length and not with its square.

Examples
--------
>>> text = "The pump failed, so the cellar flooded."
>>> scored = edit_scores("the pump not failed", "The pump held, so the cellar stayed dry.", text, ((0, 15), (20, 38)))
>>> [bool(altered > kept) for kept, altered, _ in scored.told]
[True, True]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np

from nlbridge.language.encoder.scores import LONGEST_EDIT, run, tokenizer, windows

KEPT, ALTERED, ABSENT, FITS = range(4)
CLASSES: Final = ("E1", "E2", "E3", "E4", "E5")
FRAME: Final = 12
"""Tokens that frame a what-if, an edit and a text."""
LEAST_ROOM: Final = 96
"""Tokens that are left to the text however long the edit is."""
MOST_BESIDE: Final = 4
"""Pieces of an edit that a stretch of the text is read beside: one place in order, or two, as pieces overlap."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EditScores:
    """What the network says of an edit.

    Shapes
    ------
    told : (claims, 3), chances that the edit keeps, alters, does not mention each claim; rows sum to 1
    fits : (claims,), chance that what the edit says of a claim suits the what-if
    classes : (5,), log-odds of the error classes E1 to E5

    Units
    -----
    told, fits : probability, before calibration
    valid, classes : log-odds, before calibration
    """

    told: Any
    fits: Any
    valid: float
    classes: Any


@lru_cache(maxsize=512)
def edit_scores(what_if: str, edit: str, text: str, spans: tuple[tuple[int, int], ...]) -> EditScores:
    """Score an edit of a text under a what-if, or under none (an empty one), which scores only what it tells.

    Parameters
    ----------
    spans
        Where each claim stands in the text.

    Units
    -----
    spans : characters
    """
    count = len(spans)
    if not count:
        return EditScores(told=np.zeros((0, 3)), fits=np.zeros(0), valid=0.0, classes=np.zeros(len(CLASSES)))
    best, verdicts = np.full((count, 4), np.nan), []
    for beside, first, last in _readings(what_if, edit, text, spans):
        low, high = _bounds(text, spans, first, last)
        inside = tuple((start - low, end - low) for start, end in spans[first:last])
        _, _, told, verdict = run(beside, text[low:high], inside, LONGEST_EDIT)
        here = slice(first, last)
        best[here] = np.where(_surer(told, best[here])[:, None], told, best[here])
        verdicts.append(verdict)
    verdict = np.mean(verdicts, axis=0)
    return EditScores(
        told=_softmax(best[:, :FITS]), fits=_sigmoid(best[:, FITS]), valid=float(verdict[0]), classes=verdict[1:]
    )


def _readings(what_if: str, edit: str, text: str, spans: tuple[tuple[int, int], ...]) -> Iterator[tuple[str, int, int]]:
    """Yield what the network reads together: a what-if with a piece of the edit, and the first and last + 1 claim."""
    pieces = _pieces(what_if, edit)
    besides = [f"{what_if}: {piece}" for piece in pieces]
    if len(pieces) <= MOST_BESIDE:
        for beside in besides:
            for first, last in _stretches(beside, text, spans):
                yield beside, first, last
        return
    tokens = [frozenset(_tokens(piece)) for piece in pieces]
    spread = Counter(token for some in tokens for token in some)
    for first, last in _stretches(max(besides, key=lambda beside: len(_tokens(beside))), text, spans):
        own = frozenset(_tokens(text[slice(*_bounds(text, spans, first, last))]))
        shared = [sum(1 / spread[token] for token in own & some) for some in tokens]
        for k in sorted(range(len(pieces)), key=lambda k: -shared[k])[:MOST_BESIDE]:
            yield besides[k], first, last


def _bounds(text: str, spans: tuple[tuple[int, int], ...], first: int, last: int) -> tuple[int, int]:
    """Return where a stretch of claims begins and ends, with the words around the first and the last of all."""
    low = 0 if first == 0 else spans[first][0]
    return low, len(text) if last == len(spans) else max(end for _, end in spans[first:last])


def _surer(told: Any, before: Any) -> Any:
    """Tell for which claims a stretch mentions them more certainly than those before it."""
    return np.isnan(before[:, ABSENT]) | (_softmax(told[:, :FITS])[:, ABSENT] < _softmax(before[:, :FITS])[:, ABSENT])


def _pieces(what_if: str, edit: str) -> tuple[str, ...]:
    """Cut an edit that leaves no room for the text into overlapping pieces."""
    room = LONGEST_EDIT - FRAME - 2 * LEAST_ROOM - len(_tokens(what_if))
    if len(edit) < room:
        return (edit,)
    sentences = [piece for piece in _sentences(edit) if piece.strip()]
    lengths = [len(_tokens(piece)) for piece in sentences]
    if sum(lengths) <= room:
        return (edit,)
    return tuple("".join(sentences[low:high]) for low, high in windows(lengths, max(room, 1)))


def _sentences(edit: str) -> list[str]:
    ends = [0, *(k + 1 for k, mark in enumerate(edit) if mark in ".!?\n"), len(edit)]
    return [edit[low:high] for low, high in pairwise(ends)]


def _stretches(beside: str, text: str, spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    room = LONGEST_EDIT - FRAME - len(_tokens(beside))
    if len(text) < room:
        return ((0, len(spans)),)
    bounds = [0, *(start for start, _ in spans[1:]), len(text)]
    lengths = [len(_tokens(text[a:b])) for a, b in pairwise(bounds)]
    if sum(lengths) <= room:
        return ((0, len(spans)),)
    return windows(lengths, max(room, LEAST_ROOM))


def _tokens(passage: str) -> list[int]:
    """Return what the network takes a passage for, with the marks that frame it."""
    ids: list[int] = tokenizer(LONGEST_EDIT).encode(passage, "").ids
    return ids


def _sigmoid(values: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def _softmax(values: Any) -> Any:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)
