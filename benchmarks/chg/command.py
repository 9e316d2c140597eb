"""`causalcore score chg`, and `causalcore run chg`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.runs.data_source import local
from benchmarks.runs.json_rows import summary_of_skipped
from benchmarks.runs.judge_option import Judge, end
from benchmarks.runs.output_form import Form, check_form
from benchmarks.runs.run_folder import prompts_digest
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


@endpoint_options
def score_command(
    data: Annotated[
        Path,
        typer.Argument(help="Items in JSON Lines: CHG's own, the paper's triples, or delta-SNLI; or Parquet, hf:."),
    ],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    endpoint: EndpointOptions,
    generations: Annotated[
        Path | None,
        typer.Option(
            help='JSON Lines {"id", "response", "model"?, "strength"?, "formulas"?, "judge"?, "human"?}; '
            "default: the references in DATA."
        ),
    ] = None,
    pairing_seed: Annotated[int, typer.Option(help="For delta-SNLI: seed of the random pairing of its updates.")] = 0,
    bert_score: Annotated[str | None, typer.Option(help="Model for BERTScore, by name or folder.")] = None,
    bert_score_layer: Annotated[int | None, typer.Option(min=1, help="Layer that BERTScore compares.")] = None,
    sem_score: Annotated[str | None, typer.Option(help="Model for SemScore, by name or folder.")] = None,
    solver_seconds: Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")] = 10.0,
    judge: Judge = False,
    form: Form = None,
) -> None:
    """Judge counter-hypotheses by CHG's rubric; a criterion that words, formulas and strengths leave open is null.

    Ratings by a judge decide the criteria that stay open: ratings in the file or, with --judge, by a language model
    (--model or --replay). Ratings by people serve for comparison only. If run again, it resumes where it stopped.
    """
    from benchmarks.chg.data import load
    from benchmarks.chg.judge import PROMPT
    from benchmarks.chg.reference_likeness import SemanticModels
    from benchmarks.chg.response import load_responses, references
    from benchmarks.chg.scored_run import TITLE, ask_judge, score_into, summary_of
    from benchmarks.runs.judge_option import asked_together, judge_settings
    from benchmarks.runs.responses import without_answer
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from logic.solving.outcome import Limits
    from nlbridge.answering.request import RequestError
    from nlbridge.chat.client.endpoint import Endpoint

    check_form(form)
    asked_together(endpoint, asked=judge, option="--judge")
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, seed=pairing_seed, skipped=skipped)
    noted = summary_of_skipped(skipped)
    responses = list(references(items) if generations is None else load_responses(generations, items))
    if not responses:
        message = f"expected counter-hypotheses, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    scoring = {"generations_sha256": digest_of(generations), "solver_seconds": solver_seconds}
    by_id = {item.id: item for item in items}
    if generations is not None:
        noted |= without_answer(by_id, [(one.item, one.model) for one in responses])
    failed: tuple[str, ...] = ()
    asked = {"benchmark": "chg", "pairing_seed": pairing_seed}
    if judge:
        with Endpoint(endpoint) as opened:
            if not endpoint.dry_run:
                prepare_score(out, data=data, asked=asked, scoring=scoring | judge_settings(opened, PROMPT))
            responses, failed = ask_judge(by_id, responses, opened, out)
    else:
        prepare_score(out, data=data, asked=asked, scoring=scoring)
    samples = score_into(out, by_id, responses, Limits(seconds=solver_seconds))
    models = SemanticModels(bert_score=bert_score, bert_score_layer=bert_score_layer, sem_score=sem_score)
    noted |= {"not_judged": list(failed)} if failed else {}
    summary_of(samples, models, noted).publish(out, TITLE, form)
    end(failed)


@endpoint_options
def run_command(
    data: Annotated[Path, typer.Argument(help="Items in JSON Lines: CHG's own, the paper's triples, or delta-SNLI.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    temperature: Temperature = None,
    seed: Seed = None,
    reply_tokens: ReplyTokens = None,
    pairing_seed: Annotated[int, typer.Option(help="For delta-SNLI: seed of the random pairing of its updates.")] = 0,
    judge: Judge = False,
    form: Form = None,
) -> None:
    """Ask for a counter-hypothesis to each item, and judge the responses as `causalcore score chg` does.

    With --judge the model also rates its own responses where the rubric leaves a criterion open.
    """
    from benchmarks.chg.data import load
    from benchmarks.chg.judge import PROMPT as RATING
    from benchmarks.chg.question import PROMPT, questions
    from benchmarks.chg.response import load_responses
    from benchmarks.chg.scored_run import TITLE, ask_judge, score_into, summary_of
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate

    check_form(form)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, seed=pairing_seed, skipped=skipped)
    left_out = summary_of_skipped(skipped)
    chosen = items[:limit]
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens)
    asked = {**asked_of("chg", data, sampling, PROMPT), "pairing_seed": pairing_seed}
    by_id = {item.id: item for item in chosen}
    failed: tuple[str, ...] = ()
    with opened_run(endpoint, out, asked, {"judge_prompts_sha256": prompts_digest(RATING)} if judge else {}) as opening:
        opened, who = opening
        outcome = generate(list(questions(chosen, who, sampling)), opened, out)
        loaded = load_responses(out / GENERATIONS, items) if outcome.responses else ()
        responses = [one for one in loaded if one.item in by_id]
        if judge:
            responses, failed = ask_judge(by_id, responses, opened, out)
    if responses:
        noted = {"generation": figures_of(outcome), **left_out, **({"not_judged": list(failed)} if failed else {})}
        summary_of(score_into(out, by_id, responses), None, noted).publish(out, TITLE, form)
    end((*failed, *missing_in(outcome)))
