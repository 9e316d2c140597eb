"""Batches with a language model: lines in flight together, answered in order, one bad line never stops the run."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from nlbridge.answering.assisted import Assistant, endpoint_of
from nlbridge.answering.line_work import Work, cobe_line, derived_line, explained_line, rubric_line, verify_line
from nlbridge.answering.lines import Line, Row, answered, object_of, one_line, sound
from nlbridge.answering.preparation import representative
from nlbridge.answering.request import Settings, edit_of, request_of
from nlbridge.chat.client.bulk import STOPS
from nlbridge.chat.replies.prompt import Respondent

AsyncWork = Callable[[Mapping[str, Any], Assistant], Awaitable[Row]]

IN_FLIGHT: Final = 32
"""Lines that are worked on together at least; more where the endpoint may be asked more at a time, which is the
client's to bound."""


async def rubric_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one line of `rubric --jsonl`."""
    from nlbridge.answering.result import rubric_row

    prepared = await assistant.prepare(request_of(row))
    return rubric_row(row.get("id"), prepared)


async def explained_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one line of `rubric --explain --jsonl`."""
    from nlbridge.answering.result import rubric_row

    prepared = await assistant.prepare(request_of(row))
    return rubric_row(row.get("id"), prepared, explain=True)


async def verify_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one line of `verify --jsonl`."""
    from nlbridge.answering.result import report_row

    prepared, report = await assistant.judge(request_of(row), edit_of(row))
    return report_row(row.get("id"), report, prepared)


async def cobe_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one line of `rubric --format cobe --jsonl`."""
    from nlbridge.telling.cobe_item import cobe_item

    request = request_of(row)
    prepared = await assistant.prepare(request)
    return cobe_item(
        row.get("id"), prepared.rubric, had=request.had, query=request.query, answer=representative(prepared).text
    )


async def derived_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one object of a batch by values instead of JSON."""
    request = request_of(row)
    return {"id": row.get("id"), "request": request, "prepared": await assistant.prepare(request)}


ASSISTED: Final[dict[Work, AsyncWork]] = {
    rubric_line: rubric_line_assisted,
    explained_line: explained_line_assisted,
    verify_line: verify_line_assisted,
    cobe_line: cobe_line_assisted,
    derived_line: derived_line_assisted,
}


def run_assisted(lines: Iterable[Line], work: Work, settings: Settings) -> Iterator[Row]:
    """Answer all lines in order, `IN_FLIGHT` at a time.

    Once the quota or the budget is used up, no more is asked: the lines that remain say so.

    Raises
    ------
    nlbridge.chat.errors.DryRunEnd
        In a dry run, with the estimate for all lines.
    """
    endpoint = endpoint_of(settings)
    assistant = Assistant(settings, Respondent(chat=endpoint.model, model=endpoint.name))
    stop: list[str] = []
    waiting: deque[asyncio.Task[Row]] = deque()
    ahead = None if endpoint.options.dry_run else max(IN_FLIGHT, endpoint.options.concurrency)
    rest = iter(lines)

    async def next_row() -> Row | None:
        for line in islice(rest, ahead and ahead - len(waiting)):
            waiting.append(asyncio.ensure_future(_answer(line, ASSISTED[work], assistant, stop)))
        if endpoint.options.dry_run:
            await asyncio.gather(*waiting)
        return await waiting.popleft() if waiting else None

    while (row := endpoint.run(next_row())) is not None:
        yield row


async def _answer(line: Line, work: AsyncWork, assistant: Assistant, stop: list[str]) -> Row:
    row_id: object = None
    try:
        row = object_of(line)
        row_id = row.get("id")
        if stop:
            return {"id": row_id, "error": stop[0]}
        found = await work(row, assistant)
        return found if work is derived_line_assisted else sound(found, line)
    except STOPS as ended:
        stop.append(one_line(str(ended)))
        return {"id": row_id, "error": stop[0]}
    except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
        return answered(row_id, line, refused)
