"""Responses judged and written down: by form, by logic on formulas, and by a language model where one is asked."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.clomo.score import score
from nlbridge.llm.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.clomo.data import ClomoItem, Dataset, Response
    from benchmarks.clomo.formalisation import Formalisation, Unformalised, Written
    from benchmarks.clomo.score import ClomoSample
    from benchmarks.clomo.verdicts import Pair, PairVerdict
    from logic.solver import Limits
    from nlbridge.llm.endpoint import Endpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a language model is asked about a response, besides whatever made it.

    Parameters
    ----------
    judge
        Whether the relation holds for each pair.
    formalise
        Formulas, where none are written by hand.
    """

    judge: bool = False
    formalise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a language model said of a response."""

    judged: Mapping[Pair, PairVerdict] | None = None
    formal: Formalisation | Unformalised | None = None


def unasked(responses: Sequence[Response]) -> tuple[list[Answered], tuple[str, ...]]:
    """Return what `answers` returns where nobody is asked."""
    return [Answered()] * len(responses), ()


def answers(
    items: Mapping[str, ClomoItem], responses: Sequence[Response], written: Written, asked: Asked, endpoint: Endpoint
) -> tuple[list[Answered], tuple[str, ...]]:
    """Ask about every response; what could not be asked is no answer, and is named.

    Raises
    ------
    nlbridge.llm.errors.DryRunEnd
        In a dry run, with the estimate.
    """
    from benchmarks.clomo.model_formalisation import formalise
    from benchmarks.clomo.self_evaluation import SelfEvaluation

    respondent = Respondent(chat=endpoint.model, model=endpoint.name)
    judge = SelfEvaluation(respondent)

    async def about(response: Response) -> Answered:
        item = items[response.item]
        wanted = asked.formalise and not written.has(item, response)
        return Answered(
            judged=await judge.pairs(item, response) if asked.judge else None,
            formal=await formalise(item, response, respondent) if wanted else None,
        )

    outcomes = endpoint.ask_all(about, responses)
    failed = tuple(f"{one.item.item} of {one.item.model}: {one.error}" for one in outcomes if one.error is not None)
    return [one.value or Answered() for one in outcomes], failed


def judged(
    items: Mapping[str, ClomoItem],
    responses: Sequence[Response],
    written: Written,
    said: Sequence[Answered],
    limits: Limits,
) -> list[ClomoSample]:
    """Judge every response by all that is known of it."""
    from nlbridge.command_progress import counted

    samples = []
    for response, answer in counted(zip(responses, said, strict=True), len(responses), "Scores"):
        item = items[response.item]
        formal = answer.formal or written(item, response)
        samples.append(score(item, response, formal, judged=answer.judged, limits=limits))
    return samples


def write(
    out: Path, dataset: Dataset, samples: Sequence[ClomoSample], *, noted: Mapping[str, Any] | None = None
) -> str:
    """Write samples, summary and reports into a folder; return what the command shows."""
    from benchmarks.clomo.summary import summarise
    from benchmarks.clomo.summary_report import sections, words
    from benchmarks.report import markdown, page

    summary = {**summarise(dataset, samples), **(noted or {})}
    parts = sections(summary, samples)
    out.mkdir(parents=True, exist_ok=True)
    (out / "samples.jsonl").write_text("".join(f"{json.dumps(one.to_dict())}\n" for one in samples), encoding="utf-8")
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown("CLoMo scores", parts), encoding="utf-8")
    (out / "report.html").write_text(page("CLoMo scores", parts), encoding="utf-8")
    return f"{words(summary)}\nwritten to {out}\n" if sys.stdout.isatty() else json.dumps(summary) + "\n"
