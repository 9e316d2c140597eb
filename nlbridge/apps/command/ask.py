"""`causalcore ask`: a probability, a mean, an effect or a cause in a fully specified model."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from logic.errors import brief
from nlbridge.answering.lines import Line, answered, dumped, lines_of, object_of, sound, warn_of_unknown_fields
from nlbridge.apps.command.output import while_read
from nlbridge.apps.command.subject import answer_about_graph
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.bounds.assumption import Assumption
    from causalcore.bounds.bounds import Interval
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.queries import Query
    from causalcore.queries.whole_distribution import Distribution

FINE, WRONG, UNDETERMINED = 0, 2, 3
FIELDS = ("id", "model", "query", "assume", "text")
EXACT = "exact, by inference over the worlds that the query names"
TOGETHER = 1000
"""Lines of a batch among which those of one pattern are answered together."""


class AnswerFormat(StrEnum):
    """How an answer is printed."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a query: a number, an interval or a verdict on a cause, or the reason why there is none."""

    value: float | None
    why: str
    interval: tuple[float, float] | None = None
    causal: bool = False
    verdict: bool | None = None
    witness: str | None = None
    distribution: tuple[tuple[dict[str, Value], Asked], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the fields of the batch format."""
        if self.distribution:
            rows = [{"values": values} | self._ends(asked) for values, asked in self.distribution]
            return {"distribution": rows, "why": self.why}
        if self.causal:
            return {"verdict": self.verdict, "witness": self.witness, "why": self.why}
        if self.interval is not None:
            return {"interval": list(self.interval), "why": self.why}
        return {"value": self.value, "why": self.why}

    @staticmethod
    def _ends(asked: Asked) -> dict[str, object]:
        return {name: value for name, value in asked.as_dict().items() if name != "why"}

    @property
    def decided(self) -> bool:
        """Whether there is a number, an interval or a verdict."""
        if self.distribution:
            return all(asked.decided for _, asked in self.distribution)
        return not (self.value is None and self.interval is None and self.verdict is None)

    def __str__(self) -> str:
        if self.distribution:
            return "\n".join(f"{_named(values)}: {asked}" for values, asked in self.distribution)
        if self.causal:
            word = {True: "a cause", False: "no cause", None: "undetermined"}[self.verdict]
            return f"{word}: {self.why}"
        if self.interval is not None:
            return f"[{self.interval[0]:.10g}, {self.interval[1]:.10g}]: {self.why}"
        return self.why if self.value is None else f"{self.value:.10g}"


def _named(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def answer(model: SCM, text: str, assume: Sequence[str] = ()) -> Asked:
    """Answer the text form of a query, under assumptions in their text form.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> answer(FLIPPED_COPY, "P(Y=1 @ do(X=1) | X=0, Y=1)").value
    0.0
    """
    from causalcore.bounds.assumption import parse_assumption
    from causalcore.causes.uncertain_context import decide, degree
    from causalcore.queries.query_language import Causation, Responsibility, parse_query
    from causalcore.queries.whole_distribution import Distribution

    query = parse_query(text)
    assumptions = [parse_assumption(each) for each in assume]
    if assumptions and isinstance(query, Causation | Responsibility):
        message = "expected no assumptions for a question about an actual cause, got some; leave them out"
        raise BridgeError(message)
    if isinstance(query, Causation):
        found = decide(model, query)
        witness = None if found.witness is None else str(found.witness)
        return Asked(None, found.why, causal=True, verdict=found.holds, witness=witness)
    if isinstance(query, Responsibility):
        return _degree(degree(model, query))
    if isinstance(query, Distribution):
        return _whole(model, query, assumptions)
    return _number(model, query, assumptions)


def _whole(model: SCM, query: Distribution, assumptions: Sequence[Assumption]) -> Asked:
    """Answer for each value of what is left out."""
    from causalcore.queries.whole_distribution import each_value

    rows = tuple((values, _number(model, one, assumptions)) for values, one in each_value(model, query))
    reasons = dict.fromkeys(asked.why for _, asked in rows)
    return Asked(None, " / ".join(reasons), distribution=rows)


def _number(model: SCM, query: Query, assumptions: Sequence[Assumption]) -> Asked:
    """Answer a query by a number or an interval."""
    from causalcore.errors import NotIdentifiableError
    from causalcore.queries.queries import ask

    if not assumptions:
        try:
            return Asked(ask(model, query), EXACT)
        except NotIdentifiableError:
            pass
    return _interval(model, query, assumptions)


def _degree(ends: tuple[float, float]) -> Asked:
    if ends[0] == ends[1]:
        return Asked(ends[0], "1 / (size of the cause + variables held), expected over the contexts that fit")
    return Asked(None, "larger causes were not tried; ask about a smaller model", interval=ends)


def _interval(model: SCM, query: Query, assumptions: Sequence[Assumption]) -> Asked:
    from causalcore.bounds.bounds import bounds
    from causalcore.errors import NotIdentifiableError

    try:
        found = bounds(model, query, assumptions)
    except NotIdentifiableError as error:
        return Asked(None, f"not identifiable, and no bounds: {error}")
    if found.point is not None:
        return Asked(found.point, f"exact, the bounds meet: {_given(assumptions)}")
    kind = "sharp bounds" if found.sharp else "valid bounds, perhaps not the narrowest"
    return Asked(None, f"{kind}; {_open(model, query, assumptions, found)}", interval=(found.low, found.high))


def _given(assumptions: Sequence[Assumption]) -> str:
    return f"assuming {', '.join(map(str, assumptions))}" if assumptions else "whatever the mechanisms are"


def _open(model: SCM, query: Query, assumptions: Sequence[Assumption], found: Interval) -> str:
    """Say what keeps a query from being identified, and what would identify it."""
    from causalcore.bounds.bounds import identifying

    names = ", ".join(found.opened)
    known = f" ({_given(assumptions)})" if assumptions else ""
    why = f"not identifiable: the tables of {names} do not say what the same case would do under other parents{known}"
    cures = [
        f"{assumption} would give {value:.6g}" for assumption, value in identifying(model, query, assumptions, found)
    ]
    return f"{why}; mechanisms and noise of {names} would identify it" + "".join(f"; {cure}" for cure in cures)


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
    """Answer lines that stand together; `models` keeps the models that were read."""
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
            if is_graph_question(cast("str", item["query"])):
                yield {"id": name, **answer_about_graph(item["model"], cast("str", item["query"]))}
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
    from nlbridge.apps.command.question import answer_line

    beside = [name for name in ("model", "query", "assume") if name in item]
    if beside:
        message = f"expected text alone on the line, got {', '.join(beside)} beside it; leave these out"
        raise BridgeError(message)
    return answer_line(cast("str", item["text"]))


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
    if "model" not in item or not isinstance(item.get("query"), str):
        message = (
            f"expected the keys model and query, or text, on each line, got {', '.join(item)}; add what is missing"
        )
        raise BridgeError(message)
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


def _about_graph(subject: str, query: str, *, as_json: bool) -> int:
    """Answer a question about a graph, and say whether the answer is one."""
    from causalcore.graph_questions.question_answers import shown

    row = answer_about_graph(subject, query)
    with while_read():
        typer.echo(json.dumps(row, ensure_ascii=False) if as_json else shown(row["answer"]))
    answer = row["answer"]
    return UNDETERMINED if isinstance(answer, Mapping) and answer.get("identified") is False else FINE


@endpoint_options
def ask_command(
    subject: Annotated[
        str | None,
        typer.Argument(metavar="[MODEL]", help="BIF, JSON, YAML, DAGitty, DOT or GML file; - is standard input."),
    ] = None,
    query: Annotated[str | None, typer.Argument(help='Such as "P(Y=1 @ do(X=1) | X=0, Y=0)".')] = None,
    assume: Annotated[
        list[str] | None, typer.Option(help='Such as "monotone(X, Y, +)" or "confounded(X, Y)"; may be repeated.')
    ] = None,
    draw: Annotated[Path | None, typer.Option(help="Also draw the model to a .svg, .dot or .mmd file.")] = None,
    jsonl: Annotated[str | None, typer.Option(help='File of {"id", "model", "query"} or {"id", "text"} lines.')] = None,
    text: Annotated[str | None, typer.Option(help="A question in English: a file, or - for standard input.")] = None,
    reader: Annotated[str, typer.Option(help="Who reads --text: offline or llm.")] = "offline",
    output: Annotated[AnswerFormat | None, typer.Option("--format", help="Text on a terminal, else JSON.")] = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Answer a question about a fully specified model, about a graph, or in English.

    Example: causalcore ask squad.yaml "P(D=0 @ do(A=0) | D=1)", causalcore ask graph.dag "adjustment(X, Y)", or
    causalcore ask --text question.txt
    """
    if text is not None:
        from nlbridge.apps.command.question import answer_text, check_alone

        check_alone(model=subject, query=query, jsonl=jsonl, draw=draw, assume=assume)
        as_json = output is AnswerFormat.JSON or (output is None and not sys.stdout.isatty())
        raise typer.Exit(answer_text(text, reader, endpoint, as_json=as_json))
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

    if is_graph_question(query):
        raise typer.Exit(_about_graph(subject, query, as_json=chosen is AnswerFormat.JSON))
    read = read_model(subject)
    found = answer(read, query, assume or ())
    if draw is not None:
        from causalcore.pictures.formats import write_picture
        from causalcore.pictures.model_picture import query_picture
        from causalcore.queries.query_language import parse_query

        write_picture(query_picture(read, parse_query(query)), draw)
    with while_read():
        typer.echo(str(found) if chosen is AnswerFormat.TEXT else json.dumps(found.as_dict(), ensure_ascii=False))
    raise typer.Exit(FINE if found.decided else UNDETERMINED)


def register(app: typer.Typer) -> None:
    """Add the command to an app."""
    app.command("ask")(ask_command)
