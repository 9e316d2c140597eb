"""`causalcore export`: the samples of a run as one table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None, help="Write the samples of a run to Parquet.")


@app.callback(epilog="Example: causalcore export --run runs/small --out small.parquet")
def export(
    run: Annotated[Path, typer.Option(help="Folder of a run or of scores, of any benchmark.", metavar="DIR")],
    out: Annotated[Path, typer.Option(help="The Parquet file.")],
) -> None:
    """Write the samples of a run to one Parquet file; nested fields stand as JSON. Needs the extra `parquet`."""
    from benchmarks.errors import DatasetMissingError, MalformedItemError
    from benchmarks.parquet import SUFFIX, write_rows
    from benchmarks.runner import SAMPLES, whole_lines

    path = run / SAMPLES
    if not path.is_file():
        message = f"expected a folder with {SAMPLES}, got {run}; run or score first"
        raise DatasetMissingError(message)
    if out.suffix.lower() != SUFFIX:
        message = f"expected a file that ends in {SUFFIX}, got {out}; rename it"
        raise MalformedItemError(message)
    try:
        rows = [dict(json.loads(line)) for _, line in whole_lines(path)]
    except (ValueError, TypeError, RecursionError) as broken:
        message = f"expected JSON Lines in {path}, got something else ({broken}); score again"
        raise MalformedItemError(message) from broken
    count = write_rows(out, rows)
    typer.echo(f"{count} samples written to {out}")
