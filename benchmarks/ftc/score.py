"""One sample per item: its reading, its counterfactuals, their similarity to the references, and the model's FTC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.errors import MalformedItemError
from benchmarks.ftc.data import CASES, ExplainedItem, Prediction, by_key
from benchmarks.ftc.explanations.counterfactual_hypothesis import CounterfactualHypothesis, Rewriting, rewrite
from benchmarks.ftc.explanations.template_extractor import template_counterfactuals
from benchmarks.ftc.measures.faithfulness import ALPHA, Faithfulness, Metric, ftc, mean
from benchmarks.ftc.rewrite_command import as_json
from benchmarks.ftc.rewriting_quality import Cases, cases_of, coverage, explained, quality
from benchmarks.ftc.task_model import TaskModel, predict
from benchmarks.runs.failed_response import failure
from benchmarks.runs.scores import Blame
from benchmarks.statistics.verdict_shares import verdict_shares
from logic.relations.nli import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """An item with its rewriting and, by case, the faithfulness on each counterfactual."""

    item: ExplainedItem
    rewriting: Rewriting
    faithfulness: Mapping[str, Faithfulness]

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object."""
        item = self.item
        texts = {"premise": item.premise, "hypothesis": item.hypothesis, "explanation": item.explanation}
        row = {"id": item.id, "label": item.label.value, "blame": self.blame, **texts, **as_json(self.rewriting)}
        if item.references:
            row["references"] = {one.case: one.hypothesis for one in item.references}
        if item.spans is not None:
            row["spans"] = dict(zip("AB", item.spans, strict=True))
        for one in row["cf"]:
            found = self.faithfulness.get(one["case"])
            one["ftc"] = None if found is None else {"delta": found.delta, "k": found.k, "w": found.w}
        return row

    @property
    def whole(self) -> bool:
        """Whether every counterfactual has a prediction."""
        return not self.without_prediction

    @property
    def failed(self) -> str | None:
        """Why the explanation is no answer (empty, a refusal or unreadable); None if it is one."""
        return failure(self.item.explanation)

    @property
    def expected(self) -> Mapping[str, Faithfulness | None]:
        """The faithfulness of each counterfactual with a prediction; None for each that was not rewritten."""
        missing = ["A", "B"] if self.item.label is Label.NEUTRAL else [""]
        return self.faithfulness if self.rewriting.counterfactuals else dict.fromkeys(missing)

    @property
    def without_prediction(self) -> int:
        """How many counterfactuals have no prediction."""
        return len(self.rewriting.counterfactuals) - len(self.faithfulness)

    @property
    def blame(self) -> Blame | None:
        """Why there is no faithfulness.

        The explanation is no answer (model), there is no rewrite (grader), or there are no predictions (data).
        """
        if self.failed is not None:
            return Blame.MODEL
        if not self.rewriting.counterfactuals:
            return Blame.GRADER
        return None if self.faithfulness else Blame.DATA


def rewrite_items(
    items: Sequence[ExplainedItem], *, label: bool = True, premise: bool = True, pipeline: str | None = None
) -> tuple[Rewriting, ...]:
    """Rewrite the hypotheses of all items offline."""
    return tuple(rewrite(explained(items, label=label, premise=premise), pipeline=pipeline))


def score(
    items: Sequence[ExplainedItem],
    rewritings: Sequence[Rewriting],
    predictions: Sequence[Prediction] = (),
    *,
    alpha: float = ALPHA,
) -> tuple[Scored, ...]:
    """Combine items, rewritings and a task model's predictions.

    A prediction for no counterfactual of these items is refused: it belongs to other rewrites.

    Raises
    ------
    MalformedItemError
        If there is such a prediction, or two for one counterfactual.
    AlphaError
        If alpha is not between 0 and 1.
    """
    given = by_key(predictions)
    samples = []
    for item, rewriting in zip(items, rewritings, strict=True):
        values = {}
        for one in rewriting.counterfactuals:
            found = given.pop((item.id, case_name(one)), None)
            if found is not None:
                values[case_name(one)] = ftc(found.probabilities, one.label, alpha=alpha)
        samples.append(Scored(item=item, rewriting=rewriting, faithfulness=values))
    if given:
        key = next(iter(given))
        message = (
            f"expected predictions for the counterfactuals of these items, got one for {key[0]!r}, case {key[1]!r}; "
            "predict those in counterfactuals.jsonl"
        )
        raise MalformedItemError(message)
    return tuple(samples)


