"""`causalcore score clomo`, and `causalcore run clomo`."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.judge_option import Judge, end
from nlbridge.llm.command_options import endpoint_options
from nlbridge.llm.endpoint_options import EndpointOptions

Formulas = Annotated[
    Path | None,
    typer.Option("--formalisations", help="JSON Lines of formulas for items and responses, written by hand."),
]
SolverSeconds = Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")]
Formalise = Annotated[bool, typer.Option("--formalise", help="Ask the model for formulas where none are written.")]


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
    formalisations: Formulas = None,
    judge: Judge = False,
    formalise: Formalise = False,
    solver_seconds: SolverSeconds = 10.0,
) -> None:
    """Check the form of modified arguments, and decide the relation of premise and argument by logic.

    Logic needs formulas: from a file, or by --formalise from a language model (--model or --replay). With --judge the
    model says whether the relations hold, too, as in the paper's self-evaluation.
    """
    from benchmarks.clomo.data import load, load_responses, references
    from benchmarks.clomo.formalisation import written_in
    from benchmarks.clomo.scored_run import Asked, answers, judged, unasked, write
    from logic.solver import Limits
    from nlbridge.command_request import RequestError
    from nlbridge.llm.endpoint import Endpoint

    if (judge or formalise) != bool(endpoint.model or endpoint.replay):
        message = (
            "expected --model or --replay together with --judge or --formalise, got one without the other; "
            "say what the model is asked"
        )
        raise RequestError(message)
    dataset = load(data)
    responses = references(dataset.items) if generations is None else load_responses(generations, dataset.items)
    if not responses:
        message = f"expected responses, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    written = written_in(formalisations)
    items = {item.id: item for item in dataset.items}
    said, failed = unasked(responses)
    if judge or formalise:
        with Endpoint(endpoint) as opened:
            said, failed = answers(items, responses, written, Asked(judge=judge, formalise=formalise), opened)
    samples = judged(items, responses, written, said, Limits(seconds=solver_seconds))
    sys.stdout.write(write(out, dataset, samples))
    end(failed)


@endpoint_options
def run_command(
    data: Annotated[Path, typer.Argument(help="CLoMo's JSON, zero-shot format.")],
    out: Annotated[Path, typer.Option(help="Folder of the run.")],
    endpoint: EndpointOptions,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first items; a later run may ask more.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0.0, help="Default: the endpoint's.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the model's draws, where the endpoint has one.")] = None,
    reply_tokens: Annotated[int | None, typer.Option(min=1, help="Longest response, in tokens.")] = None,
    formalisations: Formulas = None,
    judge: Judge = False,
    formalise: Formalise = False,
    solver_seconds: SolverSeconds = 10.0,
) -> None:
    """Ask a model for the modified argument of each item, and score the responses as `score clomo` does.

    What has a response is not asked again. With --judge the model judges itself, as in the paper. Items without a
    response are never scored: the command then ends with exit code 4, and asks for them when it is run again.
    """
    from benchmarks.clomo.data import load, load_responses
    from benchmarks.clomo.formalisation import written_in
    from benchmarks.clomo.question import Sampling, questions
    from benchmarks.clomo.scored_run import Asked, answers, judged, unasked, write
    from benchmarks.generation import GENERATIONS, generate
    from benchmarks.run_folder import file_digest, prepare_run
    from benchmarks.runner import judge_identity
    from logic.solver import Limits
    from nlbridge.llm.endpoint import Endpoint

    dataset = load(data)
    chosen = {item.id: item for item in dataset.items[:limit]}
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens)
    written, asked = written_in(formalisations), Asked(judge=judge, formalise=formalise)
    with Endpoint(endpoint) as opened:
        identity = {"benchmark": "clomo", "data": file_digest(data), "model": opened.name, **asdict(sampling)}
        scoring = {**asdict(asked), "formalisations": file_digest(formalisations) if formalisations else None}
        if not endpoint.dry_run:
            prepare_run(out, generation=identity, scoring={**scoring, **judge_identity()}, noted={"file": data.name})
        came = generate(list(questions(chosen.values(), opened.name, sampling)), opened, out)
        found = load_responses(out / GENERATIONS, dataset.items) if came.responses else ()
        responses = [one for one in found if one.item in chosen]
        said, failed = unasked(responses)
        if judge or formalise:
            said, failed = answers(chosen, responses, written, asked, opened)
    samples = judged(chosen, responses, written, said, Limits(seconds=solver_seconds))
    noted = {"generation": {"asked": came.asked, "responses": came.responses, "errors": dict(came.errors)}}
    sys.stdout.write(write(out, dataset, samples, noted=noted))
    missing = f"{came.missing} of {came.asked} items have no response ({came.first_error}); run again to ask them"
    end((*failed, missing) if came.missing else failed)
