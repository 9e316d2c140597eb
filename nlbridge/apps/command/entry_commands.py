"""A group of commands that also has those which layers above register by entry points."""

from __future__ import annotations

from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

import typer
from typer.core import TyperGroup

from causalcore.files.own_packages import own_object, shadow

GROUP: Final = "causalcore.commands"
"""Entry-point group in which layers above name their commands."""


class EntryCommands(TyperGroup):
    """A group whose further commands are found by their entry points; one is loaded when it is asked for."""

    @cached_property
    def _registered(self) -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in self.commands}

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, those of this layer first."""
        return [*super().list_commands(ctx), *self._registered]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; one that cannot be loaded is named on standard error and left out."""
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in self._registered:
            return own
        try:
            app = _loaded(self._registered[cmd_name])
        except (ImportError, AttributeError) as missing:
            why = shadow(self._registered[cmd_name].module.partition(".")[0]) or str(missing)
            typer.echo(f"causalcore: the command {cmd_name} is left out: {why}", err=True)
            return None
        holder = typer.Typer(add_completion=False, rich_markup_mode=None)
        holder.add_typer(app, name=cmd_name)
        return typer.main.get_group(holder).commands[cmd_name]


def _loaded(entry: EntryPoint) -> typer.Typer:
    """Load a command; ours come from this package, never from the working folder."""
    ours = entry.dist is not None and entry.dist.name == "causalcore"
    loaded: typer.Typer = own_object(entry.module, entry.attr) if ours else entry.load()
    return loaded
