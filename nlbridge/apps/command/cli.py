"""The command `causalcore`.

Results go to standard output, everything else to standard error. Exit codes: 0
fine or valid, 1 invalid, 2 wrong usage or input, 3 undetermined, 4 a tool or
an endpoint failed. Layers above add subcommands through the entry-point group
`causalcore.commands`; each entry names a `typer.Typer`.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from nlbridge.apps.command import ask as command_ask
from nlbridge.apps.command import cache as command_cache
from nlbridge.apps.command import claim as command_claim
from nlbridge.apps.command import label as command_label
from nlbridge.apps.command import schema as command_schema
from nlbridge.apps.command.group import FINE, INVALID, UNDETERMINED, OneLineErrors
from nlbridge.apps.command.services import doctor as command_doctor
from nlbridge.apps.command.services import serve as command_serve
from nlbridge.apps.command.services import studio as command_studio
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.language.pipeline.quick_start import start_quickly


class Form(StrEnum):
    """How a result is written."""

    TEXT = "text"
    JSON = "json"


class RubricForm(StrEnum):
    """How a rubric is written: `cobe` is the published JSON of that benchmark."""

    TEXT = "text"
    JSON = "json"
    COBE = "cobe"


class Reader(StrEnum):
    """Who reads texts."""

    OFFLINE = "offline"
    LLM = "llm"
    HYBRID = "hybrid"


class Implicit(StrEnum):
    """How to link neighbouring clauses that no connective links."""

    NECESSARY = "necessary"
    POSSIBLE = "possible"
    NONE = "none"


class SilenceCounts(StrEnum):
    """What it counts as that an edit passes over a claim that must stay; an amount that must move: only `fail` does."""

    OPEN = "open"
    FAIL = "fail"
    PASS = "pass"  # noqa: S105 - the name of an outcome


app = typer.Typer(
    name="causalcore",
    cls=OneLineErrors,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 fine or valid, 1 invalid, 2 wrong usage or input, 3 undetermined, "
    "4 a tool or endpoint failed.",
)


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"causalcore {version('causalcore')}")
        raise typer.Exit


@app.callback()
def causalcore(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Say what a what-if changes in a text, what stays, and whether a rewrite gets it right.

    Example: causalcore rubric 'The pump failed, so the cellar flooded.' --had 'the pump not failed'
    """


Text = Annotated[
    str | None,
    typer.Argument(help="A text, a file, a scenario in JSON or YAML, or - for standard input.", metavar="TEXT"),
]
Had = Annotated[str | None, typer.Option(help="The what-if: the words that follow 'had', e.g. 'the pump not failed'.")]
Query = Annotated[str | None, typer.Option(help="The what-if as a whole question, as benchmarks put it.")]
Do = Annotated[
    list[str] | None,
    typer.Option(
        help="The what-if by event, e.g. e2=false (`read` shows the names); may be repeated.",
        metavar="EVENT=VALUE",
    ),
]
Jsonl = Annotated[str | None, typer.Option(help="Process a JSON Lines file (or -); prints one JSON object per line.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes for a batch; 0: one, or all cores from 200 lines on.")]
Dask = Annotated[
    str | None,
    typer.Option(help="Process the batch on a Dask cluster: local, local:N or a scheduler's address (extra dask)."),
]
Seconds = Annotated[float, typer.Option("--seconds", min=0, help="Time limit for each line of a batch; 0: no limit.")]
Out = Annotated[
    Path | None,
    typer.Option(
        help="Write the results of a batch to this file; a second run resumes where the first stopped.", dir_okay=False
    ),
]
Pipeline = Annotated[
    str | None, typer.Option(help="Name or folder of a spaCy pipeline; default: the one in the package.")
]
ImplicitLinks = Annotated[Implicit, typer.Option(help="How to link neighbouring clauses that no connective links.")]
WithReader = Annotated[
    Reader | None,
    typer.Option(
        help="Who reads the text: rules, a language model, or a model only where the rules are uncertain. "
        "Default: hybrid where a model is named, else offline."
    ),
]
Silence = Annotated[
    SilenceCounts,
    typer.Option(help="With a language model: how to count an edit that does not mention what must stay."),
]
Samples = Annotated[int, typer.Option(min=1, max=25, help="How many readings by the model are combined into one.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show the full proofs, starting at the what-if.")]
Everything = Annotated[bool, typer.Option("--all", help="In text: show everything, not only the answer.")]
Beside = Annotated[bool, typer.Option("--diff", help="In text: also show the edit next to the original.")]
Format = Annotated[Form | None, typer.Option("--format", help="Default: text on a terminal, JSON elsewhere.")]


