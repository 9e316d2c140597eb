"""Scorers for Inspect: rewrites by the rubric of their text, arguments of CLoMo by form and logic.

Needs the package `inspect-ai`. A value is an object with one number for each measure: 1, 0, or NaN, which Inspect
omits from means and counts as unscored.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr

from benchmarks.integrations.judgement import FIELDS, KINDS, Judged, judged
from benchmarks.integrations.samples import FORM, clomo_sample, paper_score, reasons, values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from inspect_ai.solver import TaskState

    from benchmarks.clomo.score import ClomoSample

PACKAGE: Final = "causalcore"
"""Prefix of the names that Inspect finds here: the distribution's name."""
EDIT_VALUES: Final = ("score", *KINDS)
ARGUMENT_VALUES: Final = ("s", *FORM)


def of_distribution(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make Inspect name a function after the distribution, however it is installed: `causalcore/...`."""
    function.__module__ = PACKAGE
    return function


def shares(head: str, measured: Iterable[str], cluster: str | None = None) -> dict[str, Any]:
    """Return Inspect's metrics for a verdict: over all, with undetermined as not met, and over the decided.

    Parameters
    ----------
    head
        The name of the verdict among the values.
    measured
        The names of the other values, which get a mean.
    cluster
        Metadata field that groups dependent samples.
    """
    share = [accuracy(), stderr(cluster=cluster)]
    return {head: share, f"{head}_of_decided": share} | {name: [mean()] for name in ("decided", *measured)}


def verdict_values(head: str, met: bool | None) -> dict[str, float]:
    """Return the values that `shares` summarises."""
    return {head: float(met is True), f"{head}_of_decided": _number(met), "decided": float(met is not None)}


def _number(met: float | None) -> float:
    return math.nan if met is None else float(met)


async def _judged(state: TaskState) -> Judged:
    from anyio import to_thread

    row = {name: state.metadata.get(name) for name in FIELDS} | {"edit": state.output.completion}
    found: Judged = await to_thread.run_sync(judged, row)
    return found


@scorer(metrics=shares("valid", EDIT_VALUES))
@of_distribution
def causal_edit() -> Scorer:
    """Judge the completion as a rewrite of the text in the sample's metadata.

    The metadata holds `text` or `scenario`, and `had`, `query` or `do`, like a line of `causalcore verify --jsonl`.
    """

    async def score(state: TaskState, target: Target) -> Score:
        return edit_score(await _judged(state), state.output.completion)

    return score


def edit_score(found: Judged, completion: str) -> Score:
    """Return a judgement as Inspect's score.

    A rewrite that cannot be judged because of its text or what-if is unscored: that is no fault of the model.
    """
    if found.error is not None:
        return Score.unscored(reason="scoring_failed", answer=completion, explanation=found.explanation)
    return Score(
        value={
            **verdict_values("valid", found.valid),
            "score": found.score,
            **{kind: _number(found.of_kind(kind)) for kind in KINDS},
        },
        answer=completion,
        explanation=found.explanation,
        reason=None if found.answered else "no_response",
        metadata={
            "verdict": found.verdict,
            "confidence": found.confidence,
            "errors": list(found.errors),
            "reasons": list(found.reasons),
            "criteria": [dict(criterion) for criterion in found.criteria],
        },
    )


@scorer(metrics=[accuracy(), stderr()])
@of_distribution
def causal_verdict() -> Scorer:
    """Judge the completion like `causal_edit`, as one number: 1 for a valid rewrite, 0 for an invalid one.

    An undetermined or unjudgeable rewrite is unscored: neither is a wrong answer.
    """

    async def score(state: TaskState, target: Target) -> Score:
        return verdict_score(await _judged(state), state.output.completion)

    return score


def verdict_score(found: Judged, completion: str) -> Score:
    """Return a judgement as one number."""
    shown = {"answer": completion, "explanation": found.explanation}
    if found.valid is None:
        return Score.unscored(reason="scoring_failed" if found.error else "undetermined", **shown)
    return Score(value=float(found.valid), reason=None if found.answered else "no_response", **shown)


@scorer(metrics=shares("task_met", ARGUMENT_VALUES))
@of_distribution
def clomo_edit(formulas: str | None = None) -> Scorer:
    """Judge the completion as a modified argument of the CLoMo item in the sample's metadata.

    Parameters
    ----------
    formulas
        Name of a file of formalisations, see `benchmarks.clomo.formalisation`; without one, only the form is judged.
    """

    async def score(state: TaskState, target: Target) -> Score:
        from anyio import to_thread

        answer = state.output.completion
        work = partial(clomo_sample, state.metadata, answer, formulas, model=str(state.model))
        return argument_score(await to_thread.run_sync(work))

    return score


def argument_score(sample: ClomoSample) -> Score:
    """Return the verdicts on a modified argument as Inspect's score."""
    checks = values(sample)
    met = checks.pop("task_met")
    form = {name: _number(passed) for name, passed in checks.items()}
    return Score(
        value={**verdict_values("task_met", met), "s": _number(paper_score(sample)), **form},
        answer=sample.response,
        explanation=reasons(sample),
        metadata={"blame": sample.logic.blame, "changes": [str(change) for change in sample.changes]},
    )
