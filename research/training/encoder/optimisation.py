"""The loss, the schedule, and one run of training.

Each epoch shows every story with each of its what-ifs, with claims as labelled or as cut. Sometimes it also shows a
story with another story's what-if, which sets nothing; without a what-if; combined with another short story; with
another story's sentence inserted; with the denial of a claim; with a what-if that the text does not tell of, be it
written or because the sentence that told of it was cut out; or with only some of its sentences. The loss adds up
links, their sign and strength, which claim is set, what changes, and what each change affects. It also follows links
from the set claims, to judge links by their consequences.
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
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from research.training.encoder.batches import Batch, EditBatch, batch_of, edit_batch_of, on
from research.training.encoder.edits import KEPT, NOT_KEPT, EditRow, Rewrite
from research.training.encoder.examples import Example, WhatIf, breaks, excerpt, inserted, sentences
from research.training.encoder.made_edits import shown_edits
from research.training.encoder.network import Editor, Network, Reader
from research.training.encoder.untold import cut_out

FOREIGN, NONE, JOINED, STRANGE = 0.35, 0.1, 0.2, 0.3
"""Chances of another story's what-if, of none, of combining two short stories, and of inserting a sentence."""
DENIED, UNTOLD, CUT_OUT, EXCERPT = 0.6, 0.5, 0.25, 0.3
"""Chances of a denial of one claim, of each written what-if that is not told of, and, for each what-if, of cutting out
what it sets and of an excerpt with some of the other sentences."""
SHORT: Final = 350
"""Most characters, exclusive, of a short story."""
CUT: Final = 0.5
"""Chance that a story appears with the clause cutter's claims."""
STEPS: Final = 6
"""Most links along which training follows a change."""
RATES: Final = (1e-4, 7e-4)
"""Peak learning rates of the encoder and the heads."""
SIZE: Final = 32
"""Rows per step."""
SHOWN_SENTENCES: Final = 0.4
"""Share of the sentence pairs in an epoch."""
ABSENT_WEIGHT: Final = 0.5
"""Weight of an absent claim in the loss: scripts produce most of these labels."""
NOT_KEPT_WEIGHT: Final = 0.3
"""Weight of a claim labelled altered or absent, whichever it is."""
AVERAGED: Final = 0.995
"""Decay of the moving average of weights, which is exported: about the last 200 steps, since a run may be one epoch."""


def shown(
    pair: tuple[Example, Example | None], others: Sequence[Example], draw: random.Random
) -> Iterator[tuple[Example, WhatIf]]:
    """Yield one epoch's rows for a story, each with claims as labelled or as cut."""
    example, cut = pair

    def either() -> Example:
        return cut if cut is not None and draw.random() < CUT else example

    for place, what_if in enumerate(example.what_ifs):
        row = either()
        same = row is example or len(row.what_ifs) == len(example.what_ifs)
        yield (row, row.what_ifs[place]) if same else (example, what_if)
    if draw.random() < FOREIGN:
        other = draw.choice(others)
        yield _unset(either(), draw.choice(other.what_ifs).had if other.what_ifs else "")
    if draw.random() < NONE:
        yield _unset(either(), "")
    if draw.random() < JOINED and len(example.text) < SHORT:
        yield from _beside(either(), draw.choice(others), draw)
    if draw.random() < STRANGE:
        excerpts = sentences(draw.choice(others))
        yield from _beside(either(), draw.choice(excerpts), draw) if excerpts else ()
    row = either()
    if row.denials and draw.random() < DENIED:
        yield row, draw.choice(row.denials)
    yield from (_unset(either(), had) for had in example.untold if draw.random() < UNTOLD)
    drawn = (what_if for what_if in example.what_ifs if draw.random() < CUT_OUT)
    yield from (_unset(rest, what_if.had) for what_if in drawn if (rest := cut_out(example, what_if)) is not None)
    parts = [excerpt(example, what_if, draw) for what_if in example.what_ifs if draw.random() < EXCERPT]
    yield from (one for one in parts if one is not None)


def _beside(example: Example, other: Example, draw: random.Random) -> Iterator[tuple[Example, WhatIf]]:
    """Insert another story into a story, between sentences, under one of the what-ifs of both."""
    if len(other.text) >= SHORT or not example.what_ifs or other.id.split()[0] == example.id:
        return
    place = draw.choice(breaks(example) if not other.what_ifs else (0, len(example.text)))
    both = inserted(example, other, place)
    yield both, draw.choice(both.what_ifs)


def _unset(example: Example, had: str) -> tuple[Example, WhatIf]:
    return example, WhatIf(had=had, sets=frozenset(), changed=(None,) * len(example.spans))


