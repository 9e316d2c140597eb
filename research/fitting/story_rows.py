"""Labelled rewrites of stories in the format of a suite's scenarios, to fit the verifier on both alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from research.fitting.claim_examples import Row
from research.fitting.rewrite_examples import STORIES, read_lines, scenario_of
from research.training.encoder.examples import part

STRENGTHS: Final = {"need": "necessary", "enough": "sufficient", "part": "contributing", "maybe": "possible"}
SHARE: Final = 2
"""One in so many rewrites of the network's training stories is used: all would take hours."""
SUITES: Final = Path(__file__).parent / "suite"
UNREAD: Final = ("third",)
"""Suites reserved for the score."""
KEPT_REWRITES: Final = ("rewrites_chat.jsonl", "rewrites_free.jsonl", "rewrites_held_out.jsonl", "rewrites_quiet.jsonl")
"""Rewrites that no model of claims by words is fitted on. The score is fitted on those whose text no network knows."""
SAYS: Final = {"kept": "kept", "altered": "altered"}


def rows_of_stories(folders: Iterable[Path], wanted: Sequence[str] = ()) -> list[Row]:
    """Return every labelled rewrite of stories in folders as scenario, edit, errors and source.

    Parameters
    ----------
    wanted
        Ids of the stories to return; all if empty.
    """
    rows: list[Row] = []
    for folder in folders:
        stories = {story["id"]: story for story in read_lines(sorted(folder.glob("*.jsonl"))) if "what_ifs" in story}
        rewrites = [r for r in read_lines(sorted(folder.glob("*rewrites*.jsonl"))) if r["story"] in stories]
        kept = [r for r in rewrites if not wanted or r["story"] in wanted]
        scenarios: dict[tuple[str, int], dict[str, Any]] = {}
        for rewrite in kept:
            key = (rewrite["story"], rewrite["what_if"])
            scenarios.setdefault(key, scenario(stories[key[0]], key[1]))["edits"].append(_edit(rewrite))
        rows += [(scenarios[r["story"], r["what_if"]], r["edit"], tuple(r["errors"]), "story") for r in kept]
    return rows


def scenario(story: Mapping[str, Any], which: int) -> dict[str, Any]:
    """Return a story under one of its what-ifs in the format of a suite's scenario."""
    names = [f"e{number}" for number in range(len(story["events"]))]
    what_if = story["what_ifs"][which]
    events = [{"id": e.id, "statement": e.statement, "span": list(e.span or (0, 0))} for e in scenario_of(story).events]
    links = [
        {
            "cause": names[cause],
            "effect": names[effect],
            "sign": "promotes" if sign == "+" else "inhibits",
            "strength": STRENGTHS[strength],
        }
        for cause, effect, sign, strength, *_ in story["links"]
    ]
    return {
        "id": f"{story['id']}/{which}",
        "text": story["text"],
        "intervention": what_if["had"],
        "had": what_if["had"],
        "scenario": {"text": story["text"], "events": events, "links": links},
        "formal_do": {names[k]: "false" for k in what_if["sets"]},
        "events": [{**event, "span_offsets": event["span"]} for event in events],
        "edits": [],
        **{kind: [names[k] for k in what_if.get(kind, ())] for kind in ("changed", "unchanged", "open")},
    }


def _edit(rewrite: Mapping[str, Any]) -> dict[str, Any]:
    says = {f"e{k}": SAYS.get(value, "unmentioned") for k, value in enumerate(rewrite["claims"])}
    return {"text": rewrite["edit"], "errors": rewrite["errors"], "valid": rewrite["valid"], "says": says}


def story_rows(folder: Path) -> list[Row]:
    """Return rewrites of stories outside the network's training set, and a share of those inside.

    Edits reserved for the score are left out.
    """
    kept = kept_for_the_score()
    rows = [row for row in rows_of_stories([folder / "stories", STORIES]) if row[1] not in kept]
    return [row for k, row in enumerate(rows) if not trained_on(row) or k % SHARE == 0]


@lru_cache(maxsize=1)
def kept_for_the_score() -> frozenset[str]:
    """Return the edits that no model of claims or connectives by words is fitted on.

    A model reads the edits that it was fitted on better than others. A score fitted on these would trust it too much.
    """
    rewrites = read_lines([STORIES / name for name in KEPT_REWRITES])
    suites = {file.stem: read_lines([file]) for file in sorted(SUITES.glob("*.jsonl"))}
    edits = [(name, edit) for name, rows in suites.items() for row in rows for edit in row["edits"]]
    return frozenset(
        [rewrite["edit"] for rewrite in rewrites]
        + [edit["text"] for name, edit in edits if name in UNREAD or edit.get("manner") == "chat"]
    )


def trained_on(row: Row) -> bool:
    """Return whether the network was trained on a rewrite's text, and therefore reads it better than others."""
    name = row[0]["id"].split("/")[0]
    return part(name if row[3] == "story" else f"suite-{name}") == "train"
