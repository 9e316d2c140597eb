"""`causalcore compare`: two scored runs on the same items."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks.runs.output_form import Form, as_json, check_form

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.command.compared_samples import Compared

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Compare two scored runs of a benchmark.")

First = Annotated[Path, typer.Argument(help="Folder of a run or of scores.", metavar="DIR")]
Second = Annotated[Path, typer.Argument(help="The other one.", metavar="DIR")]
Out = Annotated[Path | None, typer.Option(help="Folder for comparison.json, report.md and report.html; default: none.")]


@app.callback()
def compare() -> None:
    """Say which of two runs is better on the questions that both answered, or that they are tied.

    Intervals and p values take the questions of one scenario for one piece of evidence.

    Example: causalcore compare cobe runs/small runs/large --out comparison
    """


@app.command(epilog="Example: causalcore compare cobe runs/small runs/large --out comparison")
def cobe(first: First, second: Second, out: Out = None, form: Form = None) -> None:
    """Compare runs of CoBe by the derived rubric and by the dataset's own criteria."""
    from benchmarks.command.compared_samples import of_cobe

    _compare("CoBe", of_cobe, (first, second), out, form)


@app.command(epilog="Example: causalcore compare clomo runs/small runs/large")
def clomo(first: First, second: Second, form: Form = None) -> None:
    """Say which of two runs of CLoMo is better, by logic and by the judge, or that they are tied."""
    from benchmarks.clomo.comparison import compare as compared
    from benchmarks.clomo.comparison import rows_in, words

    check_form(form)
    found = compared(rows_in(first), rows_in(second))
    sys.stdout.write(
        json.dumps(found, indent=1) + "\n" if as_json(form) else words(found, _names(first, second)) + "\n"
    )


@app.command(epilog="Example: causalcore compare conditionals runs/small runs/large")
def conditionals(first: First, second: Second, out: Out = None, form: Form = None) -> None:
    """Compare runs of counterfactual conditionals by the logical completion."""
    from benchmarks.command.compared_samples import of_conditionals

    _compare("Conditionals", of_conditionals, (first, second), out, form)


@app.command(epilog="Example: causalcore compare ftc runs/small runs/large")
def ftc(first: First, second: Second, out: Out = None, form: Form = None) -> None:
    """Compare how faithful two models are to their explanations, on the items that both explained."""
    from benchmarks.command.compared_samples import of_ftc

    _compare("FTC", of_ftc, (first, second), out, form)


@app.command(epilog="Example: causalcore compare chg runs/small runs/large")
def chg(first: First, second: Second, out: Out = None, form: Form = None) -> None:
    """Compare runs of counter-hypothesis generation by whether every demand is met, where that is decided."""
    from benchmarks.command.compared_samples import of_chg

    _compare("CHG", of_chg, (first, second), out, form)


def _compare(
    title: str, read: Callable[[Path], list[Compared]], folders: tuple[Path, Path], out: Path | None, form: str | None
) -> None:
    from benchmarks.command.run_comparison import compare as compared
    from benchmarks.command.run_comparison import sections, sentence
    from benchmarks.reports.report import markdown, page

    check_form(form)
    first, second = folders
    found = {"first": str(first), "second": str(second)} | compared(read(first), read(second))
    names = _names(first, second)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        heading, parts = f"{title}: {names[0]} and {names[1]}", sections(found, names)
        (out / "comparison.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        (out / "report.md").write_text(markdown(heading, parts), encoding="utf-8")
        (out / "report.html").write_text(page(heading, parts), encoding="utf-8")
    if as_json(form):
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
        return
    for judge, one in found["judges"].items():
        sys.stdout.write(f"{judge}: {sentence(one, names)}\n")


def _names(first: Path, second: Path) -> tuple[str, str]:
    """Return names that tell two folders apart."""
    names = first.resolve().name, second.resolve().name
    return names if names[0] != names[1] else (str(first), str(second))
