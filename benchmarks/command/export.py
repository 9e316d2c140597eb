"""`causalcore export`: the samples of a run as one table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from causalcore.files.json_text import read_json

CARD: Final = """---
configs:
- config_name: default
  data_files:
  - split: samples
    path: samples.parquet
---

Samples of a scored run, one a response, by causalcore.
"""
"""Metadata that assigns files to splits for `load_dataset`."""

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None, help="Write the samples of a run to Parquet.")


@app.callback(epilog="Example: causalcore export --run runs/small --out small.parquet")
def export(
    run: Annotated[Path, typer.Option(help="Folder of a run or of scores, of any benchmark.", metavar="DIR")],
    out: Annotated[Path, typer.Option(help="The Parquet file, or a folder for a data set.")],
) -> None:
    """Write the samples of a run to Parquet; nested fields become JSON. Needs the extra `parquet`.

    A name that ends in .parquet is one file; any other is a folder that `datasets.load_dataset` reads, without code.
    """
    from benchmarks.errors import MalformedItemError
    from benchmarks.runs.compared import samples_file
    from benchmarks.runs.parquet import SUFFIX, write_rows
    from causalcore.files.writing import whole_lines

    path = samples_file(run)
    if out.suffix.lower() != SUFFIX and (out.suffix or out.is_file()):
        message = f"expected a file that ends in {SUFFIX}, or a folder, got {out}; rename it"
        raise MalformedItemError(message)
    try:
        rows = [dict(read_json(line)) for _, line in whole_lines(path)]
    except (ValueError, TypeError, RecursionError) as broken:
        message = f"expected JSON Lines in {path}, got something else ({broken}); score again"
        raise MalformedItemError(message) from broken
    if out.suffix.lower() == SUFFIX:
        count = write_rows(out, rows)
    else:
        count = write_rows(out / "samples.parquet", rows)
        (out / "README.md").write_text(CARD, encoding="utf-8")
    typer.echo(f"{count} samples written to {out}")
