"""The interface for programs: read, rubric, verify, and batches."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf, isinf
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from logic.errors import ReasoningError
from nlbridge.answering.lines import Line, dumped, object_of, one_line
from nlbridge.answering.request import Settings
from nlbridge.apps.studio.projects.model_help import ModelHelp
from nlbridge.apps.studio.service.guard import (
    Guard,
    Rules,
    UnreadableBodyError,
    answer,
    object_in,
    refusal,
    refusals,
    unreadable,
)
from nlbridge.apps.studio.service.openapi import openapi
from nlbridge.apps.studio.service.tasks import TASKS, UNWANTED, BusyError, Task, TaskOutcome, Workers

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp


BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, inf)
"""Upper ends of the histogram, in seconds."""


@dataclass(slots=True)
class Metrics:
    """Counts and durations of requests, in Prometheus' text format.

    Examples
    --------
    >>> metrics = Metrics()
    >>> metrics.add("/v1/read", 200, 0.03)
    >>> [line for line in metrics.lines() if line.startswith("causalcore_requests_total")]
    ['causalcore_requests_total{path="/v1/read",status="200"} 1']
    """

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    buckets: Counter[tuple[str, float]] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count a request by its path, which is one of the interface's, never text from a request."""
        with self._lock:
            self.requests[path, status] += 1
            self.seconds[path] = self.seconds.get(path, 0.0) + seconds
            self.buckets.update((path, end) for end in BUCKETS if seconds <= end)

    def lines(self) -> Iterator[str]:
        """Yield the counts."""
        name = "causalcore_request"
        yield from _described(f"{name}s_total", "counter", "Requests that were answered.")
        for (path, status), count in sorted(self.requests.items()):
            yield f'{name}s_total{{path="{path}",status="{status}"}} {count}'
        yield from _described(f"{name}_seconds", "histogram", "How long requests took.")
        for path, seconds in sorted(self.seconds.items()):
            for end in BUCKETS:
                bound = "+Inf" if isinf(end) else f"{end:g}"
                yield f'{name}_seconds_bucket{{path="{path}",le="{bound}"}} {self.buckets[path, end]}'
            yield f'{name}_seconds_sum{{path="{path}"}} {seconds:.6f}'
            yield f'{name}_seconds_count{{path="{path}"}} {self.buckets[path, inf]}'


def metrics_text(metrics: Metrics, workers: Workers) -> str:
    """Return the metrics of the requests and of the processes that answer them."""
    counts = workers.counts
    rows = [
        ("tasks_accepted_total", "counter", "Tasks that were put in the queue.", counts.accepted),
        ("tasks_answered_total", "counter", "Tasks that were answered.", counts.answered),
        ("tasks_forgotten_total", "counter", "Tasks whose client went away.", counts.forgotten),
        ("tasks_refused_total", "counter", "Tasks that the full queue refused.", counts.refused),
        ("process_restarts_total", "counter", "Processes that ended unexpectedly.", workers.restarts),
        ("tasks_running", "gauge", "Tasks that run.", counts.running),
        ("tasks_waiting", "gauge", "Tasks that wait.", workers.waiting),
        ("processes", "gauge", "Processes that answer.", workers.processes),
        ("processes_live", "gauge", "Processes that are alive.", workers.live),
    ]
    lines = list(metrics.lines())
    for name, kind, help_text, count in rows:
        lines += [*_described(f"causalcore_{name}", kind, help_text), f"causalcore_{name} {count}"]
    return "\n".join(lines) + "\n"


def _described(name: str, kind: str, help_text: str) -> tuple[str, str]:
    return f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"


AGAIN: Final = "1"
"""Seconds after which a request refused for lack of room may try again."""
FULL: Final = "expected room in the queue, got none; try again after the seconds of Retry-After"


