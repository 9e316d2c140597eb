"""`causalcore studio`, a page on this machine, and `causalcore serve`, the same answers over HTTP."""

from __future__ import annotations

import os
import re
import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from nlbridge.answering.lines import one_line
from nlbridge.answering.request import Settings
from nlbridge.apps.command.options import Form, is_json, print_json
from nlbridge.asking.command_options import reading_options
from nlbridge.asking.options import library, shared
from nlbridge.asking.output import console, while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from nlbridge.apps.studio.projects.session import Session
    from nlbridge.apps.studio.rewrites.rewrite_session import RewriteSession

EXTRA: Final = "studio"
THREADS: Final = 32
"""Page requests answered at a time; most only wait."""
SHORTEST_KEY: Final = 16
"""Characters from which a key cannot be guessed."""
_KEY: Final = re.compile(r"[A-Za-z0-9._~-]+")


class KeyMissingError(BridgeError, LookupError):
    """The named environment variable holds no usable key."""


def key_in(name: str) -> str:
    """Return the key in an environment variable, which keeps it out of command lines and files."""
    key = os.environ.get(name, "")
    if len(key) < SHORTEST_KEY or not _KEY.fullmatch(key):
        actual = f"{len(key)} characters" if key else "none"
        message = (
            f"expected a key of at least {SHORTEST_KEY} letters and digits in the environment variable {name}, got "
            f"{actual}; set one, for example by: export {name}=$(openssl rand -hex 16)"
        )
        raise KeyMissingError(message)
    return key


@reading_options("pipeline", "reader")
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
    *,
    how: Settings,
) -> None:
    """Answer POST /v1/read, /v1/rubric, /v1/verify and /v1/batch on this machine; /openapi.json describes them.

    With a model, all requests share one budget and one cache; GET /v1/model says how much was spent.

    On Ctrl-C or SIGTERM it first answers the requests that it has accepted, then ends.

    Example: CAUSALCORE_KEY=$(openssl rand -hex 16) causalcore serve --port 8765
    """
    key = key_in(key_env)
    _require_libraries("serve")
    from nlbridge.apps.studio.projects.model_help import ModelHelp
    from nlbridge.apps.studio.service.guard import Rules
    from nlbridge.apps.studio.service.interface import Interface
    from nlbridge.apps.studio.service.running import bound, hosts_of, serve
    from nlbridge.apps.studio.service.tasks import Workers

    listening = bound(port)
    rules = Rules(secret=key, hosts=hosts_of(listening), free=("/health", "/openapi.json"), largest=largest * 2**20)
    with shared(how) as (settings, connected):
        help = ModelHelp(settings, connected)
        seconds = request_seconds or help.seconds
        workers = Workers(help.sent, processes=processes or os.cpu_count() or 1, waiting=waiting, seconds=seconds)
        _announce(f"http://127.0.0.1:{listening.getsockname()[1]}")
        page = Interface(workers=workers, rules=rules, help=help)
        serve(page.app, listening, lambda: workers.open > 0)
    counts = workers.counts
    summary = f"{counts.accepted} tasks accepted, {counts.answered} answered, {counts.forgotten} that nobody waited for"
    sys.stderr.write(f"causalcore: {summary}\n")


