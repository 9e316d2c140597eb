"""`causalcore ask`: a probability, an effect or a cause in a fully specified model; or a question in English."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer

from causalcore.asking.asked import EXACT, Asked, answer
from causalcore.files.faults import all_faults
from causalcore.files.own_packages import own_module, shadow
from logic.errors import brief
from nlbridge.answering.lines import Line, answer_file, answers_to, object_of
from nlbridge.apps.command.options import FINE, UNDETERMINED, Format, is_json
from nlbridge.apps.command.subject import answer_about, loaded, question_of, read_graph_of
from nlbridge.asking.command_options import endpoint_options
from nlbridge.asking.output import console, while_read
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.queries.queries import Query

FIELDS: Final = ("id", "model", "query", "assume", "text")
QUESTIONS: Final = "causalcore.questions"
"""Entry-point group for the module that answers questions in English."""
TOGETHER: Final = 1000
"""Batch lines per block; similar queries in a block are answered together."""


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
    output: Format = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Answer a question about a fully specified model, about a graph, or in English.

    Example: causalcore ask squad.yaml "P(D=0 @ do(A=0) | D=1)", causalcore ask graph.dag "adjustment(X, Y)", or
    causalcore ask --text question.txt
    """
    as_json = is_json(output)
    if text is not None:
        english = _in_english()
        english.check_alone(model=subject, query=query, jsonl=jsonl, draw=draw, assume=assume)
        raise typer.Exit(english.answer_text(text, reader, endpoint, as_json=as_json))
    if jsonl is not None:
        if draw is not None:
            message = "expected --jsonl without --draw, got both; draw one query at a time"
            raise BridgeError(message)
        raise typer.Exit(answer_file(jsonl, FIELDS, batch))
    if subject is None or query is None:
        message = "expected MODEL and QUERY, --text or --jsonl, got too few arguments; see causalcore ask --help"
        raise BridgeError(message)
    from causalcore.graph_questions.graph_question import is_graph_question

    source = loaded(subject)
    query = question_of(source, query)
    if is_graph_question(query):
        raise typer.Exit(_answer_graph(source, query, draw, explain=explain, as_json=as_json))
    raise typer.Exit(_answer_model(read_model(source), query, assume or (), draw, as_json=as_json))


def _answer_model(model: SCM, query: str, assume: Sequence[str], draw: Path | None, *, as_json: bool) -> int:
    result = answer(model, query, assume)
    if draw is not None:
        from causalcore.pictures.formats import write_picture
        from causalcore.pictures.model_picture import query_picture
        from causalcore.queries.query_language import parse_query

        write_picture(query_picture(model, parse_query(query)), draw)
    with while_read():
        if as_json or not sys.stdout.isatty():
            typer.echo(json.dumps(result.as_dict(), ensure_ascii=False) if as_json else str(result))
        else:
            from nlbridge.apps.command.presentation.tables import show_asked

            show_asked(console(), query, result)
    return FINE if result.decided else UNDETERMINED


def _answer_graph(subject: object, query: str, draw: Path | None, *, explain: bool, as_json: bool) -> int:
    from causalcore.graph_questions.question_answers import shown

    graph = read_graph_of(subject)
    row = answer_about(graph, query, explain=explain)
    result = row["answer"]
    if draw is not None:
        from causalcore.pictures.formats import write_picture
        from causalcore.pictures.graph_picture import graph_picture

        write_picture(graph_picture(graph), draw)
    with while_read():
        typer.echo(json.dumps(row, ensure_ascii=False) if as_json else shown(result))
        if explain and not as_json:
            typer.echo(f"\n{row['why']}")
    return UNDETERMINED if isinstance(result, Mapping) and result.get("identified") is False else FINE


def _in_english() -> ModuleType:
    """Load the module that answers questions in English, which a layer above registers as an entry point."""
    entry = next(iter(entry_points(group=QUESTIONS)), None)
    try:
        if entry is not None:
            return own_module(entry.module)
        why = "none is registered; install causalcore again"
    except ImportError as missing:
        why = shadow("benchmarks") or str(missing)
    message = f"expected a module that answers questions in English, got none: {why}"
    raise BridgeError(message)


