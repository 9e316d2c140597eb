"""The loss, the schedule, and one run of training.

Each epoch shows every story with each of its what-ifs, now and then with that of another story, which sets nothing, or
with none, in one text with another story, or with a sentence of another story in it; and with its claims as labelled or
as cut. The loss adds links, their sign and strength, which one claim is set, if any, what changes, what a change
reaches, and what changes when the links are followed from what is set, so that links are also judged by what follows
from them.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy, binary_cross_entropy_with_logits, cross_entropy

from research.training.encoder.examples import Example, WhatIf, breaks, inserted, sentences
from research.training.encoder.network import Reader

SEED: Final = 20261122
FOREIGN, NONE, JOINED, STRANGE = 0.35, 0.1, 0.2, 0.3
"""Chance that a story is also shown with the what-if of another story, with none, in one text with another short story,
or with a sentence of another story in it."""
SHORT: Final = 350
"""Characters up to which a story is short."""
CUT: Final = 0.5
"""Chance that a story is shown with its claims as the clause cutter has them."""
STEPS: Final = 6
"""How far changes are followed along links in training."""
LONGEST: Final = 256
RATES: Final = (7e-5, 7e-4)
"""Highest learning rates of the encoder and of the heads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Tensors of one step; shapes as in `network`, labels with -1 where there is none."""

    inputs: tuple[Tensor, ...]
    linked: Tensor
    kinds: Tensor
    sets: Tensor
    changed: Tensor


def shown(
    pair: tuple[Example, Example | None], others: Sequence[Example], draw: random.Random
) -> Iterator[tuple[Example, WhatIf]]:
    """Yield the rows that show a story in one epoch, each with its claims as labelled or as cut."""
    example, cut = pair

    def either() -> Example:
        return cut if cut is not None and draw.random() < CUT else example

    for place, what_if in enumerate(example.what_ifs):
        row = either()
        same = row is example or len(row.what_ifs) == len(example.what_ifs)
        yield (row, row.what_ifs[place]) if same else (example, what_if)
    if draw.random() < FOREIGN:
        strange = draw.choice(others)
        yield _unset(either(), draw.choice(strange.what_ifs).had if strange.what_ifs else "")
    if draw.random() < NONE:
        yield _unset(either(), "")
    if draw.random() < JOINED and len(example.text) < SHORT:
        yield from _beside(either(), draw.choice(others), draw)
    if draw.random() < STRANGE:
        told = sentences(draw.choice(others))
        yield from _beside(either(), draw.choice(told), draw) if told else ()


def _beside(example: Example, other: Example, draw: random.Random) -> Iterator[tuple[Example, WhatIf]]:
    """Show a story, with one of its what-ifs, in one text with another, which stands between its sentences."""
    if len(other.text) >= SHORT or not example.what_ifs or other.id.split()[0] == example.id:
        return
    place = draw.choice(breaks(example) if not other.what_ifs else (0, len(example.text)))
    both = inserted(example, other, place)
    yield both, draw.choice(both.what_ifs)


def _unset(example: Example, had: str) -> tuple[Example, WhatIf]:
    return example, WhatIf(had=had, sets=frozenset(), changed=(None,) * len(example.spans))


def batch_of(rows: Sequence[tuple[Example, WhatIf]], tokenizer: Any) -> Batch:
    """Lay rows out as tensors."""
    coded = [tokenizer.encode(what.had, example.text) for example, what in rows]
    tokens = max(len(one.ids) for one in coded)
    claims = max(len(example.spans) for example, _ in rows)
    size = len(rows)
    ids, kinds, mask = (torch.zeros(size, tokens, dtype=torch.long) for _ in range(3))
    means, firsts, befores = (torch.zeros(size, claims, tokens) for _ in range(3))
    asked = torch.zeros(size, tokens)
    linked = torch.full((size, claims, claims), -1.0)
    labels = torch.full((size, claims, claims), -1, dtype=torch.long)
    sets, changed = torch.full((size, claims), -1.0), torch.full((size, claims), -1.0)
    for b, ((example, what), one) in enumerate(zip(rows, coded, strict=True)):
        count = len(one.ids)
        ids[b, :count], kinds[b, :count], mask[b, :count] = map(
            torch.tensor, (one.ids, one.type_ids, one.attention_mask)
        )
        for k, rows_of in enumerate(claim_tokens(one, example.spans)):
            if rows_of:
                means[b, k, rows_of] = 1 / len(rows_of)
                firsts[b, k, rows_of[0]] = befores[b, k, rows_of[0] - 1] = 1
        first = [t for t in range(1, count) if one.sequence_ids[t] == 0]
        asked[b, first or [0]] = 1 / max(1, len(first))
        known = torch.tensor(example.known)
        linked[b, : len(known), : len(known)][
            known[:, None] & known[None] & ~torch.eye(len(known), dtype=torch.bool)
        ] = 0
        for (cause, effect), (promotes, strength) in example.links.items():
            linked[b, cause, effect], labels[b, cause, effect] = 1, 4 * promotes + strength
        sets[b, : len(known)] = 0
        sets[b, list(what.sets)] = 1
        changed[b, : len(known)] = torch.tensor([-1.0 if value is None else value for value in what.changed])
    return Batch(
        inputs=(ids, kinds, mask, means, firsts, befores, asked),
        linked=linked,
        kinds=labels,
        sets=sets,
        changed=changed,
    )


def claim_tokens(coded: Any, spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the places of the tokens of each claim in the second sequence."""
    places = [(t, *coded.offsets[t]) for t in range(len(coded.ids)) if coded.sequence_ids[t] == 1]
    return [[t for t, start, end in places if start < high and end > low] for low, high in spans]


