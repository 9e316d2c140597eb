"""`causalcore score calm`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.runs.output_form import Form, check_form


def score_command(
    data: Annotated[Path, typer.Argument(help="Folder of CaLM's tasks in JSON Lines or JSON, or one of its files.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(help='Also score responses of models: JSON Lines {"id": "task:index", "response", "model"?}.'),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first items of each task.")] = None,
    form: Form = None,
) -> None:
    """Answer CaLM's formal questions from their English text, offline, and compare the answers with those of the data.

    Undetermined answers count as wrong. Tasks that only a model can read are counted apart. A killed run goes on where
    it stopped.
    """
    from benchmarks.calm.data import first_of_each, load
    from benchmarks.calm.scored_run import score_into, write_summary
    from benchmarks.cladder.response import load_responses
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from benchmarks.runs.skipping import told

    check_form(form)
    skipped: list[str] = []
    items = first_of_each(load(data, skipped), limit)
    noted = told(skipped)
    responses = load_responses(generations, {item.id for item in items}) if generations is not None else ()
    scoring = {"generations_sha256": digest_of(generations)}
    prepare_score(out, data=data, asked={"benchmark": "calm", "limit": limit}, scoring=scoring)
    write_summary(out, score_into(out, items, responses), noted, form)
