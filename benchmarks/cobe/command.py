"""`causalcore score cobe`, and `causalcore run cobe`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks.runs.data_source import local
from benchmarks.runs.judge_option import Judge, end
from benchmarks.runs.output_form import Form, check_form
from benchmarks.runs.run_options import (
    Limit,
    Out,
    Repeats,
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

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.runs.item import Generation, Item


@endpoint_options
def score_command(
    data: Annotated[Path, typer.Argument(help="CoBe's JSON, with or without responses.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(help='JSON Lines {"id", "query_index", "model", "response"}; default: responses in DATA.'),
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    implicit: Annotated[
        str, typer.Option(help="How to link neighbouring clauses without a connective: necessary, possible or none.")
    ] = "necessary",
    reader: Annotated[str, typer.Option(help="Who reads the texts: offline, llm or hybrid.")] = "offline",
    samples: Annotated[
        int, typer.Option(min=1, max=25, help="How many readings by the model are combined into one.")
    ] = 1,
    silence: Annotated[
        str,
        typer.Option(help="With a language model: whether to pass, fail or leave open what an edit does not mention."),
    ] = "open",
    rubric: Annotated[
        str,
        typer.Option(help="scenario: judge by an item's formal scenario, where it has one; text: read every text."),
    ] = "scenario",
    form: Form = None,
    judge: Judge = False,
    dask: Annotated[
        str | None, typer.Option(help="Judge on a Dask cluster: local, local:N, or a scheduler's address.")
    ] = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Judge each response by the derived rubric and by CoBe's own criteria.

    The rubric is derived from the formal scenario of an item that has one, as those of causalcore generate; else from
    its text. With --judge a language model (--model or --replay) judges too, as in the paper; the report shows its
    verdicts next to the others. If run again, it resumes where it stopped.
    """
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.formal_scenario import formally_judged, judged_by
    from benchmarks.cobe.model_judge import judge_settings
    from benchmarks.cobe.scored_run import judging, not_judged, score_into, show_scores
    from benchmarks.runs.responses import without_answer
    from benchmarks.runs.run_folder import prepare_score
    from nlbridge.answering.batch_cluster import refuse_cluster
    from nlbridge.answering.request import RequestError, Settings
    from nlbridge.asking.options import opened

    check_form(form)
    if dask is not None:
        refuse_cluster(dask)
    data, skipped = local(data, lines=False), list[str]()
    items, inside = load(data, skipped)
    items = judged_by(items, rubric)
    for line in skipped:
        sys.stderr.write(f"causalcore: left out: {line}\n")
    answers = load_generations(generations, items) if generations is not None else inside
    if not answers:
        message = f"expected generations, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    scoring: dict[str, object] = {"pipeline": pipeline, "implicit": implicit, "reader": reader}
    reading = EndpointOptions() if judge and reader == "offline" else endpoint
    scoring |= {} if silence == "open" else {"silence": silence}
    scoring |= {} if rubric == "scenario" else {"rubric": rubric}
    how = Settings(
        pipeline=pipeline, implicit=implicit, reader=reader, samples=samples, silence=silence, endpoint_options=reading
    )
    with (
        opened(how) as settings,
        judging(endpoint if judge else None, settings) as asking,
    ):
        if settings.endpoint is not None:
            scoring |= {"model": settings.endpoint.name, "samples": samples}
        if asking is not None:
            scoring |= {"model": asking.name, **judge_settings()}
        if not endpoint.dry_run:
            prepare_score(out, data=data, asked={"benchmark": "cobe"}, scoring=scoring)
        noted = {"skipped_items": skipped, **formally_judged(items)}
        noted |= without_answer(*_asked_and_answered(items, answers)) if generations is not None else {}
        summary = score_into(out, items, answers, settings, judge=asking, noted=noted, dask=dask)
    show_scores(summary, out, form)
    end(not_judged(summary))


def _asked_and_answered(
    items: Sequence[Item], answers: Sequence[Generation]
) -> tuple[Iterator[str], Iterator[tuple[str, str]]]:
    """Return the names of all phrasings, and of those that a model answered."""
    asked = (f"{item.id}-q{index}" for item in items for index in range(len(item.queries)))
    return asked, ((f"{one.item}-q{one.query_index}", one.model) for one in answers)


@endpoint_options
def run_command(
    data: Annotated[Path, typer.Argument(help="CoBe's JSON.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    repeats: Repeats = 1,
    temperature: Temperature = None,
    seed: Seed = None,
    reply_tokens: ReplyTokens = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    implicit: Annotated[
        str, typer.Option(help="How to link neighbouring clauses without a connective: necessary, possible or none.")
    ] = "necessary",
    form: Form = None,
    judge: Judge = False,
) -> None:
    """Ask each phrasing of each item, and judge the responses by the derived rubric and by CoBe's own criteria.

    With --judge the model also judges its own responses.

    Run again, it asks and judges only what is missing. If the judging has changed since, it judges all responses again
    and keeps the old samples. Items without a response are not scored: the exit code is then 4, and the next run asks
    for them.
    """
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.formal_scenario import formally_judged
    from benchmarks.cobe.model_judge import judge_settings
    from benchmarks.cobe.question import PROMPT, questions
    from benchmarks.cobe.scored_run import not_judged, score_into, show_scores
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate
    from nlbridge.answering.request import Settings

    check_form(form)
    settings = Settings(pipeline=pipeline, implicit=implicit)
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens, repeats=repeats)
    data, skipped = local(data, lines=False), list[str]()
    items, _ = load(data, skipped)
    for line in skipped:
        sys.stderr.write(f"causalcore: left out: {line}\n")
    scoring = {"pipeline": pipeline, "implicit": implicit, "reader": settings.reader}
    scoring |= judge_settings() if judge else {}
    with opened_run(endpoint, out, asked_of("cobe", data, sampling, PROMPT), scoring) as (opened, who):
        outcome = generate(list(questions(items[:limit], who, sampling)), opened, out)
        wanted = {item.id for item in items[:limit]}
        answers = load_generations(out / GENERATIONS, items) if outcome.responses else ()
        judged = [answer for answer in answers if answer.item in wanted]
        noted = {"generation": figures_of(outcome), "skipped_items": skipped, **formally_judged(items[:limit])}
        summary = score_into(out, items, judged, settings, judge=opened if judge else None, noted=noted)
    show_scores(summary, out, form)
    end((*not_judged(summary), *missing_in(outcome)))