def loss_of(network: Reader, batch: Batch) -> Tensor:
    """Add up what the network gets wrong."""
    links, claims = network(*batch.inputs)
    there = batch.linked >= 0
    loss = 2 * binary_cross_entropy_with_logits(links[..., 0][there], batch.linked[there])
    real = batch.kinds >= 0
    if real.any():
        kinds = batch.kinds[real]
        loss = loss + 0.2 * binary_cross_entropy_with_logits(links[..., 1][real], (kinds >= 4).float())
        loss = loss + 0.2 * cross_entropy(links[..., 2:][real], kinds % 4)
    loss = loss + set_loss(claims[..., 0], batch.sets)
    judged = batch.changed >= 0
    if judged.any():
        loss = loss + binary_cross_entropy_with_logits(claims[..., 1][judged], batch.changed[judged])
        followed = follow(links, batch.sets.clamp(min=0))
        free = judged & (batch.sets == 0)
        loss = loss + 0.5 * binary_cross_entropy(followed[free].clamp(1e-4, 1 - 1e-4), batch.changed[free])
    return loss + reach_loss(links[..., 6], batch)


def reach_loss(reach: Tensor, batch: Batch) -> Tensor:
    """Cross-entropy of what a change reaches: from what is set as labelled, from other claims by the labelled links."""
    wanted = reached(batch.linked, batch.kinds)
    told = (batch.sets > 0)[:, :, None] & (batch.changed >= 0)[:, None]
    wanted = torch.where(told, batch.changed[:, None].expand_as(wanted), wanted)
    wanted = wanted.masked_fill(torch.eye(wanted.shape[1], dtype=torch.bool), -1)
    known = wanted >= 0
    return 0.5 * binary_cross_entropy_with_logits(reach[known], wanted[known]) if known.any() else reach.sum() * 0


def reached(linked: Tensor, kinds: Tensor) -> Tensor:
    """Return whether a change of a claim reaches another: 1 along needed links, 0 where no path leads, -1 unknown."""
    there = linked > 0
    needed = there & (kinds == 4)
    some, sure = there.float(), needed.float()
    for _ in range(STEPS):
        some = ((some + some @ there.float()) > 0).float()
        sure = ((sure + sure @ needed.float()) > 0).float()
    unknown = (some > 0) & (sure == 0)
    return sure.masked_fill(unknown | (linked < 0), -1)


def set_loss(scores: Tensor, sets: Tensor) -> Tensor:
    """Cross-entropy of the claim that is set, among the claims of the text and none of them, which scores 0."""
    real = sets >= 0
    none = torch.zeros(len(scores), 1)
    logits = torch.cat([none, scores.masked_fill(~real, -1e4)], 1)
    wanted = sets.clamp(min=0)
    count = wanted.sum(1, keepdim=True)
    share = torch.cat([(count == 0).float(), wanted / count.clamp(min=1)], 1)
    return -(share * logits.log_softmax(1)).sum(1).mean()


def follow(links: Tensor, sets: Tensor) -> Tensor:
    """Follow changes from what is set along links that are needed, as if paths were independent."""
    needed = links[..., 0].sigmoid() * links[..., 1].sigmoid() * links[..., 2:].softmax(-1)[..., 0]
    needed = needed * (1 - torch.eye(needed.shape[1]))
    changed = sets
    for _ in range(STEPS):
        reached = 1 - torch.prod(1 - changed[:, :, None] * needed, dim=1)
        changed = torch.maximum(sets, reached)
    return changed


def epoch(
    pairs: Sequence[tuple[Example, Example | None]], size: int, draw: random.Random
) -> list[list[tuple[Example, WhatIf]]]:
    """Return the batches of one epoch as rows: texts of like length together, in random order."""
    others = [example for example, _ in pairs]
    rows = [row for pair in pairs for row in shown(pair, others, draw)]
    rows.sort(key=lambda row: len(row[0].text) + draw.randint(0, 60))
    groups = [rows[k : k + size] for k in range(0, len(rows), size)]
    draw.shuffle(groups)
    return groups


def train(
    network: Reader,
    pairs: Sequence[tuple[Example, Example | None]],
    tokenizer: Any,
    *,
    epochs: int,
    size: int = 16,
    frozen: int = 0,
) -> None:
    """Fit the network; the lowest `frozen` layers and the word embeddings stay as they were."""
    torch.manual_seed(SEED)
    torch.set_flush_denormal(True)
    draw = random.Random(SEED)  # noqa: S311 - draws, not secrets
    still = [network.encoder.embeddings, *network.encoder.encoder.layer[:frozen]]
    for weights in (weights for module in still for weights in module.parameters()):
        weights.requires_grad = False
    learnt = [p for p in network.encoder.parameters() if p.requires_grad]
    own = {id(p) for p in network.encoder.parameters()}
    heads = [p for p in network.parameters() if id(p) not in own]
    groups = [group for _ in range(epochs) for group in epoch(pairs, size, draw)]
    optimiser = torch.optim.AdamW([{"params": learnt}, {"params": heads}], weight_decay=0.01)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=list(RATES), total_steps=len(groups), pct_start=0.1)
    started, running = time.monotonic(), 0.0
    network.train()
    for step, group in enumerate(groups, 1):
        optimiser.zero_grad()
        loss = loss_of(network, batch_of(group, tokenizer))
        loss.backward()
        nn.utils.clip_grad_norm_([*learnt, *heads], 1.0)
        optimiser.step()
        rates.step()
        running = 0.98 * running + 0.02 * loss.item() if step > 1 else loss.item()
        if step % 50 == 0:
            spent = time.monotonic() - started
            sys.stderr.write(f"step {step} of {len(groups)}, loss {running:.3f}, {spent:.0f} s\n")
            sys.stderr.flush()
