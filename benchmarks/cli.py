"""The subcommand `score`, which `causalcore` finds through its entry-point group."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks.clomo.command import score_command as clomo_command
from benchmarks.conditionals.command import score_command as conditionals_command
from benchmarks.ftc.command import score_command as ftc_command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.item import Generation, Item
    from benchmarks.runner import Task
    from benchmarks.score import Sample
    from nlbridge.command_request import Settings

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Score generations of a published benchmark.")


@app.callback()
def score() -> None:
    """Score generations of a published benchmark.

    Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores
    """


@app.command(epilog="Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores")
def cobe(
    data: Annotated[Path, typer.Argument(help="CoBe's JSON, also with responses inside.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(help='JSON Lines {"id", "query_index", "model", "response"}; default: responses in DATA.'),
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    implicit: Annotated[
        str, typer.Option(help="What joins neighbouring clauses: necessary, possible or none.")
    ] = "necessary",
    reader: Annotated[str, typer.Option(help="Who reads; this release has the offline reader.")] = "offline",
    form: Annotated[
        str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
    ] = None,
) -> None:
    """Judge each response by the derived rubric and by CoBe's own criteria; a killed run goes on where it stopped."""
    from benchmarks import runner
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.score import summarise
    from nlbridge.command_progress import counted
    from nlbridge.command_request import RequestError, Settings

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)
    settings = Settings(pipeline=pipeline, implicit=implicit, reader=reader)
    items, inside = load(data)
    answers = load_generations(generations, items) if generations is not None else inside
    if not answers:
        message = f"expected generations, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    tasks = _tasks(items, answers, settings)
    asked = {"benchmark": "cobe", "pipeline": pipeline, "implicit": implicit, "reader": reader}
    runner.prepare_folder(out, {**asked, **runner.judge_identity()})
    samples = list(counted(runner.judged(tasks, out), len(tasks), "Generations"))
    summary = summarise(samples)
    _write(out, summary, samples)
    as_json = form == "json" or (form is None and not sys.stdout.isatty())
    sys.stdout.write(json.dumps(summary, indent=1) + "\n" if as_json else _words(summary, out))


app.command("clomo", epilog="Example: causalcore score clomo items.json --generations answers.jsonl --out scores")(
    clomo_command
)
app.command("conditionals", epilog="Example: causalcore score conditionals small.csv --generations p.jsonl --out s")(
    conditionals_command
)
app.command("ftc", epilog="Example: causalcore score ftc explained.jsonl --predictions p.jsonl --out scores")(
    ftc_command
)


def _tasks(items: Sequence[Item], answers: Sequence[Generation], settings: Settings) -> tuple[Task, ...]:
    from benchmarks.cobe.score import judge
    from benchmarks.runner import Task, unique

    by_id = {item.id: item for item in items}

    def task(generation: Generation) -> Task:
        item = by_id[generation.item]
        return Task(key=generation.key(item), judge=lambda key: judge(key, item, generation, settings))

    return unique(task(generation) for generation in answers)


def _write(out: Path, summary: dict[str, Any], samples: Sequence[Sample]) -> None:
    from benchmarks.cobe.summary_report import sections
    from benchmarks.report import markdown, page

    title, parts = "CoBe scores", sections(summary, samples)
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown(title, parts), encoding="utf-8")
    (out / "report.html").write_text(page(title, parts), encoding="utf-8")


def _words(summary: dict[str, Any], out: Path) -> str:
    from benchmarks.cobe.summary_report import JUDGES, number, shown

    lines = [f"{summary['samples']} generations for {summary['items']} items"]
    for judge, words in JUDGES.items():
        one = summary[judge]
        lines.append(
            f"by {words}: accuracy {shown(one['accuracy_of_decided'])}; correct {one['correct']}, "
            f"incorrect {one['incorrect']}, undetermined {one['undetermined']}"
        )
        if "agreement" in one:
            found = one["agreement"]
            measures = ", ".join(
                f"{name} {number(found[name])}" for name in ("accuracy", "precision", "recall", "f1", "kappa")
            )
            lines.append(f"  agreement with the file on {found['decided']} of {found['total']}: {measures}")
    return "\n".join([*lines, f"written to {out}", ""])
