"""Probabilities from trained networks: links, what a what-if sets and changes, what an edit says about each claim.

The reader scores a text given a what-if; the editor scores an edit of that text. Each is an int8 ONNX file that
onnxruntime runs on one CPU thread, so answers do not depend on the number of cores. Each text is a batch of its own, so
answers do not depend on other requests. Both share one file of embeddings. `research.training.encoder` trains them.

A network reads a text that is too long in overlapping stretches, and a long edit in overlapping pieces. For each claim,
the piece counts that mentions it most certainly. If there are many pieces, a stretch is paired only with those that
share its rarer words, so time grows linearly with length, not quadratically.

Shapes
------
links : (claims, claims, 7), log-odds of a link from row to column, of a positive sign, of four strengths, and that a
    change of the row's claim changes the column's
read : (claims, 2), log-odds that the what-if sets the claim, and that the claim changes
told : (claims, 4), logits that an edit keeps, alters or omits a claim; log-odds that this fits the what-if
verdict : (6,), log-odds that an edit is valid, and of the error classes E1 to E5

Examples
--------
>>> text, spans = "The pump failed, so the cellar flooded.", ((0, 15), (20, 38))
>>> [place for place, chance in enumerate(scores("the pump not failed", text, spans).sets) if chance > 0.5]
[0]
>>> scored = edit_scores("the pump not failed", "The pump held, so the cellar stayed dry.", text, spans)
>>> [bool(altered > kept) for kept, altered, _ in scored.told]
[True, True]
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

FOLDER: Final = Path(__file__).parents[1] / "encoder_weights"
SLOW: Final = ["SkipLayerNormFusion"]
"""Optimizations of onnxruntime that slow the graph down (by 7 % with 1.20 on AVX2)."""
EXACT: Final = "session.x64quantprecision"
"""Option against 16-bit overflow on processors without VNNI, which moves a probability by 0.03 on average, at most 0.6.
It makes such processors a sixth slower, others not at all."""
SILENCE: Final = "ORT_DISABLE_TELEMETRY"
"""Environment variable that turns off onnxruntime's telemetry; always overwritten here."""
STRENGTHS: Final = ("necessary", "sufficient", "contributing", "possible")
REACH: Final = 2 + len(STRENGTHS)
CHANNELS: Final = REACH + 1
"""The reader's outputs for a pair of claims: a link, its sign, its strengths, and last whether a change passes on."""
KEPT, ALTERED, ABSENT, FITS = range(4)
CLASSES: Final = ("E1", "E2", "E3", "E4", "E5")
MOST_BESIDE: Final = 4
"""Pieces of an edit that a stretch of the text is paired with at most: as pieces overlap, one or two passages."""

Spans = tuple[tuple[int, int], ...]


class Room(NamedTuple):
    """A network's name, its window in tokens, the tokens that frame the texts, and the fewest left for the text."""

    network: str
    longest: int
    frame: int
    least: int


READING: Final = Room("reader", longest=256, frame=8, least=1)
JUDGING: Final = Room("editor", longest=512, frame=12, least=96)


class Stretch(NamedTuple):
    """Claims [first, last) of a text and the characters [low, high) that contain them."""

    first: int
    last: int
    low: int
    high: int

    def inside(self, spans: Spans) -> Spans:
        """Return the spans of the claims within the stretch."""
        return tuple((start - self.low, end - self.low) for start, end in spans[self.first : self.last])


@lru_cache(maxsize=2)
def tokenizer(longest: int) -> Any:
    """Load the tokenizer, which truncates to `longest` tokens."""
    from tokenizers import Tokenizer

    loaded = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    loaded.enable_truncation(longest)
    loaded.no_padding()
    return loaded


def runtime() -> Any:
    """Load onnxruntime without its telemetry; nothing else in the project imports it.

    Since 1.29 its Linux builds write a device id to the user's cache folder and send events over the network unless
    this variable is set before import. Its own switch helps if other code has imported it already.
    """
    os.environ[SILENCE] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


@lru_cache(maxsize=2)
def _network(name: str) -> Any:
    library = runtime()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry(EXACT, "1")
    path = str(FOLDER / f"{name}.onnx")
    return library.InferenceSession(path, options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOW)


