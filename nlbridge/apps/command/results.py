"""`causalcore schema` and `causalcore cache`: JSON Schemas of results, and cached model replies."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from nlbridge.apps.command.options import Format, is_json, print_json
from nlbridge.asking.output import while_read

SECONDS_A_DAY = 86_400


def schema_command(
    name: Annotated[
        str | None,
        typer.Argument(help="ask, claim, derive, error, label, read, rewrite, rubric or verdict; default: all names."),
    ] = None,
) -> None:
    """Print the JSON Schema of a command's output, or list the schemas.

    Example: causalcore schema verdict > verdict.schema.json
    """
    from nlbridge.apps.python.schema import TYPES, schema

    with while_read():
        typer.echo("\n".join(TYPES) if name is None else json.dumps(schema(name), indent=1))


def cache_command(
    clear: Annotated[bool, typer.Option("--clear", help="Delete the replies and free the space.")] = False,
    older_than: Annotated[
        float | None,
        typer.Option("--older-than", min=0.0, metavar="DAYS", help="With --clear: delete only older replies."),
    ] = None,
    form: Format = None,
) -> None:
    """Show where replies of language models are cached, how many and how large; or delete them.

    Example: causalcore cache --clear --older-than 30
    """
    from nlbridge.chat.client.cache import ReplyCache, cache_size, default_path
    from nlbridge.chat.errors import EndpointOptionError

    if older_than is not None and not clear:
        message = "expected --clear with --older-than, got it alone; add --clear"
        raise EndpointOptionError(message)
    path = default_path()
    removed = 0
    if clear and path.exists():
        cache = ReplyCache(path)
        removed = cache.clear(None if older_than is None else older_than * SECONDS_A_DAY)
        cache.close()
    size = cache_size(path)
    if is_json(form):
        print_json({"path": str(path), "replies": dict(size.replies), "bytes": size.size, "removed": removed})
        return
    models = ", ".join(f"{count} of {model}" for model, count in size.replies) or "no replies"
    removal = f"{removed} removed; " if clear else ""
    sys.stdout.write(f"{removal}{models}; {size.size / 1e6:.2f} MB in {path}\n")
