"""Rows as tensors: texts with what-ifs, and edits of texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import torch
from torch import Tensor

from research.training.encoder.edits import EditRow
from research.training.encoder.examples import Example, WhatIf

LONGEST: Final = 256
"""Tokens of a what-if and a text."""
LONGEST_EDIT: Final = 512
"""Tokens of a what-if, an edit and a text."""
NO_LABEL: Final = -1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Tensors of one reading step; shapes as in `network`, -1 for a missing label."""

    inputs: tuple[Tensor, ...]
    linked: Tensor
    kinds: Tensor
    sets: Tensor
    changed: Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class EditBatch:
    """Tensors of one judging step; labels as in `edits`, -1 for a missing label.

    Shapes
    ------
    told, fits : (batch, claims)
    verdict : (batch, 6)
    """

    inputs: tuple[Tensor, ...]
    told: Tensor
    fits: Tensor
    verdict: Tensor


def on(batch: Batch | EditBatch, device: Any) -> Any:
    """Move a batch to a device."""
    moved = {f.name: getattr(batch, f.name).to(device) for f in fields(batch) if f.name != "inputs"}
    return type(batch)(inputs=tuple(tensor.to(device) for tensor in batch.inputs), **moved)


def laid_out(coded: Sequence[Any], spans: Sequence[Sequence[tuple[int, int]]]) -> tuple[Tensor, ...]:
    """Return network inputs for pairs of texts, the second of which holds the claims."""
    tokens, claims = _up(max(len(encoding.ids) for encoding in coded), 32), _up(max(map(len, spans)), 4)
    size = len(coded)
    ids, kinds, mask = (torch.zeros(size, tokens, dtype=torch.long) for _ in range(3))
    means, firsts, befores = (torch.zeros(size, claims, tokens) for _ in range(3))
    asked = torch.zeros(size, tokens)
    for b, (encoding, places) in enumerate(zip(coded, spans, strict=True)):
        count = len(encoding.ids)
        ids[b, :count], kinds[b, :count], mask[b, :count] = map(
            torch.tensor, (encoding.ids, encoding.type_ids, encoding.attention_mask)
        )
        for k, inside in enumerate(claim_tokens(encoding, places)):
            if inside:
                means[b, k, inside] = 1 / len(inside)
                firsts[b, k, inside[0]] = befores[b, k, inside[0] - 1] = 1
        first = [t for t in range(1, count) if encoding.sequence_ids[t] == 0]
        asked[b, first or [0]] = 1 / max(1, len(first))
    return ids, kinds, mask, means, firsts, befores, asked


def _up(count: int, step: int) -> int:
    """Round up to a multiple: kernels are prepared once per shape, so few shapes save time."""
    return -(-count // step) * step


def claim_tokens(coded: Any, spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the positions of each claim's tokens in the second sequence."""
    places = [(t, *coded.offsets[t]) for t in range(len(coded.ids)) if coded.sequence_ids[t] == 1]
    return [[t for t, start, end in places if start < high and end > low] for low, high in spans]


def batch_of(rows: Sequence[tuple[Example, WhatIf]], tokenizer: Any) -> Batch:
    """Turn texts with what-ifs into tensors."""
    tokenizer.enable_truncation(LONGEST)
    coded = [tokenizer.encode(what_if.had, example.text) for example, what_if in rows]
    inputs = laid_out(coded, [example.spans for example, _ in rows])
    size, claims = len(rows), inputs[3].shape[1]
    linked = torch.full((size, claims, claims), NO_LABEL)
    labels = torch.full((size, claims, claims), -1, dtype=torch.long)
    sets, changed = torch.full((size, claims), NO_LABEL), torch.full((size, claims), NO_LABEL)
    for b, (example, what_if) in enumerate(rows):
        labelled = torch.tensor(example.known, dtype=torch.bool)
        linked[b, : len(labelled), : len(labelled)][
            labelled[:, None] & labelled[None] & ~torch.eye(len(labelled), dtype=torch.bool)
        ] = 0
        for (cause, effect), (promotes, strength) in example.links.items():
            linked[b, cause, effect], labels[b, cause, effect] = 1, 4 * promotes + strength
        sets[b, : len(labelled)] = 0
        sets[b, list(what_if.sets)] = 1
        changed[b, : len(labelled)] = torch.tensor([NO_LABEL if value is None else value for value in what_if.changed])
    return Batch(inputs=inputs, linked=linked, kinds=labels, sets=sets, changed=changed)


def edit_batch_of(rows: Sequence[EditRow], tokenizer: Any) -> EditBatch:
    """Turn edits of texts into tensors."""
    tokenizer.enable_truncation(LONGEST_EDIT)
    coded = [tokenizer.encode(f"{row.had}: {row.edit}", row.text) for row in rows]
    *inputs, _ = laid_out(coded, [row.spans for row in rows])
    size, claims = len(rows), inputs[3].shape[1]
    values = torch.full((size, claims), -1, dtype=torch.long)
    fits, verdict = torch.full((size, claims), NO_LABEL), torch.full((size, 6), NO_LABEL)
    for b, row in enumerate(rows):
        seen = inputs[4][b].sum(-1) > 0  # A claim that was cut off has no tokens.
        count = len(row.told)
        values[b, :count] = torch.where(seen[:count], torch.tensor(row.told), -1)
        labels = torch.tensor([NO_LABEL if value is None else value for value in row.fits])
        fits[b, :count] = torch.where(seen[:count], labels, NO_LABEL)
        if row.valid is not None:
            verdict[b, 0] = row.valid
        if row.errors is not None:
            verdict[b, 1:] = torch.tensor(row.errors)
    return EditBatch(inputs=tuple(inputs), told=values, fits=fits, verdict=verdict)