def run(beside: str, text: str, spans: Sequence[tuple[int, int]], room: Room) -> tuple[Any, Any]:
    """Score the claims of a text that fits into one window.

    Parameters
    ----------
    beside
        The what-if that the network reads with the text, or a what-if and an edit.

    Returns
    -------
    tuple
        `links` and `read` from the reader, or `told` and `verdict` from the editor; shapes as in the module
    """
    coded = tokenizer(room.longest).encode(beside, text)
    count, size = len(spans), len(coded.ids)
    means, firsts, befores = (np.zeros((1, count, size), dtype=np.float32) for _ in range(3))
    owners = coded.sequence_ids
    places = [(t, *offset) for t, offset in enumerate(coded.offsets) if owners[t] == 1]
    for k, (low, high) in enumerate(spans):
        inside = [t for t, start, end in places if start < high and end > low]
        if inside:
            means[0, k, inside] = 1 / len(inside)
            firsts[0, k, inside[0]] = befores[0, k, inside[0] - 1] = 1
    row = {"ids": coded.ids, "kinds": coded.type_ids, "mask": coded.attention_mask}
    inputs: dict[str, Any] = {name: np.array([values], dtype=np.int64) for name, values in row.items()}
    inputs |= {"means": means, "firsts": firsts, "befores": befores}
    if room is READING:
        first = [t for t in range(1, size) if owners[t] == 0] or [0]
        inputs["asked"] = np.zeros((1, size), dtype=np.float32)
        inputs["asked"][0, first] = 1 / len(first)
    first_output, second_output = _network(room.network).run(None, inputs)
    return first_output[0], second_output[0]