def loss_of(network: Reader, batch: Batch) -> Tensor:
    """Return the reader's loss on a batch."""
    links, claims = (output.float() for output in network(*batch.inputs))
    pairs = batch.linked >= 0
    loss = 2 * binary_cross_entropy_with_logits(links[..., 0][pairs], batch.linked[pairs])
    real = batch.kinds >= 0
    if real.any():
        kinds = batch.kinds[real]
        loss = loss + 0.2 * binary_cross_entropy_with_logits(links[..., 1][real], (kinds >= 4).float())
        loss = loss + 0.2 * cross_entropy(links[..., 2:][real], kinds % 4)
    loss = loss + set_loss(claims[..., 0], batch.sets)
    judged = batch.changed >= 0
    if judged.any():
        loss = loss + binary_cross_entropy_with_logits(claims[..., 1][judged], batch.changed[judged])
        with torch.autocast(links.device.type, enabled=False):
            followed = follow(links, batch.sets.clamp(min=0))
        free = judged & (batch.sets == 0)
        loss = loss + 0.5 * _chances_loss(followed[free].clamp(1e-4, 1 - 1e-4), batch.changed[free])
    return loss + reach_loss(links[..., 6], batch)


def _chances_loss(chances: Tensor, labels: Tensor) -> Tensor:
    return -(labels * chances.log() + (1 - labels) * (1 - chances).log()).mean()


def edit_loss(network: Editor, batch: EditBatch) -> Tensor:
    """Return the editor's loss on a batch."""
    scores, verdict = (output.float() for output in network(*batch.inputs))
    loss = scores.sum() * 0
    known = (batch.told >= 0) & (batch.told < NOT_KEPT)
    if known.any():
        weights = torch.tensor((1.0, 1.0, ABSENT_WEIGHT), device=scores.device)
        loss = loss + cross_entropy(scores[..., :NOT_KEPT][known], batch.told[known], weight=weights)
    not_kept = batch.told == NOT_KEPT
    if not_kept.any():
        kept = scores[..., :NOT_KEPT][not_kept].softmax(-1)[:, KEPT]
        loss = loss - NOT_KEPT_WEIGHT * (1 - kept).clamp(min=1e-5).log().mean()
    judged = batch.fits >= 0
    if judged.any():
        loss = loss + binary_cross_entropy_with_logits(scores[..., 3][judged], batch.fits[judged])
    for column, weight in ((slice(0, 1), 1.0), (slice(1, 6), 0.5)):
        labels = batch.verdict[:, column]
        if (labels >= 0).any():
            loss = loss + weight * binary_cross_entropy_with_logits(
                verdict[:, column][labels >= 0], labels[labels >= 0]
            )
    return loss


def reach_loss(reach: Tensor, batch: Batch) -> Tensor:
    """Return the cross-entropy of spreading changes: as labelled for set claims, by the labelled links for others."""
    target = reached(batch.linked, batch.kinds)
    from_set = (batch.sets > 0)[:, :, None] & (batch.changed >= 0)[:, None]
    target = torch.where(from_set, batch.changed[:, None].expand_as(target), target)
    target = target.masked_fill(torch.eye(target.shape[1], dtype=torch.bool, device=target.device), -1)
    known = target >= 0
    return 0.5 * binary_cross_entropy_with_logits(reach[known], target[known]) if known.any() else reach.sum() * 0


def reached(linked: Tensor, kinds: Tensor) -> Tensor:
    """Return whether one claim's change changes another: 1 along needed links, 0 without a path, -1 unknown."""
    there = linked > 0
    needed = there & (kinds == 4)
    some, sure = there.float(), needed.float()
    for _ in range(STEPS):
        some = ((some + some @ there.float()) > 0).float()
        sure = ((sure + sure @ needed.float()) > 0).float()
    unknown = (some > 0) & (sure == 0)
    return sure.masked_fill(unknown | (linked < 0), -1)


def set_loss(scores: Tensor, sets: Tensor) -> Tensor:
    """Return the cross-entropy of the set claim among the text's claims and "none", which scores 0."""
    real = sets >= 0
    none = torch.zeros(len(scores), 1, device=scores.device)
    logits = torch.cat([none, scores.masked_fill(~real, -1e4)], 1)
    wanted = sets.clamp(min=0)
    count = wanted.sum(1, keepdim=True)
    share = torch.cat([(count == 0).float(), wanted / count.clamp(min=1)], 1)
    return -(share * logits.log_softmax(1)).sum(1).mean()


