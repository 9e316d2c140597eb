"""`causalcore score calm`: with a model for the questions that no text decides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.runs.judge_option import asked_together, end, judge_settings
from benchmarks.runs.output_form import Form, check_form
from benchmarks.runs.run_options import Limit
from nlbridge.asking.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions


@endpoint_options
def score_command(
    data: Annotated[Path, typer.Argument(help="The folder of CaLM's tasks, or one of them; or Parquet, hf:NAME.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None, typer.Option(help='Responses of models: JSON Lines {"id", "response", "model"?}.')
    ] = None,
    limit: Limit = None,
    reader: Annotated[str, typer.Option(help="Who answers what no text decides: offline (nobody) or llm.")] = "offline",
    form: Form = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Answer CaLM's formal questions from their English text, offline, and compare the answers with those of the data.

    Undetermined answers count as wrong. With --reader llm a model (--model or --replay) answers CRASS and the
    judgements of people, which are counted apart. A limit is one for each task. A killed run goes on where it stopped.
    """
    from benchmarks.calm.data import first_of_each, load
    from benchmarks.calm.everyday_cause import PROMPT, answered_by_model
    from benchmarks.calm.score import TITLE, CalmSample, score_into
    from benchmarks.calm.summary_report import summary_of
    from benchmarks.runs.data_source import local
    from benchmarks.runs.generation import plain_responses
    from benchmarks.runs.json_rows import summary_of_skipped
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from benchmarks.runs.run_options import asks_model
    from nlbridge.chat.client.endpoint import Endpoint

    check_form(form)
    asks = asks_model(reader)
    asked_together(endpoint, asked=asks, option="--reader llm")
    path, skipped = local(data, lines=True), list[str]()
    items = first_of_each(load(path, skipped), limit)
    noted = summary_of_skipped(skipped)
    responses = plain_responses(generations, {item.id for item in items})
    scoring: dict[str, object] = {"generations_sha256": digest_of(generations)}
    asked = {"benchmark": "calm", "limit": limit}
    read: dict[str, CalmSample] = {}
    failed: tuple[str, ...] = ()
    if asks:
        with Endpoint(endpoint) as opened:
            if not endpoint.dry_run:
                prepare_score(out, data=path, asked=asked, scoring=scoring | judge_settings(opened, PROMPT))
            read, failed = answered_by_model(items, opened, out)
    else:
        prepare_score(out, data=path, asked=asked, scoring=scoring)
    if failed:
        noted = {**noted, "not_read": list(failed)}
    summary_of(score_into(out, items, responses, read), noted).publish(out, TITLE, form)
    end(failed)
