"""`causalcore label`: the label of a hypothesis, with its certificate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from logic.errors import brief
from logic.formulas.truth import Semantics
from nlbridge.answering.lines import answer_file, answers_to
from nlbridge.apps.command.options import FINE, UNDETERMINED, Format, is_json
from nlbridge.asking.output import console, while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from logic.relations.nli import Result

FIELDS: Final = ("id", "premises", "hypothesis", "background", "semantics")


class MalformedLineError(BridgeError, ValueError):
    """A JSON line does not ask for a label; `came` is what it holds."""

    def __init__(self, came: str) -> None:
        super().__init__(came)
        self.came = came

    def __str__(self) -> str:
        return (
            'expected an object with "premises" (a list of formulas) and "hypothesis" (a formula), '
            f"got {self.came}; see causalcore label --help"
        )


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
    form: Format = None,
) -> None:
    """Say whether premises entail or contradict a hypothesis, with a proof.

    The labels: E entailed, C contradicted, N neutral, X premises inconsistent, U unknown.

    Example: causalcore label --premise 'all x. (Dog(x) -> Animal(x))' --premise 'Dog(rex)' --hypothesis 'Animal(rex)'
    """
    from logic.relations.nli import Label, label
    from logic.solving.outcome import Limits

    limits = Limits(seconds=seconds)

    def labelled(question: Mapping[str, Any]) -> Result:
        return label(
            premises=question["premises"],
            hypothesis=question["hypothesis"],
            background=question.get("background", []),
            semantics=_semantics(question.get("semantics", semantics)),
            limits=limits,
        )

    def line(question: Mapping[str, Any], _: int) -> dict[str, Any]:
        _check(question)
        return as_json(labelled(question))

    if jsonl is not None:
        if hypothesis is not None or premise or background:
            msg = "expected --jsonl or formulas, got both; give one"
            raise typer.BadParameter(msg)
        raise typer.Exit(answer_file(jsonl, FIELDS, lambda lines: answers_to(lines, line)))
    if hypothesis is None:
        msg = "expected --hypothesis or --jsonl, got neither; give one"
        raise typer.BadParameter(msg)
    result = labelled({"premises": premise or [], "hypothesis": hypothesis, "background": background or []})
    with while_read():
        if is_json(form):
            typer.echo(json.dumps(as_json(result), ensure_ascii=False))
        else:
            from nlbridge.apps.command.presentation.tables import show_label

            show_label(console(), result)
    raise typer.Exit(UNDETERMINED if result.label is Label.UNKNOWN else FINE)


def as_json(result: Result) -> dict[str, Any]:
    """Return the result as the JSON object of a batch."""
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


def _check(question: Mapping[str, Any]) -> None:
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
