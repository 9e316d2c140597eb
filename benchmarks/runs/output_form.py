"""Whether a command shows its figures as words or as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Form = Annotated[
    str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
]


def check_form(form: str | None) -> None:
    """Refuse a form that there is not."""
    from nlbridge.answering.request import RequestError

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)


def as_json(form: str | None) -> bool:
    """Tell whether to write JSON: asked for, or no format asked for and no terminal."""
    return form == "json" or (form is None and not sys.stdout.isatty())


def show(summary: Mapping[str, Any], words: str, out: Path, form: str | None) -> None:
    """Write the figures to standard output: as JSON, or in words for people."""
    if as_json(form):
        sys.stdout.write(json.dumps(summary) + "\n")
    else:
        show_words(words.splitlines(), out)


def show_words(lines: Sequence[str], out: Path, *, rows: tuple[str, str] = ("rows", "samples.jsonl")) -> None:
    """Show the figures for people, a long line going on below its words, and where report and rows are."""
    what, name = rows
    for line in (*lines, f"Report: {out / 'report.md'}; {what}: {out / name}"):
        _show_line(line)


def _show_line(line: str) -> None:
    """Print a line; where it is too long for the terminal, go on below its words."""
    from rich.text import Text

    from nlbridge.asking.output import console

    shown, margin = console(), len(line) - len(line.lstrip())
    for number, piece in enumerate(Text(line.strip()).wrap(shown, max(20, shown.width - margin - 2))):
        piece.rstrip()
        shown.print(Text.assemble(" " * (margin if number == 0 else margin + 2), piece))
