"""Counter-hypotheses judged into a folder, by the rubric and optionally by a language model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.chg.response import UNRATED
from benchmarks.chg.score import ChgSample, judged, key
from benchmarks.protocol import Summary
from benchmarks.runs.judgements import ask_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.chg.data import ChgItem
    from benchmarks.chg.reference_likeness import SemanticModels
    from benchmarks.chg.response import Response
    from benchmarks.runs.judgements import Judged
    from logic.solving.outcome import Limits
    from nlbridge.chat.client.endpoint import Endpoint

TITLE: Final = "Counter-hypothesis generation"
BATCH: Final = 32


def ask_judge(
    items: Mapping[str, ChgItem], responses: Sequence[Response], endpoint: Endpoint, out: Path
) -> tuple[list[Response], tuple[str, ...]]:
    """Have a model rate the responses without a judge's ratings.

    Returns
    -------
    list of Response, tuple of str
        The responses that now have a judge's ratings, and reports of failed questions.
    """
    from benchmarks.chg.judge import PROMPT, asking, ratings_of
    from benchmarks.runs.runner import numbered

    keys = numbered(key(items[one.item], one) for one in responses)
    wanted = {name: one for name, one in zip(keys, responses, strict=True) if one.judge == UNRATED}
    replies: Judged = ask_all(
        {name: asking(items[one.item], one.text, endpoint.name) for name, one in wanted.items()},
        endpoint,
        out,
        prompts=(PROMPT,),
    )
    rated = []
    for name, one in zip(keys, responses, strict=True):
        if name in replies.rows:
            rated.append(replace(one, judge=ratings_of(replies.rows[name])))
        elif name not in wanted:
            rated.append(one)
    return rated, replies.failed


def score_into(
    out: Path, items: Mapping[str, ChgItem], responses: Sequence[Response], limits: Limits | None = None
) -> list[ChgSample]:
    """Judge the responses that the folder lacks, and return all samples."""
    from benchmarks.runs.runner import judged_rows, numbered
    from nlbridge.asking.progress import counted

    keys = numbered(key(items[one.item], one) for one in responses)

    def judge(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        return (judged(items[responses[n].item], responses[n], limits).to_dict() for n in places)

    rows = judged_rows(keys, judge, out, batch=BATCH)
    return [ChgSample.from_dict(row) for row in counted(rows, len(keys), "Scores")]


def summary_of(samples: Sequence[ChgSample], models: SemanticModels | None, noted: Mapping[str, Any]) -> Summary:
    """Return the figures, with similarity to the references."""
    from benchmarks.chg.reference_likeness import reference_likeness
    from benchmarks.chg.summary import summarise
    from benchmarks.chg.summary_report import sections, words
    from nlbridge.asking.progress import waiting

    with waiting("Scoring"):
        figures = {**summarise(samples, reference_likeness(samples, models)), **noted}
    return Summary(figures=figures, sections=sections(figures, samples), words=words(figures))