def read_model(source: object) -> SCM:
    """Read a model from what `loaded` returns: a path or an object."""
    from causalcore.exchange.model_file import load_model, model_from_dict

    if isinstance(source, Mapping):
        return model_from_dict(source)
    if isinstance(source, str):
        return load_model(source)
    message = f"expected a path or an object as model, got {brief(source)}"
    raise BridgeError(message)


class _Models:
    """The files and models that the lines of a batch name, each read once."""

    def __init__(self) -> None:
        self._sources: dict[str, object] = {}
        self._models: dict[str, SCM] = {}

    def source(self, named: object) -> object:
        """Return what `loaded` returns for the model of a line."""
        if not isinstance(named, str):
            return loaded(named)
        if named not in self._sources:
            self._sources[named] = loaded(named)
        return self._sources[named]

    def model(self, named: object) -> SCM:
        """Return the model that a line names or contains."""
        key = json.dumps(named, sort_keys=True)
        if key not in self._models:
            self._models[key] = read_model(self.source(named))
        return self._models[key]


def batch(lines: Iterable[Line]) -> Iterator[dict[str, Any]]:
    """Answer one query per line; a line that cannot be answered yields its error."""
    models = _Models()
    waiting = iter(lines)
    while block := tuple(islice(waiting, TOGETHER)):
        values = _alike(block, models)
        yield from answers_to(block, partial(_answer_item, values=values, models=models))


def _answer_item(
    item: Mapping[str, Any], number: int, values: Mapping[int, float], models: _Models
) -> Mapping[str, object]:
    """Answer a line: in English, about a graph, or about a model; `values` has answers by line number."""
    from causalcore.graph_questions.graph_question import is_graph_question

    if isinstance(item.get("text"), str):
        beside = [name for name in ("model", "query", "assume") if name in item]
        if beside:
            message = f"expected text alone on the line, got {', '.join(beside)} beside it; leave these out"
            raise BridgeError(message)
        row: dict[str, object] = _in_english().answer_line(item["text"])
        return row
    _check(item)
    if number in values:
        return Asked(values[number], EXACT).as_dict()
    source = models.source(item["model"])
    query = question_of(source, item["query"])
    if is_graph_question(query):
        return answer_about(read_graph_of(source), query)
    return answer(models.model(item["model"]), query, item.get("assume", [])).as_dict()


def _alike(lines: Sequence[Line], models: _Models) -> dict[int, float]:
    """Answer together the lines that differ only in values; the caller answers the others one by one."""
    from causalcore.graph_questions.graph_question import is_graph_question
    from causalcore.queries.alike import ask_alike
    from causalcore.queries.query_language import Causation, Responsibility, parse_query
    from causalcore.queries.whole_distribution import Distribution

    queries: dict[SCM, list[tuple[int, Query]]] = {}
    for line in lines:
        with suppress(Exception):  # Each line reports its own errors.
            item = object_of(line)
            _check(item)
            text = cast("str", item["query"])
            if is_graph_question(text) or item.get("assume"):
                continue
            query = parse_query(text)
            if not isinstance(query, Causation | Distribution | Responsibility):
                queries.setdefault(models.model(item["model"]), []).append((line.number, query))
    return {
        number: value
        for model, questions in queries.items()
        for (number, _), value in zip(questions, ask_alike(model, [query for _, query in questions]), strict=True)
        if value is not None
    }


def _check(item: Mapping[str, object]) -> None:
    all_faults(BridgeError, "a line", [lambda: _check_keys(item), lambda: _check_assumptions(item)])


def _check_keys(item: Mapping[str, object]) -> None:
    if "model" not in item or not isinstance(item.get("query"), str):
        message = (
            'expected "model" and "query" (a text), or "text" (a text), on each line, '
            f"got {', '.join(item) or 'no keys'}; correct the line"
        )
        raise BridgeError(message)


def _check_assumptions(item: Mapping[str, object]) -> None:
    assume = item.get("assume", [])
    if not isinstance(assume, list) or not all(isinstance(assumption, str) for assumption in assume):
        message = f"expected a list of assumptions as text under assume, got {brief(assume)}; write them in quotes"
        raise BridgeError(message)
