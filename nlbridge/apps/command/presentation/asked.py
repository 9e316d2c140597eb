"""The answer to a query on a terminal: the query with its value, and why it is an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from nlbridge.apps.command.presentation.whole import hanging, plain

if TYPE_CHECKING:
    from rich.console import Console

    from causalcore.asking.asked import Asked


def show_asked(console: Console, query: str, found: Asked) -> None:
    """Show an answer for people; scripts get `str(found)`, or JSON."""
    if found.distribution or found.causal:
        console.print(plain(str(found)))
        return
    if found.interval is not None:
        low, high = (f"{end:.4g}" for end in found.interval)
        value = f"is between {low} and {high}"
    elif found.value is not None:
        value = f"= {found.value:.10g}"
    else:
        value = "is not answered"
    hanging(console, Text.assemble(plain(query), " ", (value, "bold")), 2)
    if found.value is None:
        for reason in filter(None, found.why.split("; ")):
            hanging(console, Text.assemble("  - ", plain(reason)), 4)
