"""`causalcore claim`: check causal claims, write tests from a graph, test a table against a graph."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from causalcore.files.text_file import unmarked
from causalcore.files.unread import why_unread
from nlbridge.apps.command.options import FINE, INVALID, UNDETERMINED, Format, is_json
from nlbridge.apps.command.subject import read_graph_of, read_subject, text_of
from nlbridge.asking.output import console, while_read
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from pandas import DataFrame


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
    kind: Annotated[str, typer.Option("--for", help="With --from: what to test: data, a function or a simulator.")] = (
        "data"
    ),
    target: Annotated[
        str, typer.Option(help="With --from: the table's file, or module:function.", metavar="TARGET")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="With --from: write the tests here; default: standard output.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Test whether this table (CSV, Parquet) contradicts the graph.")
    ] = None,
    output: Format = None,
) -> None:
    """Check causal claims: exit code 0 if all hold, 1 if one fails, 3 if one is undecided.

    In a scenario, a claim holds if it holds for every mechanism that fits the text.

    --from writes a pytest file that tests what a graph implies; --data tests a table against a graph.

    Example: causalcore claim squad.yaml "causes(C, D)", causalcore claim --from graph.dag --out test_claims.py, or
    causalcore claim graph.dag --data study.csv
    """
    as_json = is_json(output)
    if source is not None:
        _refuse_beside("--from", model=model, claims=claims, data=data)
        write_test_file(source, out, kind, target)
        return
    if data is not None:
        _refuse_beside("--data and a graph", claims=claims, out=out)
        raise typer.Exit(check_table(_given(model), data, as_json=as_json))
    if model == claims == "-":
        message = "expected standard input for the model or for the claims, got both; name a file"
        raise BridgeError(message)
    raise typer.Exit(check(_given(model), _given(claims), as_json=as_json))


def _given(argument: str | None) -> str:
    if argument is None:
        message = "expected MODEL and CLAIMS, --from GRAPH, or GRAPH --data FILE, got less; see causalcore claim --help"
        raise BridgeError(message)
    return argument


def _refuse_beside(option: str, **others: object) -> None:
    beside = [name for name, value in others.items() if value is not None]
    if beside:
        message = f"expected {option} alone, got {', '.join(beside)} beside it; leave these out"
        raise BridgeError(message)


def check(model: str, claims: str, *, as_json: bool) -> int:
    """Check claims from the argument or a file; return 1 if one fails, else 3 if one is undecided, else 0."""
    from causalcore.claims.checking import ClaimStatus, check_claims
    from causalcore.errors import ClaimsSyntaxError

    if not claims.strip():
        raise ClaimsSyntaxError(())
    is_claim = "(" in claims and not Path(claims).is_file()
    text = claims if is_claim else unmarked(text_of(claims, "claims, one a line"))
    verdicts = check_claims(read_subject(model), text)
    with while_read():
        if as_json:
            for verdict in verdicts:
                typer.echo(verdict.to_json())
        else:
            from nlbridge.apps.command.presentation.tables import show_claims

            show_claims(console(), verdicts)
    statuses = {verdict.status for verdict in verdicts}
    if ClaimStatus.FAILS in statuses:
        return INVALID
    return UNDETERMINED if statuses & {ClaimStatus.OPEN, ClaimStatus.UNKNOWN} else FINE


def write_test_file(source: str, out: Path | None, kind: str, target: str) -> None:
    """Write a pytest file from a graph, to standard output by default; never overwrites a file."""
    from causalcore.asking.graph_object import CausalGraph
    from causalcore.graph_questions.written_tests import WrittenFor

    if kind not in set(WrittenFor):
        message = f"expected --for to be one of {', '.join(WrittenFor)}, got {kind}; choose one of them"
        raise BridgeError(message)
    text = CausalGraph(read_graph_of(source)).test_file(kind, target)
    if out is None:
        typer.echo(text, nl=False)
        return
    if out.exists():
        message = f"expected a new file, got {out}, which exists; name another, or remove it"
        raise BridgeError(message)
    out.write_text(text, encoding="utf-8")
    typer.echo(f"causalcore: wrote {out}; run it with pytest", err=True)


def check_table(source: str, data: Path, *, as_json: bool) -> int:
    """Test a table against a graph; return 1 if it contradicts the graph, 0 if not, 3 if nothing could be tested."""
    from causalcore.asking.graph_object import CausalGraph

    result = CausalGraph(read_graph_of(source)).check_data(_table(data))
    with while_read():
        typer.echo(json.dumps(result.to_dict(), ensure_ascii=False) if as_json else f"{result.explain()}\n{result}")
    return {None: UNDETERMINED, True: INVALID, False: FINE}[result.contradicted]


def _table(path: Path) -> DataFrame:
    import pandas as pd

    try:
        return pd.read_parquet(path) if path.suffix.lower() == ".parquet" else pd.read_csv(path)
    except (OSError, ValueError, ImportError) as error:
        message = f"expected a table in CSV or Parquet, got {path}: {why_unread(error)}"
        raise BridgeError(message) from error
