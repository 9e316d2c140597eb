"""Items of CaLM: a folder of its tasks, or a single task, in JSON Lines or JSON lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from benchmarks.calm.item_text import item_text
from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.runs.json_rows import different_items, each_read, json_rows

TASK_ENDS: Final = ("_EN", "_CN")
"""Suffixes of file names, which give the language."""
ANSWERS: Final = {"yes": "yes", "no": "no", "1": "yes", "0": "no"}


class Asks(StrEnum):
    """The kind of answer that an item asks for."""

    YES_NO = "yes or no"
    NUMBER = "number"
    OPTION = "option"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalmItem:
    """A question with its answer.

    Parameters
    ----------
    task
        The file name, without the language.
    text
        The text for a reader.
    answer
        `yes`, `no`, a number as written, or the number of an option.
    needs_model
        Whether only world knowledge or people's judgements decide the answer, not the text.
    story
        Items with one graph or story are not independent.
    row
        The item's row in the file, with the steps to its answer.
    """

    id: str
    task: str
    text: str
    asks: Asks
    answer: str
    needs_model: bool
    story: str
    row: Mapping[str, Any]


def load(path: Path, skipped: list[str] | None = None) -> tuple[CalmItem, ...]:
    """Read the items of a file, or of all files of a folder, by task.

    Parameters
    ----------
    skipped
        Collects the error of each unreadable row, which is skipped; if None, the first one is raised.

    Raises
    ------
    DatasetMissingError
        If there is no such file, or no file of items in the folder.
    MalformedItemError
        If a row is no item and `skipped` is None, two items have the same id, or nothing is left.
    """
    files = sorted(one for one in path.iterdir() if one.suffix in {".json", ".jsonl"}) if path.is_dir() else [path]
    if not files:
        message = f"expected a folder with files of CaLM (.jsonl), got {path}, which has none; check the name"
        raise DatasetMissingError(message)
    rows = ((task_of(one), row) for one in files for row in json_rows(one, skipped, lists=True))
    items = each_read(rows, lambda each: _item(each[0], each[1].place, each[1].fields), skipped)
    return different_items(items, path, "items of CaLM", skipped)


def first_of_each(items: Sequence[CalmItem], limit: int | None) -> tuple[CalmItem, ...]:
    """Return the first items of each task; all without a limit."""
    if limit is None:
        return tuple(items)
    tasks = dict.fromkeys(item.task for item in items)
    return tuple(item for task in tasks for item in [one for one in items if one.task == task][:limit])


def task_of(path: Path) -> str:
    """Return the task of a file.

    Examples
    --------
    >>> task_of(Path("calm/ATE-P_ATE-basic_EN.jsonl"))
    'ATE-P_ATE-basic'
    """
    name = path.stem
    return next((name.removesuffix(end) for end in TASK_ENDS if name.endswith(end)), name)


def _item(task: str, place: str, row: Mapping[str, Any]) -> CalmItem:
    text, needs_model = item_text(task, row)
    gold = _answer(row)
    if text is None or gold is None or "index" not in row:
        message = (
            f"{place}: expected an item of CaLM with index, question and gt_answer, got {', '.join(map(str, row))}; "
            "correct the row"
        )
        raise MalformedItemError(message)
    asks, answer = gold
    return CalmItem(
        id=f"{task}:{row['index']}",
        task=task,
        text=text,
        asks=asks,
        answer=answer,
        needs_model=needs_model,
        story=_story(row, place),
        row=row,
    )


def _answer(row: Mapping[str, Any]) -> tuple[Asks, str] | None:
    gold = row.get("gt_answer")
    if any(name in row for name in ("option1", "Answer1")):
        return (Asks.OPTION, str(gold)) if str(gold).isdigit() else None
    plain = str(gold).strip().lower()
    if plain in {"yes", "no"} or ("di_edges" in row and plain in ANSWERS):
        return Asks.YES_NO, ANSWERS[plain]
    if isinstance(gold, int | float) and not isinstance(gold, bool):
        return Asks.NUMBER, repr(gold)
    return None


def _story(row: Mapping[str, Any], place: str) -> str:
    """Return the key that items with one graph or story share."""
    meta = row.get("meta")
    if isinstance(meta, Mapping):
        return f"{meta.get('story_id')}, {meta.get('graph_id')}"
    background = row.get("Background")
    if isinstance(background, Mapping):
        return str(background.get("graph"))
    return str(row.get("di_edges") or row.get("edges") or place)
