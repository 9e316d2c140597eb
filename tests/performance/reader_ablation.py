"""What each part of the offline reader is worth, on a scenario suite.

    CAUSALCORE_DATA=... python tests/performance/reader_ablation.py

One part at a time is switched off; the rest stays as it is. Printed are the share
of gold events answered right from the text and the share answered in the harmful
direction (changed for unchanged or the reverse), as the suite's script counts them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from causalcore.derivation.derivation import derive
from causalcore.errors import CausalError
from causalcore.scenario.scenario import Scenario
from nlbridge.errors import BridgeError
from nlbridge.reading.links.edges import Rule
from nlbridge.reading.links.links import find_edges
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

JOINED = (Rule.COORDINATE, Rule.SHARED_SUBJECT)
ASIDES = (Rule.RELATIVE, Rule.PARTICIPLE, Rule.RESULT_PARTICIPLE, Rule.FRONTED, Rule.BACKGROUND)


@contextmanager
def without(*rules: Rule) -> Iterator[None]:
    """Drop the links that some rules draw."""
    kept = lambda words, clauses: tuple(e for e in find_edges(words, clauses) if e.rule not in rules)  # noqa: E731
    with patch("nlbridge.reading.reader.find_edges", kept):
        yield


def parts() -> dict[str, Any]:
    """Return, by name, how to switch each part off."""
    same = lambda words: words  # noqa: E731
    return {
        "all parts": patch("nlbridge.reading.reader.MAX_CHARACTERS", 20_000),
        "verbs repaired": patch.multiple(
            "nlbridge.language.pipeline.analysis",
            _with_verbs=same,
            _with_main_verbs=same,
            _with_infinitives=same,
            _without_false_verbs=same,
        ),
        "phrases that are events": patch(
            "nlbridge.language.clauses.segmentation.parts", lambda words, clause: (clause,)
        ),
        "signals": without(Rule.SIGNAL),
        "neighbours": without(Rule.NEIGHBOUR, Rule.TIED),
        "anaphors": without(Rule.ANAPHOR),
        "joined clauses and predicates": without(*JOINED),
        "joint effects and forks": without(Rule.CONJOINED, Rule.FORK),
        "asides, participles, relatives": without(*ASIDES),
        "subject to predicate": without(Rule.PREDICATE),
        "events said again": without(Rule.RESTATED),
        "explanations after a colon": without(Rule.COLON),
        "rescues": patch("nlbridge.reading.reader.rescues", lambda words, clauses, edges: ()),
        "either was enough": patch(
            "nlbridge.reading.links.links.with_sufficient", lambda edges, words, clauses, remark: edges
        ),
        "own words before borrowed ones": patch("nlbridge.supposing.hypothetical.BORROWED", 1.0),
    }


def overlap(span: list[int], other: tuple[int, int]) -> float:
    """Return how well two spans match, 0 where less than 30 % of the shorter one is shared."""
    shared = min(span[1], other[1]) - max(span[0], other[0])
    short, long = sorted((span[1] - span[0], other[1] - other[0]))
    return shared / max(1, short) + shared / max(1, long) if shared / max(1, short) >= 0.3 else 0.0


def answers(row: dict[str, Any]) -> tuple[Scenario | None, dict[str, str]]:
    """Return what is read and the answer of each event; nothing where it is refused."""
    try:
        what_if = resolve(read(row["text"]), query=row["query"][0])
        derivation = derive(what_if.scenario, what_if.intervention)
    except (BridgeError, CausalError):
        return None, {}
    return what_if.scenario, {answer.event: str(answer.kind) for answer in derivation.answers}


def figures(suite: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the share answered right and the share answered harmfully."""
    right = harmful = total = 0
    for row in suite:
        scenario, said = answers(row)
        for event in row["events"]:
            wanted = next(name for name in ("changed", "unchanged", "open") if event["id"] in row[name])
            spans = [e for e in scenario.events if e.span] if scenario else []
            scored = max(spans, key=lambda e: overlap(event["span_offsets"], e.span or (0, 0)), default=None)
            missing = scored is None or not overlap(event["span_offsets"], scored.span or (0, 0))
            answer = "missing" if missing or scored is None else said[scored.id]
            total += 1
            right += answer == wanted
            harmful += {answer, wanted} == {"changed", "unchanged"}
    return right / total, harmful / total


def main() -> None:
    """Print the table."""
    path = Path(os.environ["CAUSALCORE_DATA"]) / "suite" / "dev.jsonl"
    suite = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    print("| without | right | harmful |\n|---|---|---|")
    for name, off in parts().items():
        with off:
            right, harmful = figures(suite)
        print(f"| {name if name != 'all parts' else '(nothing left out)'} | {right:.1%} | {harmful:.1%} |", flush=True)


if __name__ == "__main__":
    main()