@dataclass(slots=True, kw_only=True)
class Interface:
    """Answers the requests of programs with workers."""

    workers: Workers
    rules: Rules
    batches: int = 2
    help: ModelHelp = field(default_factory=lambda: ModelHelp(Settings()))
    metrics: Metrics = field(default_factory=Metrics)
    _batches: int = 0

    @property
    def app(self) -> ASGIApp:
        """The application behind its rules."""
        routes = [Route(f"/v1/{name}", self._counted(name), methods=["POST"]) for name in TASKS]
        routes += [
            Route("/v1/batch", self._batch, methods=["POST"]),
            Route("/openapi.json", self._described),
            Route("/health", self._health),
            Route("/v1/model", self._model),
            Route("/metrics", self._metrics),
        ]
        faults = refusals("the interface", "/openapi.json")
        return Guard(Starlette(routes=routes, exception_handlers=faults, lifespan=self._life), self.rules)

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(self.workers.close)

    def _counted(self, name: str) -> Any:
        async def endpoint(request: Request) -> Response:
            start = time.perf_counter()
            response = await self._answered(name, request)
            self.metrics.add(f"/v1/{name}", response.status_code, time.perf_counter() - start)
            return response

        return endpoint

    async def _answered(self, name: str, request: Request) -> Response:
        try:
            task = self.workers.submit(name, await object_in(request))
        except UnreadableBodyError as wrong:
            return unreadable(wrong)
        except BusyError:
            return refusal(429, FULL, {"Retry-After": AGAIN})
        outcome = await _awaited(task, request)
        return answer(outcome.row, outcome.status)

    async def _batch(self, request: Request) -> Response:
        """Answer JSON Lines in order, each as soon as possible."""
        start, name = time.perf_counter(), request.query_params.get("work", "")
        if name not in TASKS:
            words = f"expected ?work= {', '.join(TASKS)}, got {name[:40]!r}; name one of them"
            return refusal(422, words)
        if self._batches >= self.batches:
            return refusal(429, FULL, {"Retry-After": AGAIN})
        self._batches += 1
        try:
            parts = (await request.body()).split(b"\n")
        except BaseException:
            self._batches -= 1
            raise
        lines = deque(Line(number=k, data=part) for k, part in enumerate(parts, 1) if part.strip())
        return StreamingResponse(self._rows(name, lines, start), media_type="application/jsonl")

    async def _rows(self, name: str, lines: deque[Line], start: float) -> AsyncIterator[bytes]:
        """Keep two lines per process in flight, and yield the answers in order."""
        under_way: deque[TaskOutcome | Task] = deque()
        status = 499
        try:
            while lines or under_way:
                while lines and len(under_way) < 2 * self.workers.processes:
                    submitted = self._taken(name, lines[0])
                    if submitted is None:
                        break
                    lines.popleft()
                    under_way.append(submitted)
                if not under_way:
                    await asyncio.sleep(0.05)
                    continue
                first = under_way[0]
                outcome = await answer_to(first) if isinstance(first, Task) else first
                under_way.popleft()
                yield (dumped(outcome.row) + "\n").encode()
            status = 200
        finally:
            self._batches -= 1
            for unfinished in under_way:
                if isinstance(unfinished, Task):
                    unfinished.forget()
            self.metrics.add("/v1/batch", status, time.perf_counter() - start)

    def _taken(self, name: str, line: Line) -> TaskOutcome | Task | None:
        """Submit a line; return its task, its answer if it is invalid, or None if the queue is full."""
        try:
            row = dict(object_of(line))
        except ReasoningError as broken:
            return TaskOutcome(status=422, row={"id": None, "error": one_line(str(broken))})
        try:
            return self.workers.submit(name, row)
        except BusyError:
            return None

    async def _described(self, _: Request) -> Response:
        return answer(openapi())

    async def _health(self, _: Request) -> Response:
        workers = self.workers
        live, running, waiting = workers.live, workers.counts.running, workers.waiting
        status = "down" if not live else "full" if workers.open >= workers.most else "ok"
        row = {"status": status, "processes": workers.processes, "live": live, "running": running, "waiting": waiting}
        return answer(row, 200 if status == "ok" else 503)

    async def _model(self, _: Request) -> Response:
        return answer(self.help.state())

    async def _metrics(self, _: Request) -> Response:
        return Response(metrics_text(self.metrics, self.workers), media_type="text/plain; version=0.0.4")


def answer_to(task: Task) -> asyncio.Future[TaskOutcome]:
    """Return the awaitable answer to a task; cancelling the wait does not cancel the task."""
    return asyncio.shield(asyncio.wrap_future(task.answer))


async def _awaited(task: Task, request: Request) -> TaskOutcome:
    """Return the answer to a task, or forget the task if its client goes away."""
    done = answer_to(task)
    gone = asyncio.ensure_future(_left(request))
    either: set[asyncio.Future[Any]] = {done, gone}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if done.done():
            return done.result()
        return UNWANTED
    finally:
        gone.cancel()
        if not done.done():
            done.cancel()
            task.forget()


async def _left(request: Request) -> None:
    """Wait until the client disconnects; its body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
