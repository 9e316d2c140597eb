"""Accuracy by rung, query type and kind of story, and its growth as coverage falls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.cladder.score import ENGINE, CladderSample, Firmness, models_first
from benchmarks.runs.responses import unanswered
from benchmarks.runs.scores import SampleOutcome
from benchmarks.statistics.intervals import clustered

GROUPS: dict[str, Callable[[CladderSample], str]] = {
    "by_rung": lambda sample: str(sample.rung) if sample.rung else "",
    "by_query_type": lambda sample: sample.query_type,
    "by_kind": lambda sample: sample.kind,
}
"""How questions are grouped."""


def summarise(samples: Sequence[CladderSample]) -> dict[str, Any]:
    """Return the figures of the first model (or of the engine, if none answered) on top, and those of each.

    Returns
    -------
    dict
        `accuracy` counts undetermined answers as wrong.
    """
    return by_model(samples, _figures, samples)


def by_model(
    samples: Sequence[Any], figures: Callable[[Sequence[Any]], dict[str, Any]], shared: Sequence[Any]
) -> dict[str, Any]:
    """Return the figures of each model, those of the first one also on top.

    Parameters
    ----------
    shared
        The samples that the engine's answers are compared on with each model's.
    """
    models = models_first(sample.model for sample in samples)
    found = {model: figures([sample for sample in samples if sample.model == model]) for model in models}
    return {
        "model": models[0],
        **found[models[0]],
        "models": found,
        "both": _both(shared, models),
        "without_answer": unanswered({sample.id for sample in samples}, ((one.id, one.model) for one in samples)),
    }


def _figures(samples: Sequence[CladderSample]) -> dict[str, Any]:
    groups = {
        name: {
            key: _rate([sample for sample in samples if group(sample) == key])
            for key in sorted({group(sample) for sample in samples})
        }
        for name, group in GROUPS.items()
    }
    rate = _rate(samples)
    return {"accuracy": rate["value"], **rate, **groups, "risk_coverage": risk_coverage(samples)}


def _rate(samples: Sequence[CladderSample]) -> dict[str, Any]:
    right = [sample.outcome is SampleOutcome.CORRECT for sample in samples]
    undetermined = sum(sample.outcome is SampleOutcome.UNDETERMINED for sample in samples)
    return {**asdict(clustered(right, [sample.story for sample in samples])), "undetermined": undetermined}


def risk_coverage(samples: Sequence[CladderSample]) -> list[dict[str, Any]]:
    """Return, for each distinct confidence, the share answered at or above it, and their errors.

    Examples
    --------
    >>> from benchmarks.cladder.data import CladderItem
    >>> from benchmarks.runs.generation import PlainResponse
    >>> from benchmarks.cladder.score import responded
    >>> item = CladderItem(id="1", text="Is it so?", answer=True)
    >>> given = [PlainResponse(item="1", model="m", text=text, confidence=c) for text, c in (("yes", 0.9), ("no", 0.4))]
    >>> [(point["coverage"], point["risk"]) for point in risk_coverage([responded(item, one) for one in given])]
    [(0.5, 0.0), (1.0, 0.5)]
    """
    decided = [sample for sample in samples if sample.said is not None]
    points = []
    for least in sorted({sample.confidence for sample in decided}, reverse=True):
        kept = [sample for sample in decided if sample.confidence >= least]
        wrong = sum(sample.outcome is SampleOutcome.INCORRECT for sample in kept)
        engine = all(sample.model == ENGINE for sample in kept)
        label = Firmness(int(least)).name.lower() if engine else f"{least:g}"
        points.append(
            {"at_least": label, "answered": len(kept), "coverage": len(kept) / len(samples), "risk": wrong / len(kept)}
        )
    return points


def _both(samples: Sequence[Any], models: Sequence[str]) -> dict[str, Any]:
    """Count the shared questions on which only the model, or only the engine, is right."""
    compared: dict[str, Any] = {}
    right = {
        model: {one.id: one.outcome is SampleOutcome.CORRECT for one in samples if one.model == model}
        for model in [*models, ENGINE]
    }
    ours = right.pop(ENGINE)
    for model, theirs in right.items():
        common = [name for name in ours if name in theirs]
        if common:
            compared[model] = {
                "items": len(common),
                "both_right": sum(ours[name] and theirs[name] for name in common),
                "engine_alone_right": sum(ours[name] and not theirs[name] for name in common),
                "model_alone_right": sum(theirs[name] and not ours[name] for name in common),
            }
    return compared
