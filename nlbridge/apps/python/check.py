"""The function `check`: is an edit valid? One, many, or awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, final

from nlbridge.answering.answers import judge_prepared, prepare
from nlbridge.answering.batch import verify_line
from nlbridge.answering.input import checked
from nlbridge.answering.request import RequestError
from nlbridge.answering.result import report_row
from nlbridge.apps.python.many import in_thread, worked
from nlbridge.apps.python.verdict import Unanswered, Verdict
from nlbridge.asking.options import HowToRead, asked, how_to_read, opened, opened_in_loop

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Unpack

    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared, Request
    from nlbridge.apps.python.many import Progress
    from nlbridge.apps.python.rows import VerdictRow
    from nlbridge.asking.options import Options
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


@final
class CheckFunction:
    """Judges an edit of a text by what a what-if changes in it.

    Call it; `check.many` answers a batch, `check.aio` is awaited.
    """

    __slots__ = ()

    def __call__(
        self,
        text: str | Path | Scenario | Mapping[str, Any] | None = None,
        edit: str | None = None,
        *,
        scenario: Path | Scenario | Mapping[str, Any] | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> Verdict:
        """Judge an edit; all arguments but `edit` are those of `rubric`.

        Parameters
        ----------
        edit
            The edit itself.

        Raises
        ------
        nlbridge.answering.request.RequestError
            If the what-if is missing or given twice, or the edit is not a text.
        nlbridge.errors.UnreadableTextError, nlbridge.errors.HypotheticalNotFoundError
            If the text, the what-if, or the edit cannot be read.

        Examples
        --------
        >>> text = "The pump failed, so the cellar flooded."
        >>> check(text, "The pump held, so the cellar stayed dry.", had="the pump not failed").valid
        True
        """
        request, how = asked(text, scenario, had=had, do=do, query=query), how_to_read(options)
        return judged(request, text_of_edit(edit), how, id)

    async def aio(
        self,
        text: str | Path | Scenario | Mapping[str, Any] | None = None,
        edit: str | None = None,
        *,
        scenario: Path | Scenario | Mapping[str, Any] | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> Verdict:
        """Do as `check(...)` without blocking the event loop: a model is awaited, offline work goes to a thread."""
        request, how = asked(text, scenario, had=had, do=do, query=query), how_to_read(options)
        words = text_of_edit(edit)
        if how.reader == "offline":
            return await in_thread(lambda: judged(request, words, how, id))
        return await judged_in_loop(request, words, how, id)

    def many(
        self,
        rows: Iterable[Mapping[str, Any]],
        *,
        processes: int = 1,
        progress: Progress = None,
        **options: Unpack[Options],
    ) -> Iterator[Verdict | Unanswered]:
        """Judge objects of the batch format, in order and as they are asked for.

        An object that cannot be processed is answered by an `Unanswered`, and the others go on.

        Parameters
        ----------
        rows
            Objects as for `rubric.many`, each with an `edit`; the edits of one text cost one reading when they come
            together.
        processes, progress
            As for `rubric.many`.

        Examples
        --------
        >>> row = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
        >>> edits = ["The pump held, so the cellar stayed dry.", "The pump failed, so the cellar flooded.", None]
        >>> for found in check.many(row | {"edit": edit} for edit in edits):
        ...     print(found.error or found.valid)
        True
        False
        expected "edit" to be a text, got nothing; add it to the line
        """
        how = how_to_read(options)
        return _values(worked(rows, verify_line, how, processes=processes, progress=progress))

    def __repr__(self) -> str:
        return "<function causalcore.check>"

    def __reduce__(self) -> str:
        return "check"


def _values(rows: Iterator[dict[str, Any]]) -> Iterator[Verdict | Unanswered]:
    for row in rows:
        if "error" in row:
            yield Unanswered(id=row["id"], error=row["error"])
        else:
            yield Verdict(row=cast("VerdictRow", row))


check = CheckFunction()
"""Judges an edit; see `CheckFunction`."""
