"""The loss, the schedule, and one run of training.

Each epoch shows every story once: with one of its what-ifs (sometimes that of another story, which sets nothing, and
sometimes none), and with its claims as labelled or as cut. The loss adds links, their sign and strength, what is set,
what changes, and what changes when the links are followed from what is set, so that links are also judged by what
follows from them.
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

from nlbridge.language.training.encoder.examples import Example, WhatIf
from nlbridge.language.training.encoder.network import Reader

SEED: Final = 20261122
FOREIGN, NONE = 0.1, 0.08
"""Chance that a story is shown with the what-if of another story, or with none."""
CUT: Final = 0.5
"""Chance that a story is shown with its claims as the clause cutter has them."""
STEPS: Final = 6
"""How far changes are followed along links in training."""
LONGEST: Final = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Tensors of one step; shapes as in `network`, labels with -1 where there is none."""

    inputs: tuple[Tensor, ...]
    linked: Tensor
    kinds: Tensor
    sets: Tensor
    changed: Tensor


def drawn(
    pair: tuple[Example, Example | None], others: Sequence[Example], draw: random.Random
) -> tuple[Example, WhatIf]:
    """Choose how a story is shown: its claims, and its what-if."""
    example, cut = pair
    shown = cut if cut is not None and draw.random() < CUT else example
    chance, empty = draw.random(), (None,) * len(shown.spans)
    if chance < NONE:
        return shown, WhatIf(had="", sets=frozenset(), changed=empty)
    if chance < NONE + FOREIGN or not shown.what_ifs:
        other = draw.choice(others)
        foreign = draw.choice(other.what_ifs).had if other.what_ifs else ""
        return shown, WhatIf(had=foreign, sets=frozenset(), changed=empty)
    return shown, draw.choice(shown.what_ifs)


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
        sets[b, : len(known)][known] = 0
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
    told = batch.sets >= 0
    loss = loss + 2 * binary_cross_entropy_with_logits(claims[..., 0][told], batch.sets[told])
    judged = batch.changed >= 0
    if judged.any():
        loss = loss + binary_cross_entropy_with_logits(claims[..., 1][judged], batch.changed[judged])
        followed = follow(links, batch.sets.clamp(min=0))
        free = judged & (batch.sets == 0)
        loss = loss + 0.5 * binary_cross_entropy(followed[free].clamp(1e-4, 1 - 1e-4), batch.changed[free])
    return loss


def follow(links: Tensor, sets: Tensor) -> Tensor:
    """Follow changes from what is set along links that are needed, as if paths were independent."""
    needed = links[..., 0].sigmoid() * links[..., 1].sigmoid() * links[..., 2:].softmax(-1)[..., 0]
    needed = needed * (1 - torch.eye(needed.shape[1]))
    changed = sets
    for _ in range(STEPS):
        reached = 1 - torch.prod(1 - changed[:, :, None] * needed, dim=1)
        changed = torch.maximum(sets, reached)
    return changed


def batches(
    pairs: Sequence[tuple[Example, Example | None]], tokenizer: Any, size: int, draw: random.Random
) -> Iterator[Batch]:
    """Yield one epoch: texts of like length together, in random order."""
    others = [example for example, _ in pairs]
    order = sorted(range(len(pairs)), key=lambda k: len(pairs[k][0].text) + draw.randint(0, 60))
    groups = [order[k : k + size] for k in range(0, len(order), size)]
    draw.shuffle(groups)
    for group in groups:
        yield batch_of([drawn(pairs[k], others, draw) for k in group], tokenizer)


def train(
    network: Reader,
    pairs: Sequence[tuple[Example, Example | None]],
    tokenizer: Any,
    *,
    epochs: int,
    size: int = 16,
    frozen: int = 0,
    seconds: float = float("inf"),
) -> None:
    """Fit the network; the lowest `frozen` layers and the word embeddings stay as they were.

    Parameters
    ----------
    seconds
        Time after which the schedule is cut short, so that a run ends.

    Units
    -----
    seconds : wall time
    """
    torch.manual_seed(SEED)
    torch.set_flush_denormal(True)
    draw = random.Random(SEED)  # noqa: S311 - draws, not secrets
    still = [network.encoder.embeddings, *network.encoder.encoder.layer[:frozen]]
    for weights in (weights for module in still for weights in module.parameters()):
        weights.requires_grad = False
    learnt = [p for p in network.encoder.parameters() if p.requires_grad]
    own = {id(p) for p in network.encoder.parameters()}
    heads = [p for p in network.parameters() if id(p) not in own]
    steps = epochs * -(-len(pairs) // size)
    optimiser = torch.optim.AdamW([{"params": learnt}, {"params": heads}], weight_decay=0.01)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=[7e-5, 7e-4], total_steps=steps, pct_start=0.1)
    started, step, running = time.monotonic(), 0, 0.0
    network.train()
    for _ in range(epochs):
        for batch in batches(pairs, tokenizer, size, draw):
            optimiser.zero_grad()
            loss = loss_of(network, batch)
            loss.backward()
            nn.utils.clip_grad_norm_([*learnt, *heads], 1.0)
            optimiser.step()
            cycle.step()
            step += 1
            running = 0.98 * running + 0.02 * loss.item() if step > 1 else loss.item()
            if step % 50 == 0:
                spent = time.monotonic() - started
                sys.stderr.write(f"step {step} of {steps}, loss {running:.3f}, {spent:.0f} s\n")
                sys.stderr.flush()
            if time.monotonic() - started > seconds:
                return
