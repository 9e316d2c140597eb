"""An agreement page from one command: a plan lists calls of `causalcore score` with recorded replies.

A plan is TOML. Each table has a title, the source of its data's labels, words for the reader, and its scores: folder
name -> arguments of `causalcore score`, with paths relative to the plan.
"""

from __future__ import annotations

import tomllib
from contextlib import chdir, redirect_stdout
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.command.agreement_page import TITLE, Source, ratings_in, write_agreement
from benchmarks.errors import BenchmarkError
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from logic.errors import brief, place_of

if TYPE_CHECKING:
    from pathlib import Path


class PlanError(BenchmarkError, ValueError):
    """A plan that cannot be read or executed."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Table(_Form):
    title: Annotated[str, Field(min_length=1)]
    labels: str | None = None
    words: str = ""
    scores: Annotated[dict[Annotated[str, Field(pattern=r"^[\w ,-]+$")], list[str]], Field(min_length=1)]


class Plan(_Form):
    """The content of a page, and the commands for its scores."""

    title: str = TITLE
    words: str = ""
    table: Annotated[list[_Table], Field(min_length=1)]


def plan_in(path: Path) -> Plan:
    """Read a plan."""
    try:
        return Plan.model_validate(tomllib.loads(read_text(path)))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as unreadable:
        message = f"expected a plan in TOML, got {path}: {why_unread(unreadable)}"
    except ValidationError as broken:
        first = broken.errors()[0]
        where = place_of(first["loc"])
        message = (
            f"{path}: expected {where} as docs/how-to/run-a-benchmark.md says, got {brief(first['input'])}; correct it"
        )
    raise PlanError(message)


def write_planned(path: Path, out: Path, form: str | None) -> None:
    """Score everything in a plan into folders below `out`, and write its page."""
    plan, sources = plan_in(path), list[Source]()
    for place, table in enumerate(plan.table, 1):
        for name, options in table.scores.items():
            folder = out.resolve() / "scores" / str(place) / name
            _score(path, [*options, "--out", str(folder)])
            sources.append(Source(folder=folder, title=table.title))
    labels = {table.title: table.labels for table in plan.table if table.labels is not None}
    words = {table.title: table.words for table in plan.table}
    ratings = [replace(one, words=words[one.title]) for one in ratings_in(sources, labels)]
    write_agreement(ratings, out, form, title=plan.title, words=plan.words)


def _score(plan: Path, options: list[str]) -> None:
    """Run `causalcore score` in the folder of the plan; show only its standard error."""
    import typer

    from benchmarks.command.score import app

    with chdir(plan.parent), redirect_stdout(StringIO()):
        status = typer.main.get_command(app).main(options, prog_name="causalcore score", standalone_mode=False)
    if status:
        message = (
            f"{plan}: expected scores from causalcore score {' '.join(options)}, got exit code {status}; see above"
        )
        raise PlanError(message)
