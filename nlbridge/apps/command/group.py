"""The group of all commands: errors are one line on standard error, with the fitting exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

import typer
from typer.core import TyperGroup

from causalcore.files.own_packages import own_object, shadow
from logic.errors import ReasoningError, SolverFailedError
from nlbridge.asking.output import silence
from nlbridge.chat.errors import BudgetError, DryRunEnd, EndpointError, ReplyError
from nlbridge.errors import OutputError

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


FINE: Final = 0
INVALID: Final = 1
WRONG_INPUT: Final = 2
UNDETERMINED: Final = 3
TOOL_FAILED: Final = 4
INTERRUPTED: Final = 130

TRACEBACK: Final = "CAUSALCORE_TRACEBACK"
"""Environment variable that lets an internal error through, for those who look for its cause."""

BARE: Final = "NoArgsIsHelpError"
"""What a command without arguments raises; its message is the help."""

_USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[2]
"""What typer raises for wrong usage; it keeps the class itself in a private module."""


class OneLineErrors(EntryCommands):
    """A group of commands whose errors are one line on standard error, with the fitting exit code."""

    def main(  # type: ignore[override]  # the base class lets its keyword arguments come by position
        self,
        args: Sequence[str] | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; end the process with its exit code unless the caller wants the code."""
        code = self._guarded(lambda: super(OneLineErrors, self).main(args=args, standalone_mode=False, **extra))
        if standalone_mode:
            sys.exit(code)
        return code

    def _guarded(self, command: Callable[[], Any]) -> int:
        try:
            code = command()
        except _USAGE_ERROR as wrong:
            return _misused(wrong)
        except (SolverFailedError, EndpointError, BudgetError, ReplyError) as failed:
            return _without_result(failed)
        except BrokenPipeError:
            return _reader_left()
        except (ReasoningError, FileNotFoundError, IsADirectoryError, PermissionError) as refused:
            return _complain(_with_page(refused), TOOL_FAILED if isinstance(refused, OutputError) else WRONG_INPUT)
        except (typer.Abort, KeyboardInterrupt):
            return _complain("interrupted", INTERRUPTED)
        except Exception as broken:
            if os.environ.get(TRACEBACK):
                raise
            return _broken(broken)
        return code if isinstance(code, int) else FINE


def _misused(wrong: Any) -> int:
    """Say what is wrong; a command without arguments shows its help."""
    message = wrong.format_message()
    if type(wrong).__name__ == BARE:
        typer.echo(message)
        return FINE
    return _complain(f"{message.rstrip('.')}; try causalcore --help", WRONG_INPUT)


def _broken(failed: Exception) -> int:
    """Say that a file or standard output cannot be written, as on a full disk, or that something is wrong here."""
    if not isinstance(failed, OSError):
        kind = type(failed).__name__
        return _complain(f"internal error: {kind}: {failed}; set {TRACEBACK}=1 to see where", TOOL_FAILED)
    where = failed.filename or "standard output or a file"
    silence()
    return _complain(f"expected to read and write {where}, got: {failed.strerror or failed}", TOOL_FAILED)


def _complain(message: str, code: int) -> int:
    from nlbridge.answering.lines import one_line

    typer.echo(f"causalcore: {one_line(message)}", err=True)
    return code


def _without_result(failed: ReasoningError) -> int:
    if isinstance(failed, DryRunEnd):
        typer.echo(str(failed))
        return FINE
    return _complain(_with_page(failed), TOOL_FAILED)


def _with_page(refused: Exception) -> str:
    """Name the page that explains a refusal behind its message."""
    from nlbridge.apps.command.presentation.pages import refusal_page

    page = refusal_page(refused)
    return f"{refused}; see {page}" if page else str(refused)


def _reader_left() -> int:
    """Stop quietly when whoever read the output has gone before there was a verdict."""
    silence()
    return FINE
