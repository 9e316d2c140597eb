"""Chances that trained networks give: of links, of what a what-if sets and changes, of what an edit says of claims.

The reader scores a text beside a what-if, the editor an edit of it. Each is an int8 ONNX file run by onnxruntime on the
processor, one thread, so that answers do not depend on the machine's cores; each text is run in a batch of its own, so
that they do not depend on what is asked beside it. Both share their word embeddings, in a file of its own. How they
were trained: `research.training.encoder`.

A text that is longer than a network reads is read in stretches that overlap. So is a long edit: a claim is told in
the piece that tells it most certainly. Of many pieces, a stretch is read beside those that share its rarer words, so
that the time grows with the length and not with its square.

Shapes
------
links : (claims, claims, 7), log-odds of a link from row to column, of its sign being plus, of four strengths, and of a
    change of the row's claim reaching the column's
read : (claims, 2), log-odds of being set by the what-if, and of changing
told : (claims, 4), logits of an edit keeping, altering and not mentioning a claim; log-odds that this suits the what-if
verdict : (6,), log-odds of an edit being valid, and of the error classes E1 to E5

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
"""What onnxruntime would make of the graph and what runs slower than the graph as it is (1.20, AVX2: by 7 %)."""
EXACT: Final = "session.x64quantprecision"
"""Option that keeps a processor without VNNI from adding products of weights in 16 bits, which overflow there and move
a chance by 0.03 in the mean, by 0.6 at most. It costs such a processor a sixth of the speed, others nothing."""
SILENCE: Final = "ORT_DISABLE_TELEMETRY"
"""Environment variable that keeps onnxruntime from sending anything; set here whatever it was."""
STRENGTHS: Final = ("necessary", "sufficient", "contributing", "possible")
REACH: Final = 2 + len(STRENGTHS)
CHANNELS: Final = REACH + 1
"""What the reader says of a pair of claims: a link, its sign, its strength, and reach, which is the last."""
KEPT, ALTERED, ABSENT, FITS = range(4)
CLASSES: Final = ("E1", "E2", "E3", "E4", "E5")
MOST_BESIDE: Final = 4
"""Pieces of an edit that a stretch of the text is read beside: one place in order, or two, as pieces overlap."""

Spans = tuple[tuple[int, int], ...]


class Room(NamedTuple):
    """A network; the tokens that it reads together, those of them that frame the texts, and the fewest of the text."""

    network: str
    longest: int
    frame: int
    least: int


READING: Final = Room("reader", longest=256, frame=8, least=1)
JUDGING: Final = Room("editor", longest=512, frame=12, least=96)


class Stretch(NamedTuple):
    """Claims [first, last) of a text and its characters [low, high) that hold them."""

    first: int
    last: int
    low: int
    high: int

    def inside(self, spans: Spans) -> Spans:
        """Return where the claims stand in the stretch."""
        return tuple((start - self.low, end - self.low) for start, end in spans[self.first : self.last])


@lru_cache(maxsize=2)
def tokenizer(longest: int) -> Any:
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
    """Score the claims of a text that fits into one window; see the module for shapes.

    Parameters
    ----------
    beside
        What the network reads the text beside: a what-if, or a what-if and an edit.

    Returns
    -------
    tuple
        links and read of the reader, told and verdict of the editor
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
    one, other = _network(room.network).run(None, inputs)
    return one[0], other[0]


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
    first = last = 0
    while last < len(lengths):
        last, held = first, 0
        while last < len(lengths) and (held + lengths[last] <= most or last == first):
            held += lengths[last]
            last += 1
        found.append((first, last))
        first += max(1, (last - first) // 2)
    return tuple(found)


def _stretches(beside: str, text: str, spans: Spans, room: Room) -> Iterator[Stretch]:
    """Yield the stretches of a text that the network reads beside a what-if, or a what-if and an edit."""
    count, left = len(spans), room.longest - room.frame - len(_tokens(beside, room))
    found: Spans = ((0, count),)
    if len(text) >= left:
        bounds = [0, *(start for start, _ in spans[1:]), len(text)]
        found = windows([len(_tokens(text[a:b], room)) for a, b in pairwise(bounds)], max(left, room.least))
    for first, last in found:
        low = 0 if first == 0 else spans[first][0]
        high = len(text) if last == count else max(end for _, end in spans[first:last])
        yield Stretch(first=first, last=last, low=low, high=high)


def _tokens(passage: str, room: Room) -> list[int]:
    """Return what the network takes a passage for, with the marks that frame it."""
    ids: list[int] = tokenizer(room.longest).encode(passage, "").ids
    return ids


def _sigmoid(values: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def _softmax(values: Any) -> Any:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


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
def scores(what_if: str, text: str, spans: Spans) -> Scores:
    """Score the claims of a text, beside a what-if or beside none (an empty one).

    A pair of claims has the mean of the stretches that hold both, and no link where none does.

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
    seen, told = np.zeros((count, count)), np.zeros((count, 1))
    for part in _stretches(what_if, text, spans, READING) if spans else ():
        found, own = run(what_if, text[part.low : part.high], part.inside(spans), READING)
        here = slice(part.first, part.last)
        pairs[here, here] += found
        seen[here, here] += 1
        claims[here] += own
        told[here] += 1
    claims /= np.maximum(told, 1)
    one_or_none = np.concatenate([claims[:, 0], [0.0]])  # the last: that the what-if sets none
    return Scores(**_of_pairs(pairs, seen), sets=_softmax(one_or_none)[:-1], changed=_sigmoid(claims[:, 1]))


def _of_pairs(sums: Any, seen: Any) -> dict[str, Any]:
    """Return the chances of pairs of claims, worked out where a stretch holds both: few pairs of a long text.

    Shapes
    ------
    sums : (claims, claims, 7), log-odds added up over stretches
    seen : (claims, claims), how many stretches
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
def edit_scores(what_if: str, edit: str, text: str, spans: Spans) -> EditScores:
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
    for beside, part in _readings(what_if, edit, text, spans):
        told, verdict = run(beside, text[part.low : part.high], part.inside(spans), JUDGING)
        here = slice(part.first, part.last)
        absent, before = (_softmax(some[:, :FITS])[:, ABSENT] for some in (told, best[here]))
        best[here] = np.where((np.isnan(before) | (absent < before))[:, None], told, best[here])
        verdicts.append(verdict)
    verdict = np.mean(verdicts, axis=0)
    return EditScores(
        told=_softmax(best[:, :FITS]), fits=_sigmoid(best[:, FITS]), valid=float(verdict[0]), classes=verdict[1:]
    )


def _readings(what_if: str, edit: str, text: str, spans: Spans) -> Iterator[tuple[str, Stretch]]:
    """Yield what the network reads together: a what-if with a piece of the edit, and a stretch of the text."""
    pieces = _pieces(what_if, edit)
    besides = [f"{what_if}: {piece}" for piece in pieces]
    if len(pieces) <= MOST_BESIDE:
        yield from ((beside, part) for beside in besides for part in _stretches(beside, text, spans, JUDGING))
        return
    tokens = [frozenset(_tokens(piece, JUDGING)) for piece in pieces]
    spread = Counter(token for some in tokens for token in some)
    longest = max(besides, key=lambda beside: len(_tokens(beside, JUDGING)))
    for part in _stretches(longest, text, spans, JUDGING):
        own = frozenset(_tokens(text[part.low : part.high], JUDGING))
        shared = [sum(1 / spread[token] for token in own & some) for some in tokens]
        for k in sorted(range(len(pieces)), key=lambda k: -shared[k])[:MOST_BESIDE]:
            yield besides[k], part


def _pieces(what_if: str, edit: str) -> tuple[str, ...]:
    """Cut an edit that leaves no room for the text into overlapping pieces."""
    room = JUDGING.longest - JUDGING.frame - 2 * JUDGING.least - len(_tokens(what_if, JUDGING))
    if len(edit) < room:
        return (edit,)
    ends = [0, *(k + 1 for k, mark in enumerate(edit) if mark in ".!?\n"), len(edit)]
    sentences = [edit[low:high] for low, high in pairwise(ends) if edit[low:high].strip()]
    lengths = [len(_tokens(sentence, JUDGING)) for sentence in sentences]
    if len(sentences) < 2 or sum(lengths) <= room:
        return (edit,)
    return tuple("".join(sentences[low:high]) for low, high in windows(lengths, max(room, 1)))
