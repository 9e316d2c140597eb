"""A causal graph as a picture: boxes with a state, arrows, layers.

DOT and Mermaid are in `causalcore.pictures.text`, SVG in `causalcore.pictures.svg`. Labels come from outside, so every
format escapes them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Style:
    """A state of a box, with its colours."""

    name: str
    fill: str
    stroke: str
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A variable or an event.

    Parameters
    ----------
    head, text
        The first line, and the wrapped text below it.
    observed
        Whether it has a double line.
    hidden
        Whether it is dashed, as unobserved.
    marks
        Further attributes for DOT, which viewers ignore.
    """

    id: str
    head: str
    text: str = ""
    style: Style
    observed: bool = False
    hidden: bool = False
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A link between two boxes.

    Parameters
    ----------
    dashed
        Whether the link may be idle.
    against
        Whether the cause works against the effect.
    cut
        Whether an intervention has cut the link.
    marks
        Further attributes for DOT, which viewers ignore.
    """

    cause: str
    effect: str
    label: str = ""
    dashed: bool = False
    against: bool = False
    cut: bool = False
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Boxes and arrows, with the states that the legend explains.

    Parameters
    ----------
    caption
        A line below the boxes; SVG only.
    """

    title: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    legend: tuple[Style, ...] = field(default=())
    caption: str = ""


def layers(names: Iterable[str], edges: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Put each box one layer below its deepest cause; boxes without causes come first.

    Examples
    --------
    >>> layers("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    (('a',), ('b',), ('c',))
    """
    depth = dict.fromkeys(names, 0)
    pairs = list(edges)
    for _ in depth:
        moved = False
        for cause, effect in pairs:
            if cause in depth and depth.get(effect, len(depth)) <= depth[cause]:
                depth[effect], moved = depth[cause] + 1, True
        if not moved:
            break
    return tuple(
        tuple(name for name, own in depth.items() if own == level)
        for level in range(max(depth.values(), default=-1) + 1)
    )


def printable(text: str) -> str:
    r"""Return `text` without characters that control a terminal or change the reading direction.

    Examples
    --------
    >>> printable("red \x1b[31malert")
    'red [31malert'
    """
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
