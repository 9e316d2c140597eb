"""A picture in the format that its file name implies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.errors import DrawingFormatError

if TYPE_CHECKING:
    from pathlib import Path

    from causalcore.pictures.picture import Picture


def write_picture(picture: Picture, path: Path) -> None:
    """Write a picture in the format that the suffix of `path` names.

    Raises
    ------
    DrawingFormatError
        If the suffix is not .svg, .dot, .gv, .mmd or .mermaid.
    """
    from causalcore.pictures.svg import svg
    from causalcore.pictures.text import dot, mermaid

    writers = {".svg": svg, ".dot": dot, ".gv": dot, ".mmd": mermaid, ".mermaid": mermaid}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        message = f"expected a file named *.svg, *.dot or *.mmd, got {path.name}; the suffix chooses the format"
        raise DrawingFormatError(message)
    path.write_text(writer(picture), encoding="utf-8")
