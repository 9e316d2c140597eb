"""Answer and score causal questions in a folder, beside models' responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.cladder.score import ENGINE, CladderSample, answered, responded
from benchmarks.runs.scores import read_as

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from benchmarks.cladder.data import CladderItem
    from benchmarks.runs.generation import PlainResponse

TITLE: Final = "Causal questions in English (CLadder)"
BATCH: Final = 64


def score_into(out: Path, items: Sequence[CladderItem], responses: Sequence[PlainResponse] = ()) -> list[CladderSample]:
    """Answer the questions that the folder lacks, and return the samples of the engine and of all responses."""
    from benchmarks.runs.runner import judged_rows, numbered, row_key
    from nlbridge.asking.progress import counted

    by_id = {item.id: item for item in items}
    keys = [row_key(item.id, ENGINE, of=[item.text, str(item.answer)]) for item in items]
    names = [row_key(one.item, one.model, of=[one.text, str(by_id[one.item].answer)]) for one in responses]

    def judge(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        for place in places:
            if place < len(items):
                yield answered(items[place]).to_dict()
            else:
                response = responses[place - len(items)]
                yield responded(by_id[response.item], response).to_dict()

    all_keys = numbered((*keys, *names))
    rows = judged_rows(all_keys, judge, out, batch=BATCH)
    return [read_as(CladderSample, row) for row in counted(rows, len(all_keys), "Answers")]
