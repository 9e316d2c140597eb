"""Answers of the engine and of models to the same questions, scored in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from benchmarks.cladder.score import ENGINE, CladderSample, answered, responded
from benchmarks.runs.compared import compared_rows
from benchmarks.runs.scores import read_as

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from benchmarks.cladder.data import CladderItem
    from benchmarks.runs.generation import PlainResponse

S = TypeVar("S")
TITLE: Final = "Causal questions in English (CLadder)"
BATCH: Final = 64


def score_into(out: Path, items: Sequence[CladderItem], responses: Sequence[PlainResponse] = ()) -> list[CladderSample]:
    """Answer the questions that the folder lacks, and return the samples of the engine and of all responses."""
    return answers_into(out, CladderSample, items, responses, answer=answered, respond=responded)


def answers_into(
    out: Path,
    kind: type[S],
    items: Sequence[Any],
    responses: Sequence[PlainResponse],
    *,
    answer: Callable[[Any], Any],
    respond: Callable[[Any, PlainResponse], Any],
    beside: Callable[[Any], Iterable[str]] = lambda _: (),
) -> list[S]:
    """Make the samples that the folder lacks, and return those of the engine and of all responses.

    Parameters
    ----------
    answer, respond
        Make the sample of the engine's answer to an item, and of a response to it.
    beside
        What the engine's answer to an item depends on, apart from the text.
    """
    from benchmarks.runs.runner import judged_rows, numbered, row_key
    from nlbridge.asking.progress import counted

    by_id = {item.id: item for item in items}
    own = [row_key(item.id, ENGINE, of=[item.text, str(item.answer), *beside(item)]) for item in items]
    theirs = [row_key(one.item, one.model, of=[one.text, str(by_id[one.item].answer)]) for one in responses]

    def judge(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        for place in places:
            if place < len(items):
                yield answer(items[place]).to_dict()
            else:
                response = responses[place - len(items)]
                yield respond(by_id[response.item], response).to_dict()

    keys = numbered((*own, *theirs))
    rows = judged_rows(keys, judge, out, batch=BATCH)
    return [read_as(kind, row) for row in counted(rows, len(keys), "Answers")]


def answers_in(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of the models' answers, or of the engine's if no model answered."""
    rows = list(compared_rows(folder, dict))
    return [row for row in rows if row["model"] != ENGINE] or rows
