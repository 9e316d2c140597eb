"""A scenario's causal graph as a picture: states, layers, DOT, Mermaid.

SVG is in `nlbridge.drawing_svg`, the terminal in `nlbridge.presentation`.
Statements come from outside: every format escapes them.
"""

from __future__ import annotations

import textwrap
import unicodedata
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from causalcore.scenario import Sign, Strength
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from pathlib import Path

    from causalcore.rubric import Rubric
    from causalcore.scenario import Link, Scenario


class DrawingFormatError(BridgeError, ValueError):
    """A picture file whose suffix names no format."""


class State(StrEnum):
    """What becomes of an event under the intervention."""

    INTERVENED = "intervened"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    OPEN = "open"
    UNKNOWN = "unknown"


FILL: Final = {
    State.INTERVENED: "#e4d7ff",
    State.CHANGED: "#ffd9d0",
    State.UNCHANGED: "#d9f0dc",
    State.OPEN: "#fff0c2",
    State.UNKNOWN: "#e6e6e6",
}
STROKE: Final = {
    State.INTERVENED: "#6b3fd4",
    State.CHANGED: "#c0391b",
    State.UNCHANGED: "#2e7d41",
    State.OPEN: "#a97b00",
    State.UNKNOWN: "#666666",
}


_MERMAID: Final = str.maketrans(
    {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "|": "#124;", "`": "#96;", "\n": " "}
)


def states(rubric: Rubric) -> dict[str, State]:
    """Return the state of every event."""
    return {
        event.id: State.INTERVENED
        if event.id in rubric.intervention
        else State(str(rubric.derivation.answer(event.id).kind))
        for event in rubric.scenario.events
    }


def layers(scenario: Scenario) -> tuple[tuple[str, ...], ...]:
    """Put each event one layer below its deepest cause; causes without causes come first.

    Examples
    --------
    >>> from causalcore.scenario import Event, Link, Scenario
    >>> layers(
    ...     Scenario(
    ...         events=tuple(Event(id=name, statement=name) for name in "abc"),
    ...         links=(Link(cause="a", effect="b"), Link(cause="b", effect="c"), Link(cause="a", effect="c")),
    ...     )
    ... )
    (('a',), ('b',), ('c',))
    """
    depth = {event.id: 0 for event in scenario.events}
    for _ in scenario.events:
        moved = False
        for link in scenario.links:
            if link.cause in depth and depth.get(link.effect, len(depth)) <= depth[link.cause]:
                depth[link.effect], moved = depth[link.cause] + 1, True
        if not moved:
            break
    return tuple(
        tuple(event.id for event in scenario.events if depth[event.id] == level)
        for level in range(max(depth.values(), default=-1) + 1)
    )


def printable(text: str) -> str:
    r"""Return `text` without characters that steer a terminal or turn the reading direction.

    Examples
    --------
    >>> printable("red \x1b[31malert")
    'red [31malert'
    """
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})


def link_label(link: Link) -> str:
    """Return the words on an arrow: the text's connective, and the strength unless it is the usual one."""
    parts = [printable(link.connective).replace("\n", " ")] if link.connective else []
    if link.strength is not Strength.NECESSARY:
        parts.append(str(link.strength))
    return ", ".join(parts)


def dashed(link: Link) -> bool:
    """Say whether an arrow is drawn dashed: the link may be idle."""
    return link.strength in {Strength.POSSIBLE, Strength.CONTRIBUTING}


def dot(rubric: Rubric) -> str:
    """Write the graph for Graphviz."""
    lines = ["digraph causes {", '  rankdir=LR; node [shape=box, style="rounded,filled", fontname="sans-serif"];']
    for event in rubric.scenario.events:
        state = states(rubric)[event.id]
        label = "\\n".join(_dot(part) for part in [f"{event.id}: {state}", *_wrapped(event.statement)])
        lines.append(f'  "{_dot(event.id)}" [label="{label}", fillcolor="{FILL[state]}", color="{STROKE[state]}"];')
    for link in rubric.scenario.links:
        style = ", style=dashed" if dashed(link) else ""
        head = ", arrowhead=tee" if link.sign is Sign.INHIBITS else ""
        label = _dot(link_label(link))
        lines.append(f'  "{_dot(link.cause)}" -> "{_dot(link.effect)}" [label="{label}"{style}{head}];')
    return "\n".join([*lines, "}", ""])


def mermaid(rubric: Rubric) -> str:
    """Write the graph for Mermaid, which Markdown viewers draw."""
    lines = ["flowchart LR"]
    number = {event.id: f"n{place}" for place, event in enumerate(rubric.scenario.events)}
    for event in rubric.scenario.events:
        words = "<br/>".join(_mermaid(part) for part in [event.id, *_wrapped(event.statement)])
        lines.append(f'  {number[event.id]}["{words}"]:::{states(rubric)[event.id]}')
    for link in rubric.scenario.links:
        head = "--x" if link.sign is Sign.INHIBITS else "-.->" if dashed(link) else "-->"
        label = _mermaid(link_label(link))
        words = f'|"{label}"|' if label else ""
        lines.append(f"  {number[link.cause]} {head}{words} {number[link.effect]}")
    lines += [f"  classDef {state} fill:{FILL[state]},stroke:{STROKE[state]}" for state in State]
    return "\n".join([*lines, ""])


def draw(rubric: Rubric, path: Path) -> None:
    """Write the graph to `path`, in the format that its suffix names.

    Raises
    ------
    DrawingFormatError
        If the suffix is not .svg, .dot, .gv, .mmd or .mermaid.
    """
    from nlbridge.drawing_svg import svg

    writers = {".svg": svg, ".dot": dot, ".gv": dot, ".mmd": mermaid, ".mermaid": mermaid}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        message = f"expected a file named *.svg, *.dot or *.mmd, got {path.name}; the suffix chooses the format"
        raise DrawingFormatError(message)
    path.write_text(writer(rubric), encoding="utf-8")


def _wrapped(statement: str) -> list[str]:
    return textwrap.wrap(printable(statement), width=30) or [""]


def _dot(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _mermaid(text: str) -> str:
    return text.translate(_MERMAID)
