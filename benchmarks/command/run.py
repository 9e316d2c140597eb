"""`causalcore run`: responses of a language model to a published benchmark, judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks.clomo.command import run_command as clomo_command
from benchmarks.runs.data_source import local
from benchmarks.runs.judge_option import Judge, end
from benchmarks.runs.output_form import Form, check_form
from benchmarks.runs.run_folder import prompts_digest
from benchmarks.runs.skipping import told
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from benchmarks.ftc.data import ExplainedItem
    from benchmarks.runs.generation import Sampling, Yield
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.prompt import Respondent

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Ask a model a published benchmark, and judge it.")

Out = Annotated[Path, typer.Option(help="Folder of the run.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first items; a later run may ask more.")]
Repeats = Annotated[int, typer.Option(min=1, help="How often each question is asked.")]
Temperature = Annotated[float | None, typer.Option(min=0.0, help="Default: the endpoint's.")]
Seed = Annotated[int | None, typer.Option(help="Seed of the model's draws, where the endpoint has one.")]
ReplyTokens = Annotated[int | None, typer.Option(min=1, help="Longest response, in tokens.")]


@app.callback()
def run() -> None:
    """Ask a language model a published benchmark, and judge its responses; a killed run goes on where it stopped.

    Example: causalcore run cobe cobe.json --model small --base-url http://localhost:8000/v1 --out runs/small
    """


@app.command(epilog="Example: causalcore run cobe cobe.json --model small --out runs/small --max-tokens 100000")
@endpoint_options
def cobe(
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
        str, typer.Option(help="What joins neighbouring clauses: necessary, possible or none.")
    ] = "necessary",
    form: Form = None,
    judge: Judge = False,
) -> None:
    """Ask each phrasing of each item, and judge the responses by the derived rubric and by CoBe's own criteria.

    With --judge the model also judges its own responses.


    What has a response is not asked again, and what is judged is not judged again. If the way of judging has changed
    since, the responses are judged anew and the old samples kept. Items without a response are never scored: the
    command then ends with exit code 4, and asks for them when it is run again.
    """
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.model_judge import judge_settings
    from benchmarks.cobe.question import PROMPT, questions
    from benchmarks.cobe.scored_run import not_judged, score_into, shown
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
    with _opened(endpoint, out, _asked("cobe", data, PROMPT, sampling), scoring) as (opened, who):
        came = generate(list(questions(items[:limit], who, sampling)), opened, out)
        wanted = {item.id for item in items[:limit]}
        answers = load_generations(out / GENERATIONS, items) if came.responses else ()
        judged = [answer for answer in answers if answer.item in wanted]
        noted = {"generation": _figures(came), "skipped_items": skipped}
        summary = score_into(out, items, judged, settings, judge=opened if judge else None, noted=noted)
    sys.stdout.write(shown(summary, out, form))
    end((*not_judged(summary), *_missing(came)))


@app.command(epilog="Example: causalcore run conditionals items.jsonl --model small --out runs/small")
@endpoint_options
def conditionals(
    data: Annotated[Path, typer.Argument(help="A published CSV, or items in JSON Lines.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    form: Form = None,
) -> None:
    """Ask which completion is more probable, and score as `causalcore score conditionals` does.

    The completions are offered as choices in every order; the endpoint must give log-probabilities of tokens.
    """
    from benchmarks.conditionals.data import load
    from benchmarks.conditionals.question import PROMPT, questions
    from benchmarks.conditionals.scored_run import preferences_from, write_scores
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate

    check_form(form)
    data = local(data, lines=True)
    table = load(data)
    items = table.items[:limit]
    with _opened(endpoint, out, _asked("conditionals", data, PROMPT, Sampling(temperature=0.0)), {}) as (opened, who):
        came = generate(list(questions(items, who)), opened, out)
    if came.responses:
        write_scores(out, replace(table, items=items), preferences_from(out / GENERATIONS, table), form=form)
    end(_missing(came))


@app.command(epilog="Example: causalcore run ftc items.jsonl --model small --out runs/small")
@endpoint_options
def ftc(
    data: Annotated[Path, typer.Argument(help="Items in JSON Lines, or a folder of e-SNLI; premises are needed.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    alpha: Annotated[float, typer.Option(min=0, max=1, help="FTC-W: the distance of N from E and C.")] = 0.7,
    label: Annotated[bool, typer.Option("--label/--no-label", help="Show the label to the reader.")] = True,
    premise: Annotated[bool, typer.Option("--premise/--no-premise", help="Show the premise to the reader.")] = True,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity", help="Also ask for explanations from one input alone, and compare.")
    ] = False,
    form: Form = None,
) -> None:
    """Ask for labels with explanations, rewrite as they say, ask for the labels of the rewrites, and score.

    The model is tested on its own explanations; the endpoint must give log-probabilities of tokens. With
    --sensitivity explanations are also asked for from the hypothesis, the premise or the label alone (section 3.4).
    """
    from benchmarks.ftc.data import load
    from benchmarks.ftc.question import (
        PREDICTIONS,
        PROMPT,
        explained_by,
        explanation_questions,
        label_questions,
        predictions_of,
    )
    from benchmarks.ftc.score import score
    from benchmarks.ftc.scored_run import Shown, rewritten_in, write_scores
    from benchmarks.ftc.sensitivity import sensitivity as sensitivity_of
    from benchmarks.runs.generation import Sampling, generate, responses_in

    check_form(form)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, skipped=skipped)[:limit]
    left_out = told(skipped)
    shown = Shown(label=label, premise=premise, pipeline=pipeline)
    scoring = {"alpha": alpha, **asdict(shown)}
    with _opened(endpoint, out, _asked("ftc", data, PROMPT, Sampling(temperature=0.0)), scoring) as (opened, who):
        came = generate(list(explanation_questions(items, who)), opened, out)
        given = responses_in(out)
        explained = [explained_by(item, given[item.id]) for item in items if item.id in given]
        rewritings = rewritten_in(out, explained, shown)
        labelled = generate(list(label_questions(explained, rewritings, who)), opened, out, PREDICTIONS)
        found = predictions_of(explained, rewritings, responses_in(out, PREDICTIONS))
        samples = score(explained, rewritings, found, alpha=alpha)
        asked, noted = [came, labelled], {"generation": _figures(came), "predictions": _figures(labelled)}
        if sensitivity:
            said = {item.id: item.explanation for item in items}
            noted["sensitivity"], more = sensitivity_of(out, explained, samples, said, shown, opened, who, alpha=alpha)
            asked += more
    noted |= {"label_accuracy": _accuracy(items, given), **left_out}
    write_scores(out, explained, rewritings, samples, alpha=alpha, noted=noted, whole=True, form=form)
    end(tuple(line for one in asked for line in _missing(one)))


@app.command(epilog="Example: causalcore run chg items.jsonl --model small --out runs/small")
@endpoint_options
def chg(
    data: Annotated[Path, typer.Argument(help="Items in JSON Lines: CHG's own, the paper's triples, or delta-SNLI.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    temperature: Temperature = None,
    seed: Seed = None,
    reply_tokens: ReplyTokens = None,
    pairing_seed: Annotated[int, typer.Option(help="delta-SNLI: of the draws that pair its updates.")] = 0,
    judge: Judge = False,
    form: Form = None,
) -> None:
    """Ask for a counter-hypothesis to each item, and judge the responses as `causalcore score chg` does.

    With --judge the model also rates its own responses, where the rubric leaves something open.
    """
    from benchmarks.chg.data import load
    from benchmarks.chg.judge import PROMPT as RATING
    from benchmarks.chg.question import PROMPT, questions
    from benchmarks.chg.response import load_responses
    from benchmarks.chg.scored_run import ask_judge, score_into, write_summary
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate

    check_form(form)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, seed=pairing_seed, skipped=skipped)
    left_out = told(skipped)
    chosen = items[:limit]
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens)
    asked = {**_asked("chg", data, PROMPT, sampling), "pairing_seed": pairing_seed}
    by_id = {item.id: item for item in chosen}
    failed: tuple[str, ...] = ()
    with _opened(endpoint, out, asked, {"judge_prompts_sha256": prompts_digest(RATING)} if judge else {}) as opening:
        opened, who = opening
        came = generate(list(questions(chosen, who, sampling)), opened, out)
        found = load_responses(out / GENERATIONS, items) if came.responses else ()
        responses = [one for one in found if one.item in by_id]
        if judge:
            responses, failed = ask_judge(by_id, responses, opened, out)
    if responses:
        noted = {"generation": _figures(came), **left_out, **({"not_judged": list(failed)} if failed else {})}
        write_summary(out, score_into(out, by_id, responses), noted=noted, form=form)
    end((*failed, *_missing(came)))


def _accuracy(items: Sequence[ExplainedItem], given: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the share of labels that are those of the data."""
    from benchmarks.statistics.intervals import wilson

    hits = [given[item.id].get("label") == item.label.value for item in items if item.id in given]
    return asdict(wilson(sum(hits), len(hits)))


