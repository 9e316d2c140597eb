"""`causalcore generate`: new items of counterfactual editing, with rubrics that are proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks.generate.graphs import GRAPHS
from benchmarks.generate.telling import GENRES, ORDERS, SIGNALS, Manner
from benchmarks.runs.judge_option import end
from benchmarks.runs.output_form import Form, check_form
from causalcore.files.writing import write_whole
from nlbridge.asking.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from benchmarks.generate.making import Making, Wanted
    from nlbridge.chat.client.endpoint import Endpoint

ITEMS = "items.jsonl"
COBE = "cobe.json"

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None, help="Make new items, with proved rubrics.")


@app.callback(epilog="Example: causalcore generate --count 70 --out out/fresh --seed 7")
@endpoint_options
def generate(
    count: Annotated[int, typer.Option(min=1, help="Items.")],
    out: Annotated[Path, typer.Option(help="Folder for items.jsonl, cobe.json, attempts.jsonl and the report.")],
    endpoint: EndpointOptions,
    graphs: Annotated[str, typer.Option(help="Graphs to use in turn, separated by commas.")] = ",".join(GRAPHS),
    domain: Annotated[str, typer.Option(help="Domains or YAML files, separated by commas; default: all.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed makes the same items.")] = 0,
    teller: Annotated[str | None, typer.Option(help="Who writes the texts: templates or model.")] = None,
    reader: Annotated[
        str | None, typer.Option("--blind", help="Reader that must agree without seeing the answers: offline or llm.")
    ] = None,
    order: Annotated[
        str, typer.Option(help="Order of the events, forwards or backwards; default: random for each text.")
    ] = "",
    signals: Annotated[
        str, typer.Option(help="How many causes have a signal word: all, some or none; default: random.")
    ] = "",
    genre: Annotated[str, typer.Option(help="story, report, letter or news; default: random.")] = "",
    sentences: Annotated[int, typer.Option(min=1, max=40, help="Sentences that a model is asked to write.")] = 4,
    distractors: Annotated[int, typer.Option(min=0, max=4, help="Largest number of unrelated events in a text.")] = 1,
    form: Form = None,
) -> None:
    """Draw scenarios and what-ifs, have them written as texts, and keep those that a second reader reads as intended.

    What is told by a model is read by a model that does not see the scenario. A telling that is read otherwise is told
    again, and dropped in the end; all is counted. A killed run goes on.
    """
    from benchmarks.generate.families import domains_named
    from benchmarks.generate.making import Making, Wanted

    check_form(form)
    by_model = _one_of("--teller", teller or ("model" if endpoint.model or endpoint.replay else "templates")) == "model"
    chosen = tuple(_one_of("--graphs", one.strip()) for one in graphs.split(","))
    manner = Manner(
        order=_one_of("--order", order),
        signals=_one_of("--signals", signals),
        genre=_one_of("--genre", genre),
        sentences=sentences,
    )
    wanted = Wanted(
        count=count,
        graphs=chosen,
        domains=domains_named(tuple(one.strip() for one in domain.split(",") if one.strip())),
        seed=seed,
        manner=manner,
        beside=distractors,
        reader=_one_of("--blind", reader or ("llm" if by_model else "offline")),
    )
    making = Making(wanted=wanted, folder=out)
    if by_model:
        _with_model(making, endpoint)
    else:
        _refuse_model_reader(wanted)
        _prepare(out, wanted, None)
        making.run()
    _write(making, form)


_CHOICES = {
    "--teller": ("templates", "model"),
    "--blind": ("offline", "llm"),
    "--graphs": tuple(GRAPHS),
    "--order": ("", *ORDERS),
    "--signals": ("", *SIGNALS),
    "--genre": ("", *GENRES),
}


def _one_of(option: str, value: str) -> str:
    from nlbridge.answering.request import RequestError

    if value not in _CHOICES[option]:
        choices = ", ".join(one for one in _CHOICES[option] if one)
        message = f"expected {option} to be one of {choices}, got {value!r}; choose one of them"
        raise RequestError(message)
    return value


def _refuse_model_reader(wanted: Wanted) -> None:
    from nlbridge.answering.request import RequestError

    if wanted.reader != "offline":
        message = "expected --model with --blind llm, got none; name the model, or leave out --blind"
        raise RequestError(message)


def _with_model(making: Making, options: EndpointOptions) -> None:
    from dataclasses import replace
    from tempfile import TemporaryDirectory

    from benchmarks.generate.making import ATTEMPTS
    from nlbridge.chat.client.endpoint import Endpoint, spending_row

    with Endpoint(options) as opened, TemporaryDirectory() as nowhere:
        if not options.dry_run:
            _prepare(making.folder, making.wanted, opened)
        elif not (making.folder / ATTEMPTS).exists():
            making.folder = Path(nowhere)  # An estimate writes nothing.
        making.wanted = replace(making.wanted, endpoint=opened)
        making.run()
        making.spent = spending_row(opened)


def _prepare(folder: Path, wanted: Wanted, endpoint: Endpoint | None) -> None:
    """Record the settings that determine the items; refuse a folder with other settings."""
    from dataclasses import asdict
    from hashlib import sha256

    from benchmarks.generate.by_model import PROMPTS
    from benchmarks.runs.run_folder import prepare_run, prompts_digest, versions
    from benchmarks.runs.runner import judge_identity

    content = "\0".join(repr(domain) for domain in wanted.domains)
    asked = {
        "graphs": list(wanted.graphs),
        "domains": [domain.name for domain in wanted.domains],
        "domains_sha256": sha256(content.encode()).hexdigest(),
        "seed": wanted.seed,
        "manner": asdict(wanted.manner),
        "distractors": wanted.beside,
        "blind": wanted.reader,
        "teller": "templates" if endpoint is None else endpoint.name,
        **({} if endpoint is None else {"prompts_sha256": prompts_digest(*PROMPTS)}),
        **judge_identity(),
    }
    prepare_run(folder, generation=asked, scoring={}, noted=versions())


def _write(making: Making, form: str | None) -> None:
    """Write items in both formats, figures and report; print what could not be asked."""
    from benchmarks.generate.item import cobe_row
    from benchmarks.generate.making import Fate
    from benchmarks.generate.summary import sections, summarise, words
    from benchmarks.reports.report import write
    from benchmarks.runs.output_form import as_json, show_words
    from nlbridge.answering.lines import dumped

    wanted, out = making.wanted, making.folder
    items = [row["item"] for row in making.rows if row["fate"] == Fate.KEPT]
    write_whole(out / ITEMS, "".join(f"{dumped(item)}\n" for item in items))
    write_whole(out / COBE, json.dumps([cobe_row(item) for item in items], indent=1, ensure_ascii=False) + "\n")
    figures = summarise(making.rows, wanted.count, wanted.graphs)
    if making.spent:
        figures["spent"] = making.spent
    write(out, "Generated items", figures, sections(figures))
    if as_json(form):
        typer.echo(json.dumps(figures))
    else:
        show_words(words(figures).splitlines(), out, rows=("items", ITEMS))
    end(_missing(making, kept=bool(items)))


def _missing(making: Making, *, kept: bool) -> tuple[str, ...]:
    """Report items that the model gave no reply for, or that no item was kept."""
    reasons = tuple(making.failed.values())
    if reasons:
        return (f"{len(reasons)} items were not made ({reasons[0]}); run the same command again to go on",)
    if kept or not making.rows:
        return ()
    last, cure = making.rows[-1], "other options" if making.wanted.endpoint is None else "another model"
    dropped = f"{len(making.rows)} tellings were dropped, the last since {last['fate']} ({last['why']})"
    return (f"no item was kept: {dropped}; try {cure}",)
