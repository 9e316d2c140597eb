"""The rule that pairs strengtheners with weakeners (Abdolmaleki et al., section 3.2).

Each weakener yields one item, with a random strengthener of the same premise and hypothesis. Every strengthener is used
once before any is repeated; after that they are drawn with replacement.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A sentence that weakens or strengthens a hypothesis."""

    core: str
    premise: str
    hypothesis: str
    text: str
    weakens: bool


def pair(weakeners: Sequence[str], strengtheners: Sequence[str], rng: random.Random) -> list[tuple[str, str]]:
    """Pair each weakener with a strengthener; without strengtheners there are no pairs.

    Examples
    --------
    >>> pairs = pair(["w1", "w2", "w3"], ["s1", "s2"], random.Random(0))
    >>> [weakener for weakener, _ in pairs], sorted({strengthener for _, strengthener in pairs})
    (['w1', 'w2', 'w3'], ['s1', 's2'])
    """
    if not strengtheners:
        return []
    order = rng.sample(strengtheners, len(strengtheners))
    drawn = order[: len(weakeners)] + rng.choices(strengtheners, k=max(0, len(weakeners) - len(order)))
    return list(zip(weakeners, drawn, strict=True))


def paired_items(updates: Sequence[Update], seed: int) -> Iterator[dict[str, str]]:
    """Yield the fields of one item for each weakener, in the order of the file.

    The draws for a premise depend only on the seed and on its own updates, not on the rest of the file.
    """
    groups: dict[tuple[str, str, str], list[Update]] = {}
    for update in updates:
        groups.setdefault((update.core, update.premise, update.hypothesis), []).append(update)
    times: dict[str, int] = {}
    for (core, premise, hypothesis), group in groups.items():
        weakeners, strengtheners = (list(dict.fromkeys(u.text for u in group if u.weakens is w)) for w in (True, False))
        for weakener, strengthener in pair(weakeners, strengtheners, random.Random(f"{seed}\0{core}")):  # noqa: S311
            times[core] = times.get(core, 0) + 1
            yield {
                "id": f"{core}-w{times[core]}",
                "premise": premise,
                "strengthener": strengthener,
                "weakener": weakener,
                "hypothesis": hypothesis,
                "core": core,
            }
