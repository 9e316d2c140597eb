"""Responses to CoBe judged into a folder, with summary and reports."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from benchmarks.cobe.assisted import Assisted
from benchmarks.cobe.model_judge import ModelVerdicts, ask_judge
from benchmarks.runs.output_form import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.cobe.assisted import Pending
    from benchmarks.runs.item import Generation, Item
    from benchmarks.runs.runner import Task
    from benchmarks.runs.scores import Sample
    from nlbridge.answering.request import Settings
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.client.endpoint_options import EndpointOptions


TOGETHER: Final = 12
"""Responses that a cluster worker judges per batch."""


def score_into(
    folder: Path,
    items: Sequence[Item],
    answers: Sequence[Generation],
    settings: Settings,
    *,
    judge: Endpoint | None = None,
    noted: Mapping[str, Any] | None = None,
    dask: str | None = None,
) -> dict[str, Any]:
    """Judge the responses that the folder lacks, write summary and reports, and return the summary.

    Parameters
    ----------
    judge
        A model that gives its own verdicts. A response without its reply is not written; the next run judges it.
    noted
        Further fields of the summary, such as how many questions have responses.
    dask
        Address of a cluster that judges by the derived rubric, or `local`.
    """
    from benchmarks.cobe.score import summarise

    run = judged_into(folder, items, answers, settings, judge=judge, dask=dask)
    summary = summarise(run.samples) | dict(noted or {})
    if run.failed:
        summary["not_judged"] = dict(run.failed)
    _write(folder, summary, run.samples, {item.id: item.text for item in items})
    return summary


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRun:
    """The results of judging the responses of a run.

    Parameters
    ----------
    failed
        Why a response has no verdict, by key; the next run judges it.
    """

    samples: tuple[Sample, ...]
    failed: Mapping[str, str]


def judged_into(
    folder: Path,
    items: Sequence[Item],
    answers: Sequence[Generation],
    settings: Settings,
    *,
    judge: Endpoint | None = None,
    dask: str | None = None,
) -> JudgedRun:
    """Judge the responses that the folder lacks; see `score_into`."""
    from benchmarks.cobe.assisted import judge_all
    from benchmarks.runs import runner
    from nlbridge.asking.progress import counted

    keyed = _keyed(items, answers)
    with runner.only_samples_of(folder, (key for key, *_ in keyed)):
        done = runner.samples_in(folder)
        pending = [one for one in keyed if one[0] not in done]
        helped = Assisted(found={}, failed={}) if settings.reader == "offline" else judge_all(pending, settings)
        pending = [one for one in pending if one[0] not in helped.failed]
        alone = replace(settings, reader="offline", samples=1, silence="open", endpoint=None)
        verdicts = ModelVerdicts() if judge is None else ask_judge(pending, alone, helped.found, judge)
        failed = {**helped.failed, **verdicts.failed}
        tasks = [_task(one, alone, helped, verdicts) for one in keyed if one[0] not in failed]
        asked = {key: (item, generation) for key, item, generation in pending}
        spread = None if dask is None else partial(_on_cluster, settings=alone, address=dask, asked=asked)
        samples = tuple(counted(runner.judged(tasks, folder, spread), len(tasks), "Generations"))
    return JudgedRun(samples=samples, failed=failed)


@contextmanager
def judging(options: EndpointOptions | None, settings: Settings) -> Iterator[Endpoint | None]:
    """Yield the judging endpoint: the one that also reads, or a separate one; None without options."""
    from nlbridge.chat.client.endpoint import Endpoint

    if options is None or settings.endpoint is not None:
        yield None if options is None else settings.endpoint
        return
    with Endpoint(options) as endpoint:
        yield endpoint


def not_judged(summary: Mapping[str, Any]) -> tuple[str, ...]:
    """List the responses without a verdict, with the reasons."""
    return tuple(f"{key} has no verdict: {why}" for key, why in summary.get("not_judged", {}).items())


def show_scores(summary: dict[str, Any], folder: Path, form: str | None) -> None:
    """Print the summary as JSON, or as a table for people."""
    from benchmarks.cobe.summary_report import judges_in
    from benchmarks.reports.terminal import show_figures
    from benchmarks.reports.verdict_shares import table

    if as_json(form):
        sys.stdout.write(json.dumps(summary, indent=1) + "\n")
        return
    rows = {name: summary[judge]["shares"] for judge, name in judges_in(summary).items()}
    show_figures(table(rows, "judged by"), words(summary), folder)


def _keyed(items: Sequence[Item], answers: Sequence[Generation]) -> tuple[Pending, ...]:
    from benchmarks.runs.runner import numbered

    by_id = {item.id: item for item in items}
    keys = numbered(answer.key(by_id[answer.item]) for answer in answers)
    return tuple((key, by_id[answer.item], answer) for key, answer in zip(keys, answers, strict=True))


def _task(one: Pending, settings: Settings, helped: Assisted, verdicts: ModelVerdicts) -> Task:
    from benchmarks.cobe.score import judge
    from benchmarks.runs.runner import Task

    key, item, generation = one
    helper, verdict = helped.found.get(key), verdicts.found.get(key)
    return Task(
        key=key,
        judge=partial(judge, item=item, generation=generation, settings=settings, helped=helper, by_model=verdict),
    )


def _on_cluster(
    tasks: Iterable[Task], settings: Settings, address: str, asked: Mapping[str, tuple[Item, Generation]]
) -> Iterator[Sample]:
    """Judge tasks on a cluster; one that crashes its workers is undetermined, with the grader to blame."""
    from nlbridge.answering.batch import project_version, start_worker
    from nlbridge.answering.batch_cluster import cluster, spread_over

    waiting = iter(tasks)
    first = tuple(islice(waiting, TOGETHER))
    if not first:
        return
    pieces = chain([first], iter(lambda: tuple(islice(waiting, TOGETHER)), ()))
    with cluster(address, partial(start_worker, settings, project_version())) as client:
        yield from spread_over(client, pieces, judge_together, partial(_lost, asked=asked))


def judge_together(tasks: tuple[Task, ...]) -> list[Sample]:
    """Judge some tasks in one process."""
    return [task.judge(task.key) for task in tasks]


def _lost(task: Task, asked: Mapping[str, tuple[Item, Generation]]) -> Sample:
    """Return the sample of a response that crashed every process that judged it."""
    from benchmarks.cobe.score import unjudged

    return unjudged(task.key, *asked[task.key])


def _write(out: Path, summary: dict[str, Any], samples: Sequence[Sample], texts: Mapping[str, str]) -> None:
    from benchmarks.cobe.summary_report import sections
    from benchmarks.reports.report import write

    write(out, "CoBe scores", summary, sections(summary, samples, texts))


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines for a terminal."""
    from benchmarks.cobe.summary_report import agreements, judges_in, measures
    from benchmarks.reports.verdict_shares import line

    formal = summary.get("items_with_scenario", 0)
    lines = [f"{summary['samples']} generations for {summary['items']} items"]
    lines += [f"items with a formal scenario, which their rubric is derived from: {formal}"] if formal else []
    for judge, name in judges_in(summary).items():
        one = summary[judge]
        lines.append(
            f"by {name}: {line(one['shares'])}; correct {one['correct']}, "
            f"incorrect {one['incorrect']}, undetermined {one['undetermined']}"
        )
        for whom, found in agreements(one):
            values = ", ".join(f"{name} {value}" for name, value in measures(found))
            lines.append(f"  agreement with {whom} on {found['decided']} of {found['total']}: {values}")
    return "\n".join(lines)