def _asked(benchmark: str, data: Path, prompt: str, sampling: Sampling) -> dict[str, Any]:
    from benchmarks.runs.run_folder import file_digest, prompts_digest
    from nlbridge.chat.replies.prompt import load_prompt

    words = load_prompt(prompt)
    named = {"prompt": f"{words.name}, version {words.version}", "prompt_sha256": prompts_digest(prompt)}
    return {"benchmark": benchmark, "data": data.name, "data_sha256": file_digest(data), **named, **asdict(sampling)}


@contextmanager
def _opened(
    options: EndpointOptions, out: Path, asked: Mapping[str, Any], scoring: Mapping[str, Any]
) -> Iterator[tuple[Endpoint, Respondent]]:
    """Open the endpoint; nothing is asked before the folder is known to be of the same run."""
    from benchmarks.runs.run_folder import prepare_run, versions
    from benchmarks.runs.runner import judge_identity
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.prompt import Respondent

    with Endpoint(options) as opened:
        if not options.dry_run:
            noted = {"address": opened.address, **versions()}
            kept = prepare_run(
                out, generation={**asked, "model": opened.name}, scoring={**scoring, **judge_identity()}, noted=noted
            )
            if kept is not None:
                sys.stderr.write(f"causalcore: judged differently before: {kept}; judging the responses again\n")
        yield opened, Respondent(chat=opened.model, model=opened.name)


def _figures(came: Yield) -> dict[str, Any]:
    return {
        "asked": came.asked,
        "responses": came.responses,
        "without_response": came.missing,
        "errors": dict(came.errors),
    }


def _missing(came: Yield) -> tuple[str, ...]:
    if not came.missing:
        return ()
    words = f"{came.missing} of {came.asked} questions have no response ({came.first_error})"
    return (f"{words}; run the same command again to ask them",)


app.command("clomo", epilog="Example: causalcore run clomo items.json --model small --judge --out runs/small")(
    clomo_command
)