@app.command(epilog="Example: causalcore read 'The pump failed, so the cellar flooded.'")
@endpoint_options
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
    pipeline: Pipeline = None,
    implicit: ImplicitLinks = Implicit.NECESSARY,
    reader: WithReader = None,
    samples: Samples = 1,
    form: Format = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Read a text into a scenario: events, links, latents.

    With --review it asks you about each doubtful claim or link, the most important first; with a what-if, only
    about those that matter to it.
    """
    from nlbridge.apps.command import execution as command_run

    if review:
        from nlbridge.apps.command import review as command_review

        command_review.refuse_unready(text, answers, out, as_text=form is Form.TEXT)
    else:
        command_run.refuse_without_review(had=had, query=query, do=do, answers=answers, out=out)
    with command_run.settings(pipeline, implicit, reader, samples, endpoint) as how:
        if review:
            command_review.review(text, (had, query, do), how, answers=answers, out=out)
        else:
            command_run.read(text, how, as_json=_json(form))


@app.command(
    epilog="Example: causalcore rubric 'The pump failed, so the cellar flooded.' "
    "--had 'the pump not failed' --draw graph.svg"
)
@endpoint_options
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
    pipeline: Pipeline = None,
    implicit: ImplicitLinks = Implicit.NECESSARY,
    reader: WithReader = None,
    samples: Samples = 1,
    silence: Silence = SilenceCounts.OPEN,
    explain: Explain = False,
    everything: Everything = False,
    form: Annotated[
        RubricForm | None,
        typer.Option("--format", help="Default: text on a terminal, JSON elsewhere; cobe: an item of that benchmark."),
    ] = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Derive what must change, what must stay and what is open under a what-if.

    For a batch (--jsonl), each line is {"id", "text", "had"}, {"id", "text", "query"} or {"id", "scenario", "do"}.
    A line that cannot be processed yields {"id", "error"}; the others are processed, and the exit code is 2.
    """
    from nlbridge.apps.command import execution as command_run
    from nlbridge.asking.batch_lines import batch

    with command_run.settings(pipeline, implicit, reader, samples, endpoint, silence=silence) as how:
        if jsonl is not None:
            command_run.refuse_beside_jsonl(text=text, had=had, query=query, do=do, draw=draw)
            work = command_run.rubric_work(cobe=form is RubricForm.COBE, explain=explain)
            how = replace(how, seconds=line_seconds)
            raise typer.Exit(batch(jsonl, work, how, jobs, dask=dask, out=out))
        command_run.refuse_without_jsonl(dask=dask, out=out)
        asked = command_run.request(text, had, query, do)
        if form is RubricForm.COBE:
            command_run.cobe(asked, how)
            return
        as_json = form is RubricForm.JSON if form is not None else _json(None)
        shown = command_run.Shown(as_json=as_json, explain=explain, everything=everything)
        command_run.rubric(asked, how, draw=draw, shown=shown)


@app.command(
    epilog="Example: causalcore verify 'The pump failed, so the cellar flooded.' "
    "--had 'the pump not failed' --edit edit.txt"
)
@endpoint_options
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
    pipeline: Pipeline = None,
    implicit: ImplicitLinks = Implicit.NECESSARY,
    reader: WithReader = None,
    samples: Samples = 1,
    silence: Silence = SilenceCounts.OPEN,
    draw: Annotated[Path | None, typer.Option(help="Also draw the verdict to a .svg, .dot or .mmd file.")] = None,
    explain: Explain = False,
    everything: Everything = False,
    beside: Beside = False,
    form: Format = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Judge an edit of a text: valid (exit 0), invalid (1) or undetermined (3), each criterion with its reason.

    For a batch (--jsonl), each line is as for `rubric`, with "edit". A line that cannot be processed yields
    {"id", "error"}, and the exit code is then 2; otherwise it is 0, whatever the verdicts.
    """
    from nlbridge.apps.command import execution as command_run
    from nlbridge.asking.batch_lines import batch

    given = command_run.settings(pipeline, implicit, reader, samples, endpoint, silence=silence)
    with given as how:
        if jsonl is not None:
            command_run.refuse_beside_jsonl(text=text, had=had, query=query, do=do, edit=edit, draw=draw)
            work, fields = command_run.VERIFY, command_run.VERIFY_FIELDS
            how = replace(how, seconds=line_seconds)
            raise typer.Exit(batch(jsonl, work, how, jobs, fields, dask=dask, out=out))
        command_run.refuse_without_jsonl(dask=dask, out=out)
        shown = command_run.Shown(as_json=_json(form), explain=explain, everything=everything, beside=beside)
        valid = command_run.verify(text, edit, (had, query, do), how, draw=draw, shown=shown)
    raise typer.Exit({True: FINE, False: INVALID, None: UNDETERMINED}[valid])


@app.command(epilog="Example: causalcore derive scenario.json --do e2=false")
def derive(
    scenario: Annotated[str, typer.Argument(help="A scenario in JSON or YAML: a file, or - for standard input.")],
    do: Do = None,
    explain: Explain = False,
    everything: Everything = False,
    form: Format = None,
) -> None:
    """Derive what happens to each event of a formal scenario; reads no text."""
    from nlbridge.apps.command import execution as command_run

    shown = command_run.Shown(as_json=_json(form), explain=explain, everything=everything)
    command_run.derive(scenario, do or [], shown)


for added in (
    command_ask,
    command_cache,
    command_claim,
    command_doctor,
    command_label,
    command_schema,
    command_serve,
    command_studio,
):
    added.register(app)


def _json(form: Form | None) -> bool:
    return form is Form.JSON if form is not None else not sys.stdout.isatty()


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    start_quickly()
    app()


if __name__ == "__main__":
    main()
