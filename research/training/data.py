"""Training data of the networks, gathered from files: stories, rewrites, suites of scenarios, entailment.

`research/stories/README.md` describes the format of stories and rewrites, `research/fitting/suite` that of suites.
Sentence pairs are tab-separated with SNLI's labels: label, premise, hypothesis.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from research.training.encoder.edits import ABSENT, ALTERED, KEPT, VALUES, EditRow, Rewrite, rewrite_of
from research.training.encoder.examples import Example, labelled, owners, part, recut, stories
from research.training.encoder.untold import denials
from research.training.short_texts import short_stories

STRENGTHS: Final = {"necessary": "need", "sufficient": "enough", "contributing": "part", "possible": "maybe"}
SIGNS: Final = {"promotes": "+", "determines": "+", "inhibits": "-"}
ENTAILMENT: Final = {"entailment": KEPT, "contradiction": ALTERED, "neutral": ABSENT}
Pair = tuple[Example, Example]


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Training data of a network."""

    pairs: tuple[Pair, ...]
    rewrites: tuple[Rewrite, ...]
    sentences: tuple[EditRow, ...] = ()


def gathered(
    story_files: Iterable[Path],
    rewrite_files: Iterable[Path],
    suites: Sequence[Path],
    sentence_files: Iterable[Path],
    untold_files: Iterable[Path] = (),
    short_files: Iterable[Path] = (),
) -> Material:
    """Read all files; cut each text into claims once."""
    untold = untold_what_ifs(untold_files)
    all_stories = stories(story_files) + [story for path in suites for story in suite_stories(path)]
    all_stories += [story for path in short_files for story in short_stories(path)]
    by_id = {str(story["id"]): story for story in all_stories}
    rewrites = [json.loads(line) for path in rewrite_files for line in path.read_text(encoding="utf-8").splitlines()]
    rewrites += [rewrite for path in suites for rewrite in suite_rewrites(path)]
    pairs = {name: both(replace(labelled(story), untold=untold.get(name, ()))) for name, story in by_id.items()}
    combined = []
    for rewrite in rewrites:
        story = by_id.get(str(rewrite["story"]))
        if story is None or len(rewrite["claims"]) != len(story["events"]):
            continue
        example, cut = pairs[str(rewrite["story"])]
        combined.append(rewrite_of(story, rewrite, (cut, owners(example, cut.spans))))
    sentences = tuple(row for path in sentence_files for row in sentence_rows(path))
    return Material(pairs=tuple(pairs.values()), rewrites=tuple(combined), sentences=sentences)


def both(example: Example) -> Pair:
    """Return an example twice: with labelled claims, and with the clause cutter's claims."""
    from nlbridge.language.clauses.segmentation import clauses
    from nlbridge.language.pipeline.analysis import words_of

    words = words_of(example.text, None)
    example = replace(example, denials=denials(example, words))
    return example, recut(example, [words.span(clause.low, clause.high) for clause in clauses(words)])


def untold_what_ifs(files: Iterable[Path]) -> dict[str, tuple[str, ...]]:
    """Read what-ifs about something that a story does not tell, by the story's id."""
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return {str(row["id"]): tuple(str(had) for name, had in row.items() if name != "id") for row in rows}


def fold(name: str, count: int) -> int:
    """Return the fold of a story, by a different hash of its id than `part` uses."""
    return int(hashlib.sha256(f"fold {name}".encode()).hexdigest(), 16) % count


def chosen(material: Material, left_out: int | None = None, count: int = 3) -> Material:
    """Return the `train` part, without one fold if one is left out."""

    def kept(name: str) -> bool:
        return part(name) == "train" and (left_out is None or fold(name, count) != left_out)

    return Material(
        pairs=tuple(pair for pair in material.pairs if kept(pair[0].id)),
        rewrites=_beside(one for one in material.rewrites if kept(one.example.id)),
        sentences=material.sentences,
    )


