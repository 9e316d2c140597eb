"""Judge CoBe's generations, and summarise the verdicts."""

from __future__ import annotations

import statistics
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.cobe.failure_modes import FailureMode, failure_modes
from benchmarks.cobe.rubric import dataset_rubric, derived_rubric
from benchmarks.errors import BenchmarkError
from benchmarks.reports.judge_agreement import agreements
from benchmarks.runs.failed_response import failure
from benchmarks.runs.scores import Blame, Judgement, Sample, SampleOutcome, Score
from benchmarks.statistics.agreement import agreement
from benchmarks.statistics.intervals import clustered
from benchmarks.statistics.verdict_shares import risk_coverage, verdict_shares
from logic.errors import ReasoningError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.cobe.assisted import Helped
    from benchmarks.runs.item import Generation, Item
    from nlbridge.answering.request import Settings
    from nlbridge.judging.report import CriterionVerdict, Report

ERRORS: Final = {
    "E1": "edits what is not downstream",
    "E2": "does not edit what is downstream",
    "E3": "wrong connective",
    "E4": "quantity moves the wrong way",
    "E5": "alters a latent fact",
}
GRAPH_NAMES: Final = {
    "chain": "Chain-like",
    "collider": "Collider-like",
    "fork": "Fork-like",
    "diamond": "Diamond-like",
}


def judge(
    key: str,
    item: Item,
    generation: Generation,
    settings: Settings,
    helped: Helped | None = None,
    by_model: Score | None = None,
) -> Sample:
    """Judge one generation by the derived rubric and, separately, by the dataset's criteria.

    Parameters
    ----------
    settings
        How to read texts without a model.
    helped
        The judgement with a model's help, if requested; it replaces the derived judgement.
    by_model
        The model's own verdict, if requested.
    """
    return _sample(
        key,
        item,
        generation,
        graph_type=item.graph_type or _graph_type(item, generation.query_index, settings, helped),
        derived=_score(lambda: _by_derivation(item, generation, settings, helped), generation, Blame.GRADER),
        dataset=_score(lambda: _by_dataset(item, generation, settings), generation, Blame.DATA),
        judge=by_model,
    )


def unjudged(key: str, item: Item, generation: Generation) -> Sample:
    """Return the sample of a response whose judging crashed: undetermined, with the grader to blame."""
    why = ("the process that judged it was killed twice, perhaps for lack of memory",)
    score = Score(outcome=SampleOutcome.UNDETERMINED, reasons=why, blame=Blame.GRADER)
    return _sample(key, item, generation, graph_type=item.graph_type or "unread", derived=score, dataset=score)


def _sample(key: str, item: Item, generation: Generation, **found: Any) -> Sample:
    return Sample(
        key=key,
        item=item.id,
        core=item.core,
        domain=item.domain,
        query_index=generation.query_index,
        model=generation.model,
        response=generation.response,
        correct=generation.correct,
        failed=generation.failed,
        **found,
    )


Judged = tuple["Report", tuple[FailureMode, ...]]
"""A report, and the failure modes that follow from it."""


def _by_derivation(item: Item, generation: Generation, settings: Settings, helped: Helped | None) -> Judged:
    from nlbridge.judging.verification import verify

    if isinstance(helped, Exception):
        raise helped
    if helped is not None:
        with_help, found = helped
        return found, failure_modes(with_help.rubric, found)
    prepared = derived_rubric(item, generation.query_index, settings)
    report = verify(
        prepared.rubric,
        generation.response,
        clause=prepared.clause,
        readings=prepared.readings,
        sure=prepared.confidence,
        wrong=settings.wrong,
    )
    return report, failure_modes(prepared.rubric, report)


def _by_dataset(item: Item, generation: Generation, settings: Settings) -> Judged:
    from nlbridge.grounding.by_words import ground
    from nlbridge.judging.verification import judge

    try:
        clause = derived_rubric(item, generation.query_index, settings).clause
    except BenchmarkError:
        raise
    except ReasoningError:
        clause = None
    rubric = dataset_rubric(item)
    grounding = ground(generation.response, rubric.scenario, rubric.intervention, clause=clause)
    # The strings state no dependencies, so no connective can join unrelated events.
    grounding = replace(grounding, connectives=())
    return judge(rubric, grounding), ()