def follow(links: Tensor, sets: Tensor) -> Tensor:
    """Spread changes from the set claims along needed links, treating paths as independent."""
    needed = links[..., 0].sigmoid() * links[..., 1].sigmoid() * links[..., 2:].softmax(-1)[..., 0]
    needed = needed * (1 - torch.eye(needed.shape[1], device=needed.device))
    changed = sets
    for _ in range(STEPS):
        reached = 1 - torch.prod(1 - changed[:, :, None] * needed, dim=1)
        changed = torch.maximum(sets, reached)
    return changed


def epoch(pairs: Sequence[tuple[Example, Example | None]], size: int, draw: random.Random) -> list[list[Any]]:
    """Return one epoch's reading rows in batches: texts of similar length together, in random order."""
    others = [example for example, _ in pairs]
    rows = [row for pair in pairs for row in shown(pair, others, draw)]
    rows.sort(key=lambda row: len(row[0].text) + draw.randint(0, 60))
    return _grouped(rows, size, draw)


def edit_epoch(
    rewrites: Sequence[Rewrite], sentences: Sequence[EditRow], size: int, draw: random.Random
) -> list[list[Any]]:
    """Return one epoch's judging rows in batches, also by length."""
    edits = [row for rewrite in rewrites for row in shown_edits(rewrite, rewrites, draw)]
    edits += draw.sample(sentences, int(SHOWN_SENTENCES * len(sentences)))
    edits.sort(key=lambda row: len(row.text) + len(row.edit) + draw.randint(0, 120))
    return _grouped(edits, size, draw)


def _grouped(rows: Sequence[Any], size: int, draw: random.Random) -> list[list[Any]]:
    groups = [list(rows[k : k + size]) for k in range(0, len(rows), size)]
    draw.shuffle(groups)
    return groups


@dataclass(slots=True, kw_only=True)
class Layout:
    """Turns a group of rows into a batch; with workers, in a separate process."""

    tokenizer: Any

    def __call__(self, groups: Sequence[Any]) -> Batch | EditBatch:
        """Turn the only group of a list into a batch."""
        group = groups[0]
        if isinstance(group[0], EditRow):
            return edit_batch_of(group, self.tokenizer)
        return batch_of(group, self.tokenizer)


def train(
    network: Network,
    groups: Sequence[Sequence[Any]],
    tokenizer: Any,
    *,
    frozen: int = 0,
    device: str = "cpu",
    workers: int = 0,
    half: bool = False,
    pace: float = 1.0,
) -> Any:
    """Fit a reader or an editor, and return the moving average of its weights.

    The lowest `frozen` layers and the embeddings stay fixed.

    Parameters
    ----------
    groups
        The rows of each step, from `epoch` or `edit_epoch`.
    workers
        Processes that build batches. With none, on a CPU, the same call gives the same weights.
    half
        Whether to multiply in bfloat16: several times as fast on processors with units for it.
    pace
        Factor on the learning rates; less than 1 to go on from earlier weights.
    """
    torch.set_flush_denormal(True)
    network.to(device)
    learnt, heads = _learnt(network, frozen)
    loader: Any = torch.utils.data.DataLoader
    batches = loader(groups, batch_size=1, collate_fn=Layout(tokenizer=tokenizer), num_workers=workers)
    optimiser = torch.optim.AdamW([{"params": learnt}, {"params": heads}], weight_decay=0.01)
    highest = [pace * rate for rate in RATES]
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=highest, total_steps=len(groups), pct_start=0.1)
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGED)
    )
    started, running = time.monotonic(), 0.0
    network.train()
    for step, laid in enumerate(batches, 1):
        optimiser.zero_grad()
        batch = on(laid, device)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=half):
            loss: Any = edit_loss(network, batch) if isinstance(network, Editor) else loss_of(network, batch)
        loss.backward()
        nn.utils.clip_grad_norm_([*learnt, *heads], 1.0)
        optimiser.step()
        rates.step()
        mean.update_parameters(network)
        if step % 100 == 0:
            running = 0.8 * running + 0.2 * loss.item() if running else loss.item()
            spent = time.monotonic() - started
            sys.stderr.write(f"step {step} of {len(groups)}, loss {running:.3f}, {spent:.0f} s\n")
            sys.stderr.flush()
    averaged = mean.module
    averaged.cpu()
    return averaged


def _learnt(network: Network, frozen: int) -> tuple[list[Any], list[Any]]:
    """Freeze embeddings and lowest layers; return the other encoder weights, and the heads' weights."""
    still = [network.encoder.embeddings, *network.encoder.encoder.layer[:frozen]]
    for weights in (weights for module in still for weights in module.parameters()):
        weights.requires_grad = False
    own = {id(p) for p in network.encoder.parameters()}
    heads = [p for p in network.parameters() if id(p) not in own]
    return [p for p in network.encoder.parameters() if p.requires_grad], heads
