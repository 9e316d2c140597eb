"""`causalcore score cladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.runs.output_form import Form, check_form


def score_command(
    data: Annotated[Path, typer.Argument(help="CLadder's JSON, or JSON Lines with its fields; or Parquet, hf:.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(help='Also score responses of models: JSON Lines {"id", "response", "model"?, "confidence"?}.'),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first items.")] = None,
    form: Form = None,
) -> None:
    """Answer causal questions in English, offline, and compare the answers with those of the data.

    Undetermined answers count as wrong. A killed run goes on where it stopped.
    """
    from benchmarks.cladder.data import load
    from benchmarks.cladder.response import load_responses
    from benchmarks.cladder.scored_run import score_into, write_summary
    from benchmarks.runs.data_source import local
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from benchmarks.runs.skipping import told

    check_form(form)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, skipped)[:limit]
    noted = told(skipped)
    known = {item.id for item in items}
    responses = load_responses(generations, known) if generations is not None else ()
    scoring = {"generations_sha256": digest_of(generations)}
    prepare_score(out, data=data, asked={"benchmark": "cladder", "limit": limit}, scoring=scoring)
    write_summary(out, score_into(out, items, responses), noted, form)