def case_name(counterfactual: CounterfactualHypothesis) -> str:
    """Return A or B, or an empty string for a single counterfactual."""
    return counterfactual.case.value if counterfactual.case else ""


def ask(model: TaskModel, items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]) -> tuple[Prediction, ...]:
    """Ask a task model about every counterfactual whose premise is known."""
    asked = [
        (item, one)
        for item, rewriting in zip(items, rewritings, strict=True)
        for one in rewriting.counterfactuals
        if item.premise is not None
    ]
    answers = predict(model, ((item.premise or "", one.hypothesis) for item, one in asked))
    return tuple(
        Prediction(id=item.id, case=case_name(one), probabilities=answer, label=one.label)
        for (item, one), answer in zip(asked, answers, strict=True)
    )


def counterfactual_rows(items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]) -> list[dict[str, Any]]:
    """Return the rows that a task model labels, one per counterfactual."""
    return [
        {
            "id": item.id,
            "case": case_name(one),
            "premise": item.premise,
            "hypothesis": one.hypothesis,
            "label": one.label.value,
        }
        for item, rewriting in zip(items, rewritings, strict=True)
        for one in rewriting.counterfactuals
    ]


def summarise(samples: Sequence[Scored], *, alpha: float = ALPHA) -> dict[str, Any]:
    """Return the figures of a set of samples."""
    items = [sample.item for sample in samples]
    rewritings = [sample.rewriting for sample in samples]
    return {
        "items": len(items),
        "pairs": {
            one.label.value: {
                "total": one.total,
                "found": one.pairs,
                "explains_the_label": one.consistent,
                "shares": verdict_shares(
                    [True] * one.consistent + [False] * (one.pairs - one.consistent) + [None] * (one.total - one.pairs)
                ).to_dict(),
            }
            for one in coverage(items, rewritings)
        },
        "meteor": _meteor(items, rewritings),
        "provable": provable(items, rewritings),
        "ftc": {"alpha": alpha, **_faithfulness(samples)},
        "unanswered": sum(sample.failed is not None for sample in samples),
        "without_prediction": sum(sample.without_prediction for sample in samples),
    }


def provable(items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]) -> dict[str, Any]:
    """Return, by label and case, how many derived labels the formulas prove; empty if no formulas were requested.

    An item without a rewrite is undetermined.
    """
    cells: dict[str, list[bool | None]] = {}
    for item, rewriting in zip(items, rewritings, strict=True):
        found = {case_name(one): one.proved for one in rewriting.counterfactuals}
        for case in found or (("A", "B") if item.label is Label.NEUTRAL else ("",)):
            cells.setdefault(f"{item.label.value}[{case}]" if case else item.label.value, []).append(found.get(case))
    cells["all"] = [value for values in cells.values() for value in values]
    if all(one.proof is None for rewriting in rewritings for one in rewriting.counterfactuals):
        return {}
    return {name: verdict_shares(values).to_dict() for name, values in cells.items()}


def _meteor(items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]) -> dict[str, Any]:
    if not any(item.references for item in items):
        return {}
    rewriters: dict[str, Sequence[Cases]] = {
        "rewritten": [cases_of(one) for one in rewritings],
        "paper's templates": list(template_counterfactuals(explained(items))),
        "hypothesis as it was": [dict.fromkeys(CASES, item.hypothesis) for item in items],
    }
    return {
        name: {
            one.group: {"meteor": one.meteor, "references": one.references, "missing": one.missing}
            for one in quality(items, made)
        }
        for name, made in rewriters.items()
    }


def _faithfulness(samples: Sequence[Scored]) -> dict[str, Any]:
    groups: dict[str, list[Faithfulness | None]] = {}
    for sample in samples:
        label, cased = sample.item.label.value, sample.item.label is Label.NEUTRAL
        for case, value in sample.expected.items():
            groups.setdefault(f"{label}[{case}]" if cased else label, []).append(value)
    everything = [value for values in groups.values() for value in values]
    if all(value is None for value in everything):
        return {}
    return {name: _means(values) for name, values in [*groups.items(), ("all", everything)]}


def _means(given: Sequence[Faithfulness | None]) -> dict[str, Any]:
    """Return the means over predicted counterfactuals, and FTC-delta with those that were not rewritten, as 0."""
    values = [value for value in given if value is not None]
    return {
        "counterfactuals": len(values),
        "of": len(given),
        "FTC-delta of all": sum(value.delta for value in values) / len(given),
        **{str(metric): mean(values, metric) for metric in Metric},
    }
