"""`causalcore score chg`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from benchmarks.chg.data import ChgItem
    from benchmarks.chg.reference_likeness import SemanticModels
    from benchmarks.chg.response import Response
    from logic.solver import Limits

TITLE = "Counter-hypothesis generation"


def score_command(
    data: Annotated[Path, typer.Argument(help="Items in JSON Lines: CHG's own, the paper's triples, or delta-SNLI.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(
            help='JSON Lines {"id", "response", "model"?, "strength"?, "formulas"?, "judge"?, "human"?}; '
            "default: the references in DATA."
        ),
    ] = None,
    pairing_seed: Annotated[int, typer.Option(help="delta-SNLI: of the draws that pair its updates.")] = 0,
    bert_score: Annotated[str | None, typer.Option(help="Model for BERTScore, by name or folder.")] = None,
    bert_score_layer: Annotated[int | None, typer.Option(min=1, help="Layer that BERTScore compares.")] = None,
    sem_score: Annotated[str | None, typer.Option(help="Model for SemScore, by name or folder.")] = None,
    solver_seconds: Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")] = 10.0,
) -> None:
    """Judge counter-hypotheses by the rubric of CHG: what words, formulas or given strengths do not decide is null.

    Ratings by a judge fill what stays open; people's ratings are only compared with.
    """
    from benchmarks.chg.data import load
    from benchmarks.chg.reference_likeness import SemanticModels
    from benchmarks.chg.response import load_responses, references
    from logic.solver import Limits
    from nlbridge.command_request import RequestError

    items = load(data, seed=pairing_seed)
    responses = references(items) if generations is None else load_responses(generations, items)
    if not responses:
        message = f"expected counter-hypotheses, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    models = SemanticModels(bert_score=bert_score, bert_score_layer=bert_score_layer, sem_score=sem_score)
    write_scores(out, items, responses, Limits(seconds=solver_seconds), models)


def write_scores(
    out: Path,
    items: Sequence[ChgItem],
    responses: Sequence[Response],
    limits: Limits | None = None,
    models: SemanticModels | None = None,
    noted: Mapping[str, Any] | None = None,
) -> None:
    """Judge responses; write samples, summary and reports; and show the figures."""
    from benchmarks.chg.reference_likeness import reference_likeness
    from benchmarks.chg.score import score
    from benchmarks.chg.summary import summarise
    from benchmarks.chg.summary_report import sections, words
    from benchmarks.report import markdown, page
    from nlbridge.batch import dumped
    from nlbridge.command_progress import waiting

    with waiting("Scoring"):
        samples = score({item.id: item for item in items}, responses, limits)
        summary = {**summarise(samples, reference_likeness(samples, models)), **(noted or {})}
    parts = sections(summary, samples)
    out.mkdir(parents=True, exist_ok=True)
    (out / "samples.jsonl").write_text("".join(f"{dumped(one.to_dict())}\n" for one in samples), encoding="utf-8")
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown(TITLE, parts), encoding="utf-8")
    (out / "report.html").write_text(page(TITLE, parts), encoding="utf-8")
    sys.stdout.write(f"{words(summary)}\nwritten to {out}\n" if sys.stdout.isatty() else json.dumps(summary) + "\n")
