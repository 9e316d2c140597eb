"""What commands share that can ask a language model to judge, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

EXIT_TOOL: Final = 4

Judge = Annotated[bool, typer.Option("--judge", help="Also ask the model to judge, as the paper does.")]


def end(failed: Iterable[str]) -> None:
    """Name what could not be asked, and end so; go on where there is none.

    Raises
    ------
    typer.Exit
        With the code of a tool that failed.
    """
    lines = tuple(failed)
    for line in lines:
        typer.echo(f"causalcore: {line}", err=True)
    if lines:
        raise typer.Exit(EXIT_TOOL)
