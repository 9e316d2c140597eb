"""A judgement for testing libraries: a score, a threshold, whether it passes, and why. It fails closed.

An undetermined, empty or unjudgeable rewrite scores 0 and never passes, whatever the threshold: libraries average
scores, and compare the averages with the threshold again.

Examples
--------
>>> asked = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
>>> graded({**asked, "edit": "The pump held, so the cellar stayed dry."}).passed
True
>>> found = graded({**asked, "edit": "The pump held, but the cellar flooded."})
>>> found.passed, found.score < 0.5, found.judged.errors
(False, True, ('E2',))
>>> graded({"text": "It rained.", "had": "the pump not failed", "edit": "It rained."}, threshold=0).passed
False
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.errors import ThresholdError
from benchmarks.integrations.judgement import Judged, judged


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A judgement, and whether it passes a threshold.

    Parameters
    ----------
    score
        The chance that the rewrite is valid; 0 without a verdict.
    """

    judged: Judged
    passed: bool
    score: float
    reason: str


def graded(row: Mapping[str, Any], threshold: float = 1.0) -> Graded:
    """Judge a rewrite and compare its score.

    Parameters
    ----------
    row
        As in `benchmarks.integrations.judgement.judged`.
    threshold
        The least score that passes. A valid rewrite always does; below 1, so does one that is likely enough.
    """
    limit = checked_threshold(threshold)
    verdict = judged(row)
    score = verdict.score if verdict.valid is not None and verdict.answered else 0.0
    passed = verdict.valid is not None and verdict.answered and (verdict.valid or score >= limit)
    return Graded(judged=verdict, passed=passed, score=score, reason=verdict.explanation)


def checked_threshold(threshold: object) -> float:
    """Return a threshold if it is a number from 0 to 1."""
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not 0 <= threshold <= 1:
        message = f"expected a threshold from 0 to 1, got {threshold!r}; 1 lets only valid rewrites pass"
        raise ThresholdError(message)
    return float(threshold)
