"""Output of figures as words or as JSON."""

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
    """Refuse an unknown format."""
    from nlbridge.answering.request import RequestError

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)


def as_json(form: str | None) -> bool:
    """Return whether to write JSON: if requested, or by default without a terminal."""
    return form == "json" or (form is None and not sys.stdout.isatty())


def show(summary: Mapping[str, Any], words: str, out: Path, form: str | None) -> None:
    """Write the figures to standard output, as JSON or in words."""
    if as_json(form):
        sys.stdout.write(json.dumps(summary) + "\n")
    else:
        show_words(words.splitlines(), out)


def show_words(lines: Sequence[str], out: Path, *, rows: tuple[str, str] = ("rows", "samples.jsonl")) -> None:
    """Print the figures for people, with hanging indents, and the places of report and rows."""
    what, name = rows
    for line in (*lines, f"Report: {out / 'report.md'}; {what}: {out / name}"):
        _show_line(line)


def _show_line(line: str) -> None:
    """Print a line, wrapped with a hanging indent."""
    from rich.text import Text

    from nlbridge.asking.output import console

    terminal, indent = console(), len(line) - len(line.lstrip())
    for number, piece in enumerate(Text(line.strip()).wrap(terminal, max(20, terminal.width - indent - 2))):
        piece.rstrip()
        terminal.print(Text.assemble(" " * (indent if number == 0 else indent + 2), piece))
