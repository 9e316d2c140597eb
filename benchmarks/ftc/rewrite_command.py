"""`causalcore rewrite`: the counterfactual hypotheses of an explanation, with their labels."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from logic.errors import ReasoningError, brief
from nlbridge.answering.input import checked
from nlbridge.answering.lines import Line, dumped, lines_of, object_of, one_line, warn_of_unknown_fields
from nlbridge.asking.output import while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from benchmarks.ftc.explanations.counterfactual_hypothesis import CounterfactualHypothesis, Rewriting
    from benchmarks.ftc.explanations.relation import Explained

EXIT_FINE, EXIT_INPUT, EXIT_UNDETERMINED = 0, 2, 3
FIELDS = ("id", "hypothesis", "explanation", "label", "premise")


class Format(StrEnum):
    """The output format."""

    TEXT = "text"
    JSON = "json"


class MalformedExplanationError(BridgeError, ValueError):
    """A line of JSON Lines, or options, without a hypothesis and its explanation.

    Parameters
    ----------
    came
        The problem.
    """

    def __init__(self, came: str) -> None:
        super().__init__(came)
        self.came = came

    def __str__(self) -> str:
        """Say what a line must contain."""
        return (
            'expected "hypothesis" and "explanation" (texts), with "label" (E, C or N) and "premise" if known, '
            f"got {self.came}; see causalcore rewrite --help"
        )


app = typer.Typer(
    invoke_without_command=True,
    rich_markup_mode=None,
    help="Rewrite a hypothesis as its explanation says, and label the result.",
)


@app.callback(epilog="Example: causalcore rewrite --jsonl explanations.jsonl")
def rewrite_command(
    hypothesis: Annotated[str | None, typer.Option(help="The hypothesis.")] = None,
    explanation: Annotated[str | None, typer.Option(help="The explanation of its label.")] = None,
    label: Annotated[
        str | None, typer.Option(help="The label, E, C or N; default: the label that the explanation supports.")
    ] = None,
    premise: Annotated[
        str | None, typer.Option(help="The premise, for explanations that name one phrase only.")
    ] = None,
    jsonl: Annotated[str | None, typer.Option("--jsonl", help="A file of JSON Lines, or - for standard input.")] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    form: Annotated[Format | None, typer.Option("--format", help="text on a terminal, else json.")] = None,
) -> None:
    """Rewrite a hypothesis as the explanation of its label says, and derive the label of the result.

    Lines of a batch are {"id", "hypothesis", "explanation", "label"?, "premise"?}; answers are {"id", "A", "B",
    "relation", "cf": [{"hypothesis", "label", "case", "assumed"}], "why"}. Where no relation is found A, B and relation
    are null and "why" says so. A line that cannot be processed is answered by {"id", "error"}.
    """
    from benchmarks.ftc.explanations.counterfactual_hypothesis import rewrite

    if jsonl is not None:
        raise typer.Exit(_batch(jsonl, pipeline))
    if hypothesis is None or explanation is None:
        message = "expected --hypothesis and --explanation, or --jsonl, got neither; give one"
        raise typer.BadParameter(message)
    fields = {"hypothesis": hypothesis, "explanation": explanation, "label": label, "premise": premise}
    (answer,) = rewrite([explained_of(fields)], pipeline=pipeline)
    chosen = form or (Format.TEXT if sys.stdout.isatty() else Format.JSON)
    with while_read():
        typer.echo(_text(answer) if chosen is Format.TEXT else dumped(as_json(answer)))
    raise typer.Exit(EXIT_FINE if answer.counterfactuals else EXIT_UNDETERMINED)


def explained_of(row: Mapping[str, Any]) -> Explained:
    """Read one item."""
    from benchmarks.ftc.explanations.counterfactual_hypothesis import label_of
    from benchmarks.ftc.explanations.relation import Explained

    for name in ("hypothesis", "explanation"):
        if not isinstance(row.get(name), str):
            came = f"{name} = {brief(row.get(name))}"
            raise MalformedExplanationError(came)
    premise, named = row.get("premise"), row.get("label")
    if premise is not None and not isinstance(premise, str):
        came = f"premise = {brief(premise)}"
        raise MalformedExplanationError(came)
    label = label_of(named) if isinstance(named, str) else None
    if named is not None and label is None:
        came = f"label = {brief(named)}"
        raise MalformedExplanationError(came)
    return Explained(
        hypothesis=checked(row["hypothesis"], "hypothesis"),
        explanation=checked(row["explanation"], "explanation"),
        label=label,
        premise=checked(premise, "premise") if premise is not None else None,
    )


def as_json(answer: Rewriting) -> dict[str, Any]:
    """Return the answer as the object that the batch writes."""
    from benchmarks.ftc.explanations.relation import Extraction

    found = answer.extraction
    pair = found if isinstance(found, Extraction) else None
    return {
        "A": pair.a if pair else None,
        "B": pair.b if pair else None,
        "relation": pair.relation.value if pair else None,
        "cf": [
            {
                "hypothesis": one.hypothesis,
                "label": one.label.value,
                "case": one.case.value if one.case else "",
                "assumed": list(one.assumed),
                **_proof(one),
            }
            for one in answer.counterfactuals
        ],
        "why": found.why,
    }


def _proof(one: CounterfactualHypothesis) -> dict[str, Any]:
    if one.proof is None:
        return {}
    label = one.proof.label.value if one.proof.label else None
    return {
        "proved": one.proved,
        "proof": {"label": label, "formulas": list(one.proof.formulas), "why": one.proof.why},
    }


def _text(answer: Rewriting) -> str:
    from benchmarks.ftc.explanations.relation import Extraction

    found = answer.extraction
    if not isinstance(found, Extraction):
        return f"no relation found: {found.why}"
    lines = [f"A: {found.a}", f"B: {found.b}", f"A {found.relation} B, by {found.why}"]
    for one in answer.counterfactuals:
        case = f" (case {one.case})" if one.case else ""
        lines.append(f"{one.label.value}{case}: {one.hypothesis}")
        lines += [f"  assumed: {condition}" for condition in one.assumed]
    return "\n".join(lines)


def _batch(source: str, pipeline: str | None) -> int:
    """Answer line by line, in order; an unreadable line does not stop the others."""
    code = EXIT_FINE
    lines = lines_of(source)
    warn_of_unknown_fields(lines, FIELDS)
    for row in answers(lines, pipeline):
        if "error" in row:
            code = EXIT_INPUT
        typer.echo(dumped(row))
    return code


def answers(lines: Sequence[Line], pipeline: str | None = None) -> Iterator[dict[str, Any]]:
    """Answer the lines of a batch, in order."""
    from benchmarks.ftc.explanations.counterfactual_hypothesis import rewrite
    from benchmarks.ftc.explanations.relation import Explained

    read = [_read(line) for line in lines]
    rewritings = rewrite((one for _, one in read if isinstance(one, Explained)), pipeline=pipeline)
    for identity, one in read:
        yield {"id": identity, **(as_json(next(rewritings)) if isinstance(one, Explained) else {"error": one})}


def _read(line: Line) -> tuple[object, Explained | str]:
    identity: object = None
    try:
        row = object_of(line)
        identity = row.get("id")
        return identity, explained_of(row)
    except ReasoningError as refused:
        return identity, one_line(str(refused))
    except RecursionError:
        return identity, f"line {line.number}: expected shallow JSON, got endless nesting; flatten it"
