"""The network: MiniLM under heads for links, for what-ifs and for what changes.

One pass reads a what-if and a text together, `[CLS] what-if [SEP] text [SEP]`. A claim is the mean of its tokens, its
first token, and the token before it, where connectives stand. An additive layer over two claims and their distance
gives the chance, the sign and the strength of a link, and whether a change of one claim reaches the other, along
however many links. A layer over a claim and the mean of the what-if gives the chance that the what-if sets the claim,
and what speaks for a change of the claim; what reaches it from the claims that the what-if may set is added to that.

Shapes
------
ids, kinds, mask : (batch, tokens)
means, firsts, befores : (batch, claims, tokens), rows that sum to 1, or to 0 where a claim is padding
asked : (batch, tokens), the what-if's tokens, sums to 1
links : (batch, claims, claims, 7): chance, sign, four strengths, reach, as log-odds and logits
claims : (batch, claims, 2): set by the what-if, changed, as log-odds

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


class Reader(nn.Module):  # type: ignore[misc,unused-ignore]  # where torch is not installed it is Any
    """MiniLM with heads for links and claims; see the module for shapes."""

    def __init__(self, encoder: Any, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.cause = nn.Linear(3 * WIDTH, HIDDEN)
        self.effect = nn.Linear(3 * WIDTH, HIDDEN)
        self.distance = nn.Embedding(2 * FARTHEST + 1, HIDDEN)
        self.link = nn.Linear(HIDDEN, 6)
        self.reach = nn.Linear(HIDDEN, 1)
        self.told = nn.Linear(5 * WIDTH, HIDDEN)
        self.claim = nn.Linear(HIDDEN, 2)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, ids: Tensor, kinds: Tensor, mask: Tensor, means: Tensor, firsts: Tensor, befores: Tensor, asked: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Score all pairs of claims, and all claims."""
        tokens = self.encoder(input_ids=ids, token_type_ids=kinds, attention_mask=mask)[0]
        mean = means @ tokens
        claims = torch.cat([mean, firsts @ tokens, befores @ tokens], -1)
        place = torch.arange(claims.shape[1])
        apart = (place[None, :] - place[:, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        pairs = self.cause(claims)[:, :, None] + self.effect(claims)[:, None] + self.distance(apart)
        hidden = self.dropout(nn.functional.gelu(pairs))
        links = torch.cat([self.link(hidden), self.reach(hidden)], -1)
        what_if = (asked[:, None] @ tokens).expand(-1, claims.shape[1], -1)
        told = self.told(torch.cat([claims, what_if, what_if * mean], -1))
        sets, changed = self.claim(self.dropout(nn.functional.gelu(told))).unbind(-1)
        shares = chosen(sets, firsts.sum(-1) > 0)
        reached = (shares[:, None] @ links[..., 6]).squeeze(1)
        return links, torch.stack([sets, changed + reached], -1)


def chosen(scores: Tensor, there: Tensor) -> Tensor:
    """Return the chance of each claim to be the one that is set, where none of them scores 0; padding is never set."""
    none = torch.zeros_like(scores[:, :1])
    return torch.cat([none, scores.masked_fill(~there, -1e4)], 1).softmax(1)[:, 1:]
