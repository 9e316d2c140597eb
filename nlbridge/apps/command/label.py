"""`causalcore label`: the label of a hypothesis, with its certificate."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from logic.errors import brief
from logic.formulas.truth import Semantics
from nlbridge.answering.lines import Line, answered, dumped, lines_of, sound, warn_of_unknown_fields
from nlbridge.asking.output import console, while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from logic.relations.nli import Result
    from logic.solving.outcome import Limits

EXIT_FINE, EXIT_INPUT, EXIT_UNDETERMINED = 0, 2, 3
FIELDS = ("id", "premises", "hypothesis", "background", "semantics")


class Format(StrEnum):
    """How the result is written."""

    TEXT = "text"
    JSON = "json"


class MalformedLineError(BridgeError, ValueError):
    """A line of JSON Lines that does not ask for a label.

    Parameters
    ----------
    came
        What the line holds.
    """

    def __init__(self, came: str) -> None:
        super().__init__(came)
        self.came = came

    def __str__(self) -> str:
        """Say what a line must hold."""
        return (
            'expected an object with "premises" (a list of formulas) and "hypothesis" (a formula), '
            f"got {self.came}; see causalcore label --help"
        )


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("label")(label_command)


def label_command(
    premise: Annotated[list[str] | None, typer.Option("--premise", help="A premise; repeat for more.")] = None,
    hypothesis: Annotated[str | None, typer.Option("--hypothesis", help="The hypothesis.")] = None,
    background: Annotated[
        list[str] | None, typer.Option("--background", help="A background assumption; repeat for more.")
    ] = None,
    semantics: Annotated[
        Semantics, typer.Option(help="Truth value of a sentence whose name refers to nothing.")
    ] = Semantics.SUPERVALUATION,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time limit of each solver question.")] = 10.0,
    jsonl: Annotated[str | None, typer.Option("--jsonl", help="A file of JSON Lines, or - for standard input.")] = None,
    format_: Annotated[Format | None, typer.Option("--format", help="text on a terminal, else json.")] = None,
) -> None:
    """Label a hypothesis from premises, with a proof.

    The labels: E entailed, C contradicted, N neutral, X premises inconsistent, U unknown.

    Example: causalcore label --premise 'all x. (Dog(x) -> Animal(x))' --premise 'Dog(rex)' --hypothesis 'Animal(rex)'
    """
    from logic.relations.nli import Label, label
    from logic.solving.outcome import Limits

    limits = Limits(seconds=seconds)
    if jsonl is not None and (hypothesis is not None or premise or background):
        msg = "expected --jsonl or formulas, got both; give one"
        raise typer.BadParameter(msg)
    if jsonl is not None:
        raise typer.Exit(_label_lines(jsonl, semantics, limits))
    if hypothesis is None:
        msg = "expected --hypothesis or --jsonl, got neither; give one"
        raise typer.BadParameter(msg)
    result = label(
        premises=premise or [],
        hypothesis=hypothesis,
        background=background or [],
        semantics=semantics,
        limits=limits,
    )
    chosen = format_ or (Format.TEXT if sys.stdout.isatty() else Format.JSON)
    with while_read():
        if chosen is Format.TEXT:
            from nlbridge.apps.command.presentation.tables import show_label

            show_label(console(), result)
        else:
            typer.echo(json.dumps(as_json(result), ensure_ascii=False))
    raise typer.Exit(EXIT_UNDETERMINED if result.label is Label.UNKNOWN else EXIT_FINE)


def as_json(result: Result) -> dict[str, Any]:
    """Give the result as the object that the batch writes."""
    return {
        "label": result.label.value,
        "cause": result.cause.value if result.cause else None,
        "why": result.why,
        "notes": list(result.notes),
        "certificate": [
            {
                "core": {name: str(claim) for name, claim in certificate.claims if name in certificate.core},
                "models": [
                    {"of": list(witness.names), "model": str(witness.model), "smtlib": script}
                    for witness, script in zip(certificate.witnesses, certificate.model_smtlib(), strict=True)
                ],
                "smtlib": certificate.smtlib(),
            }
            for certificate in result.certificates
        ],
    }


def _label_lines(source: str, semantics: Semantics, limits: Limits) -> int:
    """Answer line by line, in order; a line that cannot be read does not stop the others."""
    code = EXIT_FINE
    lines = lines_of(source)
    warn_of_unknown_fields(lines, FIELDS)
    for line, found in zip(lines, _answers(lines, semantics, limits), strict=True):
        answer = sound(found, line)
        if "error" in answer:
            code = EXIT_INPUT
        typer.echo(dumped(answer))
    return code


def _answers(lines: Iterable[Line], semantics: Semantics, limits: Limits) -> Iterable[dict[str, Any]]:
    from logic.relations.nli import label

    for line in lines:
        identity: Any = None
        try:
            question = _loaded(line.data)
            identity = question.get("id")
            _check(question)
            result = label(
                premises=question["premises"],
                hypothesis=question["hypothesis"],
                background=question.get("background", []),
                semantics=_semantics(question.get("semantics", semantics)),
                limits=limits,
            )
            row = {"id": identity, **as_json(result)}
        except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
            row = answered(identity, line, refused)
        yield row


def _loaded(line: bytes) -> dict[str, Any]:
    try:
        question = read_json(line)
    except MalformedDocumentError as error:
        msg = f"no JSON ({error.came})"
        raise MalformedLineError(msg) from None
    if not isinstance(question, dict):
        raise MalformedLineError(type(question).__name__)
    return question


def _check(question: dict[str, Any]) -> None:
    for key in ("premises", "background"):
        formulas = question.get(key, [] if key == "background" else None)
        if not isinstance(formulas, list) or not all(isinstance(formula, str) for formula in formulas):
            msg = f"{key} = {brief(formulas)}"
            raise MalformedLineError(msg)
    if not isinstance(question.get("hypothesis"), str):
        msg = f"hypothesis = {brief(question.get('hypothesis'))}"
        raise MalformedLineError(msg)


def _semantics(given: object) -> Semantics:
    try:
        return Semantics(str(given))
    except ValueError:
        msg = f"semantics = {brief(given)}, none of {', '.join(Semantics)}"
        raise MalformedLineError(msg) from None
