"""The function `rubric`: what must change, stay, and is open? One, many, or awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from nlbridge.answering.answers import prepare
from nlbridge.answering.batch import derived_line
from nlbridge.apps.python.derived_rubric import DerivedRubric
from nlbridge.apps.python.many import in_thread, worked
from nlbridge.apps.python.verdict import Unanswered
from nlbridge.asking.options import asked, how_to_read, opened, opened_in_loop

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Unpack

    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Request
    from nlbridge.apps.python.many import Progress
    from nlbridge.asking.options import HowToRead, Options


@final
class RubricFunction:
    """Derives what must change in a text, what must stay and what is open under a what-if.

    Call it; `rubric.many` answers a batch, `rubric.aio` is awaited.
    """

    __slots__ = ()

    def __call__(
        self,
        text: str | Path | Scenario | Mapping[str, Any] | None = None,
        *,
        scenario: Path | Scenario | Mapping[str, Any] | None = None,
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
            The text itself, never a name; a `Path` is a file with a text or a scenario.
        scenario
            A scenario in place of a text.
        had
            What if: the words after "had", as in "the pump not failed".
        do
            What if, formally: event ids and values; of a text, ids of its reading.
        query
            The what-if as a whole question, as benchmarks put it.
        id
            Comes back in `to_dict()`.
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
        request, how = asked(text, scenario, had=had, do=do, query=query), how_to_read(options)
        return _derived(request, how, id)

    async def aio(
        self,
        text: str | Path | Scenario | Mapping[str, Any] | None = None,
        *,
        scenario: Path | Scenario | Mapping[str, Any] | None = None,
        had: str | None = None,
        do: Mapping[str, object] | None = None,
        query: str | None = None,
        id: object = None,
        **options: Unpack[Options],
    ) -> DerivedRubric:
        """Do as `rubric(...)` without blocking the event loop: a model is awaited, offline work goes to a thread."""
        from nlbridge.answering.assisted import assistant_of, endpoint_of

        request, how = asked(text, scenario, had=had, do=do, query=query), how_to_read(options)
        if how.reader == "offline":
            return await in_thread(lambda: _derived(request, how, id))
        async with opened_in_loop(how) as settings:
            prepared = await endpoint_of(settings).awaited(assistant_of(settings).prepare(request))
        return DerivedRubric(request, prepared, how, id)

    def many(
        self,
        rows: Iterable[Mapping[str, Any]],
        *,
        processes: int = 1,
        progress: Progress = None,
        **options: Unpack[Options],
    ) -> Iterator[DerivedRubric | Unanswered]:
        """Answer objects of the batch format, in order and as they are asked for.

        An object that cannot be processed is answered by an `Unanswered`, and the others go on.

        Parameters
        ----------
        rows
            Objects with `text` or `scenario`, one of `had`, `query` and `do`, and an `id` if wanted.
        processes
            How many work; 0 for all cores from 200 rows on. More than one needs `if __name__ == "__main__":` in a
            script.
        progress
            True for a progress bar on standard error, or a callback that receives the number of finished rows.

        Examples
        --------
        >>> rows = [{"id": 1, "text": "It rained, so we left.", "had": "it not rained"}, {"id": 2}]
        >>> [(found.id, found.error is None) for found in rubric.many(rows)]
        [(1, True), (2, False)]
        """
        how = how_to_read(options)
        return _values(worked(rows, derived_line, how, processes=processes, progress=progress), how)

    def __repr__(self) -> str:
        return "<function causalcore.rubric>"

    def __reduce__(self) -> str:
        return "rubric"


def _derived(request: Request, how: HowToRead, row_id: object) -> DerivedRubric:
    with opened(how) as settings:
        return DerivedRubric(request, prepare(request, settings), how, row_id)


def _values(rows: Iterator[dict[str, Any]], how: HowToRead) -> Iterator[DerivedRubric | Unanswered]:
    for row in rows:
        if "error" in row:
            yield Unanswered(id=row["id"], error=row["error"])
        else:
            yield DerivedRubric(row["request"], row["prepared"], how, row["id"])


rubric = RubricFunction()
"""Derives what must change, what must stay and what is open; see `RubricFunction`."""
