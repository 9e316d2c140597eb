"""`causalcore claim`: checks causal claims against a fully specified model, or against a scenario."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nlbridge.apps.command.ask import AnswerFormat
from nlbridge.apps.command.subject import read_subject, text_of
from nlbridge.asking.output import while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.claims.checking import ClaimVerdict

HOLDS, VIOLATED, UNDETERMINED = 0, 1, 3


def as_dict(verdict: ClaimVerdict) -> dict[str, object]:
    """Return a verdict as one object of the JSON form."""
    return {
        "claim": str(verdict.claim),
        "verdict": verdict.status.value,
        "counterexample": list(verdict.counterexample),
        "why": verdict.why,
    }


def exit_code(verdicts: tuple[ClaimVerdict, ...]) -> int:
    """Return 1 if a claim is violated, else 3 if one is open or unknown, else 0."""
    from causalcore.claims.checking import ClaimStatus

    found = {verdict.status for verdict in verdicts}
    if ClaimStatus.FAILS in found:
        return VIOLATED
    return UNDETERMINED if found & {ClaimStatus.OPEN, ClaimStatus.UNKNOWN} else HOLDS


def claim_command(
    model: Annotated[
        str | None,
        typer.Argument(help="Model or scenario: JSON, YAML or BIF file, or - for stdin; with --data, a graph."),
    ] = None,
    claims: Annotated[
        str | None, typer.Argument(help='A claim such as "causes(a, b)", a text file of claims, one a line, or -.')
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="Write a pytest file of what this graph implies.", metavar="GRAPH")
    ] = None,
    kind: Annotated[str, typer.Option("--for", help="With --from: tests of data, of a function or of a simulator.")] = (
        "data"
    ),
    target: Annotated[
        str, typer.Option(help="With --from: the table's file, or module:function.", metavar="TARGET")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="With --from: where the tests go; default: standard output.")] = None,
    data: Annotated[
        Path | None, typer.Option(help="Hold this table (CSV, Parquet) against the graph: does it contradict?")
    ] = None,
    output: Annotated[AnswerFormat | None, typer.Option("--format", help="Text on a terminal, else JSON.")] = None,
) -> None:
    """Check causal claims; exit with 1 if one is violated, 3 if one is open.

    Over a scenario a claim holds if it does so for every mechanism that the text admits.

    With --from, what a graph implies becomes a pytest file; with --data, a table is held against a graph.

    Example: causalcore claim squad.yaml "causes(C, D)", causalcore claim --from graph.dag --out test_claims.py, or
    causalcore claim graph.dag --data study.csv
    """
    if source is not None:
        from nlbridge.apps.command.graph_claims import write_test_file

        _alone("--from", model=model, claims=claims, data=data)
        raise typer.Exit(write_test_file(source, out, kind, target))
    if data is not None:
        from nlbridge.apps.command.graph_claims import check_table

        _alone("--data and a graph", claims=claims, out=out)
        as_json = output is AnswerFormat.JSON or (output is None and not sys.stdout.isatty())
        raise typer.Exit(check_table(_given(model), data, as_json=as_json))
    from causalcore.claims.checking import check_claims

    if model == claims == "-":
        message = "expected standard input for the model or for the claims, got both; name a file"
        raise BridgeError(message)
    verdicts = check_claims(read_subject(_given(model)), _written(_given(claims)))
    chosen = output or (AnswerFormat.TEXT if sys.stdout.isatty() else AnswerFormat.JSON)
    with while_read():
        for verdict in verdicts:
            if chosen is AnswerFormat.JSON:
                typer.echo(json.dumps(as_dict(verdict), ensure_ascii=False))
            else:
                typer.echo(f"{verdict.status}: {verdict.claim}: {verdict.why}")
    raise typer.Exit(exit_code(verdicts))


def _given(argument: str | None) -> str:
    if argument is None:
        message = "expected MODEL and CLAIMS, or --from GRAPH, or GRAPH --data FILE, got too few; see claim --help"
        raise BridgeError(message)
    return argument


def _alone(what: str, **others: object) -> None:
    beside = [name for name, value in others.items() if value is not None]
    if beside:
        message = f"expected {what} alone, got {', '.join(beside)} beside it; leave these out"
        raise BridgeError(message)


def _written(argument: str) -> str:
    """Return claims that stand in the argument itself, or in the file that it names."""
    if "(" in argument and not Path(argument).is_file():
        return argument
    return text_of(argument, "claims, one a line")


def register(app: typer.Typer) -> None:
    """Add the command to an app."""
    app.command("claim")(claim_command)
