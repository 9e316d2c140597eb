"""Items of CLadder: from its JSON, from JSON Lines with the same fields, or from its table of prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.errors import MalformedItemError
from benchmarks.runs.json_rows import different_items, each_read, json_rows
from logic.errors import brief, listed

KINDS: Final = {
    "easy": "sense",
    "hard": "sense",
    "det": "sense",
    "commonsense": "sense",
    "anti": "against sense",
    "anticommonsense": "against sense",
    "non": "nonsense",
    "nonsense": "nonsense",
}
"""Kinds of story by the data's names for their parts."""
RUNGS: Final = {
    "marginal": 1,
    "correlation": 1,
    "exp_away": 1,
    "ate": 2,
    "backadj": 2,
    "collider_bias": 2,
    "ett": 3,
    "nde": 3,
    "nie": 3,
    "det-counterfactual": 3,
}
"""Rungs of the query types, for data without them."""
ANSWERS: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class CladderItem:
    """A question with its answer.

    Parameters
    ----------
    text
        Background, given information, and the question.
    story, graph
        The data's names of the story and its graph; questions about one story are not independent.
    kind
        Whether the story fits common sense: `sense`, `against sense`, `nonsense`, or the data's own word.
    rung
        1, 2 or 3; 0 if unknown.
    """

    id: str
    text: str
    answer: bool
    query_type: str = ""
    rung: int = 0
    story: str = ""
    graph: str = ""
    kind: str = ""


def load(path: Path, skipped: list[str] | None = None) -> tuple[CladderItem, ...]:
    """Read items from JSON Lines or from one JSON list.

    Parameters
    ----------
    skipped
        Collects the error of each unreadable row, which is skipped; if None, the first one is raised.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If a row is no item and `skipped` is None, two items have the same id, or nothing is left.
    """
    rows = json_rows(path, skipped, lists=True)
    items = each_read(rows, lambda row: _item(row.place, row.fields), skipped)
    return different_items(items, path, "items of CLadder (background, given_info, question, answer)", skipped)


def _item(place: str, row: Mapping[str, Any]) -> CladderItem:
    meta = row.get("meta")
    fields = {**(meta if isinstance(meta, dict) else {}), **row}
    parts = [fields.get("prompt")] if "prompt" in fields else [fields.get(n, "") for n in ("background", "given_info")]
    parts += [] if "prompt" in fields else [fields.get("question")]
    given = fields.get("answer", fields.get("label"))
    answer = ANSWERS.get(str(given).strip().lower())
    if answer is None and given is not None:
        message = f'{place}: expected "answer" to be yes or no, got {brief(given)}; correct the row'
        raise MalformedItemError(message)
    if answer is None or not all(isinstance(part, str) for part in parts) or not str(parts[-1] or "").strip():
        message = (
            f'{place}: expected "background", "given_info", "question" (or "prompt") and "answer" (yes or no), '
            f"got {listed(row)}; correct the row"
        )
        raise MalformedItemError(message)
    kind = str(fields.get("part", fields.get("kind", "")))
    query_type = str(fields.get("query_type", ""))
    rung = fields.get("rung", RUNGS.get(query_type, 0))
    story = str(fields.get("story_id", ""))
    return CladderItem(
        id=str(fields.get("id", fields.get("question_id", place))),
        text=" ".join(str(part).strip() for part in parts if str(part).strip()),
        answer=answer,
        query_type=query_type,
        rung=int(rung) if str(rung).isdecimal() and len(str(rung)) < 3 else 0,
        story=story,
        graph=str(fields.get("graph_id", "")),
        kind=KINDS.get(kind, kind or ("nonsense" if story.startswith("nonsense") else "")),
    )
