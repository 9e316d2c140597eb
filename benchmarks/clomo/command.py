"""`causalcore score clomo`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer


def score_command(
    data: Annotated[Path, typer.Argument(help="CLoMo's JSON, zero-shot format.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(
            help='JSON Lines {"id", "response", "model"?, "human"?: 0 or 1}; default: the human answers in DATA.'
        ),
    ] = None,
    formalisations: Annotated[
        Path | None,
        typer.Option(help="JSON Lines of formulas for items and responses; without it only the form is checked."),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")] = 10.0,
) -> None:
    """Check the form of modified arguments, and decide the relation of premise and argument by logic."""
    from benchmarks.clomo.data import load, load_responses, references
    from benchmarks.clomo.formalisation import Written, load_formalisations
    from benchmarks.clomo.score import score
    from benchmarks.clomo.summary import summarise
    from benchmarks.clomo.summary_report import sections, words
    from benchmarks.report import markdown, page
    from logic.solver import Limits
    from nlbridge.command_progress import counted
    from nlbridge.command_request import RequestError

    dataset = load(data)
    responses = references(dataset.items) if generations is None else load_responses(generations, dataset.items)
    if not responses:
        message = f"expected responses, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    formaliser = Written({}) if formalisations is None else load_formalisations(formalisations)
    items = {item.id: item for item in dataset.items}
    judged = (score(items[one.item], one, formaliser, limits=Limits(seconds=seconds)) for one in responses)
    samples = list(counted(judged, len(responses), "Responses"))
    summary = summarise(dataset, samples)
    parts = sections(summary, samples)
    out.mkdir(parents=True, exist_ok=True)
    (out / "samples.jsonl").write_text("".join(f"{json.dumps(one.to_dict())}\n" for one in samples), encoding="utf-8")
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown("CLoMo scores", parts), encoding="utf-8")
    (out / "report.html").write_text(page("CLoMo scores", parts), encoding="utf-8")
    sys.stdout.write(f"{words(summary)}\nwritten to {out}\n" if sys.stdout.isatty() else json.dumps(summary) + "\n")
