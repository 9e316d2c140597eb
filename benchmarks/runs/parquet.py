"""Rows in Parquet files, the format of dataset hubs; needs the extra `parquet`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import BenchmarkError, MalformedItemError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

SUFFIX: Final = ".parquet"


class ParquetMissingError(BenchmarkError, ImportError):
    """The library that reads and writes Parquet is not installed."""


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Read the rows of a file."""
    arrow, parquet = _libraries()
    try:
        rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    except (arrow.ArrowException, OSError) as broken:
        words = " ".join(str(broken).split())
        message = f"expected Parquet in {path}, got something else ({words[:120]}); check the file"
        raise MalformedItemError(message) from broken
    return rows


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write rows, a column for each field; nested values become JSON.

    Returns
    -------
    int
        Number of rows.
    """
    arrow, parquet = _libraries()
    flat = [{name: _flat(value) for name, value in row.items()} for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row))
    columns = {name: _column(arrow, [row.get(name) for row in flat]) for name in names}
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    parquet.write_table(arrow.table(columns), partial)
    partial.replace(path)
    return len(flat)


def _column(arrow: Any, values: list[Any]) -> Any:
    """Return a column, as JSON if its values have several types."""
    kinds = {"number" if type(value) in {int, float} else type(value).__name__ for value in values if value is not None}
    if len(kinds) > 1:
        values = [None if value is None else json.dumps(value) for value in values]
    return arrow.array(values)


def _flat(value: object) -> object:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return json.dumps(value, ensure_ascii=False)


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as missing:
        message = "expected pyarrow for Parquet, got no such library; pip install 'causalcore[parquet]'"
        raise ParquetMissingError(message) from missing
    return arrow, parquet
