"""Sources of a benchmark's rows: a published file, Parquet, or a data set on a hub.

The library `datasets` (extra `datasets`) reads `hf:owner/name`, `hf:owner/name/config:split` or `hf:./folder:split`. It
caches downloads and obeys its own settings: `HF_HUB_OFFLINE=1` avoids the network, `HF_ENDPOINT` selects another hub.
Nothing else is downloaded, and no code of a data set runs. Rows from a hub or from Parquet are saved once in the
published format, so that all readers get files.
"""

from __future__ import annotations

import csv
import io
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import BenchmarkError, DatasetMissingError
from benchmarks.runs.parquet import SUFFIX, rows_of
from causalcore.files.json_text import read_json
from causalcore.files.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HUB: Final = "hf:"
_NESTED: Final = frozenset({"Query", "Evaluation criteria", "responses", "input_info", "cf"})
"""Fields that are objects or lists in the published files; a table may hold them as JSON."""

_TABLE: Final = ("sentence", "condition")
"""Columns unique to the published tables of conditionals, which stay tables."""


class DatasetsMissingError(BenchmarkError, ImportError):
    """The library that reads data sets by name is not installed."""


def local(data: Path, *, lines: bool) -> Path:
    """Return a file or folder that a benchmark's readers accept.

    Parameters
    ----------
    data
        A file or folder, returned unchanged unless it is Parquet; or `hf:` and a name.
    lines
        Whether the published format is JSON Lines rather than one JSON list.
    """
    name = data.as_posix()
    if name.startswith(HUB):
        return _written(re.sub(r"\W+", "-", name.removeprefix(HUB)).strip("-"), _from_hub(name), lines=lines)
    if data.suffix.lower() == SUFFIX and data.is_file():
        return _written(data.stem, rows_of(data), lines=lines)
    return data


def _written(name: str, rows: Sequence[Mapping[str, Any]], *, lines: bool) -> Path:
    """Write rows to a permanent file; the same rows get the same name and bytes."""
    from nlbridge.answering.lines import dumped
    from nlbridge.chat.client.cache import default_path

    kept = [_filled(row) for row in rows]
    if kept and all(column in kept[0] for column in _TABLE):
        suffix, text = ".csv", _table(kept)
    elif lines:
        suffix, text = ".jsonl", "".join(f"{dumped(row)}\n" for row in kept)
    else:
        suffix, text = ".json", json.dumps(kept, indent=1) + "\n"
    path = default_path().parent / "datasets" / sha256(text.encode()).hexdigest()[:16] / f"{name}{suffix}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return path


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    written = io.StringIO()
    table = csv.DictWriter(written, fieldnames=list(rows[0]), restval="", extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return written.getvalue()


def _filled(row: Mapping[str, Any]) -> dict[str, Any]:
    """Drop empty fields, which a table has for other rows, and parse its JSON."""
    return {name: _field(name, value) for name, value in row.items() if value is not None}


def _field(name: str, value: Any) -> Any:
    if name in _NESTED and isinstance(value, str) and value[:1] in {"[", "{"}:
        try:
            return read_json(value)
        except (ValueError, RecursionError):
            return value
    if isinstance(value, dict):
        return _filled(value)
    return [_filled(one) if isinstance(one, dict) else one for one in value] if isinstance(value, list) else value


def _from_hub(name: str) -> list[dict[str, Any]]:
    try:
        import datasets
        from datasets.exceptions import DatasetsError
        from huggingface_hub.utils.logging import get_logger
    except ImportError as missing:
        message = "expected the library datasets for hf:NAME, got no such library; pip install 'causalcore[datasets]'"
        raise DatasetsMissingError(message) from missing
    datasets.disable_progress_bars()
    get_logger().setLevel("ERROR")  # silences a message for each retry
    source, config, split = _parts(name)
    from nlbridge.asking.progress import waiting

    try:
        with waiting("Data"):
            table = _split(datasets, source, config, split)
        named = {column: kind for column, kind in table.features.items() if isinstance(kind, datasets.ClassLabel)}
        return [_labelled(dict(row), named) for row in table]
    except BenchmarkError:
        raise
    except Exception as failed:
        if not isinstance(failed, DatasetsError | OSError | ValueError | RuntimeError) and not _of_transport(failed):
            raise
        words = " ".join(str(failed).split())
        message = (
            f"expected a data set at {name}, got none: {words[:200]}; check name, split and network, "
            "or set HF_HUB_OFFLINE=1 if it was fetched before"
        )
        raise DatasetMissingError(message) from failed


def _of_transport(failed: Exception) -> bool:
    """Return whether an error comes from the hub library's HTTP library: httpx or httpx2."""
    return any(one.__name__ == "HTTPError" and one.__module__.startswith("httpx") for one in type(failed).__mro__)


def _split(datasets: Any, source: str, config: str | None, split: str | None) -> Any:
    """Return the named split, or the only one; never guess among several."""
    if split is not None:
        return datasets.load_dataset(source, config, split=split)
    loaded = datasets.load_dataset(source, config)
    if len(loaded) != 1:
        message = (
            f"expected a split, got several ({', '.join(loaded)}); name one, as in {HUB}{source}:{next(iter(loaded))}"
        )
        raise DatasetMissingError(message)
    return next(iter(loaded.values()))


def _labelled(row: dict[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    for column, kind in named.items():
        number = row.get(column)
        row[column] = kind.int2str(number) if isinstance(number, int) and number >= 0 else None
    return row


def _parts(name: str) -> tuple[str, str | None, str | None]:
    """Split a name into source, config and split.

    Examples
    --------
    >>> _parts("hf:esnli-team/esnli/plain:validation")
    ('esnli-team/esnli', 'plain', 'validation')
    >>> _parts("hf:./mine")
    ('./mine', None, None)
    """
    source, _, split = name.removeprefix(HUB).partition(":")
    if not source:
        message = (
            f"expected {HUB}owner/name, {HUB}owner/name/config:split or {HUB}./folder, got {name}; name the data set"
        )
        raise DatasetMissingError(message)
    if Path(source).is_dir() or source.startswith((".", "/")) or source.count("/") < 2:
        return source, None, split or None
    owner, named, config = source.split("/", 2)
    return f"{owner}/{named}", config, split or None
