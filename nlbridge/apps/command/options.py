"""What commands share: options with their help, output formats, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

import typer

from nlbridge.asking.output import while_read

FINE: Final = 0
INVALID: Final = 1
WRONG_INPUT: Final = 2
UNDETERMINED: Final = 3
TOOL_FAILED: Final = 4
INTERRUPTED: Final = 130


class Form(StrEnum):
    """Output format of a result."""

    TEXT = "text"
    JSON = "json"


class RubricForm(StrEnum):
    """Output format of a rubric: `cobe` is that benchmark's published JSON."""

    TEXT = "text"
    JSON = "json"
    COBE = "cobe"


Format = Annotated[Form | None, typer.Option("--format", help="Default: text on a terminal, JSON elsewhere.")]
Text = Annotated[
    str | None,
    typer.Argument(help="A text, a file, a scenario in JSON or YAML, or - for standard input.", metavar="TEXT"),
]
Had = Annotated[str | None, typer.Option(help="The what-if: the words that follow 'had', e.g. 'the pump not failed'.")]
Query = Annotated[str | None, typer.Option(help="The what-if as a whole question, as benchmarks put it.")]
Do = Annotated[
    list[str] | None,
    typer.Option(
        help="The what-if by event, e.g. e2=false (`read` shows the names); may be repeated.",
        metavar="EVENT=VALUE",
    ),
]
Jsonl = Annotated[str | None, typer.Option(help="Process a JSON Lines file (or -); prints one JSON object per line.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes for a batch; 0: one, or all cores from 200 lines on.")]
Dask = Annotated[
    str | None,
    typer.Option(help="Process the batch on a Dask cluster: local, local:N or a scheduler's address (extra dask)."),
]
Seconds = Annotated[float, typer.Option("--seconds", min=0, help="Time limit for each line of a batch; 0: no limit.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show the full proofs, starting at the what-if.")]
Everything = Annotated[bool, typer.Option("--all", help="With --format text: show everything, not only the answer.")]


def is_json(form: str | None) -> bool:
    """Return whether to write a result as JSON; the default is text on a terminal, else JSON."""
    return form == "json" if form is not None else not sys.stdout.isatty()


def print_json(result: Mapping[str, Any]) -> None:
    """Print an object as JSON."""
    with while_read():
        sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
