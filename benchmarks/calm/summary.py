"""Figures of CaLM by task, with self-contradictory items, and tasks for a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.calm.score import CalmSample
from benchmarks.cladder.score import ENGINE, Firmness
from benchmarks.cladder.summary import by_model
from benchmarks.runs.scores import SampleOutcome
from benchmarks.statistics.intervals import clustered


def summarise(samples: Sequence[CalmSample]) -> dict[str, Any]:
    """Return the figures of the first model (or of the engine, if none answered) on top, and those of each.

    Returns
    -------
    dict
        `accuracy` covers the formal tasks, and counts undetermined answers as wrong.
    """
    formal = [sample for sample in samples if not sample.needs_model]
    at_odds = [
        {"id": sample.id, "why": list(sample.faults), "outcome": sample.outcome.value}
        for sample in samples
        if sample.faults
    ]
    return {**by_model(samples, _figures, formal), "at_odds": at_odds}


def _figures(samples: Sequence[CalmSample]) -> dict[str, Any]:
    formal = [sample for sample in samples if not sample.needs_model]
    rate = _rate(formal)
    return {
        "accuracy": rate["value"],
        **rate,
        "by_task": _by_task(formal),
        "by_firmness": _by_firmness(formal),
        "needs_a_model": _by_task([sample for sample in samples if sample.needs_model]),
    }


def _by_task(samples: Sequence[CalmSample]) -> dict[str, Any]:
    tasks = sorted({sample.task for sample in samples})
    return {task: _rate([sample for sample in samples if sample.task == task]) for task in tasks}


def _by_firmness(samples: Sequence[CalmSample]) -> dict[str, Any]:
    engine = [sample for sample in samples if sample.model == ENGINE]
    return {
        level.name.lower(): _rate(some)
        for level in reversed(Firmness)
        if (some := [sample for sample in engine if sample.confidence == float(level)])
    }


def _rate(samples: Sequence[CalmSample]) -> dict[str, Any]:
    """Return the share right of all, with an interval clustered by graph or story, and the number decided."""
    right = [sample.outcome is SampleOutcome.CORRECT for sample in samples]
    decided = sum(sample.outcome is not SampleOutcome.UNDETERMINED for sample in samples)
    return {
        **asdict(clustered(right, [sample.story for sample in samples])),
        "decided": decided,
        "right_of_decided": sum(right) / decided if decided else None,
        "undetermined": len(samples) - decided,
    }
