"""Short texts with sentences that follow or stand beside, as stories.

Whether a sentence that no connective joins to the rest tells a consequence (`The wine was ruined`) or something else
(`A dog barked`) is what a small network knows least. Each text of `short_texts.jsonl` brings sentences of both kinds;
stories are made of the text and some of them, so that nothing but their meaning tells which is which.

Examples
--------
>>> row = {
...     "id": "s",
...     "text": "The pump failed, so the cellar flooded.",
...     "events": ["The pump failed", "the cellar flooded"],
...     "links": [[0, 1, "+", "need", "so"]],
...     "had": ["the pump not failed"],
...     "sets": [0],
...     "follows": [["The wine was ruined.", 1]],
...     "beside": ["A dog barked."],
... }
>>> story = stories_of(row, 1)[0]
>>> story["text"]
'The pump failed, so the cellar flooded. A dog barked. The wine was ruined.'
>>> story["what_ifs"][0]["changed"], story["what_ifs"][0]["unchanged"]
([0, 1, 3], [2])
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

VARIANTS: Final = 6
"""Stories made of each text."""
MOST: Final = 2
"""Most sentences of each kind in a story."""
FIRST: Final = 0.25
"""Chance that a sentence that stands beside opens the story."""


def short_stories(path: Path) -> list[dict[str, Any]]:
    """Read short texts, and return the stories that are made of them."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)
    return [story for row in rows for story in stories_of(row, VARIANTS)]


def stories_of(row: Mapping[str, Any], variants: int) -> list[dict[str, Any]]:
    """Return stories of one text, each with other sentences; the same on every run."""
    draw = random.Random(str(row["id"]))  # noqa: S311 - draws, not secrets
    return [_story(row, f"{row['id']}/{k}", draw) for k in range(variants)]


def _story(row: Mapping[str, Any], name: str, draw: random.Random) -> dict[str, Any]:
    follows = draw.sample(row["follows"], min(draw.randint(0, MOST), len(row["follows"])))
    beside = draw.sample(row["beside"], min(draw.randint(0 if follows else 1, MOST), len(row["beside"])))
    added = [(sentence, cause) for sentence, cause in follows] + [(sentence, None) for sentence in beside]
    draw.shuffle(added)
    opening = [added.pop()] if added[-1][1] is None and draw.random() < FIRST else []
    text = " ".join([*(sentence for sentence, _ in opening), row["text"], *(sentence for sentence, _ in added)])
    ahead = len(opening)
    events = [*(_claim(sentence) for sentence, _ in opening), *row["events"], *(_claim(one) for one, _ in added)]
    links = [[cause + ahead, effect + ahead, *how] for cause, effect, *how in row["links"]]
    first = ahead + len(row["events"])
    links += [[cause + ahead, first + k, "+", "need", ""] for k, (_, cause) in enumerate(added) if cause is not None]
    what_ifs = [
        {"had": had, "sets": [claim + ahead], **_labels(claim + ahead, links, len(events))}
        for had, claim in zip(row["had"], row["sets"], strict=True)
    ]
    return {"id": name, "text": text, "events": events, "links": links, "what_ifs": what_ifs}


def _claim(sentence: str) -> str:
    return sentence.rstrip(".!")


def _labels(supposed: int, links: list[list[Any]], count: int) -> dict[str, list[int]]:
    """Return which claims change with one that is supposed, and which stay; the others have no label."""
    changed, touched = {supposed}, {supposed}
    for _ in range(count):
        changed |= {
            effect for cause, effect, sign, how, *_ in links if cause in changed and (sign, how) == ("+", "need")
        }
        touched |= {effect for cause, effect, *_ in links if cause in touched}
    return {"changed": sorted(changed), "unchanged": [k for k in range(count) if k not in touched]}
