"""The graph of a rubric with what an edit made of it: a mark on each event, and the verdict below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.pictures.svg import svg
from nlbridge.telling.graph_drawing import picture_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.pictures.picture import Picture
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.python.rows import VerdictRow

MARKS: Final = {"pass": "✓", "fail": "✗", "undetermined": "?"}


def verdict_picture(prepared: Prepared, row: VerdictRow) -> Picture:
    """Return the picture of a rubric's graph, marked by a verdict."""
    picture = picture_of(prepared.rubric)
    outcome = {one["event"]: MARKS[one["verdict"]] for one in row["criteria"] if one["kind"] != "connective"}
    boxes = tuple(
        replace(box, head=f"{box.head} {outcome[box.id]}") if box.id in outcome else box for box in picture.boxes
    )
    return replace(picture, boxes=boxes, caption=said(row["valid"], row["errors"], row["confidence"]))


def said(valid: bool | None, errors: Sequence[str], confidence: float) -> str:
    """Say a verdict in a few words.

    Examples
    --------
    >>> said(False, ["E2"], 0.97)
    'The edit is invalid (E2), 97% sure'
    """
    if valid is None:
        return "The edit is undetermined"
    classes = f" ({', '.join(errors)})" if errors else ""
    return f"The edit is {'valid' if valid else 'invalid'}{classes}, {confidence:.0%} sure"


def verdict_svg(prepared: Prepared, row: VerdictRow) -> str:
    """Draw a verdict as self-contained SVG."""
    return svg(verdict_picture(prepared, row))
