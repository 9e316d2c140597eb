"""Score preferences in a folder; a killed run resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.conditionals.score import ConditionalSample, Preference, judge, load_preferences, summarise
from benchmarks.protocol import Summary
from benchmarks.runs.runner import judged_rows, row_key
from benchmarks.runs.scores import read_as
from nlbridge.asking.progress import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.conditionals.data import ConditionalItem, Table

TITLE: Final = "Counterfactual conditionals"
PREFERENCES: Final = "generations.jsonl"
BATCH: Final = 256
ASKED_TOGETHER: Final = 16


def preferences_from(path: Path, table: Table) -> dict[str, Preference]:
    """Read log-probabilities of the items of a table."""
    from nlbridge.answering.request import RequestError

    found = load_preferences(path)
    unknown = sorted(found.keys() - {item.id for item in table.items})
    if unknown:
        others = f" and {len(unknown) - 1} more" if unknown[1:] else ""
        message = f"expected ids of the dataset, got {unknown[0]}{others}; check --generations"
        raise RequestError(message)
    return found


def preferences_of(name: str, items: Sequence[ConditionalItem], out: Path) -> dict[str, Preference]:
    """Ask a local model about the items that it has not answered in the folder."""
    from benchmarks.conditionals.language_models import LocalModel

    model = LocalModel(name)
    keys = [row_key(item.id, of=[name, item.context, item.congruent, item.incongruent]) for item in items]

    def work(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        for item_id, found in model.preferences(items[place] for place in places):
            yield {
                "id": item_id,
                "model": name,
                "logprobs": {"congruent": found.congruent, "incongruent": found.incongruent},
            }

    rows = judged_rows(keys, work, out, batch=ASKED_TOGETHER, name=PREFERENCES)
    return {row["id"]: Preference(**row["logprobs"]) for row in counted(rows, len(keys), "Items")}


def write_scores(
    out: Path,
    table: Table,
    preferences: Mapping[str, Preference],
    *,
    pipeline: str | None = None,
    form: str | None = None,
) -> None:
    """Judge the items that the folder lacks, write summary and reports, and print the figures."""
    samples = judged_into(out, table, preferences, pipeline=pipeline)
    summary_of(table, samples, {}).publish(out, TITLE, form)


def summary_of(table: Table, samples: Sequence[ConditionalSample], noted: Mapping[str, Any]) -> Summary:
    """Return the figures by condition."""
    from benchmarks.conditionals.summary_report import sections, words

    figures = summarise(table.items, table.skipped, samples) | dict(noted)
    return Summary(figures=figures, sections=sections(figures, samples), words=words(figures))


def judged_into(
    out: Path, table: Table, preferences: Mapping[str, Preference], *, pipeline: str | None = None
) -> list[ConditionalSample]:
    """Judge the items that the folder lacks, and return the samples of all items with a preference."""
    known = [item for item in table.items if item.id in preferences]
    keys = [_key(item, preferences[item.id]) for item in known]

    def work(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        chosen = [known[place] for place in places]
        return (sample.to_dict() for sample in judge(chosen, preferences, pipeline=pipeline))

    rows = judged_rows(keys, work, out, batch=BATCH)
    return [read_as(ConditionalSample, row) for row in counted(rows, len(keys), "Scores")]


def _key(item: ConditionalItem, found: Preference) -> str:
    of = (item.context, item.congruent, item.incongruent, repr(found.congruent), repr(found.incongruent))
    return row_key(item.id, of=of)
