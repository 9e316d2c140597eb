"""`causalcore conditionals`, and `causalcore score` and `run` for conditionals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks.runs.data_source import local
from benchmarks.runs.judge_option import end
from benchmarks.runs.output_form import Form, check_form
from benchmarks.runs.run_options import (
    Limit,
    Out,
    asked_of,
    missing_in,
    opened_run,
)
from causalcore.files.text_file import read_text
from nlbridge.asking.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from benchmarks.conditionals.data import ConditionalItem
    from nlbridge.answering.request import Settings

app = typer.Typer(
    invoke_without_command=True, rich_markup_mode=None, help="Read conditional sentences, or generate test items."
)


@app.callback(epilog="Example: causalcore conditionals --jsonl sentences.jsonl")
def conditionals(
    context: typer.Context,
    jsonl: Annotated[
        str | None, typer.Option(help='JSON Lines {"id", "sentence"} (or - for standard input), answered line by line.')
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0: one, or all cores from 200 lines on.")] = 0,
) -> None:
    """Classify conditional sentences: mood, world of the last clause, whether the antecedent holds there.

    mood is counterfactual, factual, open, or null (no conditional); antecedent_holds is true, false or null (unknown).
    """
    if context.invoked_subcommand is not None:
        return
    from nlbridge.answering.request import RequestError, Settings
    from nlbridge.asking.batch_lines import batch

    if jsonl is None:
        message = "expected --jsonl FILE or the subcommand generate, got neither; see causalcore conditionals --help"
        raise RequestError(message)
    raise typer.Exit(batch(jsonl, mood_line, Settings(pipeline=pipeline), jobs, ("id", "sentence")))


def mood_line(row: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Answer one line of `conditionals --jsonl`."""
    from benchmarks.conditionals.mood import read_mood
    from benchmarks.errors import MalformedItemError
    from logic.errors import brief

    sentence = row.get("sentence")
    if not isinstance(sentence, str):
        message = f'expected "sentence" to be a text, got {brief(sentence)}; write one sentence or two'
        raise MalformedItemError(message)
    reading = read_mood(sentence, pipeline=settings.pipeline)
    return {
        "id": row.get("id"),
        "mood": reading.mood,
        "world": reading.world,
        "antecedent_holds": reading.antecedent_holds,
        "why": reading.why,
    }


@app.command(epilog="Example: causalcore conditionals generate --count 1400 --seed 7 --out items.jsonl")
def generate(
    out: Annotated[Path, typer.Option(help="File for the items, in JSON Lines.")],
    count: Annotated[int, typer.Option(min=1, help="How many items; rounded up to complete sets.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same items.")] = 0,
    vocabulary: Annotated[Path | None, typer.Option(help="A vocabulary of your own, in YAML.")] = None,
) -> None:
    """Generate items for every condition and manipulation, each with its logical completion."""
    from benchmarks.conditionals.generate import generate as generated
    from benchmarks.conditionals.generate import vocabulary_from
    from nlbridge.asking.progress import waiting

    words = vocabulary_from(read_text(vocabulary)) if vocabulary is not None else None
    with waiting("Generating"):
        made = generated(count, seed=seed, vocabulary=words)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(f"{json.dumps(item_row(item))}\n" for item in made.items), encoding="utf-8")
    for line in made.refused:
        typer.echo(f"causalcore: left out {line}", err=True)
    typer.echo(f"{len(made.items)} items written to {out}, {len(made.refused)} left out")


def item_row(item: ConditionalItem) -> dict[str, Any]:
    """Return an item as a JSON object, with the logical completion."""
    from benchmarks.conditionals.generate import CONTEXTS
    from benchmarks.conditionals.rubric import fit

    mood, world = CONTEXTS[item.condition, item.manipulation]
    chosen = fit(mood, world)
    return {**asdict(item), "mood": mood, "world": world, "logical": chosen.completion(item)}


def score_command(
    data: Annotated[Path, typer.Argument(help="A published CSV, or items in JSON Lines.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(help='JSON Lines {"id", "logprobs": {"congruent", "incongruent"}} for the items of DATA.'),
    ] = None,
    local_model: Annotated[
        str | None, typer.Option(help="Instead: a transformers model by name or folder (extra transformers).")
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    form: Form = None,
) -> None:
    """Score log-probabilities of completions: which one the model prefers, and whether it is the logical one.

    If run again, it resumes where it stopped.
    """
    from benchmarks.conditionals.data import load
    from benchmarks.conditionals.scored_run import preferences_from, preferences_of, write_scores
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from nlbridge.answering.request import RequestError

    check_form(form)
    if (generations is None) == (local_model is None):
        given = "neither" if generations is None else "both"
        message = f"expected one of --generations FILE and --local-model NAME, got {given}; give one"
        raise RequestError(message)
    data = local(data, lines=True)
    table = load(data)
    preferences = preferences_from(generations, table) if generations is not None else {}
    scoring = {"generations_sha256": digest_of(generations), "local_model": local_model, "pipeline": pipeline}
    prepare_score(out, data=data, asked={"benchmark": "conditionals"}, scoring=scoring)
    if local_model is not None:
        preferences = preferences_of(local_model, table.items, out)
    write_scores(out, table, preferences, pipeline=pipeline, form=form)


@endpoint_options
def run_command(
    data: Annotated[Path, typer.Argument(help="A published CSV, or items in JSON Lines.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    form: Form = None,
) -> None:
    """Ask which completion is more probable, and score as `causalcore score conditionals` does.

    It offers the completions as choices in every order; the endpoint must return log-probabilities of tokens.
    """
    from benchmarks.conditionals.data import load
    from benchmarks.conditionals.question import PROMPT, questions
    from benchmarks.conditionals.scored_run import preferences_from, write_scores
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate

    check_form(form)
    data = local(data, lines=True)
    table = load(data)
    items = table.items[:limit]
    asked = asked_of("conditionals", data, Sampling(temperature=0.0), PROMPT)
    with opened_run(endpoint, out, asked, {}) as (
        opened,
        who,
    ):
        outcome = generate(list(questions(items, who)), opened, out)
    if outcome.responses:
        write_scores(out, replace(table, items=items), preferences_from(out / GENERATIONS, table), form=form)
    end(missing_in(outcome))
