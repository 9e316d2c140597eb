"""CoBe's published JSON, and generations in JSON Lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.cobe.formal_scenario import formal_of
from benchmarks.errors import MalformedItemError
from benchmarks.runs.item import Generation, Item
from benchmarks.runs.json_rows import bytes_of, each_read, json_list, json_rows
from benchmarks.runs.parquet import SUFFIX, rows_of
from benchmarks.runs.responses import each_once, unwrapped
from logic.errors import brief
from nlbridge.judging.report import ErrorClass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_ID: Final = re.compile(r"(?P<item>\d+v\d+)(?:[-_:./ ]?q?(?P<query>\d+))?(?:[-_:./ ](?P<model>.+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """The items of a file, and the responses in it."""

    items: tuple[Item, ...]
    inside: tuple[Generation, ...]


def dataset(path: Path, limit: int | None = None, skipped: list[str] | None = None) -> Dataset:
    """Read a dataset, or its first items with the responses to these; see `load`."""
    items, inside = load(path, skipped)
    wanted = {item.id for item in items[:limit]}
    return Dataset(items=items[:limit], inside=tuple(one for one in inside if one.item in wanted))


def load(path: Path, skipped: list[str] | None = None) -> tuple[tuple[Item, ...], tuple[Generation, ...]]:
    """Read a dataset; return its items and its responses, if any.

    Parameters
    ----------
    skipped
        Collects the error of each unreadable item, which is skipped; if None, the first one is raised.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If it is no list of CoBe items, or none of them can be read.
    """
    rows = _rows(path, skipped)
    items: dict[str, Item] = {}
    generations: list[Generation] = []

    def read(numbered: tuple[int, object]) -> tuple[Item, list[Generation]]:
        return _item_with_responses(numbered[1], f"item {numbered[0]} of {path}", items)

    for item, inside in each_read(enumerate(rows, 1), read, skipped):
        items[item.id] = item
        generations += inside
    if not items:
        message = (
            f"expected CoBe items in {path}, got {len(rows)} that cannot be read; the first: {(skipped or [''])[0]}"
        )
        raise MalformedItemError(message)
    return tuple(items.values()), tuple(generations)


def _rows(path: Path, skipped: list[str] | None) -> Sequence[object]:
    """Return the rows of a Parquet file, of a JSON list, or of JSON Lines with an item on each."""
    if path.suffix.lower() == SUFFIX:
        return rows_of(path)
    lines = bytes_of(path, "a JSON list of CoBe items").split(b"\n")
    if sum(line.lstrip()[:1] == b"{" for line in lines) < 2 or not lines[0].startswith(b"{"):
        return json_list(path, "CoBe items")
    return [row.fields for row in json_rows(path, skipped, what="CoBe items")]


def _item_with_responses(row: object, where: str, others: Mapping[str, Item]) -> tuple[Item, list[Generation]]:
    if not isinstance(row, dict):
        message = f"expected {where} to be an object, got {type(row).__name__}; correct it"
        raise MalformedItemError(message)
    item = _item(row, where)
    if item.id in others:
        message = f"expected items with different ids, got {item.id} again in {where}; remove the duplicate"
        raise MalformedItemError(message)
    responses = [_generation(one, item.id, where) for one in row.get("responses") or []]
    return item, [_in_range(one, {item.id: item}, where) for one in responses]


def load_generations(path: Path, items: tuple[Item, ...]) -> tuple[Generation, ...]:
    """Read generations: `{"id": "307v8", "query_index": 0, "model": ..., "response": ...}` on each line.

    `id` may contain the index of the phrasing: `307v8-q0`.
    """
    by_id = {item.id: item for item in items}
    rows = json_rows(path, what="generations in JSON Lines")
    return each_once(
        rows,
        lambda row: _in_range(_generation(row.fields, "", row.place), by_id, row.place),
        lambda one: (f"{one.item}-q{one.query_index}", one.model),
    )


def _item(row: Mapping[str, Any], where: str) -> Item:
    core, variation = _field(row, "Core Set ID", (int, str), where), _field(row, "Variation ID", (int, str), where)
    queries = row.get("Query")
    queries = [queries] if isinstance(queries, str) else queries
    if not isinstance(queries, list) or not queries or not all(isinstance(query, str) for query in queries):
        message = f'expected "Query" of {where} to be a list of texts, got {brief(queries)}; correct it'
        raise MalformedItemError(message)
    text = str(_field(row, "Variation text", str, where))
    return Item(
        id=f"{core}v{variation}",
        core=str(core),
        domain=str(row.get("Domain") or "unknown"),
        text=text,
        queries=tuple(queries),
        criteria=tuple(str(criterion) for criterion in _criteria(row)),
        graph_type=next((str(row[name]) for name in ("Graph type", "Graph", "graph_type") if row.get(name)), None),
        formal=formal_of(row, text, where),
    )


def _criteria(row: Mapping[str, Any]) -> Iterator[object]:
    criteria = row.get("Evaluation criteria") or []
    yield from criteria if isinstance(criteria, list) else [criteria]


def _generation(row: object, item: str, where: str) -> Generation:
    if not isinstance(row, dict):
        message = f"expected a response of {where} to be an object, got {type(row).__name__}; correct it"
        raise MalformedItemError(message)
    response = row.get("response", row.get("text"))
    named = _ID.fullmatch(item or str(row.get("id", "")))
    if not isinstance(response, str) or named is None:
        message = f'expected "id" like 307v8 and a text as "response" in {where}, got {str(row)[:80]}; correct it'
        raise MalformedItemError(message)
    index = row.get("query_index", named["query"] or 0)
    correct, failed = _verdict(row, where)
    return Generation(
        item=named["item"],
        query_index=int(str(index)) if str(index).isdecimal() else -1,
        model=str(row.get("model") or named["model"] or "unnamed"),
        response=unwrapped(response),
        correct=correct,
        failed=failed,
        finish_reason=str(row["finish_reason"]) if row.get("finish_reason") else None,
        refusal=str(row["refusal"]) if row.get("refusal") else None,
    )


def _verdict(row: Mapping[str, Any], where: str) -> tuple[bool | None, tuple[str, ...]]:
    """Return the verdict that a response came with, and the error classes that it names."""
    correct, failed = row.get("correct"), row.get("failed") or []
    if correct is not None and not isinstance(correct, bool):
        message = f'expected "correct" of {where} to be true, false or null, got {brief(correct)}; correct it'
        raise MalformedItemError(message)
    classes = [error.value for error in ErrorClass]
    if not isinstance(failed, list) or any(error not in classes for error in failed):
        message = f'expected "failed" of {where} to be a list of {", ".join(classes)}, got {brief(failed)}; correct it'
        raise MalformedItemError(message)
    if correct and failed:
        message = f'expected no errors in "failed" of {where} where "correct" is true, got {brief(failed)}; correct it'
        raise MalformedItemError(message)
    return correct, tuple(failed)


def _in_range(generation: Generation, items: Mapping[str, Item], where: str) -> Generation:
    item = items.get(generation.item)
    if item is None or not 0 <= generation.query_index < len(item.queries):
        message = (
            f"expected an item of the dataset and one of its phrasings in {where}, "
            f"got {generation.item} and phrasing {generation.query_index}; check the ids"
        )
        raise MalformedItemError(message)
    return generation


def _field(row: Mapping[str, Any], name: str, kind: type | tuple[type, ...], where: str) -> object:
    value = row.get(name)
    if not isinstance(value, kind) or value == "":
        message = f'expected "{name}" in {where}, got {brief(value)}; see the published format'
        raise MalformedItemError(message)
    return value
