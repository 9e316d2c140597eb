"""Functions of `causalcore` for texts: `read`, `rubric`, `check`, `many`, and `aio` to await them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack, cast, final

from nlbridge.answering.answers import prepare, read_text
from nlbridge.answering.batch import derived_line, verify_line
from nlbridge.apps.python.derived_rubric import DerivedRubric, awaited, judged, judged_in_loop
from nlbridge.apps.python.many import Progress, how_to_read_rows, refuse_no_rows, worked
from nlbridge.apps.python.verdict import Unanswered, Verdict
from nlbridge.asking.arguments import asked, source_of
from nlbridge.asking.options import Options, how_to_read, opened

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.assisted import Assistant
    from nlbridge.answering.request import Request, Settings
    from nlbridge.apps.python.rows import VerdictRow

    Subject = str | Path | Scenario | Mapping[str, Any]
    Formal = Path | Scenario | Mapping[str, Any]


def read(text: Subject, **options: Unpack[Options]) -> Scenario:
    """Read a text into a scenario: events, links, latents.

    Parameters
    ----------
    text
        The text itself; a `Path` is a file with a text or a scenario.
    options
        Those of the command line: see `nlbridge.asking.options.Options`.

    Raises
    ------
    RequestError
        If `text` is of another type, or is a file name.
    UnreadableTextError
        If the text cannot be read.

    Examples
    --------
    >>> print(read("The pump failed, so the cellar flooded."))
    e1: The pump failed.
    e2: The cellar flooded.
    e1 -> e2 (necessary; “so”, ...% sure)
    """
    source, how = source_of(text), how_to_read(options)
    return _read(source, how) if isinstance(source, str) else source


async def _read_aio(text: Subject, **options: Unpack[Options]) -> Scenario:
    """Like `read`, without blocking the event loop: awaits a model, and does offline work in a thread."""
    source, how = source_of(text), how_to_read(options)
    if not isinstance(source, str):
        return source

    async def by_model(assistant: Assistant) -> Scenario:
        return (await assistant.read(source)).scenario

    return await awaited(how, lambda: _read(source, how), by_model)


def _read(text: str, how: Settings) -> Scenario:
    with opened(how) as settings:
        return read_text(text, settings)


@final
class RubricFunction:
    """Derives what must change in a text under a what-if, what must stay, and what is open.

    Call it; `rubric.many` answers a batch, `rubric.aio` is awaited.
    """

    __slots__ = ()

    def __call__(
        self,
        text: Subject | None = None,
        *,
        scenario: Formal | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> DerivedRubric:
        """Read a text, find what the what-if sets, and derive the rest.

        Parameters
        ----------
        text
            The text itself, never a file name; a `Path` is a file with a text or a scenario.
        scenario
            A scenario instead of a text.
        had
            The what-if in words: those after "had", as in "the pump not failed".
        do
            The what-if as event ids and values; for a text, ids of its reading.
        query
            The what-if as a whole question, as in benchmarks.
        id
            Returned in `to_dict()`.
        options
            Those of the command line: see `nlbridge.asking.options.Options`.

        Raises
        ------
        nlbridge.answering.request.RequestError
            If the what-if is missing or given twice.
        nlbridge.errors.UnreadableTextError, nlbridge.errors.HypotheticalNotFoundError
            If the text, or the what-if, cannot be read.

        Examples
        --------
        >>> found = rubric("The pump failed, so the cellar flooded.", had="the pump not failed")
        >>> {event: str(answer.kind) for event, answer in found.answers.items()}
        {'e1': 'changed', 'e2': 'changed'}
        """
        return _derived(asked(text, scenario, had=had, do=do, query=query), how_to_read(options), id)

    async def aio(
        self,
        text: Subject | None = None,
        *,
        scenario: Formal | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> DerivedRubric:
        """Like `rubric(...)`, without blocking the event loop: awaits a model, and does offline work in a thread."""
        request, how = asked(text, scenario, had=had, do=do, query=query), how_to_read(options)

        async def by_model(assistant: Assistant) -> DerivedRubric:
            return DerivedRubric(request, await assistant.prepare(request), how, id)

        return await awaited(how, lambda: _derived(request, how, id), by_model)

    def many(
        self,
        rows: Iterable[Mapping[str, Any]],
        *,
        processes: int = 1,
        progress: Progress = None,
        **options: Unpack[Options],
    ) -> Iterator[DerivedRubric | Unanswered]:
        """Answer objects of the batch format lazily and in order.

        An object that cannot be processed yields an `Unanswered`; the others go on.

        Parameters
        ----------
        rows
            Objects with `text` or `scenario`, one of `had`, `query` and `do`, and optionally an `id`.
        processes
            Number of processes; 0 for all cores from 200 rows on. In a script, more than one needs
            `if __name__ == "__main__":`.
        progress
            True for a progress bar on standard error, or a callback that receives the number of finished rows.

        Examples
        --------
        >>> rows = [{"id": 1, "text": "It rained, so we left.", "had": "it not rained"}, {"id": 2}]
        >>> [(found.id, found.error is None) for found in rubric.many(rows)]
        [(1, True), (2, False)]
        """
        how = how_to_read_rows(options)

        def derived(row: dict[str, Any]) -> DerivedRubric:
            return DerivedRubric(row["request"], row["prepared"], how, row["id"])

        return worked(rows, derived_line, how, processes, progress, derived)

    def __repr__(self) -> str:
        return "<function causalcore.rubric>"

    def __reduce__(self) -> str:
        return "rubric"


def _derived(request: Request, how: Settings, row_id: object) -> DerivedRubric:
    with opened(how) as settings:
        return DerivedRubric(request, prepare(request, settings), how, row_id)


@final
class CheckFunction:
    """Judges an edit of a text under a what-if.

    Call it; `check.many` answers a batch, `check.aio` is awaited.
    """

    __slots__ = ()

    def __call__(
        self,
        text: Subject | None = None,
        edit: str | None = None,
        *,
        scenario: Formal | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> Verdict:
        """Judge an edit; the other arguments are those of `rubric`.

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
        return judged(request, edit, how, id)

    async def aio(
        self,
        text: Subject | None = None,
        edit: str | None = None,
        *,
        scenario: Formal | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> Verdict:
        """Like `check(...)`, without blocking the event loop: awaits a model, and does offline work in a thread."""
        request, how = asked(text, scenario, had=had, do=do, query=query), how_to_read(options)
        return await judged_in_loop(request, edit, how, id)

    def many(
        self,
        rows: Iterable[Mapping[str, Any]],
        *,
        processes: int = 1,
        progress: Progress = None,
        **options: Unpack[Options],
    ) -> Iterator[Verdict | Unanswered]:
        """Judge objects of the batch format lazily and in order.

        An object that cannot be processed yields an `Unanswered`; the others go on.

        Parameters
        ----------
        rows
            Objects as for `rubric.many`, each with an `edit`; consecutive edits of one text cost one reading.
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

        def verdict(row: dict[str, Any]) -> Verdict:
            return Verdict(row=cast("VerdictRow", row))

        return worked(rows, verify_line, how_to_read_rows(options), processes, progress, verdict)

    def __repr__(self) -> str:
        return "<function causalcore.check>"

    def __reduce__(self) -> str:
        return "check"


rubric: Final = RubricFunction()
"""Derives what must change, what must stay and what is open; see `RubricFunction`."""
check: Final = CheckFunction()
"""Judges an edit; see `CheckFunction`."""


@final
class ManyFunction:
    """Answers batch rows in order; `many.rubric` and `many.check` are `rubric.many` and `check.many`.

    Examples
    --------
    >>> row = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
    >>> for found in many([row, row | {"edit": "The pump held, so the cellar stayed dry."}, {"text": "?"}]):
    ...     print(type(found).__name__)
    DerivedRubric
    Verdict
    Unanswered
    """

    __slots__ = ()

    rubric = staticmethod(rubric.many)
    check = staticmethod(check.many)

    def __call__(
        self, rows: Iterable[Mapping[str, Any]], *, processes: int = 1, **options: Unpack[Options]
    ) -> Iterator[DerivedRubric | Verdict | Unanswered]:
        """Answer each row: with a verdict if it has an `edit`, else with a rubric.

        Parameters
        ----------
        rows
            Objects as for `rubric.many` and `check.many`.
        processes
            Number of processes; 0 for all cores from 200 rows on.

        Raises
        ------
        RequestError
            If options conflict, or `rows` is a single text or object.
        """
        refuse_no_rows(rows)
        return (
            answer
            for judges, group in groupby(rows, key=lambda row: isinstance(row, dict) and "edit" in row)
            for answer in (check.many if judges else rubric.many)(group, processes=processes, **options)
        )

    def __repr__(self) -> str:
        return "<function causalcore.many>"

    def __reduce__(self) -> str:
        return "many"


many: Final = ManyFunction()
"""Answers rows; see `ManyFunction`."""


@final
class Awaited:
    """Awaitable versions of `read`, `rubric` and `check`, with the same parameters.

    Examples
    --------
    >>> import asyncio
    >>> found = asyncio.run(aio.rubric("The pump failed, so the cellar flooded.", had="the pump not failed"))
    >>> found
    <DerivedRubric under do(e1=false): 2 changed, 0 unchanged, 0 open>
    """

    __slots__ = ()

    read = staticmethod(_read_aio)
    rubric = staticmethod(rubric.aio)
    check = staticmethod(check.aio)

    def __repr__(self) -> str:
        return "<causalcore.aio: read, rubric, check>"


aio: Final = Awaited()
"""`await aio.rubric(...)`; see `Awaited`."""
