"""A report's table and further figures on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.runs.output_form import show_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.reports.report import Table


def show_figures(table: Table, words: str, out: Path) -> None:
    """Print a table, and below it the details of each line.

    Parameters
    ----------
    table
        The content of the unindented lines, shown in their place.
    words
        The figures as lines; an indented line adds details to the one above it.
    """
    show_table(table)
    show_words(_details(words.splitlines()), out)


def _details(lines: Sequence[str]) -> list[str]:
    """Return the indented lines, each prefixed with the name of its line above."""
    about, details = "", list[str]()
    for line in lines:
        if line.startswith("  "):
            details.append(f"{about}: {line.strip()}")
        else:
            about = line.split(":", 1)[0]
    return details


def show_table(table: Table) -> None:
    """Print a table of a report, without interpreting markup in it."""
    from rich.table import Table as Shown
    from rich.text import Text

    from nlbridge.asking.output import console

    shown = Shown(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for column in table.columns:
        shown.add_column(Text(column, style="bold"))
    for row in table.rows:
        shown.add_row(*(Text(str(cell)) for cell in row))
    console().print(shown)
