"""One rewrite: text, what-if, edit and model; and files of them.

Examples
--------
>>> line = '{"id": "q1", "text": "It rained.", "had": "it not rained", "edit": "It was dry.", "model": "m"}'
>>> [(row.item, row.model, row.edit) for row in rows_in("edits.jsonl", line.encode())]
[('q1', 'm', 'It was dry.')]
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.document.text_operations import in_lines

MOST_ROWS: Final = 20_000
"""Rewrites of one table."""
EDITS: Final = ("edit", "response", "rewrite")
"""Fields that hold the rewrite; the first that is there counts."""
MODELS: Final = ("model", "system", "generator")
"""Fields that name who wrote it."""
SUPPOSED: Final = ("text", "scenario", "had", "query", "do")
"""Fields that say which text it rewrites, and under which what-if."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRow:
    """One rewrite.

    Parameters
    ----------
    item
        The text with its what-if, as the file names it: rewrites of one item by two models are compared.
    model
        Who wrote it.
    asked
        The text and what is supposed, as `verify --jsonl` reads them.
    """

    item: str
    model: str
    asked: Mapping[str, Any]
    edit: str

    @property
    def text(self) -> str:
        """Return the text that it rewrites."""
        given = self.asked.get("text")
        return given if isinstance(given, str) else str((self.asked.get("scenario") or {}).get("text", ""))

    @property
    def line(self) -> dict[str, Any]:
        """Return the row as `verify --jsonl` reads it."""
        return {"id": self.item, **self.asked, "edit": self.edit}

    def to_dict(self) -> dict[str, Any]:
        """Write it for JSON."""
        return {"item": self.item, "model": self.model, "asked": dict(self.asked), "edit": self.edit}


def rows_in(name: str, content: bytes, of: Mapping[str, Any] | None = None) -> tuple[RewriteRow, ...]:
    """Return the rewrites that a file holds: JSON Lines, CSV or Parquet.

    Parameters
    ----------
    name
        The name of the file: its suffix says what form it has; without a model in a row, its stem names the model.
    of
        The text and the what-if of rows that name none.

    Raises
    ------
    StudioError
        If it has another form, holds no rewrite or too many, or a row lacks its edit or its text.
    """
    found = tuple(
        _row(given, f"row {number} of {name}", PurePath(name).stem, of or {})
        for number, given in enumerate(_objects(name, content), 1)
    )
    if not 0 < len(found) <= MOST_ROWS:
        message = f"expected 1 to {MOST_ROWS} rewrites in {name}, got {len(found)}; choose another file, or split it"
        raise StudioError(message)
    return found


def _objects(name: str, content: bytes) -> Iterable[object]:
    suffix = PurePath(name).suffix.lower()
    if suffix == ".parquet":
        return _parquet(name, content)
    text = decoded(content, name).removeprefix("\ufeff")
    if suffix == ".csv":
        return [{key: value for key, value in row.items() if value} for row in csv.DictReader(io.StringIO(text))]
    if suffix == ".json":
        whole = _json(text, name)
        return whole if isinstance(whole, list) else [whole]
    return [_json(line, f"line {k} of {name}") for k, line in enumerate(text.split("\n"), 1) if line.strip()]


def _parquet(name: str, content: bytes) -> list[Any]:
    from nlbridge.asking.options import library

    library("pyarrow", "Parquet files in the studio", "parquet")
    import pyarrow.lib
    import pyarrow.parquet

    try:
        return list(pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist())
    except pyarrow.lib.ArrowException as broken:
        message = f"expected Parquet in {name}, got something else ({str(broken)[:80]}); write it anew"
        raise StudioError(message) from broken


def _json(text: str, where: str) -> object:
    try:
        return read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected JSON in {where}, got something else ({broken.came}); correct it"
        raise StudioError(message) from broken


def _row(given: object, where: str, stem: str, of: Mapping[str, Any]) -> RewriteRow:
    if not isinstance(given, Mapping):
        message = f"expected an object in {where}, got {type(given).__name__}; write one object for each rewrite"
        raise StudioError(message)
    edit = next((given[name] for name in EDITS if isinstance(given.get(name), str)), None)
    if edit is None or not edit.strip():
        message = f"expected a rewrite as {' or '.join(EDITS)} in {where}, got none; add it"
        raise StudioError(message)
    asked = _asked(given, where) or dict(of)
    if not asked:
        message = f"expected a text in {where}, got none; add text and had, or open a text and its what-if first"
        raise StudioError(message)
    model = next((str(given[name])[:60] for name in MODELS if given.get(name)), stem[:60])
    item = str(given["id"])[:60] if isinstance(given.get("id"), str | int) else _mark(asked)
    return RewriteRow(item=item, model=model, asked=asked, edit=in_lines(edit))


def _asked(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return what names the text and the what-if; empty where the row names no text."""
    asked = {name: given[name] for name in SUPPOSED if given.get(name)}
    if "text" not in asked and "scenario" not in asked:
        return {}
    if "text" in asked:
        if not isinstance(asked["text"], str):
            message = f"expected text in {where}, got {type(asked['text']).__name__}; correct it"
            raise StudioError(message)
        asked["text"] = in_lines(asked["text"])
    return asked


def _mark(asked: Mapping[str, Any]) -> str:
    """Return what tells one text with its what-if from others."""
    return sha256(dumped(dict(asked)).encode("utf-8", "surrogatepass")).hexdigest()[:8]