def _score(judged: Callable[[], Judged], generation: Generation, blame: Blame) -> Score:
    if (failed := unanswered(generation)) is not None:
        return failed
    try:
        report, modes = judged()
    except BenchmarkError as malformed:
        return Score(outcome=SampleOutcome.UNDETERMINED, reasons=(str(malformed),), blame=Blame.DATA)
    except ReasoningError as unread:
        return Score(outcome=SampleOutcome.UNDETERMINED, reasons=(str(unread),), blame=blame)
    criteria = tuple(_judgement(verdict) for verdict in report.verdicts)
    sure = getattr(report, "confidence", None)
    if report.valid is None:
        return Score(
            outcome=SampleOutcome.UNDETERMINED,
            reasons=report.reasons,
            blame=Blame.GRADER,
            criteria=criteria,
            confidence=sure,
        )
    return Score(
        outcome=SampleOutcome.CORRECT if report.valid else SampleOutcome.INCORRECT,
        errors=() if report.valid else tuple(str(error) for error in report.errors),
        reasons=report.reasons,
        modes=tuple(str(mode) for mode in modes),
        criteria=criteria,
        confidence=sure,
    )


def unanswered(generation: Generation) -> Score | None:
    """Return the score of a response without an answer, such as an empty one: incorrect; None for any other."""
    why = failure(generation.response, finish_reason=generation.finish_reason, refusal=generation.refusal)
    if why is None:
        return None
    return Score(outcome=SampleOutcome.INCORRECT, reasons=(why,), blame=Blame.MODEL, confidence=1.0)


def _judgement(verdict: CriterionVerdict) -> Judgement:
    return Judgement(
        kind=str(verdict.criterion.kind),
        statement=verdict.criterion.statement,
        verdict=str(verdict.outcome),
        quote=verdict.quote,
        why=verdict.why,
    )


def _graph_type(item: Item, query_index: int, settings: Settings, helped: Helped | None) -> str:
    from causalcore.scenario.graph import graph_type

    try:
        prepared = helped[0] if isinstance(helped, tuple) else derived_rubric(item, query_index, settings)
        shape = graph_type(prepared.rubric.scenario)
    except ReasoningError:
        return "unread"
    return GRAPH_NAMES.get(shape, shape.capitalize())


def summarise(samples: Sequence[Sample]) -> dict[str, Any]:
    """Return the figures of a run for every judge, and for each model if there are several."""
    models = sorted({sample.model for sample in samples})
    summary: dict[str, Any] = {
        "benchmark": "cobe",
        "samples": len(samples),
        "items": len({sample.item for sample in samples}),
        "derived": _figures(samples, lambda sample: sample.derived),
        "dataset": _figures(samples, lambda sample: sample.dataset),
    }
    if by_model := {sample.key: sample.judge for sample in samples if sample.judge is not None}:
        judged = [sample for sample in samples if sample.key in by_model]
        summary["judge"] = _figures(judged, lambda sample: by_model[sample.key])
        summary["judge"]["agreement_with"] = {
            "derived": _between(judged, by_model, lambda sample: sample.derived),
            "dataset": _between(judged, by_model, lambda sample: sample.dataset),
        }
    if len(models) > 1:
        summary["models"] = {
            model: _figures([sample for sample in samples if sample.model == model], lambda sample: sample.derived)
            for model in models
        }
    summary["agreements"] = agreements(samples, VERDICTS, model=lambda one: one.model, cluster=lambda one: one.core)
    return summary


VERDICTS: Final[dict[str, Callable[[Sample], bool | None]]] = {
    "derived rubric": lambda sample: sample.derived.right,
    "dataset's criteria": lambda sample: sample.dataset.right,
    "language model": lambda sample: None if sample.judge is None else sample.judge.right,
    "verdicts in the file": lambda sample: sample.correct,
}


