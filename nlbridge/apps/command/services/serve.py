"""`causalcore serve`: the answers of `read`, `rubric` and `verify` over HTTP, for programs on this machine."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import Annotated, Final

import typer

from nlbridge.apps.command.services.studio import EXTRA, Reading
from nlbridge.apps.studio.service.key import key_in
from nlbridge.asking.configured import library, shared
from nlbridge.asking.options import HowToRead
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

SECONDS: Final = 60.0
SECONDS_WITH_MODEL: Final = 600.0
"""How long a request may take: a model may have to be asked five times, each with its repair turns."""


@endpoint_options
def serve_command(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0: any free one.")] = 8765,
    key_env: Annotated[
        str, typer.Option(help="Environment variable with the key that callers must send.", metavar="NAME")
    ] = "CAUSALCORE_KEY",
    processes: Annotated[
        int, typer.Option(min=0, help="Requests answered at the same time; 0: one for each core.")
    ] = 0,
    waiting: Annotated[int, typer.Option(min=0, help="Requests that may wait; further ones get 429.")] = 64,
    request_seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", min=1, help="Time limit for a request, in seconds.", show_default="60, with a model 600"
        ),
    ] = None,
    largest: Annotated[int, typer.Option(min=1, help="Largest request body, in MiB.")] = 16,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    reader: Reading = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Answer POST /v1/read, /v1/rubric, /v1/verify and /v1/batch on this machine; /openapi.json describes them.

    With a model, all requests share one budget and one cache; GET /v1/model says how much was spent.

    On Ctrl-C or SIGTERM it first answers the requests that it has accepted, then ends.

    Example: CAUSALCORE_KEY=$(openssl rand -hex 16) causalcore serve --port 8765
    """
    key = key_in(key_env)
    for module in ("starlette", "uvicorn"):
        library(module, "serve", EXTRA)
    from nlbridge.apps.studio.projects.model_help import ModelHelp
    from nlbridge.apps.studio.service.guard import Rules
    from nlbridge.apps.studio.service.interface import Interface
    from nlbridge.apps.studio.service.running import bound, hosts_of, serve
    from nlbridge.apps.studio.service.tasks import Workers

    listening = bound(port)
    rules = Rules(secret=key, hosts=hosts_of(listening), free=("/health", "/openapi.json"), largest=largest * 2**20)
    count = processes or os.cpu_count() or 1
    how = HowToRead(pipeline=pipeline, reader=reader, endpoint=endpoint)
    with shared(how) as (settings, asked):
        far = settings if asked is None else replace(settings, endpoint=asked.elsewhere())
        seconds = request_seconds or (SECONDS if asked is None else SECONDS_WITH_MODEL)
        workers = Workers(far, processes=count, waiting=waiting, seconds=seconds)
        sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        serve(
            Interface(workers=workers, rules=rules, help=ModelHelp(settings, asked)).app,
            listening,
            lambda: workers.open > 0,
        )
    counts = workers.counts
    told = f"{counts.accepted} tasks accepted, {counts.answered} answered, {counts.forgotten} that nobody waited for"
    sys.stderr.write(f"causalcore: {told}\n")


def register(app: typer.Typer) -> None:
    """Add `serve` to the command."""
    app.command("serve")(serve_command)
