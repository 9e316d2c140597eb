"""The page's requests about many rewrites: rows, judging, verdicts of a person, exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from starlette.responses import Response
from starlette.routing import Route

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.rewrites.paired_figures import two_people
from nlbridge.apps.studio.rewrites.rewrite_session import RewriteSession
from nlbridge.apps.studio.rewrites.rewrite_table import Wanted
from nlbridge.apps.studio.rewrites.table_export import FORMS
from nlbridge.apps.studio.service.answers import UnreadableBodyError, answer, object_in

if TYPE_CHECKING:
    from starlette.requests import Request

Result = TypeVar("Result")
_KINDS: Final = {"html": "text/html", "csv": "text/csv", "jsonl": "application/jsonl"}


@dataclass(frozen=True, slots=True)
class RewriteRoutes:
    """The requests about the table; its work is short, and done beside the texts' own thread.

    Parameters
    ----------
    of_text
        Returns the text and the what-if that rows without a text are about.
    """

    session: RewriteSession
    of_text: Callable[[str], Any]

    @property
    def routes(self) -> list[Route]:
        """Return the paths."""
        return [
            Route("/api/rewrites", self._page),
            Route("/api/rewrites/open", self._open, methods=["POST"]),
            Route("/api/rewrites/judging", self._judging, methods=["POST"]),
            Route("/api/rewrites/export/{form:str}", self._export),
            Route("/api/rewrites/compare", self._compare),
            Route("/api/reviews/compare", self._people, methods=["POST"]),
            Route("/api/rewrites/rows/{key:str}", self._shown),
            Route("/api/rewrites/rows/{key:str}/said", self._said, methods=["POST"]),
            Route("/api/rewrites/rows/{key:str}/second-look", self._again, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        return answer(await _done(self.session.page, wanted_in(request.query_params)))

    async def _open(self, request: Request) -> Response:
        asked = request.query_params
        content = await request.body()
        of = await self.of_text(asked["document"]) if asked.get("document") else None
        return answer(await _done(self.session.opened, asked.get("name", "")[:120], content, of), 201)

    async def _judging(self, request: Request) -> Response:
        row = await object_in(request)
        return answer(await _done(lambda: self.session.judging(start=row.get("start") is True)))

    async def _shown(self, request: Request) -> Response:
        return answer(await _done(self.session.shown, request.path_params["key"]))

    async def _again(self, request: Request) -> Response:
        return answer(await _done(self.session.looked_again, request.path_params["key"]))

    async def _said(self, request: Request) -> Response:
        row = await object_in(request)
        said, note = row.get("said") or "", row.get("note") or ""
        if not isinstance(said, str) or not isinstance(note, str):
            message = "expected said and note to be texts, got something else; correct them"
            raise UnreadableBodyError(message)
        return answer(await _done(self.session.said, request.path_params["key"], said, note))

    async def _export(self, request: Request) -> Response:
        form = request.path_params["form"]
        text = await _done(self.session.exported, form, wanted_in(request.query_params))
        headers = {"Content-Disposition": f'attachment; filename="{FORMS[form]}"'}
        return Response(text, headers=headers, media_type=f"{_KINDS[form]}; charset=utf-8")

    async def _compare(self, request: Request) -> Response:
        asked = request.query_params
        return answer(await _done(self.session.compared, asked.get("first", ""), asked.get("second", "")))

    async def _people(self, request: Request) -> Response:
        row = await object_in(request)
        return answer(await _done(two_people, _file(row.get("first")), _file(row.get("second"))))


async def _done(work: Callable[..., Result], *given: object) -> Result:
    return await asyncio.to_thread(partial(work, *given))


def _file(given: object) -> tuple[str, str]:
    if not isinstance(given, Mapping) or not all(isinstance(given.get(name), str) for name in ("name", "content")):
        message = "expected two files as name and content, got something else; send both"
        raise UnreadableBodyError(message)
    return given["name"][:120], given["content"]


def wanted_in(asked: Mapping[str, str]) -> Wanted:
    """Return which rows are asked for, from the words behind the path.

    Raises
    ------
    StudioError
        If a bound or a place is no number.

    Examples
    --------
    >>> wanted_in({"verdict": "invalid", "start": "100"}).start
    100
    """
    kinds: dict[str, Callable[[str], Any]] = {"least": float, "most": float, "start": int, "count": int}
    kinds["falling"] = lambda word: word == "true"
    given = {one.name: asked[one.name] for one in fields(Wanted) if one.name in asked}
    try:
        read = {name: kinds.get(name, str)(word) for name, word in given.items()}
    except ValueError as broken:
        message = f"expected numbers for bounds and places, got something else ({broken}); correct them"
        raise StudioError(message) from broken
    return Wanted(**(read | {"start": max(0, read.get("start", 0)), "count": max(0, read.get("count", 100))}))
