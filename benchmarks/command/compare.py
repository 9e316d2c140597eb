"""`causalcore compare`: two scored runs on the same items."""

from __future__ import annotations

import typer

from benchmarks.command.five_steps import compare_command
from benchmarks.command.registry import group_of

app = typer.Typer(
    cls=group_of("compare", compare_command),
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Compare two scored runs of a benchmark.",
)


@app.callback()
def compare() -> None:
    """Say which of two runs is better on the questions that both answered, or that they are tied.

    Intervals and p values take the questions of one scenario for one piece of evidence.

    Example: causalcore compare cobe runs/small runs/large --out comparison
    """
