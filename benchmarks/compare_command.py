"""`causalcore compare`: two scored runs on the same items."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from benchmarks.score import Sample

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Compare two scored runs of a benchmark.")


@app.callback()
def compare() -> None:
    """Compare two scored runs of a benchmark on the questions that both answered.

    Example: causalcore compare cobe runs/small runs/large
    """


@app.command(epilog="Example: causalcore compare cobe runs/small runs/large --out comparison")
def cobe(
    first: Annotated[Path, typer.Argument(help="Folder of a run or of scores.", metavar="DIR")],
    second: Annotated[Path, typer.Argument(help="The other one.", metavar="DIR")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for comparison.json, report.md and report.html; default: none.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
    ] = None,
) -> None:
    """Say which run is better, or that they are tied, with intervals clustered by scenario."""
    from benchmarks.report import markdown, page
    from benchmarks.run_comparison import compare as compared
    from benchmarks.run_comparison import sections, sentence
    from nlbridge.command_request import RequestError

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)
    found = {"first": str(first), "second": str(second)} | compared(_samples(first), _samples(second))
    names = _names(first, second)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        title, parts = f"CoBe: {names[0]} and {names[1]}", sections(found, names)
        (out / "comparison.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        (out / "report.md").write_text(markdown(title, parts), encoding="utf-8")
        (out / "report.html").write_text(page(title, parts), encoding="utf-8")
    if form == "json" or (form is None and not sys.stdout.isatty()):
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
        return
    for judge in ("derived", "dataset"):
        sys.stdout.write(f"{judge}: {sentence(found[judge], names)}\n")


def _samples(folder: Path) -> list[Sample]:
    from benchmarks.errors import DatasetMissingError
    from benchmarks.runner import SAMPLES, samples_in

    if not (folder / SAMPLES).is_file():
        message = f"expected a folder with {SAMPLES}, got {folder}; run or score first"
        raise DatasetMissingError(message)
    return list(samples_in(folder).values())


def _names(first: Path, second: Path) -> tuple[str, str]:
    """Return names that tell two folders apart."""
    names = first.resolve().name, second.resolve().name
    return names if names[0] != names[1] else (str(first), str(second))


@app.command(epilog="Example: causalcore compare clomo runs/small runs/large")
def clomo(
    first: Annotated[Path, typer.Argument(help="Folder of a run or of scores.", metavar="DIR")],
    second: Annotated[Path, typer.Argument(help="The other one.", metavar="DIR")],
    form: Annotated[
        str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
    ] = None,
) -> None:
    """Say which of two runs of CLoMo is better, by logic and by the judge, or that they are tied."""
    from benchmarks.clomo.comparison import compare as compared
    from benchmarks.clomo.comparison import rows_in, words
    from nlbridge.command_request import RequestError

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)
    found = compared(rows_in(first), rows_in(second))
    as_json = form == "json" or (form is None and not sys.stdout.isatty())
    sys.stdout.write(json.dumps(found, indent=1) + "\n" if as_json else words(found, _names(first, second)) + "\n")
