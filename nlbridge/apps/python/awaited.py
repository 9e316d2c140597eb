"""The namespace `aio`: `read`, `rubric` and `check` for a program that awaits them."""

from __future__ import annotations

from typing import Final, final

from nlbridge.apps.python.check import check
from nlbridge.apps.python.reading import read_aio
from nlbridge.apps.python.rubric import rubric


@final
class Awaited:
    """The functions that read texts, to be awaited; each takes what the function of its name takes.

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
