"""The commands about texts: `read`, `rubric`, `verify` and `derive`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, cast

import typer

from nlbridge.answering.request import FIELDS, Prepared, Request, RequestError, Settings
from nlbridge.apps.command.options import (
    FINE,
    INVALID,
    UNDETERMINED,
    Dask,
    Do,
    Everything,
    Explain,
    Form,
    Format,
    Had,
    Jobs,
    Jsonl,
    Query,
    RubricForm,
    Seconds,
    Text,
    is_json,
    print_json,
)
from nlbridge.asking.arguments import assignments, content, formal_scenario, text_or_scenario, what_if_of
from nlbridge.asking.command_options import reading_options
from nlbridge.asking.options import opened
from nlbridge.asking.output import console, while_read
from nlbridge.asking.progress import waiting

if TYPE_CHECKING:
    from nlbridge.apps.python.rows import VerdictRow
    from nlbridge.judging.report import Report

Out = Annotated[
    Path | None,
    typer.Option(
        help="Write the results of a batch to this file; a second run resumes where the first stopped.", dir_okay=False
    ),
]


@reading_options("pipeline", "implicit", "reader", "samples")
def read(
    text: Annotated[str, typer.Argument(help="A text, a file, or - for standard input.", metavar="TEXT")],
    review: Annotated[
        bool,
        typer.Option("--review", help="Ask you about doubtful claims and links; write the corrected scenario as JSON."),
    ] = False,
    had: Had = None,
    query: Query = None,
    do: Do = None,
    answers: Annotated[
        str | None, typer.Option(help="With --review: answers in JSON, {ID: yes|no|unsure}.", metavar="FILE")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="With --review: write the corrected scenario here; default: standard output.")
    ] = None,
    *,
    how: Settings,
    form: Format = None,
) -> None:
    """Read a text into a scenario: events, links, latents.

    With --review it asks you about each doubtful claim or link, the most important first; with a what-if, only
    about those that matter to it.
    """
    from nlbridge.apps.command import review as command_review

    if review:
        command_review.refuse_unready(text, answers, out, as_text=form is Form.TEXT)
    else:
        _refuse_without("--review", had=had, query=query, do=do or None, answers=answers, out=out)
    with opened(how) as settings:
        if review:
            command_review.review(text, what_if_of(had, query, do), settings, answers=answers, out=out)
        else:
            _read(text, settings, as_json=is_json(form))


def _read(text: str, settings: Settings, *, as_json: bool) -> None:
    from causalcore.scenario.file import scenario_to_dict
    from nlbridge.answering.answers import read_text

    source = text_or_scenario(text)
    with waiting("Reading"):
        scenario = read_text(source, settings) if isinstance(source, str) else source
    if as_json:
        print_json(scenario_to_dict(scenario))
        return
    from nlbridge.apps.command.presentation.answers import show_scenario

    with while_read():
        show_scenario(console(), scenario)


@reading_options()
def rubric(
    text: Text = None,
    had: Had = None,
    query: Query = None,
    do: Do = None,
    draw: Annotated[Path | None, typer.Option(help="Also draw the graph to a .svg, .dot or .mmd file.")] = None,
    jsonl: Jsonl = None,
    jobs: Jobs = 0,
    line_seconds: Seconds = 60.0,
    dask: Dask = None,
    out: Out = None,
    *,
    how: Settings,
    explain: Explain = False,
    everything: Everything = False,
    form: Annotated[
        RubricForm | None,
        typer.Option("--format", help="Default: text on a terminal, JSON elsewhere; cobe: an item of that benchmark."),
    ] = None,
) -> None:
    """Derive what must change, what must stay and what is open under a what-if.

    For a batch (--jsonl), each line is {"id", "text", "had"}, {"id", "text", "query"} or {"id", "scenario", "do"}.
    A line that cannot be processed yields {"id", "error"}; the others are processed, and the exit code is 2.
    """
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.result import rubric_row

    as_cobe = form is RubricForm.COBE
    with opened(how) as settings:
        if jsonl is not None:
            asked = {"text": text, "had": had, "query": query, "do": do}
            shown = {"draw": draw, "all": everything, "explain": explain and as_cobe}
            _refuse_beside_jsonl({**asked, **shown}, as_text=form is RubricForm.TEXT)
            from nlbridge.answering.batch import cobe_line, explained_line, rubric_line
            from nlbridge.asking.batch_lines import batch

            work = cobe_line if as_cobe else explained_line if explain else rubric_line
            raise typer.Exit(batch(jsonl, work, replace(settings, seconds=line_seconds), jobs, dask=dask, out=out))
        _refuse_without("--jsonl FILE", dask=dask, out=out)
        request = _request("rubric", text, had, query, do)
        with waiting("Deriving"):
            prepared = prepare(request, settings)
        name = prepared.rubric.scenario.id or None
        if as_cobe:
            from nlbridge.answering.batch import cobe_line

            item = cobe_line.write(name, request, prepared, None)
            with while_read():
                sys.stdout.write(json.dumps([item], ensure_ascii=False, indent=1) + "\n")
            return
        if draw is not None:
            from causalcore.pictures.formats import write_picture
            from nlbridge.telling.graph_drawing import picture_of

            write_picture(picture_of(prepared.rubric), draw)
        if is_json(form):
            print_json(rubric_row(name, prepared, explain=explain))
        else:
            _show_rubric(prepared, explain=explain, everything=everything)


def _show_rubric(prepared: Prepared, *, explain: bool, everything: bool) -> None:
    from nlbridge.apps.command.presentation import answers

    with while_read():
        answers.show_what_if(console(), prepared.rubric, prepared.confidence)
        if everything:
            answers.show_rubric(console(), prepared, explain=explain)
        else:
            answers.show_basis(console(), prepared.basis)
            answers.show_answer(console(), prepared, explain=explain)


@reading_options()
def verify(
    text: Text = None,
    had: Had = None,
    query: Query = None,
    do: Do = None,
    edit: Annotated[
        str | None, typer.Option(help="The edit to judge: a file, - for standard input, or the text itself.")
    ] = None,
    jsonl: Jsonl = None,
    jobs: Jobs = 0,
    line_seconds: Seconds = 60.0,
    dask: Dask = None,
    out: Out = None,
    *,
    how: Settings,
    draw: Annotated[Path | None, typer.Option(help="Also draw the verdict to a .svg, .dot or .mmd file.")] = None,
    explain: Explain = False,
    everything: Everything = False,
    beside: Annotated[
        bool, typer.Option("--diff", help="With --format text: also show the edit beside the text.")
    ] = False,
    form: Format = None,
) -> None:
    """Judge an edit of a text: valid (exit 0), invalid (1) or undetermined (3), each criterion with its reason.

    For a batch (--jsonl), each line is as for `rubric`, with "edit". A line that cannot be processed yields
    {"id", "error"}, and the exit code is then 2; otherwise it is 0, whatever the verdicts.
    """
    from nlbridge.answering.answers import judge
    from nlbridge.answering.result import report_row

    with opened(how) as settings:
        if jsonl is not None:
            asked = {"text": text, "had": had, "query": query, "do": do, "edit": edit}
            shown = {"draw": draw, "explain": explain, "all": everything, "diff": beside}
            _refuse_beside_jsonl({**asked, **shown}, as_text=form is Form.TEXT)
            from nlbridge.answering.batch import verify_line
            from nlbridge.asking.batch_lines import batch

            timed = replace(settings, seconds=line_seconds)
            raise typer.Exit(batch(jsonl, verify_line, timed, jobs, (*FIELDS, "edit"), dask=dask, out=out))
        _refuse_without("--jsonl FILE", dask=dask, out=out)
        if edit is None:
            _refuse("expected --edit FILE, got none; name a file with the edit, or - for standard input")
        if {text, edit} == {"-"}:
            _refuse("expected - at most once, got it for TEXT and --edit; name a file for one of them")
        request = _request("verify", text, had, query, do)
        edit = content(edit)
        with waiting("Judging"):
            prepared, report = judge(request, edit, settings)
        row = report_row(prepared.rubric.scenario.id or None, report, prepared)
        if draw is not None:
            from causalcore.pictures.formats import write_picture
            from nlbridge.apps.python.verdict import verdict_picture

            write_picture(verdict_picture(prepared, cast("VerdictRow", row)), draw)
        if is_json(form):
            print_json(row)
        else:
            _show_report(prepared, report, edit, explain=explain, everything=everything, beside=beside)
    raise typer.Exit({True: FINE, False: INVALID, None: UNDETERMINED}[report.valid])


def _show_report(
    prepared: Prepared, report: Report, edit: str, *, explain: bool, everything: bool, beside: bool
) -> None:
    from nlbridge.apps.command.presentation.answers import show_what_if
    from nlbridge.apps.command.presentation.verdicts import show_report, show_verdict
    from nlbridge.telling.side_by_side import show_side_by_side

    original = prepared.rubric.scenario.text
    with while_read():
        show_what_if(console(), prepared.rubric, prepared.confidence)
        if everything or explain:
            show_report(console(), report, explain=explain, basis=prepared.basis)
        else:
            show_verdict(console(), report, basis=prepared.basis)
        if beside or (everything and original):
            show_side_by_side(console(), original, edit)


def derive(
    scenario: Annotated[str, typer.Argument(help="A scenario in JSON or YAML: a file, or - for standard input.")],
    do: Do = None,
    explain: Explain = False,
    everything: Everything = False,
    form: Format = None,
) -> None:
    """Derive what happens to each event of a formal scenario; reads no text."""
    from causalcore.derivation.derivation import derive as derived
    from causalcore.derivation.rubric import build_rubric
    from nlbridge.answering.input import intervention_on
    from nlbridge.answering.request import Prepared
    from nlbridge.answering.result import derivation_row

    formal = formal_scenario(scenario)
    intervention = intervention_on(formal, assignments(do or []))
    with waiting("Deriving"):
        derivation = derived(formal, intervention)
    if is_json(form):
        print_json(derivation_row(formal.id or None, derivation, explain=explain))
        return
    from nlbridge.apps.command.presentation import answers

    with while_read():
        if everything:
            answers.show_derivation(console(), derivation, explain=explain)
        else:
            rubric = build_rubric(derivation)
            answers.show_what_if(console(), rubric, 1.0)
            answers.show_answer(console(), Prepared(rubric=rubric, clause=None), explain=explain)


def _request(command: str, text: str | None, had: str | None, query: str | None, do: list[str] | None) -> Request:
    if text is None:
        _refuse(f"expected TEXT or --jsonl FILE, got neither; see causalcore {command} --help")
    what_if = what_if_of(had, query, do)
    return Request(source=text_or_scenario(text), **what_if)


def _refuse_beside_jsonl(options: Mapping[str, object], *, as_text: bool) -> None:
    """Raise for options that a batch would ignore."""
    beside = [name.upper() if name == "text" else f"--{name}" for name, value in options.items() if value]
    if beside:
        where = "put what is asked into the lines of the file, and leave the others out"
        _refuse(f"expected --jsonl alone, got it with {', '.join(beside)}; {where}")
    if as_text:
        _refuse("expected --format json with --jsonl, got text; a batch is written as JSON, an object per line")


def _refuse_without(needed: str, **options: object) -> None:
    """Raise for options that have no meaning without `needed`."""
    given = ", ".join(f"--{name}" for name, value in options.items() if value is not None)
    if given:
        _refuse(f"expected {needed} with {given}, got none; add {needed}, or leave out {given}")


def _refuse(message: str) -> NoReturn:
    raise RequestError(message)
