"""The function `check`: is an edit valid? One, many, or awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, final

from nlbridge.answering.line_work import verify_line
from nlbridge.apps.python.checking import judged, judged_in_loop, text_of_edit
from nlbridge.apps.python.many import in_thread, worked
from nlbridge.apps.python.request import asked
from nlbridge.apps.python.unanswered import Unanswered
from nlbridge.apps.python.verdict import Verdict
from nlbridge.asking.options import how_to_read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Unpack

    from causalcore.scenario.scenario import Scenario
    from nlbridge.apps.python.many import Progress
    from nlbridge.apps.python.rows import VerdictRow
    from nlbridge.asking.options import Options


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