def windows(lengths: Sequence[int], most: int) -> tuple[tuple[int, int], ...]:
    """Split claims into overlapping stretches [first, last + 1) of at most `most` tokens; one claim may exceed that.

    Parameters
    ----------
    lengths
        Tokens from the start of each claim to the start of the next.
    """
    stretches: list[tuple[int, int]] = []
    first = last = 0
    while last < len(lengths):
        last, size = first, 0
        while last < len(lengths) and (size + lengths[last] <= most or last == first):
            size += lengths[last]
            last += 1
        stretches.append((first, last))
        first += max(1, (last - first) // 2)
    return tuple(stretches)


def _stretches(beside: str, text: str, spans: Spans, room: Room) -> Iterator[Stretch]:
    """Yield the stretches in which the network reads a text together with `beside`."""
    count, left = len(spans), room.longest - room.frame - len(_tokens(beside, room))
    bounds: Spans = ((0, count),)
    if len(text) >= left:
        starts = [0, *(start for start, _ in spans[1:]), len(text)]
        bounds = windows([len(_tokens(text[a:b], room)) for a, b in pairwise(starts)], max(left, room.least))
    for first, last in bounds:
        low = 0 if first == 0 else spans[first][0]
        high = len(text) if last == count else max(end for _, end in spans[first:last])
        yield Stretch(first=first, last=last, low=low, high=high)


def _tokens(passage: str, room: Room) -> list[int]:
    """Return the token ids of a passage, with the special tokens around it."""
    ids: list[int] = tokenizer(room.longest).encode(passage, "").ids
    return ids


def _sigmoid(values: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def _softmax(values: Any) -> Any:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """The network's scores for the claims of a text.

    Shapes
    ------
    links, promotes : (claims, claims), row causes column
    strengths : (claims, claims, 4), in the order of `STRENGTHS`
    reaches : (claims, claims), that a change of the row's claim changes the column's, over one link or several
    sets : (claims,), 1 minus their sum is the probability that the what-if sets no claim
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
def scores(what_if: str, text: str, spans: Spans) -> Scores:
    """Score the claims of a text given a what-if, which may be empty.

    A pair of claims gets the mean over the stretches that contain both; without such a stretch it has no link.

    Parameters
    ----------
    spans
        The span of each claim in characters, in text order.
    """
    count = len(spans)
    pairs, claims = np.zeros((count, count, CHANNELS)), np.zeros((count, 2))
    stretches, readings = np.zeros((count, count)), np.zeros((count, 1))
    for stretch in _stretches(what_if, text, spans, READING) if spans else ():
        pair_logits, claim_logits = run(what_if, text[stretch.low : stretch.high], stretch.inside(spans), READING)
        here = slice(stretch.first, stretch.last)
        pairs[here, here] += pair_logits
        stretches[here, here] += 1
        claims[here] += claim_logits
        readings[here] += 1
    claims /= np.maximum(readings, 1)
    sets_or_none = np.concatenate([claims[:, 0], [0.0]])  # last: the what-if sets no claim
    return Scores(**_of_pairs(pairs, stretches), sets=_softmax(sets_or_none)[:-1], changed=_sigmoid(claims[:, 1]))


def _of_pairs(sums: Any, seen: Any) -> dict[str, Any]:
    """Return the probabilities of pairs of claims, computed only for pairs that share a stretch.

    Shapes
    ------
    sums : (claims, claims, 7), log-odds summed over stretches
    seen : (claims, claims), number of stretches
    """
    here = seen > 0
    logits = sums[here] / seen[here][:, None]
    apart = 1.0 - np.eye(len(seen))[here]
    links, reaches, promotes = np.zeros(seen.shape), np.zeros(seen.shape), np.full(seen.shape, 0.5)
    strengths = np.full((*seen.shape, len(STRENGTHS)), 1 / len(STRENGTHS))
    links[here], reaches[here] = _sigmoid(logits[:, 0]) * apart, _sigmoid(logits[:, REACH]) * apart
    promotes[here], strengths[here] = _sigmoid(logits[:, 1]), _softmax(logits[:, 2:REACH])
    return {"links": links, "promotes": promotes, "strengths": strengths, "reaches": reaches}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EditScores:
    """The network's scores for an edit.

    Shapes
    ------
    told : (claims, 3), probabilities that the edit keeps, alters or omits each claim; rows sum to 1
    fits : (claims,), probability that what the edit says about a claim fits the what-if
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
def edit_scores(what_if: str, edit: str, text: str, spans: Spans) -> EditScores:
    """Score an edit of a text under a what-if; an empty what-if scores only what the edit says.

    Parameters
    ----------
    spans
        The span of each claim in the text, in characters.
    """
    count = len(spans)
    if not count:
        return EditScores(told=np.zeros((0, 3)), fits=np.zeros(0), valid=0.0, classes=np.zeros(len(CLASSES)))
    best, verdicts = np.full((count, 4), np.nan), []
    for beside, stretch in _readings(what_if, edit, text, spans):
        claim_logits, verdict = run(beside, text[stretch.low : stretch.high], stretch.inside(spans), JUDGING)
        here = slice(stretch.first, stretch.last)
        absent, before = (_softmax(logits[:, :FITS])[:, ABSENT] for logits in (claim_logits, best[here]))
        best[here] = np.where((np.isnan(before) | (absent < before))[:, None], claim_logits, best[here])
        verdicts.append(verdict)
    verdict = np.mean(verdicts, axis=0)
    return EditScores(
        told=_softmax(best[:, :FITS]), fits=_sigmoid(best[:, FITS]), valid=float(verdict[0]), classes=verdict[1:]
    )


def _readings(what_if: str, edit: str, text: str, spans: Spans) -> Iterator[tuple[str, Stretch]]:
    """Yield the pairs that the network reads: a what-if with a piece of the edit, and a stretch of the text."""
    pieces = _pieces(what_if, edit)
    besides = [f"{what_if}: {piece}" for piece in pieces]
    if len(pieces) <= MOST_BESIDE:
        yield from ((beside, stretch) for beside in besides for stretch in _stretches(beside, text, spans, JUDGING))
        return
    tokens = [frozenset(_tokens(piece, JUDGING)) for piece in pieces]
    piece_counts = Counter(token for piece_tokens in tokens for token in piece_tokens)
    longest = max(besides, key=lambda beside: len(_tokens(beside, JUDGING)))
    for stretch in _stretches(longest, text, spans, JUDGING):
        own_tokens = frozenset(_tokens(text[stretch.low : stretch.high], JUDGING))
        overlap = [sum(1 / piece_counts[token] for token in own_tokens & piece_tokens) for piece_tokens in tokens]
        for k in sorted(range(len(pieces)), key=lambda k: -overlap[k])[:MOST_BESIDE]:
            yield besides[k], stretch


def _pieces(what_if: str, edit: str) -> tuple[str, ...]:
    """Split an edit that leaves no room for the text into overlapping pieces."""
    room = JUDGING.longest - JUDGING.frame - 2 * JUDGING.least - len(_tokens(what_if, JUDGING))
    if len(edit) < room:
        return (edit,)
    ends = [0, *(k + 1 for k, mark in enumerate(edit) if mark in ".!?\n"), len(edit)]
    sentences = [edit[low:high] for low, high in pairwise(ends) if edit[low:high].strip()]
    lengths = [len(_tokens(sentence, JUDGING)) for sentence in sentences]
    if len(sentences) < 2 or sum(lengths) <= room:
        return (edit,)
    return tuple("".join(sentences[low:high]) for low, high in windows(lengths, max(room, 1)))
