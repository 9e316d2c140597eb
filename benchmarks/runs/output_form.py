"""Whether a command shows its figures as words or as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.reports.report import Table

Form = Annotated[
    str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
]


def check_form(form: str | None) -> None:
    """Refuse a form that there is not.

    Raises
    ------
    RequestError
        If it is neither `text` nor `json`.
    """
    from nlbridge.answering.request import RequestError

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)


def as_json(form: str | None) -> bool:
    """Tell whether JSON is asked for, or nothing is and nobody reads at a terminal."""
    return form == "json" or (form is None and not sys.stdout.isatty())


def show(summary: Mapping[str, Any], words: str, out: Path, form: str | None) -> None:
    """Write the figures to standard output: as JSON, or in words for people."""
    if as_json(form):
        sys.stdout.write(json.dumps(summary) + "\n")
    else:
        show_words(words, out)


def show_words(words: str, out: Path, table: Table | None = None) -> None:
    """Show the figures for people, and where the report is.

    Parameters
    ----------
    words
        The figures as lines; an indented line says more about the one above it.
    table
        What the lines that are not indented say; it is shown in their place.
    """
    lines = words.splitlines()
    if table is not None:
        show_table(table)
        lines = _details(lines)
    for line in lines:
        _show_line(line)
    _show_line(f"Report: {out / 'report.md'}; rows: {out / 'samples.jsonl'}")


def _details(lines: Sequence[str]) -> list[str]:
    """Return the indented lines, each with the name of what it is about."""
    about, found = "", list[str]()
    for line in lines:
        if line.startswith("  "):
            found.append(f"{about}: {line.strip()}")
        else:
            about = line.split(":", 1)[0]
    return found


def _show_line(line: str) -> None:
    """Print a line; where it is too long for the terminal, go on below its words."""
    from rich.text import Text

    from nlbridge.asking.output import console

    shown, margin = console(), len(line) - len(line.lstrip())
    for number, piece in enumerate(Text(line.strip()).wrap(shown, max(20, shown.width - margin - 2))):
        piece.rstrip()
        shown.print(Text.assemble(" " * (margin if number == 0 else margin + 2), piece))


def show_table(table: Table) -> None:
    """Print a table of a report; words in it are shown, never interpreted."""
    from rich.table import Table as Shown
    from rich.text import Text

    from nlbridge.asking.output import console

    shown = Shown(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for column in table.columns:
        shown.add_column(Text(column, style="bold"))
    for row in table.rows:
        shown.add_row(*(Text(str(cell)) for cell in row))
    console().print(shown)
