"""The subcommand `score`, which `causalcore` finds through its entry-point group."""

from __future__ import annotations

import typer

from benchmarks.command.five_steps import score_command
from benchmarks.command.registry import group_of

app = typer.Typer(
    cls=group_of("score", score_command),
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Score generations of a published benchmark.",
)


@app.callback()
def score() -> None:
    """Score generations of a published benchmark.

    Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores
    """
