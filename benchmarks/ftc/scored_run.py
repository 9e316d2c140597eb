"""Rewrite and score hypotheses into a folder; a killed run resumes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.ftc.explanations.counterfactual_hypothesis import CounterfactualHypothesis, Proof, Rewriting
from benchmarks.ftc.explanations.relation import Extraction, NoRelation
from benchmarks.ftc.measures.faithfulness import ALPHA
from benchmarks.ftc.rewrite_command import as_json
from benchmarks.ftc.score import counterfactual_rows, rewrite_items, summarise
from benchmarks.protocol import Summary
from benchmarks.runs.runner import judged_rows, numbered, row_key
from logic.relations.faithfulness import Case, Relation
from logic.relations.nli import Label
from nlbridge.asking.progress import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.ftc.data import ExplainedItem, Prediction
    from benchmarks.ftc.score import Scored
    from benchmarks.ftc.task_model import TaskModel

TITLE: Final = "Faithfulness through counterfactuals"
REWRITINGS: Final = "rewritings.jsonl"
COUNTERFACTUALS: Final = "counterfactuals.jsonl"
PREDICTED: Final = "predicted.jsonl"
BATCH: Final = 128
ASKED_TOGETHER: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The inputs that the reader of explanations sees, and its pipeline."""

    label: bool = True
    premise: bool = True
    pipeline: str | None = None


def rewritten_in(out: Path, items: Sequence[ExplainedItem], shown: Shown) -> list[Rewriting]:
    """Rewrite the hypotheses that this version has not rewritten in the folder, and return all rewritings."""
    from benchmarks.runs.runner import judge_identity

    how = json.dumps([asdict(shown), judge_identity()], sort_keys=True)
    keys = numbered(row_key(item.id, of=[json.dumps(asdict(item)), how]) for item in items)

    def work(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        chosen = [items[place] for place in places]
        made = rewrite_items(chosen, label=shown.label, premise=shown.premise, pipeline=shown.pipeline)
        return ({"id": item.id, **as_json(one)} for item, one in zip(chosen, made, strict=True))

    out.mkdir(parents=True, exist_ok=True)
    rows = judged_rows(keys, work, out, batch=BATCH, name=REWRITINGS)
    return [rewriting_of(row) for row in counted(rows, len(keys), "Rewriting")]


def rewriting_of(row: Mapping[str, Any]) -> Rewriting:
    """Read a rewriting written by `benchmarks.ftc.rewrite_command.as_json`."""
    extraction: Extraction | NoRelation = NoRelation(why=row["why"])
    if row["relation"] is not None:
        extraction = Extraction(a=row["A"], b=row["B"], relation=Relation(row["relation"]), why=row["why"])
    return Rewriting(
        extraction=extraction,
        counterfactuals=tuple(
            CounterfactualHypothesis(
                hypothesis=one["hypothesis"],
                label=Label(one["label"]),
                case=Case(one["case"]) if one["case"] else None,
                assumed=tuple(one["assumed"]),
                proof=_proof_of(one.get("proof")),
            )
            for one in row["cf"]
        ),
    )


def _proof_of(row: Mapping[str, Any] | None) -> Proof | None:
    if row is None:
        return None
    label = Label(row["label"]) if row["label"] else None
    return Proof(label=label, formulas=tuple(row["formulas"]), why=row["why"])


def predicted_in(
    out: Path, model: TaskModel, named: str, items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]
) -> tuple[Prediction, ...]:
    """Ask a task model about the counterfactuals that it has not labelled in the folder.

    Parameters
    ----------
    named
        The model's name or folder.
    """
    from benchmarks.ftc.data import prediction
    from benchmarks.ftc.task_model import predict

    asked = [row for row in counterfactual_rows(items, rewritings) if row["premise"] is not None]
    keys = numbered(row_key(row["id"], row["case"], of=[named, row["premise"], row["hypothesis"]]) for row in asked)

    def work(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        chosen = [asked[place] for place in places]
        answers = predict(model, [(row["premise"], row["hypothesis"]) for row in chosen])
        for row, answer in zip(chosen, answers, strict=True):
            shares = {label.value: share for label, share in answer.items()}
            yield {name: row[name] for name in ("id", "case", "label")} | {"probabilities": shares}

    rows = judged_rows(keys, work, out, batch=ASKED_TOGETHER, name=PREDICTED)
    return tuple(prediction(row, PREDICTED) for row in counted(rows, len(keys), "Predictions"))


def write_scores(
    out: Path,
    items: Sequence[ExplainedItem],
    rewritings: Sequence[Rewriting],
    samples: Sequence[Scored],
    *,
    alpha: float,
    noted: Mapping[str, Any] | None = None,
    whole: bool = False,
    form: str | None = None,
) -> None:
    """Write the counterfactuals, samples, summary and reports, and print the summary.

    Parameters
    ----------
    noted
        Further fields of the summary, such as how many questions have responses.
    whole
        Whether to leave samples without predictions out of samples.jsonl; a later call adds them.
    form
        How to print the summary: `text`, `json`, or None to follow standard output.
    """
    from nlbridge.answering.lines import dumped
    from nlbridge.asking.progress import waiting

    with waiting("Scoring"):
        summary = summary_of(samples, noted or {}, alpha=alpha)
    lines = "".join(f"{dumped(row)}\n" for row in counterfactual_rows(items, rewritings))
    (out / COUNTERFACTUALS).write_text(lines, encoding="utf-8")
    rows = [sample.to_dict() for sample in samples if sample.whole or not whole]
    keys = numbered(row_key(row["id"], of=[json.dumps(row)]) for row in rows)
    for _ in judged_rows(keys, lambda places: [rows[place] for place in places], out, batch=BATCH):
        pass
    summary.publish(out, TITLE, form)


def summary_of(samples: Sequence[Scored], noted: Mapping[str, Any], *, alpha: float = ALPHA) -> Summary:
    """Return faithfulness, coverage, and similarity to the references."""
    from benchmarks.ftc.summary_report import sections, words

    figures = summarise(samples, alpha=alpha) | dict(noted)
    return Summary(figures=figures, sections=sections(figures, samples), words=words(figures))
