"""Whether faithfulness falls for explanations from fewer inputs (section 3.4, Table 6).

The model explains from a single input: hypothesis x, premise u or label y. All explanations are scored alike, with the
label that the model gave to the whole item.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.ftc.measures.faithfulness import Metric
from benchmarks.ftc.measures.validation import sensitivity_table
from benchmarks.ftc.question import label_questions, predictions_of
from benchmarks.ftc.score import score
from benchmarks.ftc.scored_run import rewritten_in
from benchmarks.runs.generation import Question, generate
from benchmarks.runs.runner import rows_in
from benchmarks.runs.writing import LABEL_WORDS
from nlbridge.chat.replies.prompt import load_prompt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.ftc.data import ExplainedItem
    from benchmarks.ftc.score import Scored
    from benchmarks.ftc.scored_run import Shown
    from benchmarks.runs.generation import Yield
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.prompt import Respondent

COMPLETE: Final = "x, u, y"
SEEN: Final = {"y": "label", "u": "premise", "x": "hypothesis"}
"""Condition -> the only input of the explainer; the rows of Table 6 below the complete one."""

EXPLANATIONS: Final = "sensitivity-explanations.jsonl"
PREDICTIONS: Final = "sensitivity-predictions.jsonl"
PROMPTS: Final = tuple(f"write-explanation-{seen}" for seen in SEEN.values())


def questions(explained: Sequence[ExplainedItem], respondent: Respondent) -> Iterator[Question]:
    """Yield a question for an explanation of each item from each single input."""
    for condition, seen in SEEN.items():
        prompt = load_prompt(f"write-explanation-{seen}")
        for item in explained:
            texts = {"label": LABEL_WORDS[item.label], "premise": item.premise or "", "hypothesis": item.hypothesis}
            request = prompt.fill(respondent, repeat=0, max_tokens=None, top_logprobs=None, **{seen: texts[seen]})
            row = {"id": item.id, "condition": condition}
            yield Question(key=f"{item.id} from {condition}", request=request, row=row)


def sensitivity(
    out: Path,
    explained: Sequence[ExplainedItem],
    samples: Sequence[Scored],
    references: Mapping[str, str],
    shown: Shown,
    endpoint: Endpoint,
    respondent: Respondent,
    *,
    alpha: float,
) -> tuple[dict[str, Any], tuple[Yield, ...]]:
    """Ask for explanations from single inputs, score them like the complete ones, and compare the means.

    Parameters
    ----------
    explained, samples
        The items with the labels and explanations that the model gave from all inputs, and their scores.
    references
        People's explanations by id, for METEOR.

    Returns
    -------
    dict, tuple of Yield
        The table, and the outcomes of asking.
    """
    asked = generate(list(questions(explained, respondent)), endpoint, out, EXPLANATIONS)
    given = rows_in(out, EXPLANATIONS)
    outcomes, groups = [asked], {COMPLETE: list(samples)}
    for condition in SEEN:
        reduced = [
            replace(item, explanation=row["response"])
            for item in explained
            if (row := given.get(f"{item.id} from {condition}")) is not None and row["response"].strip()
        ]
        rewritings = rewritten_in(out, reduced, shown)
        outcomes.append(generate(list(label_questions(reduced, rewritings, respondent)), endpoint, out, PREDICTIONS))
        predicted = predictions_of(reduced, rewritings, rows_in(out, PREDICTIONS))
        groups[condition] = list(score(reduced, rewritings, predicted, alpha=alpha))
    return _table(groups, references), tuple(outcomes)


def _table(groups: Mapping[str, Sequence[Scored]], references: Mapping[str, str]) -> dict[str, Any]:
    columns: dict[str, dict[str, list[float]]] = {
        str(metric): {name: [one.value(metric) for one in _values(samples)] for name, samples in groups.items()}
        for metric in Metric
    }
    likeness = {name: _meteor(samples, references) for name, samples in groups.items()}
    if all(one is not None for one in likeness.values()):
        columns = {"METEOR": {name: one or [] for name, one in likeness.items()}, **columns}
    return {
        "conditions": {
            name: {"explanations": len(samples), "counterfactuals": len(_values(samples))}
            for name, samples in groups.items()
        },
        "measures": {row.measure: asdict(row) for row in sensitivity_table(columns, complete=COMPLETE)},
    }


def _values(samples: Sequence[Scored]) -> list[Any]:
    return [value for sample in samples for value in sample.faithfulness.values()]


def _meteor(samples: Sequence[Scored], references: Mapping[str, str]) -> list[float] | None:
    """Compare with people's explanations; None without METEOR's library."""
    from benchmarks.statistics.similarity import MetricMissingError, meteor

    try:
        return [
            meteor(sample.item.explanation, [references[sample.item.id]])
            for sample in samples
            if references.get(sample.item.id)
        ]
    except MetricMissingError:
        return None
