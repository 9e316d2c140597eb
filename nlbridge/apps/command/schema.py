"""`causalcore schema`: the JSON Schema of a result."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from nlbridge.asking.output import while_read


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("schema", epilog="Example: causalcore schema verdict > verdict.schema.json")(schema_command)


def schema_command(
    name: Annotated[
        str | None,
        typer.Argument(help="ask, claim, derive, error, label, read, rewrite, rubric or verdict; default: all names."),
    ] = None,
) -> None:
    """Print the JSON Schema of a command's output, or list the schemas."""
    from nlbridge.apps.python.schema import TYPES, schema

    with while_read():
        typer.echo("\n".join(TYPES) if name is None else json.dumps(schema(name), indent=1))
