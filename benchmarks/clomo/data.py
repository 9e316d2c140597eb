"""CLoMo's published JSON, and responses in JSON Lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.clomo.statements import statements
from benchmarks.errors import MalformedItemError
from benchmarks.runs.failed_response import failure
from benchmarks.runs.json_rows import json_list, json_rows
from benchmarks.runs.responses import each_once, unwrapped
from logic.errors import brief
from logic.relations.judgement import Relation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

RELATIONS: Final = {0: Relation.NECESSARY, 1: Relation.SUFFICIENT, 2: Relation.STRENGTHENS, 3: Relation.WEAKENS}
ABBREVIATIONS: Final = {
    Relation.NECESSARY: "NA",
    Relation.SUFFICIENT: "SA",
    Relation.STRENGTHENS: "S",
    Relation.WEAKENS: "W",
}
HUMAN: Final = "human"
"""Model name for the modified arguments in the published files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClomoItem:
    """An argument, a premise that affects it, and a premise that must affect it after the edit.

    Parameters
    ----------
    relation
        How the first premise affects the argument.
    instruction
        The task in the words of the file.
    argument
        The argument with its marks, as in the file.
    statements
        Its statements without marks.
    reference
        A human's modified argument; empty if the file has none.
    """

    id: str
    relation: Relation
    instruction: str
    argument: str
    statements: tuple[str, ...]
    premise1: str
    premise2: str
    reference: str = ""

    @property
    def task(self) -> str:
        """The prompt that asks a model for the modified argument."""
        return (
            f"{self.instruction.strip()}\n\nArgument: {self.argument}\nPremise1: {self.premise1}\n"
            f"Premise2: {self.premise2}\n\nPlease write the modified argument below:"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A modified argument.

    Parameters
    ----------
    good
        A human's verdict, if any.
    finish_reason, refusal
        The endpoint's report on the reply, if known.
    """

    item: str
    model: str
    text: str
    good: bool | None = None
    finish_reason: str | None = None
    refusal: str | None = None

    @property
    def failure(self) -> str | None:
        """Why the response is no answer; None if it is one."""
        return failure(self.text, finish_reason=self.finish_reason, refusal=self.refusal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """The items of a file, and why some rows were skipped."""

    items: tuple[ClomoItem, ...]
    skipped: tuple[str, ...]


def load(path: Path) -> Dataset:
    """Read a published file; report and skip malformed rows.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If it is no JSON list, holds no item, or repeats an id.
    """
    rows = json_list(path, "CLoMo items")
    items: list[ClomoItem] = []
    skipped: list[str] = []
    for number, row in enumerate(rows, 1):
        try:
            items.append(_item(row))
        except (KeyError, TypeError, ValueError) as broken:
            name = row.get("id_string", "") if isinstance(row, dict) else ""
            skipped.append(f"row {number} {name}".strip() + f": {_words(broken)}")
    if not items:
        message = f"expected CLoMo items in {path}, got none that can be read; the first: {skipped[0]}"
        raise MalformedItemError(message)
    if len({item.id for item in items}) < len(items):
        message = f"expected items with different ids in {path}, got one twice; remove the duplicate"
        raise MalformedItemError(message)
    return Dataset(items=tuple(items), skipped=tuple(skipped))


def references(items: tuple[ClomoItem, ...]) -> tuple[Response, ...]:
    """Return the humans' modified arguments of a file as responses."""
    return tuple(Response(item=item.id, model=HUMAN, text=item.reference) for item in items if item.reference)


def load_responses(path: Path, items: tuple[ClomoItem, ...]) -> tuple[Response, ...]:
    """Read one `{"id", "response", "model"?, "human"?: 0 or 1}` per line.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If a line has another form, names no item, or repeats a model's answer to an item.
    """
    known = {item.id for item in items}
    rows = json_rows(path, what="responses in JSON Lines")
    return each_once(rows, lambda row: _response(row.fields, known, row.place), lambda one: (one.item, one.model))


def _item(row: Mapping[str, Any]) -> ClomoItem:
    parts = row["input_info"]
    argument = _text(parts, "P")
    marked = statements(argument)
    if not marked:
        message = "expected an argument with the marks Statement1:, Statement2:, ..., got none"
        raise ValueError(message)
    return ClomoItem(
        id=_text(row, "id_string"),
        relation=RELATIONS[row["qtype"]],
        instruction=_text(row, "instruction"),
        argument=argument,
        statements=tuple(statement.text for statement in marked),
        premise1=_text(parts, "O").removeprefix("Premise1:").strip(),
        premise2=_text(parts, "Om").removeprefix("Premise2:").strip(),
        reference=str(row.get("output") or "").strip(),
    )


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row[field]
    if not isinstance(value, str) or not value.strip():
        message = f'expected a text as "{field}", got {brief(value)}'
        raise ValueError(message)
    return value.strip()


def _words(broken: Exception) -> str:
    return f'expected "{broken.args[0]}"' if isinstance(broken, KeyError) else str(broken)


def _response(row: Mapping[str, Any], known: set[str], where: str) -> Response:
    item, text, good = row.get("id"), row.get("response"), row.get("human")
    if not (isinstance(item, str) and isinstance(text, str) and good in (None, 0, 1)):
        message = f'expected {{"id", "response", "model"?, "human"?: 0 or 1}} on {where}, got {brief(row)}; correct it'
        raise MalformedItemError(message)
    if item not in known:
        message = f"expected the id of an item on {where}, got {brief(item)}; use the ids of the dataset"
        raise MalformedItemError(message)
    return Response(
        item=item,
        model=str(row.get("model") or "unnamed"),
        text=unwrapped(text),
        good=None if good is None else bool(good),
        finish_reason=str(row["finish_reason"]) if row.get("finish_reason") else None,
        refusal=str(row["refusal"]) if row.get("refusal") else None,
    )
