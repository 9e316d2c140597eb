"""The two networks: MiniLM under heads for reading a text, and MiniLM under heads for judging an edit of it.

Both see a claim as the mean of its tokens, its first token, and the token before it, where connectives stand.

The reader takes a what-if and a text together, `[CLS] what-if [SEP] text [SEP]`. An additive layer over two claims and
their distance gives the chance, the sign and the strength of a link, and whether a change of one claim reaches the
other, along however many links. A layer over a claim and the mean of the what-if gives the chance that the what-if sets
the claim, and what speaks for a change of the claim; what reaches it from the claims that the what-if may set is added
to that.

The editor takes a what-if with an edit and the text, `[CLS] what-if: edit [SEP] text [SEP]`. A layer over a claim and
the first token says whether the edit keeps the claim, alters it or does not tell of it, and whether that is what the
what-if asks for; one over the first token and all claims says whether the edit is valid, and of which classes its
errors are.

Shapes
------
ids, kinds, mask : (batch, tokens)
means, firsts, befores : (batch, claims, tokens), rows that sum to 1, or to 0 where a claim is padding
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
"""Distance between claims, in claims, from which it counts as far."""


class Network(nn.Module):  # type: ignore[misc,unused-ignore]  # where torch is not installed it is Any
    """MiniLM, and what is common to both: claims as vectors."""

    inputs: tuple[str, ...] = ("ids", "kinds", "mask", "means", "firsts", "befores")
    outputs: tuple[str, ...]
    """What it takes and what its heads give, in order, as it is named in the ONNX file."""

    def __init__(self, encoder: Any, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)

    def claims(
        self, ids: Tensor, kinds: Tensor, mask: Tensor, means: Tensor, firsts: Tensor, befores: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the claims and all tokens as vectors, and which claims are there."""
        tokens = self.encoder(input_ids=ids, token_type_ids=kinds, attention_mask=mask)[0]
        means, firsts, befores = (places.to(tokens.dtype) for places in (means, firsts, befores))
        claims = torch.cat([means @ tokens, firsts @ tokens, befores @ tokens], -1)
        return claims, tokens, firsts.sum(-1) > 0


class Reader(Network):
    """Heads for links, and for what a what-if sets and changes; see the module for shapes."""

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
        """Score all pairs of claims, and what a what-if sets and changes."""
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
    """Heads for what an edit says of each claim, and for the edit as a whole; see the module for shapes."""

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
        """Score what an edit says of each claim, and the edit as a whole."""
        claims, tokens, there = self.claims(ids, kinds, mask, means, firsts, befores)
        first = tokens[:, :1]
        hidden = nn.functional.gelu(self.edited(torch.cat([claims, first.expand(-1, claims.shape[1], -1)], -1)))
        real = there[..., None].to(hidden.dtype)
        mean = (hidden * real).sum(1) / real.sum(1).clamp(min=1)
        most = (hidden * real).amax(1)
        whole = self.whole(torch.cat([first[:, 0], mean, most], -1))
        return self.value(self.dropout(hidden)), self.verdict(self.dropout(nn.functional.gelu(whole)))


def chosen(scores: Tensor, there: Tensor) -> Tensor:
    """Return the chance of each claim to be the one that is set, where none of them scores 0; padding is never set."""
    none = torch.zeros_like(scores[:, :1])
    return torch.cat([none, scores.masked_fill(~there, -1e4)], 1).softmax(1)[:, 1:]
