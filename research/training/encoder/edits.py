"""Labelled rewrites as training examples: what an edit says of each claim, and whether it is valid.

`made_edits` derives further edits from them.

Examples
--------
>>> story = {
...     "id": "s",
...     "text": "The tap leaked. The floor got wet.",
...     "events": ["The tap leaked", "The floor got wet"],
...     "links": [[0, 1, "+", "need", ""]],
...     "what_ifs": [{"had": "the tap held", "sets": [0], "changed": [0, 1], "unchanged": [], "open": []}],
... }
>>> rewrite = {
...     "story": "s",
...     "what_if": 0,
...     "edit": "The tap held. The floor got wet.",
...     "errors": ["E2"],
...     "claims": ["altered", "kept"],
...     "quotes": ["The tap held", "The floor got wet"],
... }
>>> row = rewritten(story, rewrite)
>>> row.told, row.valid, row.fits
((1, 0), 0.0, (1.0, 0.0))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from research.training.encoder.examples import Example, WhatIf, labelled

KEPT, ALTERED, ABSENT, NOT_KEPT, UNKNOWN = 0, 1, 2, 3, -1
VALUES: Final = {"kept": KEPT, "altered": ALTERED, "absent": ABSENT, "unclear": UNKNOWN}
CLASSES: Final = ("E1", "E2", "E3", "E4", "E5")


@dataclass(frozen=True, slots=True, kw_only=True)
class EditRow:
    """An edit of a text under a what-if, and its labels.

    Parameters
    ----------
    told
        For each claim: 0 kept, 1 altered, 2 absent, 3 altered or absent, -1 unknown.
    fits
        Whether each claim in the edit fits the what-if; None if unknown.
    valid
        1 valid, 0 invalid, None unknown.
    errors
        Whether the edit has each of `CLASSES`; None if unknown.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    had: str
    edit: str
    told: tuple[int, ...]
    fits: tuple[float | None, ...]
    valid: float | None
    errors: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """A labelled rewrite with its story.

    Parameters
    ----------
    cut
        The story with the clause cutter's claims, and the labelled claim that each represents, if any.
    beside
        Other rewrites of the story, under the same what-if or another.
    """

    example: Example
    which: int
    edit: str
    told: tuple[int, ...]
    quotes: tuple[str, ...]
    errors: tuple[str, ...]
    cut: tuple[Example, tuple[int | None, ...]] | None = None
    beside: tuple[Rewrite, ...] = ()


def rewrite_of(
    story: Mapping[str, Any], rewrite: Mapping[str, Any], cut: tuple[Example, tuple[int | None, ...]] | None = None
) -> Rewrite:
    """Combine a labelled rewrite with its story."""
    return Rewrite(
        example=labelled(story),
        which=int(rewrite["what_if"]),
        edit=str(rewrite["edit"]),
        told=tuple(VALUES[value] for value in rewrite["claims"]),
        quotes=tuple(rewrite["quotes"]),
        errors=tuple(rewrite["errors"]),
        cut=cut,
    )


def rewritten(story: Mapping[str, Any], rewrite: Mapping[str, Any]) -> EditRow:
    """Return a labelled rewrite as a row."""
    return row_of(rewrite_of(story, rewrite))


def row_of(rewrite: Rewrite) -> EditRow:
    """Return a rewrite as a row with its labelled claims."""
    example, what_if = rewrite.example, rewrite.example.what_ifs[rewrite.which]
    return EditRow(
        text=example.text,
        spans=example.spans,
        had=what_if.had,
        edit=rewrite.edit,
        told=rewrite.told,
        fits=fits(rewrite.told, what_if),
        valid=float(not rewrite.errors),
        errors=tuple(float(name in rewrite.errors) for name in CLASSES),
    )


def fits(told: Sequence[int], what_if: WhatIf) -> tuple[float | None, ...]:
    """Return whether each claim in an edit fits a what-if; None where unknown."""
    return tuple(_fits(value, asked) for value, asked in zip(told, what_if.changed, strict=True))


def _fits(value: int, asked: float | None) -> float | None:
    if value == UNKNOWN or asked is None:
        return None
    if asked == 0.5:
        return 1.0
    if asked == 1:
        return float(value != KEPT)
    return None if value == ABSENT else float(value == KEPT)
