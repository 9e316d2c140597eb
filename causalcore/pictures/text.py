"""Pictures as text that other programs draw: DOT for Graphviz, Mermaid for Markdown viewers."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from causalcore.graphs.notations import quoted
from causalcore.pictures.picture import printable

if TYPE_CHECKING:
    from causalcore.pictures.picture import Arrow, Box, Picture

_MERMAID: Final = str.maketrans(
    {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "|": "#124;", "`": "#96;", "\n": " "}
)


def dot(picture: Picture) -> str:
    """Write a picture for Graphviz; `causalcore.graphs.notations` reads it back."""
    lines = ["digraph causes {", '  rankdir=LR; node [shape=box, style="rounded,filled", fontname="sans-serif"];']
    lines += [f"  {_dot_name(box.id)} [{_listed(_box_marks(box))}];" for box in picture.boxes]
    for arrow in picture.arrows:
        ends = f"{_dot_name(arrow.cause)} -> {_dot_name(arrow.effect)}"
        lines.append(f"  {ends} [{_listed(_arrow_marks(arrow))}];")
    return "\n".join([*lines, "}", ""])


def _box_marks(box: Box) -> dict[str, str]:
    marks = {
        "label": "\n".join([printable(box.head), *_wrapped(box.text)]),
        "fillcolor": box.style.fill,
        "color": box.style.stroke,
    }
    if box.observed:
        marks["peripheries"] = "2"
    if box.hidden:
        marks |= {"style": "rounded,filled,dashed", "latent": "true"}
    return marks | dict(box.marks)


def _arrow_marks(arrow: Arrow) -> dict[str, str]:
    marks = {"label": printable(arrow.label)}
    if arrow.dashed or arrow.cut:
        marks["style"] = "dotted" if arrow.cut else "dashed"
    if arrow.cut:
        marks["color"] = "#aaaaaa"
    if arrow.against:
        marks["arrowhead"] = "tee"
    return marks | dict(arrow.marks)


def _listed(marks: dict[str, str]) -> str:
    return ", ".join(f"{name}={quoted(printable(value))}" for name, value in marks.items())


def _dot_name(name: str) -> str:
    return quoted(printable(name))


def mermaid(picture: Picture) -> str:
    """Write a picture for Mermaid."""
    lines = ["flowchart LR"]
    number = {box.id: f"n{place}" for place, box in enumerate(picture.boxes)}
    for box in picture.boxes:
        words = "<br/>".join(_mermaid(part) for part in [printable(box.head), *_wrapped(box.text)])
        left, right = ("[[", "]]") if box.observed else ("([", "])") if box.hidden else ("[", "]")
        lines.append(f'  {number[box.id]}{left}"{words}"{right}:::{box.style.name}')
    for arrow in picture.arrows:
        head = "--x" if arrow.against or arrow.cut else "-->"
        head = head.replace("--", "-.-") if arrow.dashed or arrow.cut else head
        label = _mermaid(printable(arrow.label))
        words = f'|"{label}"|' if label else ""
        lines.append(f"  {number[arrow.cause]} {head}{words} {number[arrow.effect]}")
    styles = dict.fromkeys([*picture.legend, *(box.style for box in picture.boxes)])
    lines += [f"  classDef {style.name} fill:{style.fill},stroke:{style.stroke}" for style in styles]
    return "\n".join([*lines, ""])


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(printable(text), width=30)


def _mermaid(text: str) -> str:
    return text.translate(_MERMAID)
