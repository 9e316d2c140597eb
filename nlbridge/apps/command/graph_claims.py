"""`causalcore claim` about a graph: tests written from it, and a table of data held against it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from nlbridge.apps.command.subject import read_graph_of
from nlbridge.asking.output import while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from pandas import DataFrame

FINE, CONTRADICTED, UNDETERMINED = 0, 1, 3


def write_test_file(source: str, out: Path | None, kind: str, target: str) -> int:
    """Write a pytest file from a graph, to standard output where no file is named; a file that is there stays.

    Raises
    ------
    BridgeError
        If the file is there already, or the kind is none.
    """
    from causalcore.asking.graph_object import CausalGraph
    from causalcore.graph_questions.written_tests import WrittenFor

    if kind not in set(WrittenFor):
        message = f"expected --for {', '.join(WrittenFor)}, got {kind}"
        raise BridgeError(message)
    text = CausalGraph(read_graph_of(source)).test_file(kind, target)
    if out is None:
        typer.echo(text, nl=False)
        return FINE
    if out.exists():
        message = f"expected a new file, got {out}, which is there; name another, or remove it"
        raise BridgeError(message)
    out.write_text(text, encoding="utf-8")
    typer.echo(f"causalcore: wrote {out}; run it with pytest", err=True)
    return FINE


def check_table(source: str, data: Path, *, as_json: bool) -> int:
    """Hold a table of data against a graph: 0 it does not contradict, 1 it does, 3 nothing could be tested."""
    from causalcore.asking.graph_object import CausalGraph

    found = CausalGraph(read_graph_of(source)).check_data(read_table(data))
    with while_read():
        typer.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else f"{found.explain()}\n{found}")
    if found.contradicted is None:
        return UNDETERMINED
    return CONTRADICTED if found.contradicted else FINE


def read_table(path: Path) -> DataFrame:
    """Read a table in CSV, or in Parquet.

    Raises
    ------
    BridgeError
        If it cannot be read.
    """
    import pandas as pd

    try:
        return pd.read_parquet(path) if path.suffix.lower() == ".parquet" else pd.read_csv(path)
    except (OSError, ValueError, ImportError) as error:
        message = f"expected a table in CSV or Parquet, got {path}: {' '.join(str(error).split())}; check the file"
        raise BridgeError(message) from error
