"""The command group `causalcore`, which turns errors into one line with an exit code.

Results go to standard output, everything else to standard error. Exit codes: 0 fine or valid, 1 invalid, 2 wrong usage
or input, 3 undetermined, 4 a tool or endpoint failed. Layers above add subcommands through the entry-point group
`causalcore.commands`; each entry names a `typer.Typer`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from io import TextIOWrapper
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from causalcore.files.own_packages import own_object, shadow
from logic.errors import ReasoningError, SolverFailedError
from nlbridge.apps.command import texts
from nlbridge.apps.command.options import FINE, INTERRUPTED, TOOL_FAILED, WRONG_INPUT
from nlbridge.asking.output import silence
from nlbridge.chat.errors import BudgetError, DryRunEnd, EndpointError, ReplyError
from nlbridge.errors import OutputError
from nlbridge.language.pipeline.quick_start import start_quickly

GROUP: Final = "causalcore.commands"
"""Entry-point group for commands of the layers above."""
TRACEBACK: Final = "CAUSALCORE_TRACEBACK"
"""Environment variable that shows the traceback of an internal error."""
BARE: Final = "NoArgsIsHelpError"
"""Exception of a command without arguments; its message is the help."""
_USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[2]
"""Base of typer's usage errors; typer keeps the class in a private module."""
_PLAIN: Final[dict[str, Any]] = {"add_completion": False, "rich_markup_mode": None}

OWN: Final = {
    "ask": "ask",
    "cache": "results",
    "claim": "claim",
    "doctor": "doctor",
    "label": "label",
    "schema": "results",
    "serve": "servers",
    "studio": "servers",
}
"""Commands loaded on demand, each with its module here; the function is `NAME_command`."""


class OneLineErrors(TyperGroup):
    """A command group that turns errors into one line on standard error and an exit code."""

    def main(  # type: ignore[override]  # the base class also takes them by position
        self,
        args: Sequence[str] | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; exit with its code, or return it if `standalone_mode` is false."""
        code = self._code(args, extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _code(self, args: Sequence[str] | None, extra: dict[str, Any]) -> int:
        try:
            code = super().main(args=args, standalone_mode=False, **extra)
        except _USAGE_ERROR as wrong:
            return _misused(wrong)
        except DryRunEnd as estimated:
            typer.echo(str(estimated))
            return FINE
        except BrokenPipeError:  # The reader of the output left before there was a verdict.
            silence()
            return FINE
        except (SolverFailedError, EndpointError, BudgetError, ReplyError, OutputError) as failed:
            return _refuse(failed, TOOL_FAILED)
        except (ReasoningError, FileNotFoundError, IsADirectoryError, PermissionError) as refused:
            return _refuse(refused, WRONG_INPUT)
        except (typer.Abort, KeyboardInterrupt):
            return _complain("interrupted", INTERRUPTED)
        except Exception as broken:  # noqa: BLE001  a defect also becomes one line
            return _broken(broken)
        return code if isinstance(code, int) else FINE


class Commands(OneLineErrors):
    """The commands of `causalcore`; loads those of `OWN` and of layers above on demand."""

    @cached_property
    def _registered(self) -> dict[str, EntryPoint]:
        own = {*self.commands, *OWN}
        return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in own}

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, those of this layer first."""
        return [*self.commands, *OWN, *self._registered]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; if it cannot be loaded, report that on standard error and leave it out."""
        if cmd_name in OWN:
            module = import_module(f"nlbridge.apps.command.{OWN[cmd_name]}")
            holder = typer.Typer(**_PLAIN)
            holder.command(cmd_name)(getattr(module, f"{cmd_name}_command"))
            return typer.main.get_command(holder)
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in self._registered:
            return own
        entry = self._registered[cmd_name]
        try:  # Ours come from this package, never from the working folder.
            ours = entry.dist is not None and entry.dist.name == "causalcore"
            app = own_object(entry.module, entry.attr) if ours else entry.load()
        except (ImportError, AttributeError) as missing:
            why = shadow(entry.module.partition(".")[0]) or str(missing)
            typer.echo(f"causalcore: the command {cmd_name} is left out: {why}", err=True)
            return None
        group = typer.Typer(**_PLAIN)
        group.add_typer(app, name=cmd_name)
        return typer.main.get_group(group).commands[cmd_name]


def _complain(message: str, code: int) -> int:
    from nlbridge.answering.lines import one_line

    typer.echo(f"causalcore: {one_line(message)}", err=True)
    return code


def _misused(wrong: Any) -> int:
    """Report wrong usage; a command without arguments shows its help."""
    if type(wrong).__name__ == BARE:
        typer.echo(wrong.format_message())
        return FINE
    from nlbridge.apps.command.usage_errors import misuse_of

    return _complain(misuse_of(wrong), WRONG_INPUT)


def _refuse(refused: Exception, code: int) -> int:
    """Report an error with the page that explains it."""
    from causalcore.files.unread import why_unread
    from nlbridge.apps.command.presentation.pages import refusal_page

    if isinstance(refused, OSError) and not isinstance(refused, ReasoningError) and refused.errno is not None:
        why = why_unread(refused)
        refused = OSError(f"expected a file or folder that can be read or written, got {refused.filename}: {why}")
    page = refusal_page(refused)
    return _complain(f"{refused}; see {page}" if page else str(refused), code)


def _broken(failed: Exception) -> int:
    """Report that a file or standard output failed, as on a full disk, or that the program has a defect."""
    if os.environ.get(TRACEBACK):
        raise failed
    if not isinstance(failed, OSError):
        kind = type(failed).__name__
        return _complain(f"internal error: {kind}: {failed}; set {TRACEBACK}=1 to see where", TOOL_FAILED)
    where = failed.filename or "standard output or a file"
    silence()
    return _complain(f"expected to read and write {where}, got: {failed.strerror or failed}", TOOL_FAILED)


app = typer.Typer(
    name="causalcore",
    cls=Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 fine or valid, 1 invalid, 2 wrong usage or input, 3 undetermined, "
    "4 a tool or endpoint failed.",
)


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"causalcore {version('causalcore')}")
        raise typer.Exit


@app.callback()
def causalcore(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Say what a what-if changes in a text, what stays, and whether a rewrite gets it right.

    Example: causalcore rubric 'The pump failed, so the cellar flooded.' --had 'the pump not failed'
    """


_PUMP: Final = "'The pump failed, so the cellar flooded.'"
for _command, _example in (
    (texts.read, f"read {_PUMP}"),
    (texts.rubric, f"rubric {_PUMP} --had 'the pump not failed' --draw graph.svg"),
    (texts.verify, f"verify {_PUMP} --had 'the pump not failed' --edit edit.txt"),
    (texts.derive, "derive scenario.json --do e2=false"),
):
    app.command(epilog=f"Example: causalcore {_example}")(_command)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    start_quickly()
    app()


if __name__ == "__main__":
    main()
