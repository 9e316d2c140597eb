"""DeepEval: a metric that judges the actual output as a rewrite.

Needs the package `deepeval`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from deepeval.metrics import BaseMetric

from benchmarks.integrations.grading import checked_threshold, graded
from benchmarks.integrations.judgement import FIELDS

if TYPE_CHECKING:
    from deepeval.test_case import LLMTestCase

NAME: Final = "Causal edit"


class CausalEditMetric(BaseMetric):
    """Whether the actual output carries out a what-if on a text, and nothing else.

    The request is in the metadata of the test case (`text` or `scenario`, and `had`, `query` or `do`), or in `asked`
    for all test cases. Undetermined, empty and unjudgeable outputs never pass.

    Parameters
    ----------
    threshold
        The least score that passes; see `benchmarks.integrations.grading`.
    asked
        Fields of the request for all test cases; metadata takes precedence.

    Raises
    ------
    ThresholdError
        If the threshold is no number from 0 to 1.
    """

    def __init__(self, threshold: float = 1.0, **asked: Any) -> None:
        self.threshold = checked_threshold(threshold)
        self.asked = asked
        self.score: float | None = None
        self.reason: str | None = None
        self.success: bool | None = None
        self.error: str | None = None
        self.score_breakdown: dict[str, Any] = {}

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Judge the actual output; return its score.

        An unintelligible request fails the test, with the reason as the metric's error.
        """
        given = {**self.asked, **(test_case.metadata or {})}
        row = {name: given.get(name) for name in FIELDS} | {"edit": test_case.actual_output or ""}
        grade = graded(row, self.threshold)
        self.score, self.reason, self.success = grade.score, grade.reason, grade.passed
        self.error = grade.judged.error
        self.score_breakdown = {
            "verdict": grade.judged.verdict,
            "confidence": grade.judged.confidence,
            "share of required criteria": grade.judged.score,
            "errors": list(grade.judged.errors),
        }
        return grade.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Judge the actual output in a thread."""
        return await asyncio.to_thread(self.measure, test_case)

    def is_successful(self) -> bool:
        """Return whether the last output passed; False before any was judged."""
        return self.success is True and self.error is None

    @property
    def __name__(self) -> str:
        """Return the name that DeepEval shows."""
        return NAME
