"""`causalcore score clomo`, `run clomo` and `compare clomo`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.runs.judge_option import Judge, asked_together, end, judge_settings
from benchmarks.runs.output_form import Form, as_json, check_form
from benchmarks.runs.run_options import (
    Limit,
    Out,
    ReplyTokens,
    Seed,
    Temperature,
    asked_of,
    figures_of,
    missing_in,
    opened_run,
)
from nlbridge.asking.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

Formulas = Annotated[
    Path | None,
    typer.Option("--formalisations", help="JSON Lines of hand-written formulas for items and responses."),
]
SolverSeconds = Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")]
Gaps = Annotated[
    bool, typer.Option("--gaps", help="Ask the model what each argument leaves unsaid; relations follow from that.")
]
Formalise = Annotated[bool, typer.Option("--formalise", help="Ask the model for formulas where DATA has none.")]


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
    gaps: Gaps = False,
    solver_seconds: SolverSeconds = 10.0,
    form: Form = None,
) -> None:
    """Check the form of modified arguments, and decide the relation of premise and argument by logic.

    Logic needs formulas: from a file, or by --formalise from a language model (--model or --replay). With --gaps the
    model finds what an argument leaves unsaid, and relations follow from what a premise does to that; with --judge it
    says whether they hold, as in the paper's self-evaluation.
    """
    from benchmarks.clomo.data import load, load_responses, references
    from benchmarks.clomo.formalisation import written_in
    from benchmarks.clomo.scored_run import TITLE, Asked, answered, keyed, score_into, summary_of
    from benchmarks.runs.data_source import local
    from benchmarks.runs.responses import without_answer
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from logic.solving.outcome import Limits
    from nlbridge.answering.request import RequestError
    from nlbridge.chat.client.endpoint import Endpoint

    check_form(form)
    asked_together(endpoint, asked=judge or formalise or gaps, option="--judge, --formalise or --gaps")
    data = local(data, lines=False)
    dataset = load(data)
    responses = references(dataset.items) if generations is None else load_responses(generations, dataset.items)
    if not responses:
        message = f"expected responses, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    written, asked = written_in(formalisations), Asked(judge=judge, formalise=formalise, gaps=gaps)
    pending = keyed({item.id: item for item in dataset.items}, responses)
    scoring: dict[str, object] = {
        "generations_sha256": digest_of(generations),
        "formalisations_sha256": digest_of(formalisations),
        "solver_seconds": solver_seconds,
    }
    failed: tuple[str, ...] = ()
    if asked.anything:
        with Endpoint(endpoint) as opened:
            scoring |= asdict(asked) | judge_settings(opened, *asked.prompts)
            if not endpoint.dry_run:
                prepare_score(out, data=data, asked={"benchmark": "clomo"}, scoring=scoring)
            pending, failed = answered(pending, written, asked, opened, out)
    else:
        prepare_score(out, data=data, asked={"benchmark": "clomo"}, scoring=scoring)
    samples = score_into(out, pending, written, Limits(seconds=solver_seconds))
    noted: dict[str, object] = {"not_judged": list(failed)} if failed else {}
    if generations is not None:
        noted |= without_answer([item.id for item in dataset.items], [(one.item, one.model) for one in responses])
    summary_of(dataset, samples, noted).publish(out, TITLE, form)
    end(failed)


@endpoint_options
def run_command(
    data: Annotated[Path, typer.Argument(help="CLoMo's JSON, zero-shot format.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    temperature: Temperature = None,
    seed: Seed = None,
    reply_tokens: ReplyTokens = None,
    formalisations: Formulas = None,
    judge: Judge = False,
    formalise: Formalise = False,
    gaps: Gaps = False,
    solver_seconds: SolverSeconds = 10.0,
    form: Form = None,
) -> None:
    """Ask a model for the modified argument of each item, and score the responses as `score clomo` does.

    If run again, it asks only what has no response yet. With --judge the model judges itself, as in the paper. Items
    without a response are not scored: the exit code is then 4, and the next run asks for them.
    """
    from benchmarks.clomo.data import load, load_responses
    from benchmarks.clomo.formalisation import written_in
    from benchmarks.clomo.scored_run import TITLE, Asked, answered, keyed, score_into, summary_of
    from benchmarks.runs.data_source import local
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate, plain_question
    from benchmarks.runs.run_folder import digest_of, prompts_digest
    from logic.solving.outcome import Limits

    check_form(form)
    data = local(data, lines=False)
    dataset = load(data)
    chosen = {item.id: item for item in dataset.items[:limit]}
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens)
    written, asked = written_in(formalisations), Asked(judge=judge, formalise=formalise, gaps=gaps)
    scoring = {
        **asdict(asked),
        "formalisations_sha256": digest_of(formalisations),
        "solver_seconds": solver_seconds,
        "judge_prompts_sha256": prompts_digest(*asked.prompts),
    }
    identity = {name: value for name, value in asked_of("clomo", data, sampling).items() if name != "repeats"}
    with opened_run(endpoint, out, identity, scoring) as (opened, who):
        questions = [one for item in chosen.values() for one in plain_question(item.id, item.task, who, sampling)]
        run = generate(questions, opened, out)
        loaded = load_responses(out / GENERATIONS, dataset.items) if run.responses else ()
        pending = keyed(chosen, [one for one in loaded if one.item in chosen])
        failed: tuple[str, ...] = ()
        if asked.anything:
            pending, failed = answered(pending, written, asked, opened, out)
    samples = score_into(out, pending, written, Limits(seconds=solver_seconds))
    noted = {"generation": figures_of(run), **({"not_judged": list(failed)} if failed else {})}
    summary_of(dataset, samples, noted).publish(out, TITLE, form)
    end((*failed, *missing_in(run)))


def compare_command(
    first: Annotated[Path, typer.Argument(help="Folder of a run or of scores.", metavar="DIR")],
    second: Annotated[Path, typer.Argument(help="The other one.", metavar="DIR")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for comparison.json, report.md and report.html; default: none.")
    ] = None,
    form: Form = None,
) -> None:
    """Compare two runs of CLoMo by logic and by the judge: which is better, or a tie."""
    from benchmarks.clomo.comparison import compare, decided, rows_in, sections, words
    from benchmarks.reports.compared_runs import undecided, write_comparison
    from benchmarks.runs.compared import names_of, refuse_other_benchmark

    check_form(form)
    for folder in (first, second):
        refuse_other_benchmark(folder, "clomo")
    result, names = compare(rows_in(first), rows_in(second)), names_of(first, second)
    if out is not None:
        write_comparison(
            out, "CLoMo", names, {"first": str(first), "second": str(second), **result}, sections(result, names)
        )
    sys.stdout.write(f"{json.dumps(result, indent=1) if as_json(form) else words(result, names)}\n")
    if not decided(result):
        undecided()
