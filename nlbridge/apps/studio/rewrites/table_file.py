"""The file that keeps the table: a journal of JSON Lines, one line for each action.

A verdict is one line at the end, so that a table of thousands is never written again for one of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.rewrites.rewrite_row import RewriteRow
from nlbridge.apps.studio.rewrites.rewrite_table import RewriteTable

SUFFIX: Final = ".rewrites.jsonl"


def rewrites_beside(path: Path) -> Path:
    """Return where the rewrites are kept: beside the review.

    Examples
    --------
    >>> rewrites_beside(Path("texts.jsonl.review.jsonl")).name
    'texts.jsonl.rewrites.jsonl'
    """
    return path.with_name(path.name.removesuffix(".review.jsonl").removesuffix(".jsonl.jsonl") + SUFFIX)


class Journal:
    """The file to which each change of a table is added; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def added(self, keys: list[str], rows: tuple[RewriteRow, ...]) -> None:
        """Keep new rewrites."""
        self._write([{"key": key, "row": row.to_dict()} for key, row in zip(keys, rows, strict=True)])

    def judged(self, key: str, judgement: object) -> None:
        """Keep a verdict."""
        self._write([{"key": key, "judgement": judgement}])

    def said(self, key: str, said: str, note: str) -> None:
        """Keep what a person says."""
        self._write([{"key": key, "said": said, "note": note}])

    def _write(self, rows: list[dict[str, Any]]) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8", errors="surrogatepass") as file:
                file.writelines(dumped(row) + "\n" for row in rows)
        except OSError as failed:
            message = f"expected to write {self._path.name}, got {failed.strerror}; make room, or use another --save"
            raise StudioError(message) from failed


def resumed(path: Path | None) -> RewriteTable:
    """Return the table as it was left; an empty one where nothing was kept.

    Raises
    ------
    StudioError
        If the file is not one that a journal wrote.
    """
    table = RewriteTable()
    if path is None or not path.exists():
        return table
    lines = decoded(path.read_bytes(), path.name).split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            _repeat(table, line, f"line {number} of {path.name}", is_last=number >= len(lines) - 1)
    return table


def _repeat(table: RewriteTable, line: str, where: str, *, is_last: bool) -> None:
    try:
        data = read_json(line)
    except MalformedDocumentError as broken:
        if is_last:  # The program ended while it wrote this line: what it says is lost, and judged again.
            return
        message = (
            f"expected rewrites that the studio wrote in {where}, got something else ({broken.came}); move it away"
        )
        raise StudioError(message) from broken
    try:
        _redo(table, data)
    except (KeyError, TypeError, LookupError) as broken:
        message = f"expected rewrites that the studio wrote in {where}, got something else ({broken}); move it away"
        raise StudioError(message) from broken


def _redo(table: RewriteTable, data: Any) -> None:
    if "row" in data:
        row = RewriteRow(**data["row"])
        if table.add((row,)) != [data["key"]]:
            message = f"the key {data['key']} out of order"
            raise KeyError(message)
    elif "judgement" in data:
        table.keep(data["key"], data["judgement"])
    else:
        table.say(data["key"], data["said"], data["note"])
