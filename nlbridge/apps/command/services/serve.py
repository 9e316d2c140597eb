"""`causalcore serve`: the answers of `read`, `rubric` and `verify` over HTTP, for programs on this machine."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from nlbridge.apps.command.services.studio import EXTRA
from nlbridge.apps.studio.service.key import key_in
from nlbridge.grounding.models.local_model import library


def serve_command(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: a free one.")] = 8765,
    key_env: Annotated[
        str, typer.Option(help="Environment variable that holds the key which callers must bring.", metavar="NAME")
    ] = "CAUSALCORE_KEY",
    processes: Annotated[int, typer.Option(min=0, help="Requests answered at a time; 0: one for each core.")] = 0,
    waiting: Annotated[int, typer.Option(min=0, help="Requests that may wait besides; more get 429.")] = 64,
    seconds: Annotated[float, typer.Option(min=1, help="How long a request may take.")] = 60.0,
    largest: Annotated[int, typer.Option(min=1, help="MiB of a body.")] = 16,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
) -> None:
    """Answer POST /v1/read, /v1/rubric, /v1/verify and /v1/batch on this machine; /openapi.json describes them.

    It ends in order on Ctrl-C or SIGTERM: what was accepted is answered first.

    Example: CAUSALCORE_KEY=$(openssl rand -hex 16) causalcore serve --port 8765
    """
    key = key_in(key_env)
    for module in ("starlette", "uvicorn"):
        library(module, "serve", EXTRA)
    from nlbridge.answering.request import Settings
    from nlbridge.apps.studio.service.guard import Rules
    from nlbridge.apps.studio.service.interface import Interface
    from nlbridge.apps.studio.service.running import bound, hosts_of, serve
    from nlbridge.apps.studio.service.workers import Workers

    listening = bound(port)
    rules = Rules(secret=key, hosts=hosts_of(listening), free=("/health", "/openapi.json"), largest=largest * 2**20)
    count = processes or os.cpu_count() or 1
    workers = Workers(Settings(pipeline=pipeline), processes=count, waiting=waiting, seconds=seconds)
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    serve(Interface(workers=workers, rules=rules).app, listening, lambda: workers.open > 0)
    counts = workers.counts
    told = f"{counts.accepted} tasks accepted, {counts.answered} answered, {counts.forgotten} that nobody waited for"
    sys.stderr.write(f"causalcore: {told}\n")


def register(app: typer.Typer) -> None:
    """Add `serve` to the command."""
    app.command("serve")(serve_command)
