"""pandas: a rubric, or a verdict, for each row of a data frame.

Examples
--------
>>> import pandas
>>> frame = pandas.DataFrame(
...     {
...         "text": ["The pump failed, so the cellar flooded."] * 2,
...         "had": ["the pump not failed"] * 2,
...         "edit": ["The pump held, so the cellar stayed dry.", "The pump held, but the cellar flooded."],
...     },
...     index=["a", "b"],
... )
>>> verify(frame)[["valid", "errors"]]  # doctest: +NORMALIZE_WHITESPACE
   valid errors
a   True     []
b  False   [E2]
>>> rubric(frame)["changed"]["a"]
['The pump failed.', 'The cellar flooded.']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import FrameColumnsError
from benchmarks.integrations.judgement import FIELDS, rubric_row
from benchmarks.integrations.processes import Judges
from logic.errors import ReasoningError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pandas import DataFrame, Series

_ANSWERS: Final = ("changed", "unchanged", "open", "unknown")


def verify(frame: DataFrame, *, edit: str = "edit", jobs: int = 1) -> DataFrame:
    """Judge a column of rewrites; return a frame with the same index.

    Parameters
    ----------
    frame
        With columns `text` or `scenario`, and `had`, `query` or `do`; missing values count as absent.
    edit
        The column of rewrites.
    jobs
        Processes.

    Returns
    -------
    DataFrame
        `valid` (nullable boolean), `score`, `confidence`, `errors`, `reasons`, `criteria`, and `error`, which is
        missing unless the row could not be judged.

    Raises
    ------
    FrameColumnsError
        If a column that is needed is not there.
    """
    import pandas

    rows = _rows(frame, edit)
    with Judges(jobs) as judges:
        verdicts = judges.judge(rows)
    table = {
        "valid": pandas.array([one.valid for one in verdicts], dtype="boolean"),
        "score": [one.score for one in verdicts],
        "confidence": [one.confidence for one in verdicts],
        "errors": [list(one.errors) for one in verdicts],
        "reasons": [list(one.reasons) for one in verdicts],
        "criteria": [[dict(criterion) for criterion in one.criteria] for one in verdicts],
        "error": [one.error for one in verdicts],
    }
    return pandas.DataFrame(table, index=frame.index)


def rubric(frame: DataFrame) -> DataFrame:
    """Derive a rubric for each row; return a frame with the same index.

    Parameters
    ----------
    frame
        As in `verify`, without rewrites.

    Returns
    -------
    DataFrame
        `changed`, `unchanged`, `open` and `unknown`, lists of claims; `answer`, a rewrite that meets all criteria;
        `to_check`, questions about uncertainties; `rubric`, the whole rubric as an object; and `error`.

    Raises
    ------
    FrameColumnsError
        If a column that is needed is not there.
    """
    import pandas

    return pandas.DataFrame([_rubric(row) for row in _rows(frame, None)], index=frame.index, columns=_RUBRIC)


_RUBRIC: Final = [*_ANSWERS, "answer", "to_check", "rubric", "error"]


def _rubric(row: Mapping[str, Any]) -> dict[str, Any]:
    try:
        derived = rubric_row(row)
    except ReasoningError as refused:
        return {"error": str(refused)}
    claims = {name: [one["statement"] for one in derived["events"] if one["answer"] == name] for name in _ANSWERS}
    return {
        **claims,
        "answer": derived["representative_answer"],
        "to_check": [one["question"] for one in derived["to_check"]],
        "rubric": derived,
        "error": None,
    }


def _rows(frame: DataFrame, edit: str | None) -> list[dict[str, Any]]:
    columns = [name for name in FIELDS if name in frame.columns]
    wanted = {"text", "scenario"} & set(columns), {"had", "query", "do"} & set(columns)
    if not all(wanted) or (edit is not None and edit not in frame.columns):
        message = (
            f"expected the columns text or scenario, one of had, query and do{f', and {edit}' if edit else ''}, "
            f"got {', '.join(map(str, frame.columns)) or 'none'}; rename yours"
        )
        raise FrameColumnsError(message)
    asked = {name: _values(frame[name]) for name in columns}
    if edit is not None:
        asked["edit"] = _values(frame[edit])
    return [dict(zip(asked, row, strict=True)) for row in zip(*asked.values(), strict=True)]


def _values(column: Series[Any]) -> list[Any]:
    """Return the values of a column, None for missing ones."""
    return [None if missing else value for value, missing in zip(column, column.isna(), strict=True)]
