"""`causalcore studio`: a page on this machine where readings are corrected and rewrites judged."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from nlbridge.answering.lines import one_line
from nlbridge.apps.command.ask import AnswerFormat
from nlbridge.apps.studio.service.key import key_in
from nlbridge.asking.configured import shared
from nlbridge.asking.local_model import library
from nlbridge.asking.options import HowToRead
from nlbridge.asking.output import console, while_read
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from nlbridge.apps.studio.projects.comparison import Comparison
    from nlbridge.apps.studio.projects.model_help import ModelHelp
    from nlbridge.apps.studio.projects.session import Session

EXTRA: Final = "studio"
THREADS: Final = 32
"""Requests of pages that are answered at a time; most only wait."""


Reading = Annotated[
    str | None,
    typer.Option(
        "--reader",
        metavar="offline|llm|hybrid",
        help="Who reads: rules, a language model, or a model for what the rules are not sure of. "
        "Default: hybrid where a model is named, else offline.",
    ),
]


@endpoint_options
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
    token_env: Annotated[
        str | None,
        typer.Option(
            help="Environment variable with the token, so that an open page outlives the server; default: random.",
            metavar="NAME",
        ),
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(help="Compare two reviews of the same texts in the place of opening a page.", metavar="A B"),
    ] = None,
    form: Annotated[
        AnswerFormat | None, typer.Option("--format", help="With --compare: text on a terminal, else JSON.")
    ] = None,
    reader: Reading = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Open a page where a text becomes a rubric that you stand behind.

    Each change is kept at once in a file beside FILE; the same command goes on from there. The page is for this machine
    and for who knows the address.

    Example: causalcore studio texts.jsonl
    """
    if compare is not None:
        _compare(*compare, as_json=form is AnswerFormat.JSON or (form is None and not sys.stdout.isatty()))
        return
    for module in ("starlette", "uvicorn"):
        library(module, "studio", EXTRA)
    from nlbridge.apps.studio.projects.desk import Desk
    from nlbridge.apps.studio.projects.model_help import ModelHelp
    from nlbridge.apps.studio.projects.opening import open_project
    from nlbridge.apps.studio.projects.saving import place_beside, resume
    from nlbridge.apps.studio.projects.session import Session
    from nlbridge.apps.studio.service.warming import warm_up

    project, path = open_project(file), save or place_beside(file)
    resume(project, path)
    token = secrets.token_urlsafe(32) if token_env is None else key_in(token_env)
    with shared(HowToRead(pipeline=pipeline, reader=reader, endpoint=endpoint)) as (settings, asked):
        desk = Desk(warm_up)
        model = ModelHelp(settings, asked, do=desk.do, far=None if asked is None else asked.elsewhere())
        session = Session(project=project, reader=model, path=path, help=model, do=desk.do)
        try:
            _serve(session, model, port, token, browser=browser)
        finally:
            desk.close()


def _serve(session: Session, model: ModelHelp, port: int, token: str, *, browser: bool) -> None:
    import webbrowser
    from concurrent.futures import ThreadPoolExecutor

    from nlbridge.apps.studio.service.guard import Rules
    from nlbridge.apps.studio.service.page import Page
    from nlbridge.apps.studio.service.running import bound, hosts_of, serve

    listening = bound(port)
    number = listening.getsockname()[1]
    rules = Rules(secret=token, hosts=hosts_of(listening), free=("/static/",), entry="/", cookie=f"causalcore_{number}")
    address = f"http://127.0.0.1:{number}/?token={token}"
    sys.stdout.write(address + "\n")
    sys.stdout.flush()
    sys.stderr.write(f"causalcore: {one_line(f'the review is kept in {session.path}; stop with Ctrl-C')}\n")
    if browser:
        webbrowser.open(address)
    threads = ThreadPoolExecutor(THREADS)
    serve(Page(session=session, thread=threads, rules=rules, help=model).app, listening)
    threads.shutdown(wait=False, cancel_futures=True)


KINDS: Final = ("words", "claims", "links", "signs", "strengths", "answers", "labels")
"""What two reviews are compared on, in the order in which it is shown."""


def _compare(first: Path, second: Path, *, as_json: bool) -> None:
    from nlbridge.apps.studio.projects.comparison import compare
    from nlbridge.apps.studio.projects.reviews import load_review

    found = compare(load_review(first), load_review(second))
    with while_read():
        if as_json:
            sys.stdout.write(json.dumps(found.to_dict(), ensure_ascii=False, indent=1) + "\n")
        else:
            _show(found)


def _show(found: Comparison) -> None:
    from rich.table import Table
    from rich.text import Text

    from causalcore.pictures.picture import printable

    table = Table(box=None, pad_edge=False)
    for name in ("", "decided by both", "alike", "share", "kappa"):
        table.add_column(name, justify="right" if name else "left")
    for kind in KINDS:
        agreement = getattr(found, kind)
        share = "" if agreement.share is None else f"{agreement.share:.0%}"
        kappa = "" if agreement.kappa is None else f"{agreement.kappa:.2f}"
        table.add_row(kind, str(agreement.units), str(agreement.agreed), share, kappa)
    shown = console()
    shown.print(table)
    for one in found.differences:
        shown.print(Text(printable(one_line(f"{one.text}: {one.what}: {one.about}: {one.first} / {one.second}"))))


def register(app: typer.Typer) -> None:
    """Add `studio` to the command."""
    app.command("studio")(studio_command)
