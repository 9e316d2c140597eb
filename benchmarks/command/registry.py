"""The installed benchmarks, of this project and of others, and their commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any, ClassVar, Final

import typer
from typer.core import TyperGroup

from benchmarks.errors import BenchmarkError
from benchmarks.protocol import GROUP, Benchmark, Command
from causalcore.files.own_packages import own_object

AnyBenchmark = Benchmark[Any, Any, Any]
LISTING: Final = "causalcore lists benchmarks"
"""Context key that marks a command line that only lists commands."""


class NoBenchmarkError(BenchmarkError, LookupError):
    """An unknown benchmark name, or one that cannot be loaded."""


def installed() -> dict[str, EntryPoint]:
    """Return the installed benchmarks by name, without loading them."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def benchmark(name: str) -> AnyBenchmark:
    """Load a benchmark.

    Examples
    --------
    >>> benchmark("cladder").title
    'Causal questions in English (CLadder)'
    """
    entries = installed()
    if name not in entries:
        cure = f"choose one of {', '.join(entries)}" if entries else "install the project again: pip install -e ."
        message = f"expected the name of an installed benchmark, got {name}; {cure}"
        raise NoBenchmarkError(message)
    loaded = _loaded(entries[name])
    if not isinstance(loaded, Benchmark):
        message = f"expected a benchmark at {entries[name].value}, got {loaded!r}; see docs/how-to/add-a-benchmark.md"
        raise NoBenchmarkError(message)
    return loaded


def _loaded(entry: EntryPoint) -> object:
    """Load a benchmark; the project's own come from this package, never from the working folder.

    Raises
    ------
    NoBenchmarkError
        If a package refers to a missing module or attribute.
    """
    package = "an unnamed package" if entry.dist is None else f"the package {entry.dist.name}"
    if entry.dist is not None and entry.dist.name == "causalcore":
        return own_object(entry.module, entry.attr)
    try:
        loaded: object = entry.load()
    except (AttributeError, ImportError) as broken:
        message = (
            f"expected the benchmark {entry.name} of {package} at {entry.value}, got {broken}; "
            "correct its entry point, or uninstall it"
        )
        raise NoBenchmarkError(message) from broken
    return loaded


class BenchmarkGroup(TyperGroup):
    """Subcommands named after benchmarks; each is loaded on demand."""

    verb: ClassVar[str]
    steps: ClassVar[Callable[[str, AnyBenchmark], Command]]
    """Makes the command of a benchmark without its own."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the benchmarks, and of other commands."""
        return [*installed(), *super().list_commands(ctx)]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands for help; omit a benchmark that cannot be loaded, and say why on standard error."""
        ctx.meta[LISTING] = True
        super().format_commands(ctx, formatter)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of a benchmark; None if there is no such benchmark."""
        entries = installed()
        if (own := super().get_command(ctx, cmd_name)) is not None:
            return own
        if entries and cmd_name not in entries:
            return None
        try:
            loaded = benchmark(cmd_name)
        except NoBenchmarkError as broken:
            if not ctx.meta.get(LISTING):
                raise
            sys.stderr.write(f"causalcore: {broken}\n")
            return None
        command = loaded.commands.get(self.verb) or type(self).steps(cmd_name, loaded)
        made = typer.Typer(rich_markup_mode=None, add_completion=False)
        made.command(cmd_name, epilog=f"Example: causalcore {command.example}")(command.function)
        return typer.main.get_command(made)


def group_of(verb: str, steps: Callable[[str, AnyBenchmark], Command]) -> type[BenchmarkGroup]:
    """Return the group of one verb: `run`, `score` or `compare`."""
    return type(f"{verb.capitalize()}Group", (BenchmarkGroup,), {"verb": verb, "steps": staticmethod(partial(steps))})
