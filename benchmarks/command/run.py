"""`causalcore run`: responses of a language model to a published benchmark, judged."""

from __future__ import annotations

import typer

from benchmarks.command.five_steps import run_command
from benchmarks.command.registry import group_of

app = typer.Typer(
    cls=group_of("run", run_command),
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run a published benchmark on a model, and score it.",
)


@app.callback()
def run() -> None:
    """Ask a language model a published benchmark, and judge its responses; a killed run goes on where it stopped.

    Example: causalcore run cobe cobe.json --model small --base-url http://localhost:8000/v1 --out runs/small
    """
