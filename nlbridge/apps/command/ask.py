"""`causalcore ask`: a probability, a mean, an effect or a cause in a fully specified model."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, cast

import typer

from causalcore.asking.asked import EXACT, Asked, answer
from causalcore.files.faults import all_faults
from causalcore.files.own_packages import own_module, shadow
from logic.errors import brief
from nlbridge.answering.lines import Line, answered, dumped, lines_of, object_of, sound, warn_of_unknown_fields
from nlbridge.apps.command.subject import answer_about_graph, question_of
from nlbridge.asking.output import console, while_read
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from types import ModuleType

    from causalcore.model.model import SCM
    from causalcore.queries.queries import Query

FINE, WRONG, UNDETERMINED = 0, 2, 3
FIELDS = ("id", "model", "query", "assume", "text")
QUESTIONS: Final = "causalcore.questions"
"""Entry-point group of the module that answers questions in English; it lies above this package."""
TOGETHER = 1000
"""Lines of a batch among which those of one pattern are answered together."""


class AnswerFormat(StrEnum):
    """How an answer is printed."""

    TEXT = "text"
    JSON = "json"


def read_model(source: object) -> SCM:
    """Take a model from a path, from `-` for standard input, or from an object."""
    from causalcore.exchange.model_file import load_model, model_from_dict, parse_text

    if source == "-":
        return model_from_dict(parse_text(sys.stdin.read()))
    if isinstance(source, Mapping):
        return model_from_dict(source)
    if isinstance(source, str | Path):
        return load_model(source)
    message = f"expected a path or an object as model, got {brief(source)}"
    raise BridgeError(message)


def batch(lines: Iterable[Line]) -> Iterator[dict[str, object]]:
    """Answer one query a line; a line that cannot be answered gives its error."""
    models: dict[str, SCM] = {}
    waiting = iter(lines)
    while some := tuple(islice(waiting, TOGETHER)):
        yield from _answers(some, models)


def _answers(lines: Sequence[Line], models: dict[str, SCM]) -> Iterator[dict[str, object]]:
    """Answer consecutive lines; `models` caches the models."""
    from causalcore.graph_questions.graph_question import is_graph_question

    known = _alike(lines, models)
    for line in lines:
        name: object = line.number
        try:
            item = object_of(line)
            name = item.get("id", line.number)
            if isinstance(item.get("text"), str):
                yield {"id": name, **_question(item)}
                continue
            _check(item)
            query = question_of(item["model"], cast("str", item["query"]))
            if is_graph_question(query):
                yield {"id": name, **answer_about_graph(item["model"], query)}
                continue
            if line.number in known:
                yield {"id": name, **Asked(known[line.number], EXACT).as_dict()}
                continue
            model = models[_kept_model(item, models)]
            assume = cast("list[str]", item.get("assume", []))
            yield {"id": name, **answer(model, cast("str", item["query"]), assume).as_dict()}
        except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
            yield answered(name, line, refused)


def _question(item: Mapping[str, object]) -> dict[str, object]:
    """Answer a line with a question in English."""
    beside = [name for name in ("model", "query", "assume") if name in item]
    if beside:
        message = f"expected text alone on the line, got {', '.join(beside)} beside it; leave these out"
        raise BridgeError(message)
    row: dict[str, object] = _in_english().answer_line(item["text"])
    return row


def _in_english() -> ModuleType:
    """Load what answers questions in English."""
    entry = next(iter(entry_points(group=QUESTIONS)), None)
    try:
        if entry is not None:
            return own_module(entry.module)
        why = "none is registered; install causalcore again"
    except ImportError as missing:
        why = shadow("benchmarks") or str(missing)
    message = f"expected a module that answers questions in English, got none: {why}"
    raise BridgeError(message)


def _kept_model(item: Mapping[str, object], models: dict[str, SCM]) -> str:
    """Return under which name the model of a line is kept; it is read if it was not before."""
    key = json.dumps(item["model"], sort_keys=True)
    if key not in models:
        models[key] = read_model(item["model"])
    return key


def _alike(lines: Sequence[Line], models: dict[str, SCM]) -> dict[int, float]:
    """Answer the lines that ask the same of the same model with other values; what is left is asked line by line."""
    from causalcore.graph_questions.graph_question import is_graph_question
    from causalcore.queries.alike import ask_alike
    from causalcore.queries.query_language import Causation, Responsibility, parse_query
    from causalcore.queries.whole_distribution import Distribution

    asked: dict[str, list[tuple[int, Query]]] = {}
    for line in lines:
        with suppress(Exception):  # What is wrong with a line is for its own answer to say.
            item = object_of(line)
            _check(item)
            text = cast("str", item["query"])
            if is_graph_question(text) or item.get("assume"):
                continue
            query = parse_query(text)
            if not isinstance(query, Causation | Distribution | Responsibility):
                asked.setdefault(_kept_model(item, models), []).append((line.number, query))
    return {
        number: value
        for key, questions in asked.items()
        for (number, _), value in zip(questions, ask_alike(models[key], [query for _, query in questions]), strict=True)
        if value is not None
    }


def _check(item: Mapping[str, object]) -> None:
    all_faults(BridgeError, "a line", [lambda: _check_keys(item), lambda: _check_assumptions(item)])


def _check_keys(item: Mapping[str, object]) -> None:
    if "model" not in item or not isinstance(item.get("query"), str):
        message = (
            f"expected the keys model and query, or text, on each line, got {', '.join(item)}; add what is missing"
        )
        raise BridgeError(message)


def _check_assumptions(item: Mapping[str, object]) -> None:
    assume = item.get("assume", [])
    if not isinstance(assume, list) or not all(isinstance(each, str) for each in assume):
        message = f"expected a list of assumptions as text under assume, got {brief(assume)}; write them in quotes"
        raise BridgeError(message)


def _run_batch(source: str) -> int:
    code = FINE
    lines = lines_of(source)
    warn_of_unknown_fields(lines, FIELDS)
    for line, found in zip(lines, batch(lines), strict=True):
        result = sound(found, line)
        code = WRONG if "error" in result else code
        typer.echo(dumped(result))
    return code


def _about_graph(subject: str, query: str, *, as_json: bool, explain: bool) -> int:
    """Answer a question about a graph, and say whether the answer is one."""
    from causalcore.graph_questions.question_answers import shown

    row = answer_about_graph(subject, query, explain=explain)
    with while_read():
        typer.echo(json.dumps(row, ensure_ascii=False) if as_json else shown(row["answer"]))
        if explain and not as_json:
            typer.echo(f"\n{row['why']}")
    answer = row["answer"]
    return UNDETERMINED if isinstance(answer, Mapping) and answer.get("identified") is False else FINE


@endpoint_options
def ask_command(
    subject: Annotated[
        str | None,
        typer.Argument(metavar="MODEL", help="BIF, JSON, YAML, DAGitty, DOT or GML file; - is standard input."),
    ] = None,
    query: Annotated[str | None, typer.Argument(help='Such as "P(Y=1 @ do(X=1) | X=0, Y=0)".')] = None,
    assume: Annotated[
        list[str] | None, typer.Option(help='Such as "monotone(X, Y, +)" or "confounded(X, Y)"; may be repeated.')
    ] = None,
    draw: Annotated[Path | None, typer.Option(help="Also draw the model to a .svg, .dot or .mmd file.")] = None,
    jsonl: Annotated[str | None, typer.Option(help='File of {"id", "model", "query"} or {"id", "text"} lines.')] = None,
    text: Annotated[str | None, typer.Option(help="A question in English: a file, or - for standard input.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="For a question about a graph: explain the answer.")
    ] = False,
    reader: Annotated[
        str, typer.Option(help="Who reads --text: rules (offline) or a language model (llm).")
    ] = "offline",
    output: Annotated[AnswerFormat | None, typer.Option("--format", help="Text on a terminal, else JSON.")] = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Answer a question about a fully specified model, about a graph, or in English.

    Example: causalcore ask squad.yaml "P(D=0 @ do(A=0) | D=1)", causalcore ask graph.dag "adjustment(X, Y)", or
    causalcore ask --text question.txt
    """
    if text is not None:
        english = _in_english()
        english.check_alone(model=subject, query=query, jsonl=jsonl, draw=draw, assume=assume)
        as_json = output is AnswerFormat.JSON or (output is None and not sys.stdout.isatty())
        raise typer.Exit(english.answer_text(text, reader, endpoint, as_json=as_json))
    if jsonl is not None and draw is not None:
        message = "expected --jsonl without --draw, got both; draw one query at a time"
        raise BridgeError(message)
    if jsonl is not None:
        raise typer.Exit(_run_batch(jsonl))
    if subject is None or query is None:
        message = "expected MODEL and QUERY, or --jsonl, got too few; see causalcore ask --help"
        raise BridgeError(message)
    chosen = output or (AnswerFormat.TEXT if sys.stdout.isatty() else AnswerFormat.JSON)
    from causalcore.graph_questions.graph_question import is_graph_question

    query = question_of(subject, query)
    if is_graph_question(query):
        raise typer.Exit(_about_graph(subject, query, as_json=chosen is AnswerFormat.JSON, explain=explain))
    read = read_model(subject)
    found = answer(read, query, assume or ())
    if draw is not None:
        from causalcore.pictures.formats import write_picture
        from causalcore.pictures.model_picture import query_picture
        from causalcore.queries.query_language import parse_query

        write_picture(query_picture(read, parse_query(query)), draw)
    with while_read():
        if chosen is AnswerFormat.TEXT and sys.stdout.isatty():
            from nlbridge.apps.command.presentation.whole import show_asked

            show_asked(console(), query, found)
        else:
            typer.echo(str(found) if chosen is AnswerFormat.TEXT else json.dumps(found.as_dict(), ensure_ascii=False))
    raise typer.Exit(FINE if found.decided else UNDETERMINED)


def register(app: typer.Typer) -> None:
    """Add the command to an app."""
    app.command("ask")(ask_command)
