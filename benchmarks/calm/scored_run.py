"""Answer and score CaLM's questions in a folder, beside models' responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.calm.score import CalmSample, answered, responded
from benchmarks.cladder.score import ENGINE
from benchmarks.runs.scores import read_as

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.calm.data import CalmItem
    from benchmarks.runs.generation import PlainResponse

TITLE: Final = "Formal causal questions in English (CaLM)"
BATCH: Final = 64


def score_into(
    out: Path,
    items: Sequence[CalmItem],
    responses: Sequence[PlainResponse] = (),
    read: Mapping[str, CalmSample] | None = None,
) -> list[CalmSample]:
    """Answer the questions that the folder lacks, and return the samples of the engine and of all responses.

    Parameters
    ----------
    read
        A model's answers to questions that no text decides, by item id.
    """
    from benchmarks.runs.runner import judged_rows, numbered, row_key
    from nlbridge.asking.progress import counted

    by_id = {item.id: item for item in items}
    given = read or {}
    keys = [row_key(item.id, ENGINE, of=[item.text, item.answer, *_said(given.get(item.id))]) for item in items]
    names = [row_key(one.item, one.model, of=[one.text, by_id[one.item].answer]) for one in responses]

    def judge(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        for place in places:
            if place < len(items):
                yield (given.get(items[place].id) or answered(items[place])).to_dict()
            else:
                response = responses[place - len(items)]
                yield responded(by_id[response.item], response).to_dict()

    all_keys = numbered((*keys, *names))
    rows = judged_rows(all_keys, judge, out, batch=BATCH)
    return [read_as(CalmSample, row) for row in counted(rows, len(all_keys), "Answers")]


def _said(sample: CalmSample | None) -> tuple[str, ...]:
    return () if sample is None else (str(sample.said), *sample.why)
