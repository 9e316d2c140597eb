"""promptfoo: an assertion that judges the output as a rewrite; promptfoo loads this file and calls `get_assert`.

Examples
--------
>>> asked = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
>>> result = get_assert("The pump held, so the cellar stayed dry.", {"vars": asked})
>>> result["pass"], result["score"] > 0.8
(True, True)
>>> get_assert("", {"vars": asked})["pass"]
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.integrations.grading import Graded, graded
from benchmarks.integrations.judgement import FIELDS
from logic.errors import ReasoningError, listed

if TYPE_CHECKING:
    from collections.abc import Mapping


def get_assert(output: object, context: Mapping[str, Any]) -> dict[str, Any]:
    """Judge an output; return promptfoo's grading result.

    Parameters
    ----------
    output
        The provider's output; anything but text fails.
    context
        From promptfoo: `vars` with `text` or `scenario`, and `had`, `query` or `do`; `config` of the assertion, with an
        optional `threshold` (see `benchmarks.integrations.grading`) and the same fields for all tests.
    """
    config = context.get("config") or {}
    unknown = sorted(set(config) - {"threshold", *FIELDS})
    if unknown:
        return _failed(f"expected threshold, {', '.join(FIELDS)} in config, got {listed(unknown)}; correct the name")
    given = {**config, **(context.get("vars") or {})}
    row = {name: given.get(name) for name in FIELDS} | {"edit": output}
    try:
        return _result(graded(row, config.get("threshold", 1.0)))
    except ReasoningError as refused:
        return _failed(str(refused))
    except Exception as defect:  # noqa: BLE001  an assertion that breaks must not pass
        return _failed(f"internal error: {type(defect).__name__}: {defect}; please report it")


def _result(grade: Graded) -> dict[str, Any]:
    return {
        "pass": grade.passed,
        "score": grade.score,
        "reason": grade.reason,
        "namedScores": {f"{grade.judged.verdict}": 1.0, **dict.fromkeys(grade.judged.errors, 1.0)},
        "componentResults": [
            {
                "pass": criterion["verdict"] == "pass",
                "score": float(criterion["verdict"] == "pass"),
                "reason": _reason(criterion),
            }
            for criterion in grade.judged.criteria
            if criterion["required"] or criterion["verdict"] == "fail"
        ],
    }


def _reason(criterion: Mapping[str, Any]) -> str:
    return f"{criterion['kind']}: {criterion['statement']} {criterion['why']}".strip()


def _failed(why: str) -> dict[str, Any]:
    return {"pass": False, "score": 0.0, "reason": why}
