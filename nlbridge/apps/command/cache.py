"""`causalcore cache`: what the cache of replies holds, and an end to it."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

SECONDS_A_DAY = 86_400


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("cache", epilog="Example: causalcore cache --clear --older-than 30")(cache_command)


def cache_command(
    clear: Annotated[bool, typer.Option("--clear", help="Delete the replies and free the space.")] = False,
    older_than: Annotated[
        float | None,
        typer.Option("--older-than", min=0.0, metavar="DAYS", help="With --clear: delete only older replies."),
    ] = None,
    form: Annotated[str | None, typer.Option("--format", help="text on a terminal, else json.")] = None,
) -> None:
    """Show where replies of language models are cached, how many and how large; or delete them."""
    from nlbridge.chat.client.cache import ReplyCache, cache_size, default_path
    from nlbridge.chat.errors import EndpointOptionError

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise EndpointOptionError(message)
    if older_than is not None and not clear:
        message = "expected --clear beside --older-than, got it alone; add --clear"
        raise EndpointOptionError(message)
    path = default_path()
    removed = 0
    if clear and path.exists():
        cache = ReplyCache(path)
        removed = cache.clear(None if older_than is None else older_than * SECONDS_A_DAY)
        cache.close()
    size = cache_size(path)
    result = {"path": str(path), "replies": dict(size.replies), "bytes": size.size, "removed": removed}
    as_json = form == "json" or (form is None and not sys.stdout.isatty())
    if as_json:
        sys.stdout.write(json.dumps(result, indent=1) + "\n")
        return
    models = ", ".join(f"{count} of {model}" for model, count in size.replies) or "no reply"
    gone = f"{removed} removed; " if clear else ""
    sys.stdout.write(f"{gone}{models}; {size.size / 1e6:.2f} MB in {path}\n")
