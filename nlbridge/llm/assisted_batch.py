"""Batches with a language model: lines in flight together, answered in order, one bad line never stops the run."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from nlbridge.batch import Line, Row, Work, answered, object_of, one_line, rubric_line, verify_line
from nlbridge.command_request import Settings, edit_of, request_of
from nlbridge.llm.assisted import Assistant, opened
from nlbridge.llm.errors import BudgetError, QuotaError

if TYPE_CHECKING:
    AsyncWork = Callable[[Mapping[str, Any], Assistant], Awaitable[Row]]

IN_FLIGHT: Final = 32
"""Lines that are worked on together; how many requests go out at once is the client's to bound."""


async def rubric_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one line of `rubric --jsonl`."""
    from nlbridge.command_result import rubric_row

    prepared = await assistant.prepare(request_of(row))
    return rubric_row(row.get("id"), prepared.rubric, prepared.basis)


async def verify_line_assisted(row: Mapping[str, Any], assistant: Assistant) -> Row:
    """Answer one line of `verify --jsonl`."""
    from nlbridge.command_result import report_row

    prepared, report = await assistant.judge(request_of(row), edit_of(row))
    return report_row(row.get("id"), report, prepared.basis)


def run_assisted(lines: tuple[Line, ...], work: Work, settings: Settings) -> Iterator[Row]:
    """Answer all lines in order.

    Once the quota or the budget is used up, no more is asked: the lines that remain say so.
    """
    known: dict[Work, AsyncWork] = {rubric_line: rubric_line_assisted, verify_line: verify_line_assisted}
    assisted_work = known[work]
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        assistant = _opened_in(runner, settings)
        stop: list[str] = []
        waiting: deque[asyncio.Task[Row]] = deque()
        for line in lines:
            waiting.append(loop.create_task(_answer(line, assisted_work, assistant, stop)))
            if len(waiting) >= IN_FLIGHT:
                yield loop.run_until_complete(waiting.popleft())
        while waiting:
            yield loop.run_until_complete(waiting.popleft())


def _opened_in(runner: asyncio.Runner, settings: Settings) -> Assistant:
    async def start() -> Assistant:
        return opened(settings)

    return runner.run(start())


async def _answer(line: Line, work: AsyncWork, assistant: Assistant, stop: list[str]) -> Row:
    row_id: object = None
    try:
        row = object_of(line)
        row_id = row.get("id")
        if stop:
            return {"id": row_id, "error": stop[0]}
        return await work(row, assistant)
    except (QuotaError, BudgetError) as ended:
        stop.append(one_line(str(ended)))
        return {"id": row_id, "error": stop[0]}
    except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
        return answered(row_id, line, refused)
