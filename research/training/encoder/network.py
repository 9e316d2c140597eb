"""The two networks: MiniLM under heads for reading a text, and MiniLM under heads for judging an edit of it.

Both represent a claim by the mean of its tokens, its first token, and the token before it, often a connective.

The reader encodes a what-if and a text together, `[CLS] what-if [SEP] text [SEP]`. An additive layer over two claims
and their distance predicts the chance, sign and strength of a link, and whether a change of one claim changes the
other along any number of links. A layer over a claim and the mean of the what-if predicts whether the what-if sets the
claim, and whether the claim changes; changes that spread from the claims that it may set are added.

The editor encodes a what-if, an edit and the text, `[CLS] what-if: edit [SEP] text [SEP]`. A layer over a claim and
the first token predicts whether the edit keeps, alters or omits the claim, and whether that fits the what-if. A layer
over the first token and all claims predicts whether the edit is valid, and its error classes.

Shapes
------
ids, kinds, mask : (batch, tokens)
means, firsts, befores : (batch, claims, tokens), rows that sum to 1, or to 0 for padding
asked : (batch, tokens), the what-if's tokens, sums to 1
links : (batch, claims, claims, 7): chance, sign, four strengths, reach, as log-odds and logits
read : (batch, claims, 2): set by the what-if, changed, as log-odds
told : (batch, claims, 4): kept, altered, absent, as logits; whether that fits the what-if, as log-odds
verdict : (batch, 6): valid, E1 to E5, as log-odds

References
----------
.. [1] Wang et al. (2020), MiniLM: deep self-attention distillation.
"""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor, nn

WIDTH, HIDDEN = 384, 256
FARTHEST: Final = 10
"""Largest distance between claims, in claims, that is distinguished."""


class Network(nn.Module):  # type: ignore[misc,unused-ignore]  # where torch is not installed it is Any
    """MiniLM, and the claim vectors that both networks share."""

    inputs: tuple[str, ...] = ("ids", "kinds", "mask", "means", "firsts", "befores")
    outputs: tuple[str, ...]
    """Inputs and outputs in order, by their names in the ONNX file."""

    def __init__(self, encoder: Any, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)

    def claims(
        self, ids: Tensor, kinds: Tensor, mask: Tensor, means: Tensor, firsts: Tensor, befores: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return claim vectors, token vectors, and a mask of the claims that are no padding."""
        tokens = self.encoder(input_ids=ids, token_type_ids=kinds, attention_mask=mask)[0]
        means, firsts, befores = (places.to(tokens.dtype) for places in (means, firsts, befores))
        claims = torch.cat([means @ tokens, firsts @ tokens, befores @ tokens], -1)
        return claims, tokens, firsts.sum(-1) > 0


class Reader(Network):
    """Heads for links, and for the claims that a what-if sets and changes; the module lists shapes."""

    inputs = (*Network.inputs, "asked")
    outputs = ("links", "read")

    def __init__(self, encoder: Any, dropout: float = 0.1) -> None:
        super().__init__(encoder, dropout)
        self.cause = nn.Linear(3 * WIDTH, HIDDEN)
        self.effect = nn.Linear(3 * WIDTH, HIDDEN)
        self.distance = nn.Embedding(2 * FARTHEST + 1, HIDDEN)
        self.link = nn.Linear(HIDDEN, 6)
        self.reach = nn.Linear(HIDDEN, 1)
        self.told = nn.Linear(5 * WIDTH, HIDDEN)
        self.claim = nn.Linear(HIDDEN, 2)

    def forward(
        self, ids: Tensor, kinds: Tensor, mask: Tensor, means: Tensor, firsts: Tensor, befores: Tensor, asked: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Score all pairs of claims, and the claims that a what-if sets and changes."""
        claims, tokens, there = self.claims(ids, kinds, mask, means, firsts, befores)
        what_if = asked[:, None].to(tokens.dtype) @ tokens
        place = torch.arange(claims.shape[1], device=claims.device)
        apart = (place[None, :] - place[:, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        pairs = self.cause(claims)[:, :, None] + self.effect(claims)[:, None] + self.distance(apart)
        hidden = self.dropout(nn.functional.gelu(pairs))
        links = torch.cat([self.link(hidden), self.reach(hidden)], -1)
        asked_of = what_if.expand(-1, claims.shape[1], -1)
        told = self.told(torch.cat([claims, asked_of, asked_of * claims[..., :WIDTH]], -1))
        sets, changed = self.claim(self.dropout(nn.functional.gelu(told))).unbind(-1)
        shares = chosen(sets, there)
        reached = (shares[:, None] @ links[..., 6]).squeeze(1)
        return links, torch.stack([sets, changed + reached], -1)


class Editor(Network):
    """Heads for each claim in an edit, and for the whole edit; the module lists shapes."""

    outputs = ("told", "verdict")

    def __init__(self, encoder: Any, dropout: float = 0.1) -> None:
        super().__init__(encoder, dropout)
        self.edited = nn.Linear(4 * WIDTH, HIDDEN)
        self.value = nn.Linear(HIDDEN, 4)
        self.whole = nn.Linear(WIDTH + 2 * HIDDEN, HIDDEN)
        self.verdict = nn.Linear(HIDDEN, 6)

    def forward(
        self, ids: Tensor, kinds: Tensor, mask: Tensor, means: Tensor, firsts: Tensor, befores: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Score each claim in an edit, and the whole edit."""
        claims, tokens, there = self.claims(ids, kinds, mask, means, firsts, befores)
        first = tokens[:, :1]
        hidden = nn.functional.gelu(self.edited(torch.cat([claims, first.expand(-1, claims.shape[1], -1)], -1)))
        real = there[..., None].to(hidden.dtype)
        mean = (hidden * real).sum(1) / real.sum(1).clamp(min=1)
        most = (hidden * real).amax(1)
        whole = self.whole(torch.cat([first[:, 0], mean, most], -1))
        return self.value(self.dropout(hidden)), self.verdict(self.dropout(nn.functional.gelu(whole)))


def chosen(scores: Tensor, there: Tensor) -> Tensor:
    """Return the chance that each claim is the one set; "none" scores 0, and padding is never set."""
    none = torch.zeros_like(scores[:, :1])
    return torch.cat([none, scores.masked_fill(~there, -1e4)], 1).softmax(1)[:, 1:]
