"""The function `many`, for rows of a batch, and the namespace `aio`, for a program that awaits."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, final

from nlbridge.apps.python.check import check
from nlbridge.apps.python.many import refuse_no_rows
from nlbridge.apps.python.reading import read_aio
from nlbridge.apps.python.rubric import rubric

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Unpack

    from nlbridge.apps.python.derived_rubric import DerivedRubric
    from nlbridge.apps.python.verdict import Unanswered, Verdict
    from nlbridge.asking.options import Options


@final
class ManyFunction:
    """Answers rows of a batch in order; `many.rubric` and `many.check` are `rubric.many` and `check.many`.

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
        """Answer each row: by a verdict where it has an `edit`, else by a rubric.

        Parameters
        ----------
        rows
            Objects as `rubric.many` and `check.many` take them.
        processes
            How many work; 0 for all cores from 200 rows on.

        Raises
        ------
        RequestError
            For options that do not fit together, or one text where rows are expected.
        """
        refuse_no_rows(rows)
        return self._answers(rows, processes, options)

    @staticmethod
    def _answers(
        rows: Iterable[Mapping[str, Any]], processes: int, options: Options
    ) -> Iterator[DerivedRubric | Verdict | Unanswered]:
        for judged, some in groupby(rows, key=_has_edit):
            if judged:
                yield from check.many(some, processes=processes, **options)
            else:
                yield from rubric.many(some, processes=processes, **options)

    def __repr__(self) -> str:
        return "<function causalcore.many>"

    def __reduce__(self) -> str:
        return "many"


def _has_edit(row: object) -> bool:
    return isinstance(row, dict) and "edit" in row


many: Final = ManyFunction()
"""Answers rows; see `ManyFunction`."""


@final
class Awaited:
    """Awaitable versions of the functions that read texts, each with the parameters of its namesake.

    Examples
    --------
    >>> import asyncio
    >>> found = asyncio.run(aio.rubric("The pump failed, so the cellar flooded.", had="the pump not failed"))
    >>> found
    <DerivedRubric under do(e1=false): 2 changed, 0 unchanged, 0 open>
    """

    __slots__ = ()

    read = staticmethod(read_aio)
    rubric = staticmethod(rubric.aio)
    check = staticmethod(check.aio)

    def __repr__(self) -> str:
        return "<causalcore.aio: read, rubric, check>"


aio: Final = Awaited()
"""`await aio.rubric(...)`; see `Awaited`."""
