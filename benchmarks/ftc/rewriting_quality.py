"""Similarity of rewritten hypotheses to people's: METEOR by label and case (section 3.2, Table 4).

An item without a rewrite counts as 0, and is also counted separately.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.ftc.data import LABELS, ExplainedItem
from benchmarks.ftc.explanations.counterfactual_hypothesis import Rewriting
from benchmarks.ftc.explanations.explanation_reader import IMPLIED_LABEL
from benchmarks.ftc.explanations.relation import Explained, Extraction
from benchmarks.statistics.similarity import meteor
from logic.relations.nli import Label

Cases = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Mean METEOR of one group.

    Parameters
    ----------
    group
        The label, with the case for N: E, C, N[A], N[B].
    missing
        Number of references without a rewrite; they count as 0.
    """

    group: str
    meteor: float
    references: int
    missing: int


def explained(items: Iterable[ExplainedItem], *, label: bool = True, premise: bool = True) -> list[Explained]:
    """Turn items into a rewriter's input, optionally without label and premise."""
    return [
        Explained(
            hypothesis=item.hypothesis,
            explanation=item.explanation,
            label=item.label if label else None,
            premise=item.premise if premise else None,
        )
        for item in items
    ]


def cases_of(rewriting: Rewriting) -> Cases:
    """Return case -> hypothesis; the case is empty for a single counterfactual."""
    return {one.case.value if one.case else "": one.hypothesis for one in rewriting.counterfactuals}


def quality(items: Sequence[ExplainedItem], rewritten: Sequence[Cases]) -> tuple[Quality, ...]:
    """Compare rewrites with the references; several references for one case are alternatives.

    Examples
    --------
    >>> from benchmarks.ftc.data import Reference
    >>> references = (Reference(hypothesis="A bus stops."),)
    >>> item = ExplainedItem(id="1", hypothesis="x", explanation="z", label=Label.ENTAILMENT, references=references)
    >>> [(one.group, one.missing) for one in quality([item], [{"": "A bus stops."}])]
    [('E', 0)]
    """
    scores: dict[str, list[float | None]] = defaultdict(list)
    for item, cases in zip(items, rewritten, strict=True):
        for case in dict.fromkeys(one.case for one in item.references):
            texts = [one.hypothesis for one in item.references if one.case == case]
            group = f"{item.label.value}[{case}]" if case else item.label.value
            made = cases.get(case)
            scores[group].append(None if made is None else meteor(made, texts))
    order = ("E", "C", "N[A]", "N[B]")
    return tuple(
        Quality(
            group=group,
            meteor=fmean(one or 0.0 for one in scores[group]),
            references=len(scores[group]),
            missing=scores[group].count(None),
        )
        for group in sorted(scores, key=lambda name: order.index(name) if name in order else len(order))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How many explanations of one label yielded a pair.

    Parameters
    ----------
    consistent
        Number of pairs whose relation explains the item's label.
    """

    label: Label
    total: int
    pairs: int
    consistent: int


def coverage(items: Sequence[ExplainedItem], rewritings: Iterable[Rewriting]) -> tuple[Coverage, ...]:
    """Count pairs by label; the label reveals wrong readings only if the reader did not see it."""
    counts = {label: [0, 0, 0] for label in LABELS}
    for item, rewriting in zip(items, rewritings, strict=True):
        count = counts[item.label]
        count[0] += 1
        if isinstance(rewriting.extraction, Extraction):
            count[1] += 1
            count[2] += IMPLIED_LABEL[rewriting.extraction.relation] is item.label
    return tuple(
        Coverage(label=label, total=total, pairs=pairs, consistent=consistent)
        for label, (total, pairs, consistent) in counts.items()
    )
