"""The page and what it asks for: texts of a project, operations on them, exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from causalcore.scenario.scenario import EVENT_VALUES, QUANTITY_VALUES, Kind, Sign, Strength
from logic.errors import ReasoningError
from nlbridge.answering.request import Settings
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.operations import OPERATIONS
from nlbridge.apps.studio.document.review_operations import VERDICTS, WHOLE_VERDICTS
from nlbridge.apps.studio.projects.exports import PROJECT_FORMS, TEXT_FORMS, asked_of, documents_export
from nlbridge.apps.studio.projects.looking import answer_of, export_of, picture_of, proof_of, rubric_of, what_ifs_of
from nlbridge.apps.studio.projects.model_help import ModelHelp
from nlbridge.apps.studio.projects.session import Session, StaleVersionError
from nlbridge.apps.studio.rewrites.rewrite_session import RewriteSession
from nlbridge.apps.studio.service.answers import UnreadableBodyError, answer, object_in, refusal, refusals
from nlbridge.apps.studio.service.guard import Guard, Rules
from nlbridge.apps.studio.service.openapi import openapi
from nlbridge.apps.studio.service.read_only import ReadOnly
from nlbridge.apps.studio.service.rewrite_routes import RewriteRoutes
from nlbridge.apps.studio.service.tasks import TASKS, Judges, work_on
from nlbridge.apps.studio.views.rubric_text import SECTIONS
from nlbridge.apps.studio.views.view import ReviewState

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

Result = TypeVar("Result")

STATIC: Final = Path(__file__).parents[1] / "static"
SECONDS_OF_AN_EXPORT: Final = 600.0
"""How long what came of all texts may take to write."""
_TYPES: Final = {"json": "application/json", "jsonl": "application/jsonl", "md": "text/markdown"}
_SUFFIXES: Final = {
    "scenarios": "scenarios.jsonl",
    "rubrics.md": "rubrics.md",
    "rubrics.jsonl": "rubrics.jsonl",
    "cobe": "cobe.json",
    "labels": "labels.jsonl",
}
_LOOKS: Final = {"rubric": rubric_of, "what-ifs": what_ifs_of, "answer": answer_of}
"""What is worked out of a text when a person looks at it."""
SCHEMA: Final = {
    "operations": list(OPERATIONS),
    "kinds": [str(kind) for kind in Kind],
    "signs": [str(sign) for sign in Sign],
    "strengths": [str(strength) for strength in Strength],
    "values": {"event": list(EVENT_VALUES), "quantity": list(QUANTITY_VALUES)},
    "replies": [str(reply) for reply in Reply],
    "states": [str(state) for state in ReviewState],
    "sections": {str(kind): title for kind, title in SECTIONS.items()},
    "said": {"criterion": list(VERDICTS), "whole": list(WHOLE_VERDICTS)},
    "exports": {"text": list(TEXT_FORMS), "project": list(PROJECT_FORMS)},
}
"""What may be chosen on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A session behind the requests of its page.

    Parameters
    ----------
    thread
        Threads in which the session is asked, so that the event loop never waits; they wait while work is done.
    help
        Who reads texts and rows of programs, and what that cost.
    rewrites
        The table of many rewrites.
    read_only
        Whether nothing may be changed: whoever sees the page looks on.
    """

    session: Session
    thread: Executor
    rules: Rules
    help: ModelHelp = field(default_factory=lambda: ModelHelp(Settings()))
    rewrites: RewriteSession = field(default_factory=lambda: RewriteSession(judge=Judges(ModelHelp(Settings()))))
    read_only: bool = False

    @property
    def app(self) -> ASGIApp:
        """Return the application, behind its rules."""
        text = "/api/documents/{name:str}"
        routes = [
            Route("/", self._index),
            Route("/api/schema", self._schema),
            Route("/api/project", self._project),
            Route("/api/next", self._next),
            Route("/api/model", self._model, methods=["GET", "POST"]),
            Route("/api/open", self._open, methods=["POST"]),
            Route("/api/documents", self._add, methods=["POST"]),
            Route(text, self._document, methods=["GET"]),
            Route(text, self._remove, methods=["DELETE"]),
            Route(f"{text}/restore", self._restore, methods=["POST"]),
            Route(f"{text}/operations", self._operation, methods=["POST"]),
            Route(f"{text}/undo", self._undo, methods=["POST"]),
            Route(f"{text}/redo", self._redo, methods=["POST"]),
            Route(f"{text}/ask-first", self._ask_first, methods=["POST"]),
            Route(f"{text}/draft", self._draft, methods=["PUT"]),
            Route(f"{text}/judge", self._judge, methods=["POST"]),
            Route(f"{text}/proof/{{claim:path}}", self._proof),
            *(Route(f"{text}/{name}", partial(self._looked_at, work)) for name, work in _LOOKS.items()),
            Route(f"{text}/picture.svg", self._picture),
            Route(f"{text}/export/{{form:str}}", self._text_export),
            Route("/api/export/{form:str}", self._project_export),
            Route("/v1/{work:str}", self._row, methods=["POST"]),
            Route("/openapi.json", self._described),
            *RewriteRoutes(self.rewrites, self._of_text).routes,
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ]
        faults = {LookupError: _missing, **refusals("the studio", "the reference of its endpoints")}
        return Guard(ReadOnly(Starlette(routes=routes, exception_handlers=faults), self.read_only), self.rules)

    async def _done(self, work: Callable[..., Result], *given: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.thread, partial(work, *given))

    async def _index(self, request: Request) -> Response:
        response = FileResponse(STATIC / "index.html")
        if "token" in request.query_params:
            response.set_cookie(self.rules.cookie, self.rules.secret, httponly=True, samesite="strict", path="/")
        return response

    async def _schema(self, _: Request) -> Response:
        return answer(SCHEMA | {"read_only": self.read_only})

    async def _of_text(self, name: str) -> dict[str, Any]:
        """Return a text as corrected with its what-if, as rows of rewrites name them."""
        return await self._done(lambda: self.session.do(asked_of, self.session.document(name)))

    async def _project(self, request: Request) -> Response:
        asked = request.query_params
        return answer(await self._done(self.session.listed, asked.get("state", ""), asked.get("search", "")))

    async def _model(self, request: Request) -> Response:
        """Say who reads and what was spent; a POST chooses another reader."""
        if request.method == "GET":
            return answer(self.help.state())
        row = await object_in(request)
        return answer(await self._done(self.help.choose, _field(row, "reader", str, "")))

    async def _judge(self, request: Request) -> Response:
        row = await object_in(request)
        given = request.path_params["name"], _field(row, "rewrite", str, ""), row.get("twice") is True
        return answer(await self._done(self.session.judged_by_model, *given))

    async def _next(self, request: Request) -> Response:
        asked = request.query_params
        return answer({"id": await self._done(self.session.next, asked.get("after", ""), asked.get("state", ""))})

    async def _add(self, request: Request) -> Response:
        row = await object_in(request)
        given = _field(row, "text", str, ""), _field(row, "had", str, None)
        return answer(await self._done(self.session.added, *given), 201)

    async def _open(self, request: Request) -> Response:
        row = await object_in(request)
        given = _field(row, "name", str, ""), _field(row, "content", str, "")
        return answer(await self._done(self.session.opened, *given), 201)

    async def _document(self, request: Request) -> Response:
        return answer(await self._done(self.session.shown, request.path_params["name"]))

    async def _remove(self, request: Request) -> Response:
        await self._done(self.session.removed, request.path_params["name"])
        return Response(status_code=204)

    async def _restore(self, request: Request) -> Response:
        await self._done(self.session.restored, request.path_params["name"])
        return Response(status_code=204)

    async def _operation(self, request: Request) -> Response:
        row = await object_in(request)
        return await self._stepped(request, self.session.changed, row, row.get("operation"))

    async def _undo(self, request: Request) -> Response:
        return await self._stepped(request, self.session.undone, await object_in(request))

    async def _redo(self, request: Request) -> Response:
        return await self._stepped(request, self.session.redone, await object_in(request))

    async def _ask_first(self, request: Request) -> Response:
        return await self._stepped(request, self.session.asked_first, await object_in(request))

    async def _stepped(
        self, request: Request, step: Callable[..., dict[str, Any]], row: dict[str, Any], *given: object
    ) -> Response:
        name = request.path_params["name"]
        try:
            return answer(await self._done(step, name, _field(row, "version", int, None), *given))
        except StaleVersionError as stale:
            now = await self._done(self.session.shown, name)
            return answer({"error": str(stale), "document": now}, 409)

    async def _draft(self, request: Request) -> Response:
        row = await object_in(request)
        given = _field(row, "field", str, ""), _field(row, "value", str, "")
        await self._done(self.session.drafted, request.path_params["name"], *given)
        return Response(status_code=204)

    async def _row(self, request: Request) -> Response:
        """Answer one row as `serve` does, between the requests of the page."""
        work, row = request.path_params["work"], await object_in(request)
        if work not in TASKS:
            raise HTTPException(404)
        do, seconds = self.session.do, self.help.seconds
        outcome = await self._done(lambda: do(work_on, work, row, self.help.sent, seconds=seconds))
        return answer(outcome.row, outcome.status)

    async def _described(self, _: Request) -> Response:
        return answer(openapi())

    async def _proof(self, request: Request) -> Response:
        return answer(await self._elsewhere(request, proof_of, request.path_params["claim"]))

    async def _looked_at(self, work: Callable[..., object], request: Request) -> Response:
        return answer(await self._elsewhere(request, work))

    async def _picture(self, request: Request) -> Response:
        of = request.query_params.get("of", "graph")
        return Response(await self._elsewhere(request, picture_of, of), media_type="image/svg+xml")

    async def _text_export(self, request: Request) -> Response:
        form = request.path_params["form"]
        text = await self._elsewhere(request, export_of, form)
        if form != "page":
            return Response(text, media_type="text/plain; charset=utf-8")
        headers = {"Content-Disposition": 'attachment; filename="text.html"'}
        return Response(text, headers=headers, media_type="text/html; charset=utf-8")

    async def _elsewhere(self, request: Request, work: Callable[..., Result], *given: object) -> Result:
        """Do some work on the text that a request names."""
        name, session = request.path_params["name"], self.session
        return await self._done(lambda: session.do(work, session.document(name), *given))

    async def _project_export(self, request: Request) -> Response:
        form, session = request.path_params["form"], self.session
        text = await self._done(
            lambda: session.do(documents_export, session.documents(), form, seconds=SECONDS_OF_AN_EXPORT)
        )
        suffix = _SUFFIXES[form]
        kind = _TYPES[suffix.rpartition(".")[2]]
        headers = {"Content-Disposition": f'attachment; filename="{suffix}"'}
        return Response(text, headers=headers, media_type=f"{kind}; charset=utf-8")


def _field(row: dict[str, Any], name: str, kind: type[Result], usual: Result | None) -> Any:
    """Return a field of a request, of the type that is asked for; null stands for none."""
    value = row.get(name, usual)
    if value is None and usual is None and kind is str:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        message = f"expected {name!r} to be of type {kind.__name__}, got {str(value)[:40]!r}; correct it"
        raise UnreadableBodyError(message)
    return value


async def _missing(_: Request, wrong: Exception) -> Response:
    return refusal(422 if isinstance(wrong, ReasoningError) else 404, str(wrong.args[0] if wrong.args else wrong))
