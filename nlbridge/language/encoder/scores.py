"""Chances of links, of what a what-if sets, and of what changes, for the claims of a text.

The network is an int8 ONNX file run by onnxruntime on the processor, one thread, so that answers do not depend on the
machine's cores; each text is run in a batch of its own, so that they do not depend on what is asked beside it. How it
was trained: `research.training.encoder`.

Shapes
------
links : (claims, claims, 7), log-odds of a link from row to column, of its sign being plus, of four strengths, and of a
    change of the row's claim reaching the column's
read : (claims, 2), log-odds of being set by the what-if, and of changing
told : (claims, 4), logits of an edit keeping, altering and not mentioning a claim; log-odds that this suits the what-if
verdict : (6,), log-odds of an edit being valid, and of the error classes E1 to E5

Examples
--------
>>> text = "The pump failed, so the cellar flooded. Meanwhile, snow fell."
>>> found = scores("the pump not failed", text, ((0, 15), (20, 38), (51, 60)))
>>> [place for place, chance in enumerate(found.sets) if chance > 0.5]
[0]
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence


FOLDER: Final = Path(__file__).parents[1] / "encoder_weights"
LONGEST: Final = 256
"""Tokens of what-if and text together; longer texts are read in windows."""
LONGEST_EDIT: Final = 512
"""Tokens of what-if, edit and text together; longer ones are judged in windows."""

SLOW: Final = ["SkipLayerNormFusion"]
"""What onnxruntime would make of the graph and what runs slower than the graph as it is (1.20, AVX2: by 7 %)."""


SILENCE: Final = "ORT_DISABLE_TELEMETRY"
"""Environment variable that keeps onnxruntime from sending anything; set here whatever it was."""


@lru_cache(maxsize=2)
def tokenizer(longest: int = LONGEST) -> Any:
    """Load the tokenizer, which cuts off what is longer than `longest` tokens."""
    from tokenizers import Tokenizer

    loaded = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    loaded.enable_truncation(longest)
    loaded.no_padding()
    return loaded


def runtime() -> Any:
    """Load onnxruntime without its telemetry; nothing else of the project imports it.

    From 1.29 on, its builds for Linux write a device id into the user's cache folder and send events to another machine
    unless this variable is set before it is loaded. Its own switch helps where somebody else loaded it before.
    """
    os.environ[SILENCE] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


@lru_cache(maxsize=1)
def _network() -> Any:
    library = runtime()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    path = str(FOLDER / "reader.onnx")
    return library.InferenceSession(path, options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOW)


def run(beside: str, text: str, spans: Sequence[tuple[int, int]], longest: int = LONGEST) -> tuple[Any, ...]:
    """Score the claims of a text that fits into one window; see the module for shapes.

    Parameters
    ----------
    beside
        What the network reads the text beside: a what-if, or a what-if and an edit.

    Returns
    -------
    tuple
        links, read, told, verdict
    """
    coded = tokenizer(longest).encode(beside, text)
    count, size = len(spans), len(coded.ids)
    means, firsts, befores = (np.zeros((1, count, size), dtype=np.float32) for _ in range(3))
    owners = coded.sequence_ids
    places = [(t, *offset) for t, offset in enumerate(coded.offsets) if owners[t] == 1]
    for k, (low, high) in enumerate(spans):
        inside = [t for t, start, end in places if start < high and end > low]
        if inside:
            means[0, k, inside] = 1 / len(inside)
            firsts[0, k, inside[0]] = befores[0, k, inside[0] - 1] = 1
    first = [t for t in range(1, size) if owners[t] == 0] or [0]
    asked = np.zeros((1, size), dtype=np.float32)
    asked[0, first] = 1 / len(first)
    row = {"ids": coded.ids, "kinds": coded.type_ids, "mask": coded.attention_mask}
    inputs: dict[str, Any] = {name: np.array([values], dtype=np.int64) for name, values in row.items()}
    inputs |= {"means": means, "firsts": firsts, "befores": befores, "asked": asked}
    return tuple(scored[0] for scored in _network().run(None, inputs))


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
