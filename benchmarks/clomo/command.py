"""`causalcore score clomo`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from nlbridge.llm.command_options import endpoint_options
from nlbridge.llm.endpoint import EndpointOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.clomo.data import ClomoItem, Dataset, Response
    from benchmarks.clomo.score import ClomoSample
    from benchmarks.clomo.verdicts import Pair, PairVerdict

    Judged = list[Mapping[Pair, PairVerdict] | None]

EXIT_TOOL: Final = 4


@endpoint_options
def score_command(
    data: Annotated[Path, typer.Argument(help="CLoMo's JSON, zero-shot format.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    endpoint: EndpointOptions,
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
    solver_seconds: Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")] = 10.0,
) -> None:
    """Check the form of modified arguments, and decide the relation of premise and argument by logic.

    With --model (or --replay) a language model judges the relations, too, as in the paper's self-evaluation.
    """
    from benchmarks.clomo.data import load, load_responses, references
    from benchmarks.clomo.formalisation import Written, load_formalisations
    from benchmarks.clomo.score import score
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
    asked = bool(endpoint.model or endpoint.replay)
    judged, failed = _judged(items, responses, endpoint) if asked else ([None] * len(responses), ())
    limits = Limits(seconds=solver_seconds)
    samples = [
        score(items[response.item], response, formaliser, judged=said, limits=limits)
        for response, said in counted(zip(responses, judged, strict=True), len(responses), "Responses")
    ]
    _write(dataset, samples, out)
    for line in failed:
        typer.echo(f"causalcore: {line}", err=True)
    if failed:
        raise typer.Exit(EXIT_TOOL)


def _judged(
    items: Mapping[str, ClomoItem], responses: Sequence[Response], options: EndpointOptions
) -> tuple[Judged, tuple[str, ...]]:
    """Ask the judge about every response; what could not be asked has no verdict, and is named."""
    from benchmarks.clomo.self_evaluation import SelfEvaluation
    from nlbridge.llm.endpoint import Endpoint
    from nlbridge.llm.prompt import Respondent

    with Endpoint(options) as endpoint:
        judge = SelfEvaluation(Respondent(chat=endpoint.model, model=endpoint.name))
        outcomes = endpoint.ask_all(lambda one: judge.pairs(items[one.item], one), responses)
    failed = tuple(f"{one.item.item} of {one.item.model}: {one.error}" for one in outcomes if one.error is not None)
    return [one.value for one in outcomes], failed


def _write(dataset: Dataset, samples: Sequence[ClomoSample], out: Path) -> None:
    from benchmarks.clomo.summary import summarise
    from benchmarks.clomo.summary_report import sections, words
    from benchmarks.report import markdown, page

    summary = summarise(dataset, samples)
    parts = sections(summary, samples)
    out.mkdir(parents=True, exist_ok=True)
    (out / "samples.jsonl").write_text("".join(f"{json.dumps(one.to_dict())}\n" for one in samples), encoding="utf-8")
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown("CLoMo scores", parts), encoding="utf-8")
    (out / "report.html").write_text(page("CLoMo scores", parts), encoding="utf-8")
    sys.stdout.write(f"{words(summary)}\nwritten to {out}\n" if sys.stdout.isatty() else json.dumps(summary) + "\n")