def _figures(samples: Sequence[Sample], score: Callable[[Sample], Score]) -> dict[str, Any]:
    scores = [score(sample) for sample in samples]
    count = {outcome: sum(one.outcome is outcome for one in scores) for outcome in SampleOutcome}
    decided = [sample for sample in samples if score(sample).outcome is not SampleOutcome.UNDETERMINED]
    figures: dict[str, Any] = {
        "correct": count[SampleOutcome.CORRECT],
        "incorrect": count[SampleOutcome.INCORRECT],
        "undetermined": count[SampleOutcome.UNDETERMINED],
        "unanswered": sum(one.outcome is SampleOutcome.INCORRECT and one.blame is Blame.MODEL for one in scores),
        "undetermined_by_blame": {str(blame): n for blame in Blame if (n := _undetermined(scores, blame))},
        "shares": _shares(samples, score),
        "failure_rate": _failures(samples, ERRORS, lambda sample: score(sample).errors, decided),
        "failure_modes": _failures(samples, list(map(str, FailureMode)), lambda one: score(one).modes, decided),
        "by_domain": _by(samples, score, lambda sample: sample.domain),
        "by_graph_type": _by(samples, score, lambda sample: sample.graph_type),
        "by_phrasing": _by(samples, score, lambda sample: f"phrasing {sample.query_index + 1}"),
    }
    figures["over_phrasings"] = _spread([shares["accuracy"]["value"] for shares in figures["by_phrasing"].values()])
    rated = [(score(sample), sample.correct, sample.core) for sample in samples if sample.correct is not None]
    if rated:
        ours = [one.right for one, _, _ in rated]
        figures["agreement"] = asdict(agreement(ours, [truth for _, truth, _ in rated], [core for *_, core in rated]))
        agreeing = [None if our is None else our is truth for our, (_, truth, _) in zip(ours, rated, strict=True)]
        sure = [found.confidence for found, _, _ in rated]
        figures["risk_coverage"] = [asdict(point) for point in risk_coverage(agreeing, sure)]
    return figures


def _undetermined(scores: Iterable[Score], blame: Blame) -> int:
    return sum(one.outcome is SampleOutcome.UNDETERMINED and one.blame is blame for one in scores)


def _failures(
    samples: Sequence[Sample],
    kinds: Iterable[str],
    shown: Callable[[Sample], Sequence[str]],
    decided: Sequence[Sample],
) -> dict[str, dict[str, Any]]:
    """Return the rate of each kind of failure, of all responses and of the decided ones."""

    def rate(chosen: Sequence[Sample], kind: str) -> dict[str, Any]:
        return asdict(clustered([kind in shown(sample) for sample in chosen], [sample.core for sample in chosen]))

    return {kind: {"of_all": rate(samples, kind), "of_decided": rate(decided, kind)} for kind in kinds}


def _between(
    samples: Sequence[Sample], by_model: Mapping[str, Score], score: Callable[[Sample], Score]
) -> dict[str, Any]:
    """Compare the model's verdicts with a rubric's decided verdicts, which count as the truth."""
    truth = [(sample, verdict) for sample in samples if (verdict := score(sample).right) is not None]
    ours = [by_model[sample.key].right for sample, _ in truth]
    return asdict(agreement(ours, [verdict for _, verdict in truth], [sample.core for sample, _ in truth]))


def _shares(samples: Sequence[Sample], score: Callable[[Sample], Score]) -> dict[str, Any]:
    return verdict_shares([score(one).right for one in samples], [one.core for one in samples]).to_dict()


def _by(
    samples: Sequence[Sample], score: Callable[[Sample], Score], group: Callable[[Sample], str]
) -> dict[str, dict[str, Any]]:
    return {
        name: _shares([sample for sample in samples if group(sample) == name], score)
        for name in sorted({group(sample) for sample in samples})
    }


def _spread(shares: Sequence[float]) -> dict[str, float | None]:
    """Return mean, standard deviation and range of the phrasings' accuracies; the latter two need two phrasings."""
    if len(shares) < 2:
        return {"mean": shares[0] if shares else None, "standard_deviation": None, "least": None, "most": None}
    return {
        "mean": statistics.mean(shares),
        "standard_deviation": statistics.stdev(shares),
        "least": min(shares),
        "most": max(shares),
    }
