"""What a result rests on: the words alone, or a language model's word for what they say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Source(StrEnum):
    """Who read something."""

    OFFLINE = "offline"
    MODEL = "model"
    GIVEN = "given"


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """Who read the text, the what-if and the edit.

    Parameters
    ----------
    links
        Pairs of events whose link, or its absence, rests on a model's word; for a reading by a model, all links.
    doubts
        Why a verdict is withheld, where it is.
    """

    reader: str
    reading: Source
    what_if: Source
    edit: Source | None = None
    links: tuple[tuple[str, str], ...] = ()
    doubts: tuple[str, ...] = ()

    def row(self) -> dict[str, Any]:
        """Return it as a JSON object.

        Examples
        --------
        >>> Basis(reader="hybrid", reading=Source.OFFLINE, what_if=Source.GIVEN).row()["what_if"]
        'given'
        """
        row: dict[str, Any] = {"reader": self.reader, "reading": str(self.reading), "what_if": str(self.what_if)}
        if self.edit is not None:
            row["edit"] = str(self.edit)
        return row | {"links_by_model": [list(pair) for pair in self.links], "doubts": list(self.doubts)}

    def __str__(self) -> str:
        """Say it in a sentence."""
        who = {Source.OFFLINE: "offline", Source.MODEL: "by the model", Source.GIVEN: "as given"}
        parts = [f"text read {who[self.reading]}", f"what-if {who[self.what_if]}"]
        if self.edit is not None:
            parts.append(f"edit {who[self.edit]}")
        if self.links and self.reading is Source.OFFLINE:
            several = "s" if len(self.links) > 1 else ""
            parts.append(f"{len(self.links)} link{several} in doubt asked of the model")
        return ", ".join(parts)
