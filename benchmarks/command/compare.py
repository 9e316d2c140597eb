"""`causalcore compare`: two scored runs on the same items, or many on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.command.five_steps import compare_command
from benchmarks.command.registry import group_of
from benchmarks.runs.output_form import Form, check_form

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


@app.command(epilog="Example: causalcore compare leaderboard runs/* --out leaderboard")
def leaderboard(
    folders: Annotated[list[Path], typer.Argument(help="Folders of runs or scores; NAME=FOLDER names a system.")],
    out: Annotated[Path, typer.Option(help="Folder for summary.json, report.md and report.html.")],
    form: Form = None,
) -> None:
    """Put scored runs of any benchmarks on one page: shares with intervals, and a paired test of every two systems."""
    from benchmarks.command.leaderboard import write_leaderboard

    check_form(form)
    write_leaderboard([str(one) for one in folders], out, form)
