"""The commands of a benchmark without its own, made from its five steps."""

from __future__ import annotations

from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks.protocol import Command
from benchmarks.runs.judge_option import end
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
    from collections.abc import Mapping

    from benchmarks.command.registry import AnyBenchmark

Data = Annotated[Path, typer.Argument(help="The data set as published, a Parquet file, or hf:NAME.")]
Generations = Annotated[Path | None, typer.Option(help='Responses of models: JSON Lines {"id", "response", "model"?}.')]
First = Annotated[Path, typer.Argument(help="Folder of a run or of scores.", metavar="DIR")]
Second = Annotated[Path, typer.Argument(help="The other one.", metavar="DIR")]
Comparison = Annotated[
    Path | None, typer.Option(help="Folder for comparison.json, report.md and report.html; default: none.")
]
ScoresOut = Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")]


def score_command(name: str, benchmark: AnyBenchmark) -> Command:
    """Return the command that scores responses in a file."""

    def score(
        data: Data,
        out: ScoresOut,
        generations: Generations = None,
        limit: Annotated[int | None, typer.Option(min=1, help="Only the first items.")] = None,
        form: Form = None,
    ) -> None:
        from benchmarks.runs.data_source import local
        from benchmarks.runs.json_rows import summary_of_skipped
        from benchmarks.runs.run_folder import digest_of, prepare_score

        check_form(form)
        path, skipped = local(data, lines=benchmark.lines), list[str]()
        items = benchmark.load(path, limit=limit, skipped=skipped)
        noted = summary_of_skipped(skipped)
        responses = benchmark.parse(generations, items)
        scoring = {"generations_sha256": digest_of(generations)}
        prepare_score(out, data=path, asked={"benchmark": name, "limit": limit}, scoring=scoring)
        _write(benchmark, items, benchmark.judge(items, responses, out), out, noted, form)

    score.__doc__ = f"{getdoc(benchmark)}\n\nIf run again, it resumes where it stopped."
    return Command(function=score, example=f"score {name} items.jsonl --generations answers.jsonl --out scores")


def run_command(name: str, benchmark: AnyBenchmark) -> Command:
    """Return the command that asks a model and scores its responses."""

    def run(
        data: Data,
        out: Out,
        endpoint: EndpointOptions,
        limit: Limit = None,
        repeats: Repeats = 1,
        temperature: Temperature = None,
        seed: Seed = None,
        reply_tokens: ReplyTokens = None,
        form: Form = None,
    ) -> None:
        from benchmarks.runs.data_source import local
        from benchmarks.runs.generation import GENERATIONS, Sampling, generate
        from benchmarks.runs.json_rows import summary_of_skipped

        check_form(form)
        path, skipped = local(data, lines=benchmark.lines), list[str]()
        items = benchmark.load(path, limit=limit, skipped=skipped)
        left_out = summary_of_skipped(skipped)
        sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens, repeats=repeats)
        with opened_run(endpoint, out, asked_of(name, path, sampling), {}) as (opened, who):
            outcome = generate(list(benchmark.prompt(items, who, sampling)), opened, out)
        if outcome.responses:
            responses = benchmark.parse(out / GENERATIONS, items)
            noted = {"generation": figures_of(outcome), **left_out}
            _write(benchmark, items, benchmark.judge(items, responses, out), out, noted, form)
        end(missing_in(outcome))

    run.__doc__ = f"{getdoc(benchmark)}\n\nIf run again, it asks only what has no response yet."
    example = f"run {name} items.jsonl --model small --out runs/small"
    return Command(function=endpoint_options(run), example=example)


def compare_command(name: str, benchmark: AnyBenchmark) -> Command:
    """Return the command that compares two scored runs."""

    def compare(first: First, second: Second, out: Comparison = None, form: Form = None) -> None:
        from benchmarks.command.run_comparison import compare_folders
        from benchmarks.reports.compared_runs import undecided
        from benchmarks.runs.compared import refuse_other_benchmark

        check_form(form)
        for folder in (first, second):
            refuse_other_benchmark(folder, name)
        if not compare_folders(benchmark, (first, second), out, form):
            undecided()

    compare.__doc__ = f"Compare two runs of {benchmark.name} by {_listed(tuple(benchmark.judges.values()))}."
    return Command(function=compare, example=f"compare {name} runs/small runs/large --out comparison")


def _listed(words: tuple[str, ...]) -> str:
    *most, last = words
    return f"{', by '.join(most)} and by {last}" if most else last


def _write(
    benchmark: AnyBenchmark, items: Any, samples: Any, out: Path, noted: Mapping[str, Any], form: str | None
) -> None:
    from nlbridge.asking.progress import waiting

    with waiting("Scoring"):
        summary = benchmark.summarise(items, samples, noted)
    summary.publish(out, benchmark.title, form)
