"""What the network is asked of a long edit: each claim is read, and twice the length asks twice as often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nlbridge.language.encoder import scores as asked

if TYPE_CHECKING:
    import pytest


def readings(claims: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Return how often the network is asked of so many claims, and how many of them it read."""
    sentences = [f"Pump number {k} of the northern waterworks failed in the night." for k in range(claims)]
    starts = [sum(len(one) + 1 for one in sentences[:k]) for k in range(claims)]
    spans = tuple((start, start + len(one)) for start, one in zip(starts, sentences, strict=True))
    asks = []

    def run(beside: str, text: str, inside: tuple[tuple[int, int], ...], room: asked.Room) -> tuple[object, ...]:
        asks.append((beside, text, room))
        return np.zeros((len(inside), 4)), np.zeros(6)

    monkeypatch.setattr(asked, "run", run)
    asked.edit_scores.cache_clear()
    text = " ".join(sentences)
    found = asked.edit_scores("pump number 0 not failed", text.replace("failed", "held"), text, spans)
    asked.edit_scores.cache_clear()
    return len(asks), int(np.isfinite(found.told).all(axis=1).sum())


def test_the_network_is_asked_as_often_as_a_text_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    (once, read), (twice, all_read) = readings(120, monkeypatch), readings(240, monkeypatch)
    assert (read, all_read) == (120, 240)
    assert twice < 2.5 * once
