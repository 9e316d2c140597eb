"""What a batch does with one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from causalcore.files.time_limit import within
from nlbridge.answering.answers import judge, prepare
from nlbridge.answering.lines import Line, Row, answered, object_of, sound
from nlbridge.answering.preparation import representative
from nlbridge.answering.request import Settings, edit_of, request_of

Work = Callable[[Mapping[str, Any], Settings], Row]


def rubric_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `rubric --jsonl`."""
    from nlbridge.answering.result import rubric_row

    return rubric_row(row.get("id"), prepare(request_of(row), settings))


def explained_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `rubric --explain --jsonl`."""
    from nlbridge.answering.result import rubric_row

    return rubric_row(row.get("id"), prepare(request_of(row), settings), explain=True)


def cobe_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `rubric --jsonl --format cobe`."""
    from nlbridge.telling.cobe_item import cobe_item

    request = request_of(row)
    found = prepare(request, settings)
    return cobe_item(
        row.get("id"), found.rubric, had=request.had, query=request.query, answer=representative(found).text
    )


def verify_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `verify --jsonl`."""
    from nlbridge.answering.result import report_row

    prepared, report = judge(request_of(row), edit_of(row), settings)
    return report_row(row.get("id"), report, prepared)


def derived_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one object of a batch by values instead of JSON."""
    request = request_of(row)
    return {"id": row.get("id"), "request": request, "prepared": prepare(request, settings)}


def answer(line: Line, work: Work, settings: Settings) -> Row:
    """Answer one line; if it cannot be processed, return an error instead of a result.

    Examples
    --------
    >>> answer(Line(number=3, data=b"[1]"), rubric_line, Settings())
    {'id': None, 'error': 'line 3: expected a JSON object, got list; write one object on each line'}
    """
    row_id: object = None
    try:
        row = object_of(line)
        row_id = row.get("id")
        with within(settings.seconds):
            found = work(row, settings)
        return found if work is derived_line else sound(found, line)
    except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
        return answered(row_id, line, refused)
