"""Labelled stories as training examples: claims, links, what-ifs, and how they are split.

A story's claims are given by their exact words. At run time claims come from the clause cutter, whose boundaries
differ a little, so each story has two sets of spans: as labelled, and as cut, with the labels carried over to the cut
claim that overlaps most.

Examples
--------
>>> story = {
...     "id": "s",
...     "text": "The tap leaked, so the floor got wet.",
...     "events": ["The tap leaked", "the floor got wet"],
...     "links": [[0, 1, "+", "need", "so"]],
...     "what_ifs": [{"had": "the tap held", "sets": [0], "changed": [0, 1], "unchanged": [], "open": []}],
... }
>>> labelled(story).spans
((0, 14), (19, 36))
>>> part("s") in {"train", "tune", "test"}
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

STRENGTHS: Final = ("need", "enough", "part", "maybe")
TUNE, TEST = 8, 7
"""Per cent of the stories that chances are calibrated on, and that nothing is fitted on."""
HELD: Final = 40
"""Per cent of the scenarios of a suite (ids that begin with `suite-`) that nothing is trained on."""
LEAST_OVERLAP: Final = 0.5
"""Share of the shorter span that a cut claim must share with a labelled one to take over its labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A what-if and its labels, by claim: the claims that it sets, and the chance that each changes.

    Units
    -----
    changed : 1 changes, 0 stays, 0.5 open; None where the claim has no label
    """

    had: str
    sets: frozenset[int]
    changed: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A text with its claims, the links between them by (cause, effect), and its what-ifs.

    Parameters
    ----------
    known
        Whether each claim has labels; a pair has one if both of its claims have.
    links
        (cause, effect) -> (whether it promotes, position in `STRENGTHS`).
    """

    id: str
    text: str
    spans: tuple[tuple[int, int], ...]
    known: tuple[bool, ...]
    links: Mapping[tuple[int, int], tuple[bool, int]]
    what_ifs: tuple[WhatIf, ...]


def part(story: str) -> str:
    """Return the part that a story belongs to, by a hash of its id: `train`, `tune` or `test`."""
    number = int(hashlib.sha256(story.encode()).hexdigest(), 16) % 100
    if story.startswith("suite-"):
        return "tune" if number < HELD // 2 else "test" if number < HELD else "train"
    if number < TEST:
        return "test"
    return "tune" if number < TEST + TUNE else "train"


def stories(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Read stories from JSON Lines files."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line]


def labelled(story: Mapping[str, Any]) -> Example:
    """Return a story with the spans of its labels."""
    text = str(story["text"])
    spans = [(low, high) for low, high in story["spans"]] if "spans" in story else _found(text, story["events"])
    count = len(spans)
    return Example(
        id=str(story["id"]),
        text=text,
        spans=tuple(spans),
        known=(True,) * count,
        links={(c, e): (sign == "+", STRENGTHS.index(strength)) for c, e, sign, strength, *_ in story["links"]},
        what_ifs=tuple(_what_if(one, count) for one in story["what_ifs"]),
    )


def _found(text: str, claims: Sequence[str]) -> list[tuple[int, int]]:
    """Find claims by their words, each behind the one before where it stands more than once."""
    spans, after = [], 0
    for words in claims:
        start = text.find(words, after)
        start = text.index(words) if start < 0 else start
        spans.append((start, start + len(words)))
        after = start
    return spans


def _what_if(one: Mapping[str, Any], count: int) -> WhatIf:
    values = dict.fromkeys(one["changed"], 1.0) | dict.fromkeys(one["unchanged"], 0.0)
    values |= dict.fromkeys(one.get("open", ()), 0.5)
    return WhatIf(had=one["had"], sets=frozenset(one["sets"]), changed=tuple(values.get(i) for i in range(count)))


def recut(example: Example, spans: Sequence[tuple[int, int]]) -> Example:
    """Carry the labels of an example over to other spans of its text."""
    home: dict[int, int] = {}
    for i, own in enumerate(example.spans):
        shares = [(_overlap(own, span), -k) for k, span in enumerate(spans)]
        best, place = max(shares, default=(0.0, 0))
        if best >= LEAST_OVERLAP:
            home[i] = -place
    owners = {k: i for i, k in sorted(home.items(), reverse=True)}
    links = {(home[c], home[e]): v for (c, e), v in example.links.items() if c in home and e in home}
    return replace(
        example,
        spans=tuple(spans),
        known=tuple(k in owners for k in range(len(spans))),
        links={pair: value for pair, value in links.items() if pair[0] != pair[1]},
        what_ifs=tuple(
            WhatIf(
                had=one.had,
                sets=frozenset(home[i] for i in one.sets if i in home),
                changed=tuple(one.changed[owners[k]] if k in owners else None for k in range(len(spans))),
            )
            for one in example.what_ifs
            if all(i in home for i in one.sets)
        ),
    )


def joined(first: Example, second: Example) -> Example:
    """Return one text that tells two stories, one behind the other: nothing of one bears on the other."""
    count, shift = len(first.spans), len(first.text) + 1
    rest = (0.0,) * len(second.spans)
    return Example(
        id=f"{first.id} and {second.id}",
        text=f"{first.text} {second.text}",
        spans=(*first.spans, *((low + shift, high + shift) for low, high in second.spans)),
        known=(*first.known, *second.known),
        links={**first.links, **{(c + count, e + count): value for (c, e), value in second.links.items()}},
        what_ifs=(
            *(replace(one, changed=(*one.changed, *rest)) for one in first.what_ifs),
            *(
                WhatIf(
                    had=one.had,
                    sets=frozenset(k + count for k in one.sets),
                    changed=(*(0.0 for _ in first.spans), *one.changed),
                )
                for one in second.what_ifs
            ),
        ),
    )


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> float:
    shared = max(0, min(a[1], b[1]) - max(a[0], b[0]))
    return shared / max(1, min(a[1] - a[0], b[1] - b[0])) + 0.01 * shared / max(1, max(a[1], b[1]) - min(a[0], b[0]))
