"""Labelled rewrites of stories as examples of claims: kept, altered, or absent.

Besides the labelled rewrites, a script derives three kinds in which some claims are absent: the rewrite of another
story, a rewrite without one sentence, and a rewrite in which a claim has another subject.

Examples
--------
>>> without_sentence("The pump held. The cellar stayed dry. It rained.", ("The pump held", "", "It rained"), 2)
('The pump held. The cellar stayed dry.', frozenset({2}))
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Event, Scenario
from nlbridge.grounding.by_words import grounded_claims
from nlbridge.grounding.edit import edit_of
from nlbridge.language.meaning.sentences import words
from research.fitting.claim_examples import BLANK

STORIES: Final = Path(__file__).parents[1] / "stories"
"""The project's own labelled stories and rewrites."""
UNKNOWN: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRows:
    """Claims of rewrites as numbers.

    Shapes
    ------
    features : (n, n_features)
    told, altered : (n,), 1 yes, 0 no, -1 unknown
    stories : (n,), number of each claim's story
    """

    features: Any
    told: Any
    altered: Any
    stories: Any


def scenario_of(story: Mapping[str, Any]) -> Scenario:
    """Return the claims of a story as the events of a scenario, without links."""
    events, after = [], 0
    for number, claim in enumerate(story["events"]):
        start = story["text"].find(claim, after)
        start = story["text"].index(claim) if start < 0 else start
        after = start
        events.append(Event(id=f"e{number}", statement=claim, span=(start, start + len(claim))))
    return Scenario(text=story["text"], events=tuple(events))


def rows_of_rewrites(
    stories: Sequence[Mapping[str, Any]], rewrites: Sequence[Mapping[str, Any]], seed: int = 0
) -> ClaimRows:
    """Measure every claim of every rewrite, and of the rewrites derived by script."""
    draw = random.Random(seed)  # noqa: S311 - draws, not secrets
    by_id = {story["id"]: story for story in stories}
    number = {name: k for k, name in enumerate(sorted(by_id))}
    shown = [
        (story, text, labels)
        for rewrite in rewrites
        if (story := by_id.get(rewrite["story"])) is not None and len(rewrite["claims"]) == len(story["events"])
        for text, labels in _shown(story, rewrite, rewrites, draw)
    ]
    with ProcessPoolExecutor() as pool:
        measured = pool.map(_measured, [(story, text) for story, text, _ in shown], chunksize=32)
        table = [
            (measures, *label, number[story["id"]])
            for (story, _, labels), found in zip(shown, measured, strict=True)
            for measures, label in zip(found, labels, strict=True)
            if label is not None
        ]
    columns = [np.array(column) for column in zip(*table, strict=True)]
    return ClaimRows(features=columns[0], told=columns[1], altered=columns[2], stories=columns[3])


def _measured(row: tuple[Mapping[str, Any], str]) -> list[tuple[float, ...]]:
    scenario = scenario_of(row[0])
    claims, _ = grounded_claims(edit_of(row[1], scenario), scenario, Intervention(()), model=BLANK)
    return [claim.measures for claim in claims]


Label = tuple[int, int] | None
"""Whether a claim is mentioned, and whether it is altered; None if unknown."""


def _shown(
    story: Mapping[str, Any], rewrite: Mapping[str, Any], others: Sequence[Mapping[str, Any]], draw: random.Random
) -> Iterator[tuple[str, list[Label]]]:
    values: dict[str, Label] = {"kept": (1, 0), "altered": (1, 1), "absent": (0, UNKNOWN), "unclear": None}
    labels = [values[value] for value in rewrite["claims"]]
    yield rewrite["edit"], labels
    kind = draw.random()
    if kind < 0.35:
        other = draw.choice(others)
        if other["story"] != rewrite["story"]:
            yield other["edit"], [(0, UNKNOWN)] * len(labels)
    elif kind < 0.7:
        quotes = tuple(rewrite["quotes"])
        sentences = len(re.findall(r"[.!?](?:\s|$)", rewrite["edit"]))
        shorter, omitted = without_sentence(rewrite["edit"], quotes, draw.randrange(max(1, sentences)))
        if omitted and shorter:
            yield shorter, [(0, UNKNOWN) if k in omitted else label for k, label in enumerate(labels)]
    else:
        swapped = _other_subject(story, rewrite, others, draw)
        if swapped is not None:
            text, place = swapped
            yield text, [(0, UNKNOWN) if k == place else None for k in range(len(labels))]


def without_sentence(text: str, quotes: Sequence[str], which: int) -> tuple[str, frozenset[int]]:
    """Leave a sentence out; return the rest, and the claims quoted in it."""
    ends = [match.end() for match in re.finditer(r"[.!?](?=\s|$)", text)]
    if len(ends) < 2 or which >= len(ends):
        return "", frozenset()
    low, high = (ends[which - 1] if which else 0), ends[which]
    omitted = frozenset(
        k
        for k, quote in enumerate(quotes)
        if quote and low <= text.find(quote) and text.find(quote) + len(quote) <= high
    )
    return (text[:low] + text[high:]).strip(), omitted


def _other_subject(
    story: Mapping[str, Any], rewrite: Mapping[str, Any], others: Sequence[Mapping[str, Any]], draw: random.Random
) -> tuple[str, int] | None:
    """Replace a claim's subject with another noun; return None if it has no clear one."""
    quoted = [k for k, quote in enumerate(rewrite["quotes"]) if quote and quote in rewrite["edit"]]
    if not quoted:
        return None
    place = draw.choice(quoted)
    quote = rewrite["quotes"][place]
    old = _subject(quote)
    elsewhere = story["events"] if draw.random() < 0.5 else [q for q in draw.choice(others)["quotes"] if q]
    new = next((n for claim in draw.sample(list(elsewhere), len(elsewhere)) if (n := _subject(claim))), None)
    if old is None or new is None or new.lower() in quote.lower() or old.lower() == new.lower():
        return None
    return rewrite["edit"].replace(quote, re.sub(rf"\b{re.escape(old)}\b", new, quote, count=1), 1), place


def _subject(claim: str) -> str | None:
    """Return the last content word before a claim's first verb; None if there is none."""
    tokens = words(claim)
    verb = next((k for k in range(len(tokens)) if k and tokens[k].predicative), None)
    if verb is None:
        return None
    before = [w for w in tokens[:verb] if w.content and w.text.isalpha() and len(w.text) > 2]
    return claim[before[-1].start : before[-1].end] if before else None


def read_lines(files: Sequence[Path]) -> list[dict[str, Any]]:
    """Read JSON Lines."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line]
