"""`causalcore claim`: checks causal claims against a fully specified model, or against a scenario."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nlbridge.command_ask import AnswerFormat
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.claim_checking import ClaimVerdict
    from causalcore.model import SCM
    from causalcore.scenario import Scenario

HOLDS, VIOLATED, UNDETERMINED = 0, 1, 3


def as_dict(verdict: ClaimVerdict) -> dict[str, object]:
    """Return a verdict as one object of the JSON form."""
    return {
        "claim": str(verdict.claim),
        "verdict": verdict.status.value,
        "counterexample": list(verdict.counterexample),
        "why": verdict.why,
    }


def _text_of(source: str, what: str) -> str:
    if source == "-":
        return sys.stdin.read()
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a file with {what}, got {source}: {error}"
        raise BridgeError(message) from error


def read_subject(source: str) -> SCM | Scenario:
    """Read a model or a scenario from a file, or from `-` for standard input.

    An object with `events`, or with a `scenario` in it, is a scenario; everything else is a model.
    """
    from causalcore.model_file import load_model, model_from_dict, parse_text
    from causalcore.scenario_file import GRAPHS, load_scenario, scenario_from_document

    path = Path(source)
    if path.suffix.lower() in GRAPHS:
        return load_scenario(path)
    if source != "-" and path.suffix.lower() not in {".json", ".yaml", ".yml"}:
        return load_model(path)
    data = parse_text(_text_of(source, "a model or a scenario"))
    if isinstance(data, Mapping) and ("events" in data or "scenario" in data):
        return scenario_from_document(data)
    return model_from_dict(data)


def exit_code(verdicts: tuple[ClaimVerdict, ...]) -> int:
    """Return 1 if a claim is violated, else 3 if one is open or unknown, else 0."""
    from causalcore.claim_checking import ClaimStatus

    found = {verdict.status for verdict in verdicts}
    if ClaimStatus.FAILS in found:
        return VIOLATED
    return UNDETERMINED if found & {ClaimStatus.OPEN, ClaimStatus.UNKNOWN} else HOLDS


def claim_command(
    model: Annotated[str, typer.Argument(help="Model or scenario: JSON, YAML or BIF file, or - for stdin.")],
    claims: Annotated[str, typer.Argument(help="Text file of claims, one a line, or - for standard input.")],
    output: Annotated[AnswerFormat | None, typer.Option("--format", help="Text on a terminal, else JSON.")] = None,
) -> None:
    """Check causal claims; exit with 1 if one is violated, 3 if one is open.

    Over a scenario a claim holds if it does so for every mechanism that the text admits.

    Example: causalcore claim squad.yaml claims.txt
    """
    from causalcore.claim_checking import check_claim
    from causalcore.claims import parse_claims

    if model == claims == "-":
        message = "expected standard input for the model or for the claims, got both; name a file"
        raise BridgeError(message)
    read = read_subject(model)
    verdicts = tuple(check_claim(read, claim) for claim in parse_claims(_text_of(claims, "claims, one a line")))
    chosen = output or (AnswerFormat.TEXT if sys.stdout.isatty() else AnswerFormat.JSON)
    for verdict in verdicts:
        if chosen is AnswerFormat.JSON:
            typer.echo(json.dumps(as_dict(verdict), ensure_ascii=False))
        else:
            typer.echo(f"{verdict.status}: {verdict.claim}: {verdict.why}")
    raise typer.Exit(exit_code(verdicts))


def register(app: typer.Typer) -> None:
    """Add the command to an app."""
    app.command("claim")(claim_command)
