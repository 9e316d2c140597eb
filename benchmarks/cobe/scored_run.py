"""Responses to CoBe judged into a folder, with its summary and reports."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from benchmarks.cobe.assisted import Assisted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.item import Generation, Item
    from benchmarks.runner import Task
    from benchmarks.score import Sample
    from nlbridge.command_request import Settings


def score_into(
    folder: Path,
    items: Sequence[Item],
    answers: Sequence[Generation],
    settings: Settings,
    *,
    noted: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Judge what the folder does not hold yet, write summary and reports, and return the summary.

    Parameters
    ----------
    noted
        More for the summary, such as what became of the questions.
    """
    from benchmarks import runner
    from benchmarks.cobe.score import summarise
    from nlbridge.command_progress import counted

    helped = Assisted(found={}, failed={})
    tasks = _tasks(items, answers, settings, helped)
    if settings.reader != "offline":
        helped = _help(folder, tasks, items, answers, settings)
        tasks = tuple(task for task in _tasks(items, answers, settings, helped) if task.key not in helped.failed)
    samples = list(counted(runner.judged(tasks, folder), len(tasks), "Generations"))
    summary = summarise(samples) | dict(noted or {})
    if helped.failed:
        summary["not_judged"] = dict(helped.failed)
    _write(folder, summary, samples, {item.id: item.text for item in items})
    return summary


def shown(summary: dict[str, Any], folder: Path, form: str | None) -> str:
    """Return what the command prints: JSON, or words for a terminal."""
    as_json = form == "json" or (form is None and not sys.stdout.isatty())
    return json.dumps(summary, indent=1) + "\n" if as_json else _words(summary, folder)


def _help(
    folder: Path, tasks: Sequence[Task], items: Sequence[Item], answers: Sequence[Generation], settings: Settings
) -> Assisted:
    """Ask a model about the responses that the folder holds no verdict on."""
    from benchmarks.cobe.assisted import judge_all
    from benchmarks.runner import samples_in

    done, by_id = samples_in(folder), {item.id: item for item in items}
    pending = [
        (task.key, by_id[generation.item], generation)
        for task, generation in zip(tasks, answers, strict=True)
        if task.key not in done
    ]
    return judge_all(pending, settings)


def _tasks(
    items: Sequence[Item], answers: Sequence[Generation], settings: Settings, helped: Assisted
) -> tuple[Task, ...]:
    from benchmarks.cobe.score import judge
    from benchmarks.runner import Task, unique

    by_id = {item.id: item for item in items}
    alone = replace(settings, reader="offline", samples=1, endpoint=None)

    def task(generation: Generation) -> Task:
        item = by_id[generation.item]
        return Task(
            key=generation.key(item), judge=lambda key: judge(key, item, generation, alone, helped.found.get(key))
        )

    return unique(task(generation) for generation in answers)


def _write(out: Path, summary: dict[str, Any], samples: Sequence[Sample], texts: Mapping[str, str]) -> None:
    from benchmarks.cobe.summary_report import sections
    from benchmarks.report import markdown, page

    title, parts = "CoBe scores", sections(summary, samples, texts)
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown(title, parts), encoding="utf-8")
    (out / "report.html").write_text(page(title, parts), encoding="utf-8")


def _words(summary: dict[str, Any], out: Path) -> str:
    from benchmarks.cobe.summary_report import JUDGES, number
    from benchmarks.cobe.summary_report import shown as rate

    lines = [f"{summary['samples']} generations for {summary['items']} items"]
    for judge, words in JUDGES.items():
        one = summary[judge]
        lines.append(
            f"by {words}: accuracy {rate(one['accuracy_of_decided'])}; correct {one['correct']}, "
            f"incorrect {one['incorrect']}, undetermined {one['undetermined']}"
        )
        if "agreement" in one:
            found = one["agreement"]
            measures = ", ".join(
                f"{name} {number(found[name])}" for name in ("accuracy", "precision", "recall", "f1", "kappa")
            )
            lines.append(f"  agreement with the file on {found['decided']} of {found['total']}: {measures}")
    return "\n".join([*lines, f"written to {out}", ""])
