"""An edit judged, by a rubric that is there already or by a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from nlbridge.answering.answers import judge_prepared, prepare
from nlbridge.answering.input import checked
from nlbridge.answering.request import RequestError
from nlbridge.answering.result import report_row
from nlbridge.apps.python.verdict import Verdict
from nlbridge.asking.options import HowToRead, opened, opened_in_loop

if TYPE_CHECKING:
    from nlbridge.answering.request import Prepared, Request
    from nlbridge.apps.python.rows import VerdictRow
    from nlbridge.judging.report import Report


def text_of_edit(edit: object) -> str:
    """Return an edit that can be judged.

    Raises
    ------
    RequestError
        If it is not a text.
    UnreadableTextError
        If it is empty, too long, or holds control characters.
    """
    if not isinstance(edit, str):
        message = f"expected an edit as text, got {type(edit).__name__}; for many edits use check.many"
        raise RequestError(message)
    return checked(edit, "edit")


def judged(request: Request, edit: str, how: HowToRead, row_id: object, prepared: Prepared | None = None) -> Verdict:
    """Judge one edit, by a rubric that is there already or by a new one; with a language model it is asked."""
    with opened(how) as settings:
        if settings.reader == "offline":
            rubric = prepared or prepare(request, settings)
            return _verdict(row_id, edit, rubric, judge_prepared(rubric, edit, settings))
        from nlbridge.answering.assisted import assisted

        return _verdict(
            row_id, edit, *assisted(settings, lambda one: one.judge(request, edit), _known(request, prepared))
        )


async def judged_in_loop(
    request: Request, edit: str, how: HowToRead, row_id: object, prepared: Prepared | None = None
) -> Verdict:
    """Do as `judged` in the event loop that runs, with a language model."""
    from nlbridge.answering.assisted import assistant_of, endpoint_of

    async with opened_in_loop(how) as settings:
        assistant = assistant_of(settings, _known(request, prepared))
        found, report = await endpoint_of(settings).awaited(assistant.judge(request, edit))
    return _verdict(row_id, edit, found, report)


def _known(request: Request, prepared: Prepared | None) -> dict[Request, Prepared]:
    return {} if prepared is None else {request: prepared}


def _verdict(row_id: object, edit: str, prepared: Prepared, report: Report) -> Verdict:
    named = row_id if row_id is not None else prepared.rubric.scenario.id or None
    return Verdict(row=cast("VerdictRow", report_row(named, report, prepared)), edit=edit, prepared=prepared)
