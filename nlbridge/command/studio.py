"""`causalcore studio`: a page on this machine where readings are corrected and rewrites judged."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from nlbridge.answering.lines import one_line
from nlbridge.grounding.models.local_model import library

if TYPE_CHECKING:
    from nlbridge.studio.projects.session import Session

EXTRA: Final = "studio"


def studio_command(
    file: Annotated[
        Path | None,
        typer.Argument(help="A text, a scenario, JSON Lines of texts, or CoBe's JSON; default: an empty page."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    save: Annotated[
        Path | None, typer.Option(help="Where the review is kept; default: FILE.review.jsonl.", metavar="FILE")
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
) -> None:
    """Open a page where a text becomes a rubric that you stand behind.

    Each change is kept at once in a file beside FILE; the same command goes on from there. The page is for this machine
    and for who knows the address.

    Example: causalcore studio texts.jsonl
    """
    for module in ("starlette", "uvicorn"):
        library(module, "studio", EXTRA)
    from nlbridge.answering.answers import read_text
    from nlbridge.answering.request import Settings
    from nlbridge.studio.projects.opening import open_project
    from nlbridge.studio.projects.saving import place_beside, resume
    from nlbridge.studio.projects.session import Session

    project, path = open_project(file), save or place_beside(file)
    resume(project, path)
    settings = Settings(pipeline=pipeline)
    _serve(Session(project=project, reader=lambda text: read_text(text, settings), path=path), port, browser=browser)


def _serve(session: Session, port: int, *, browser: bool) -> None:
    import webbrowser
    from concurrent.futures import ThreadPoolExecutor

    from nlbridge.studio.service.guard import Rules
    from nlbridge.studio.service.page import Page
    from nlbridge.studio.service.running import bound, hosts_of, serve
    from nlbridge.studio.service.warming import warm_up

    listening = bound(port)
    number, token = listening.getsockname()[1], secrets.token_urlsafe(32)
    rules = Rules(secret=token, hosts=hosts_of(listening), free=("/static/",), entry="/", cookie=f"causalcore_{number}")
    address = f"http://127.0.0.1:{number}/?token={token}"
    sys.stdout.write(address + "\n")
    sys.stdout.flush()
    sys.stderr.write(f"causalcore: {one_line(f'the review is kept in {session.path}; stop with Ctrl-C')}\n")
    if browser:
        webbrowser.open(address)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(warm_up)
        serve(Page(session=session, thread=thread, rules=rules).app, listening)


def register(app: typer.Typer) -> None:
    """Add `studio` to the command."""
    app.command("studio")(studio_command)