@reading_options("pipeline", "reader")
def studio_command(
    file: Annotated[
        Path | None,
        typer.Argument(help="A text, a scenario, JSON Lines of texts, or CoBe's JSON; default: an empty page."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0: any free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    save: Annotated[
        Path | None, typer.Option(help="Save the review here; default: FILE.review.jsonl.", metavar="FILE")
    ] = None,
    token_env: Annotated[
        str | None,
        typer.Option(
            help="Environment variable with the page's token, to keep a page valid after a restart; default: random.",
            metavar="NAME",
        ),
    ] = None,
    *,
    how: Settings,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(help="Compare two reviews of the same texts instead of opening a page.", metavar="A B"),
    ] = None,
    form: Annotated[
        Form | None, typer.Option("--format", help="With --compare: text on a terminal, else JSON.")
    ] = None,
    rewrites: Annotated[
        Path | None,
        typer.Option(help="Many rewrites to judge: JSON Lines, CSV or Parquet, each row with text, had and edit."),
    ] = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Visitors of the page can only look: nothing can be changed or spent.")
    ] = False,
) -> None:
    """Open a page in the browser: read a text, correct the reading, derive a rubric, judge rewrites.

    Each change is saved at once in a file next to FILE; the same command resumes from there. Only this machine can open
    the page, with the address that the command prints.

    Example: causalcore studio texts.jsonl
    """
    if compare is not None:
        _compare(*compare, as_json=is_json(form))
        return
    _require_libraries("studio")
    from nlbridge.answering.desk import Desk
    from nlbridge.apps.studio.projects.model_help import ModelHelp
    from nlbridge.apps.studio.projects.opening import rows_in
    from nlbridge.apps.studio.projects.project import open_project, place_beside, resume
    from nlbridge.apps.studio.projects.session import Session
    from nlbridge.apps.studio.rewrites.rewrite_session import RewriteSession
    from nlbridge.apps.studio.rewrites.rewrite_table import rewrites_beside
    from nlbridge.apps.studio.service.tasks import warm_up

    project, path = open_project(file), save or place_beside(file)
    resume(project, path)
    token = secrets.token_urlsafe(32) if token_env is None else key_in(token_env)
    # Read-only visitors ask no model: whoever started the studio would pay.
    with shared(replace(how, reader="offline") if read_only else how) as (settings, connected):
        desk = Desk(warm_up)
        help = ModelHelp(settings, None if read_only else connected, do=desk.do)
        session = Session(project=project, help=help, path=None if read_only else path)
        many = RewriteSession(help=help, path=rewrites_beside(path), keeps=not read_only)
        if rewrites is not None:
            if not rewrites.is_file():
                message = f"expected a file of rewrites, got {rewrites}, which is not a file; check the name"
                raise FileNotFoundError(message)
            many.table.add_new(rows_in(rewrites.name, rewrites.read_bytes()))
        try:
            _serve(session, many, port, token, browser=browser, read_only=read_only)
        finally:
            many.background.stop()
            desk.close()


def _require_libraries(command: str) -> None:
    for module in ("starlette", "uvicorn"):
        library(module, command, EXTRA)


def _announce(address: str) -> None:
    sys.stdout.write(address + "\n")
    sys.stdout.flush()


def _serve(session: Session, many: RewriteSession, port: int, token: str, *, browser: bool, read_only: bool) -> None:
    import webbrowser
    from concurrent.futures import ThreadPoolExecutor

    from nlbridge.apps.studio.projects.project import LARGEST
    from nlbridge.apps.studio.service.guard import Rules
    from nlbridge.apps.studio.service.page import Page
    from nlbridge.apps.studio.service.running import bound, hosts_of, serve

    listening = bound(port)
    port_number = listening.getsockname()[1]
    rules = Rules(
        secret=token,
        hosts=hosts_of(listening),
        free=("/static/",),
        entry="/",
        cookie=f"causalcore_{port_number}",
        largest=LARGEST,
        read_only=read_only,
    )
    address = f"http://127.0.0.1:{port_number}/?token={token}"
    _announce(address)
    notice = "nothing can be changed" if read_only else f"the review is kept in {session.path}"
    sys.stderr.write(f"causalcore: {one_line(f'{notice}; stop with Ctrl-C')}\n")
    if browser:
        webbrowser.open(address)
    threads = ThreadPoolExecutor(THREADS)
    page = Page(session=session, thread=threads, rules=rules, rewrites=many)
    serve(page.app, listening)
    threads.shutdown(wait=False, cancel_futures=True)


def _compare(first: Path, second: Path, *, as_json: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    from causalcore.pictures.picture import printable
    from nlbridge.apps.studio.projects.comparison import compare, load_review

    comparison = compare(load_review(first), load_review(second))
    if as_json:
        print_json(comparison.to_dict())
        return
    table = Table(box=None, pad_edge=False)
    for name in ("", "decided by both", "alike", "share", "kappa"):
        table.add_column(name, justify="right" if name else "left")
    for kind, agreement in comparison.agreements.items():
        share = "" if agreement.share is None else f"{agreement.share:.0%}"
        kappa = "" if agreement.kappa is None else f"{agreement.kappa:.2f}"
        table.add_row(kind, str(agreement.units), str(agreement.agreed), share, kappa)
    with while_read():
        terminal = console()
        terminal.print(table)
        for diff in comparison.differences:
            terminal.print(
                Text(printable(one_line(f"{diff.id}: {diff.what}: {diff.about}: {diff.first} / {diff.second}")))
            )
