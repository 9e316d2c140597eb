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
    help="Compare scored runs of a benchmark, or judges of the same samples.",
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


@app.command(
    epilog="Example: causalcore compare agreement scores/cobe scores/chg --labels 'CHG=two people' --out agreement"
)
def agreement(
    out: Annotated[Path, typer.Option(help="Folder for summary.json, report.md and report.html.")],
    folders: Annotated[
        list[str] | None, typer.Argument(help="Folders of runs or scores; TITLE=FOLDER names a table.")
    ] = None,
    labels: Annotated[
        list[str] | None, typer.Option(help="Who gave the labels of the data: TITLE=WORDS; may be repeated.")
    ] = None,
    plan: Annotated[
        Path | None, typer.Option(help="Instead of folders: a TOML file that says what is scored, and how.")
    ] = None,
    form: Form = None,
) -> None:
    """Compare every two judges of the same samples: rubric, language model, labels of the data.

    Each row has the share of equal verdicts, Cohen's kappa and Krippendorff's alpha, with intervals over whole
    scenarios. Folders of one benchmark, or of one TITLE, share one table: their judges are compared with each other.
    """
    from benchmarks.command.agreement_page import labels_from, ratings_in, source_from, write_agreement
    from benchmarks.command.agreement_plan import write_planned

    check_form(form)
    if (plan is None) is not bool(folders):
        message = "expected folders or --plan FILE, got both or neither; give one"
        raise typer.BadParameter(message)
    if plan is not None:
        write_planned(plan, out, form)
    else:
        ratings = ratings_in([source_from(one) for one in folders or ()], labels_from(labels or ()))
        write_agreement(ratings, out, form)