def _beside(rewrites: Iterable[Rewrite]) -> tuple[Rewrite, ...]:
    """Give each rewrite the other rewrites of its story."""
    by_story: dict[str, list[Rewrite]] = {}
    for one in rewrites:
        by_story.setdefault(one.example.id, []).append(one)
    return tuple(
        replace(one, beside=tuple(other for other in own if other is not one))
        for own in by_story.values()
        for one in own
    )


def suite_stories(path: Path) -> list[dict[str, Any]]:
    """Return a suite's scenarios as stories, with `suite-` before their ids."""
    return [_as_story(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if '"edits"' in line]


def _as_story(scenario: Mapping[str, Any]) -> dict[str, Any]:
    places = {event["id"]: k for k, event in enumerate(scenario["events"])}

    def numbers(names: Iterable[str]) -> list[int]:
        return [places[name] for name in names if name in places]

    links = [
        [
            places[one["cause"]],
            places[one["effect"]],
            "-" if one["sign"] == "inhibits" else "+",
            STRENGTHS[one["strength"]],
        ]
        for one in scenario["scenario"]["links"]
        if one["cause"] in places and one["effect"] in places
    ]
    what_if = {
        "had": scenario["intervention"],
        "sets": numbers(scenario["formal_do"]),
        "changed": numbers({*scenario["changed"], *scenario["formal_do"]}),
        "unchanged": numbers(set(scenario["unchanged"]) - set(scenario["formal_do"])),
        "open": numbers(scenario["open"]),
    }
    return {
        "id": f"suite-{scenario['id']}",
        "text": scenario["text"],
        "events": [event["span"] for event in scenario["events"]],
        "spans": [event["span_offsets"] for event in scenario["events"]],
        "links": links,
        "what_ifs": [what_if],
    }


def suite_rewrites(path: Path) -> list[dict[str, Any]]:
    """Return a suite's edits as rewrites; a claim without a label gets the one that its verdict implies, if any."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if rows and "edits" in rows[0]:
        return [_as_rewrite(scenario, edit["text"], edit) for scenario in rows for edit in scenario["edits"]]
    suite = {one["id"]: one for one in map(json.loads, path.with_name("dev.jsonl").read_text("utf-8").splitlines())}
    return [_as_rewrite(suite[row["id"]], row["edit"], row) for row in rows]


def _as_rewrite(scenario: Mapping[str, Any], text: str, edit: Mapping[str, Any]) -> dict[str, Any]:
    says, errors = edit.get("says", {}), set(edit["errors"])
    claims = [says.get(event["id"]) or _implied(scenario, event["id"], errors) for event in scenario["events"]]
    return {
        "story": f"suite-{scenario['id']}",
        "what_if": 0,
        "edit": text,
        "errors": list(edit["errors"]),
        "claims": [claim if claim in VALUES else "unclear" for claim in claims],
        "quotes": [""] * len(claims),
    }


def _implied(scenario: Mapping[str, Any], event: str, errors: set[str]) -> str:
    """Return what the error classes of an edit imply for a claim."""
    if event in scenario["unchanged"] and "E1" not in errors:
        return "kept"
    if (event in scenario["changed"] or event in scenario["formal_do"]) and not {"E2", "E4"} & errors:
        return "altered"
    return "unclear"


def sentence_rows(path: Path) -> list[EditRow]:
    """Return labelled sentence pairs as edits: the premise edits a text of one claim, the hypothesis."""
    rows = []
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            label = ENTAILMENT.get(row["gold_label"])
            if label is not None:
                rows.append(_sentence_row(row["sentence1"], row["sentence2"], label))
    return rows


def _sentence_row(premise: str, hypothesis: str, label: int) -> EditRow:
    span = (0, len(hypothesis))
    return EditRow(text=hypothesis, spans=(span,), had="", edit=premise, told=(label,), fits=(None,), valid=None)
