"""The page and its requests: texts of a project and operations on them, many rewrites, exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from causalcore.scenario.scenario import EVENT_VALUES, QUANTITY_VALUES, Kind, Sign, Strength
from logic.errors import ReasoningError, brief
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import StudioError, refuse_unknown
from nlbridge.apps.studio.document.operations import OPERATIONS
from nlbridge.apps.studio.document.review_operations import OUTCOMES, WHOLE_VERDICTS
from nlbridge.apps.studio.projects.comparison import two_people
from nlbridge.apps.studio.projects.looking import (
    PROJECT_FORMS,
    TEXT_FORMS,
    answer_of,
    asked_of,
    documents_export,
    export_of,
    picture_of,
)
from nlbridge.apps.studio.projects.session import Session, StaleVersionError
from nlbridge.apps.studio.rewrites.rewrite_session import RewriteSession
from nlbridge.apps.studio.rewrites.rewrite_table import Wanted
from nlbridge.apps.studio.rewrites.rewrite_views import FORMS, table_export, two_models
from nlbridge.apps.studio.service.guard import Guard, Rules, UnreadableBodyError, answer, object_in, refusal, refusals
from nlbridge.apps.studio.service.openapi import openapi
from nlbridge.apps.studio.service.tasks import TASKS, work_on
from nlbridge.apps.studio.views.answers_view import SECTIONS, proof_view, rubric_view, what_ifs_view
from nlbridge.apps.studio.views.view import ReviewState

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

Result = TypeVar("Result")

STATIC: Final = Path(__file__).parents[1] / "static"
SECONDS_OF_AN_EXPORT: Final = 600.0
"""Time limit for exporting the results of all texts."""
_TYPES: Final = {
    "json": "application/json",
    "jsonl": "application/jsonl",
    "md": "text/markdown",
    "csv": "text/csv",
    "html": "text/html",
}
_FIELDS: Final[dict[str, tuple[type, object]]] = {
    "version": (int, None),
    "operation": (object, None),
    "twice": (bool, False),
    "start": (bool, None),
    "first": (dict, None),
    "second": (dict, None),
}
"""Request fields other than strings: their types and defaults; one whose default is None has to be given."""
SCHEMA: Final = {
    "operations": list(OPERATIONS),
    "kinds": [str(kind) for kind in Kind],
    "signs": [str(sign) for sign in Sign],
    "strengths": [str(strength) for strength in Strength],
    "values": {"event": list(EVENT_VALUES), "quantity": list(QUANTITY_VALUES)},
    "replies": [str(reply) for reply in Reply],
    "states": [str(state) for state in ReviewState],
    "sections": {str(kind): title for kind, title in SECTIONS.items()},
    "said": {"criterion": list(OUTCOMES), "whole": list(WHOLE_VERDICTS)},
    "exports": {"text": list(TEXT_FORMS), "project": list(PROJECT_FORMS)},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Answers the requests of a page from a session and the table of rewrites.

    Requests run in threads, which may wait for work; the event loop never does.
    """

    session: Session
    thread: Executor
    rules: Rules
    rewrites: RewriteSession = field(default_factory=RewriteSession)

    @property
    def app(self) -> ASGIApp:
        """The application behind its rules."""
        routes = [
            Route("/", self._index),
            *self._of_texts(),
            *self._of_rewrites(),
            Route("/v1/{work:str}", self._row, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ]
        faults = {
            LookupError: _missing,
            StaleVersionError: self._stale,
            **refusals("the studio", "the reference of its endpoints"),
        }
        return Guard(Starlette(routes=routes, exception_handlers=faults), self.rules)

    def _of_texts(self) -> list[Route]:
        session, text, route = self.session, "/api/documents/{name:str}", self._route
        return [
            route("GET", "/api/schema", lambda: SCHEMA | {"read_only": self.rules.read_only}),
            route("GET", "/openapi.json", openapi),
            route("GET", "/api/project", session.listed, query=("state", "search")),
            route("GET", "/api/next", lambda *given: {"id": session.next(*given)}, query=("after", "state")),
            route("GET", "/api/model", session.help.state),
            route("POST", "/api/model", session.help.choose, body=("reader",)),
            route("POST", "/api/open", session.opened, body=("name", "content"), status=201),
            route("POST", "/api/documents", session.added, body=("text", "had"), status=201),
            route("GET", text, session.shown),
            route("DELETE", text, session.removed, status=204),
            route("POST", f"{text}/restore", session.restored, status=204),
            route("POST", f"{text}/operations", session.changed, body=("version", "operation")),
            route("POST", f"{text}/undo", session.undone, body=("version",)),
            route("POST", f"{text}/redo", session.redone, body=("version",)),
            route("POST", f"{text}/ask-first", session.asked_first, body=("version",)),
            route("POST", f"{text}/judge", session.judged_by_model, body=("rewrite", "twice")),
            route("PUT", f"{text}/draft", session.drafted, body=("field", "value"), status=204),
            route("GET", f"{text}/proof/{{claim:path}}", self._elsewhere(proof_view)),
            route("GET", f"{text}/rubric", self._elsewhere(rubric_view)),
            route("GET", f"{text}/what-ifs", self._elsewhere(what_ifs_view)),
            route("GET", f"{text}/answer", self._elsewhere(answer_of)),
            route("GET", f"{text}/picture.svg", self._picture, query=("of",)),
            route("GET", f"{text}/export/{{form:str}}", self._text_export),
            route("GET", "/api/export/{form:str}", self._project_export),
        ]

    def _of_rewrites(self) -> list[Route]:
        rewrites, row, route = self.rewrites, "/api/rewrites/rows/{key:str}", self._route
        return [
            Route("/api/rewrites", self._rows),
            Route("/api/rewrites/open", self._open_rewrites, methods=["POST"]),
            Route("/api/rewrites/export/{form:str}", self._rewrites_export),
            route("POST", "/api/rewrites/judging", rewrites.judging, body=("start",)),
            route("GET", "/api/rewrites/compare", partial(two_models, rewrites.table), query=("first", "second")),
            route("POST", "/api/reviews/compare", _compared, body=("first", "second")),
            route("GET", row, rewrites.shown),
            Route(f"{row}/said", self._said, methods=["POST"]),
            route("POST", f"{row}/second-look", rewrites.looked_again),
        ]

    def _route(
        self,
        method: str,
        path: str,
        work: Callable[..., Any],
        *,
        query: tuple[str, ...] = (),
        body: tuple[str, ...] = (),
        status: int = 200,
    ) -> Route:
        """Return a route whose work gets the parameters of path, query and body."""

        async def endpoint(request: Request) -> Response:
            given = [*request.path_params.values(), *(request.query_params.get(name, "") for name in query)]
            if body:
                row = await object_in(request)
                given += [_field(row, name) for name in body]
            result = await self._done(work, *given)
            if isinstance(result, Response):
                return result
            return Response(status_code=204) if status == 204 else answer(result, status)

        return Route(path, endpoint, methods=[method])

    async def _done(self, work: Callable[..., Result], *given: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.thread, partial(work, *given))

    def _elsewhere(self, work: Callable[..., Result]) -> Callable[..., Result]:
        """Return a function that does `work` on the named text where the session runs its work."""
        return lambda name, *given: self.session.help.do(work, self.session.document(name), *given)

    async def _stale(self, request: Request, stale: Exception) -> Response:
        document = await self._done(self.session.shown, request.path_params["name"])
        return answer({"error": str(stale), "document": document}, 409)

    async def _index(self, request: Request) -> Response:
        response = FileResponse(STATIC / "index.html")
        if "token" in request.query_params:
            response.set_cookie(self.rules.cookie, self.rules.secret, httponly=True, samesite="strict", path="/")
        return response

    async def _row(self, request: Request) -> Response:
        """Answer one row as `serve` does, between requests of the page."""
        work, row = request.path_params["work"], await object_in(request)
        if work not in TASKS:
            raise HTTPException(404)
        help = self.session.help
        outcome = await self._done(lambda: help.do(work_on, work, row, help.sent, seconds=help.seconds))
        return answer(outcome.row, outcome.status)

    def _picture(self, name: str, of: str) -> Response:
        return Response(self._elsewhere(picture_of)(name, of or "graph"), media_type="image/svg+xml")

    def _text_export(self, name: str, form: str) -> Response:
        text = self._elsewhere(export_of)(name, form)
        return _file(text, "text.html") if form == "page" else Response(text, media_type="text/plain; charset=utf-8")

    def _project_export(self, form: str) -> Response:
        do, documents = self.session.help.do, self.session.documents()
        return _file(do(documents_export, documents, form, seconds=SECONDS_OF_AN_EXPORT), PROJECT_FORMS[form])

    async def _rows(self, request: Request) -> Response:
        return answer(await self._done(self.rewrites.page, wanted_in(request.query_params)))

    async def _open_rewrites(self, request: Request) -> Response:
        parameters = request.query_params
        content, name = await request.body(), parameters.get("document")
        of = await self._done(self._elsewhere(asked_of), name) if name else None
        return answer(await self._done(self.rewrites.opened, parameters.get("name", "")[-120:], content, of), 201)

    async def _said(self, request: Request) -> Response:
        row = await object_in(request)
        given = request.path_params["key"], said_in(row), _field(row, "note")
        return answer(await self._done(self.rewrites.said, *given))

    async def _rewrites_export(self, request: Request) -> Response:
        form = request.path_params["form"]
        wanted, table = wanted_in(request.query_params), self.rewrites.table
        text = await self._done(lambda: table_export(table.chosen(wanted), form))
        return _file(text, FORMS[form])


def _field(row: Mapping[str, Any], name: str) -> Any:
    """Return a field of a request, checked for its type; null or missing gives the default."""
    kind, default = _FIELDS.get(name, (str, ""))
    value = default if row.get(name) is None else row[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        message = f"expected {name!r} to be of type {kind.__name__}, got {brief(value, 40)}; correct it"
        raise UnreadableBodyError(message)
    return value


def said_in(row: Mapping[str, Any]) -> str:
    """Return a person's verdict on a rewrite; only null removes it.

    Examples
    --------
    >>> said_in({"said": "valid"}), said_in({"said": None})
    ('valid', '')
    """
    verdict: str = _field(row, "said")
    if not verdict and row.get("said", "") is not None:
        message = f"expected 'said' to be one of {', '.join(WHOLE_VERDICTS)} or null, got nothing; null takes it back"
        raise StudioError(message)
    return verdict


def _compared(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    return two_people(*((_field(file, "name")[:120], _field(file, "content")) for file in (first, second)))


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8")


async def _missing(_: Request, wrong: Exception) -> Response:
    return refusal(422 if isinstance(wrong, ReasoningError) else 404, str(wrong.args[0] if wrong.args else wrong))


def wanted_in(asked: Mapping[str, str]) -> Wanted:
    """Return the wanted rows from query parameters; an empty one counts as not given.

    Examples
    --------
    >>> wanted_in({"verdict": "invalid", "start": "100"}).start
    100
    >>> wanted_in({"count": "", "verdict": ""}) == Wanted()
    True
    """
    kinds: dict[str, Callable[[str], Any]] = {"least": float, "most": float, "start": int, "count": int}
    refuse_unknown(asked.get("falling", ""), "an order, falling or not", ("true", "false"))
    kinds["falling"] = lambda word: word == "true"
    given = {part.name: asked[part.name] for part in fields(Wanted) if asked.get(part.name)}
    try:
        values = {name: kinds.get(name, str)(word) for name, word in given.items()}
    except ValueError as broken:
        message = f"expected numbers for bounds and places, got something else ({broken}); correct them"
        raise StudioError(message) from broken
    return Wanted(**values)
