"""Whether a command shows its figures as words or as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

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
    """Write the figures to standard output."""
    sys.stdout.write(json.dumps(summary) + "\n" if as_json(form) else f"{words}\nwritten to {out}\n")
