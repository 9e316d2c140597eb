"""Labelled rewrites as training examples: what an edit says of each claim, and whether it is valid.

Besides the rewrites as people labelled them, each epoch shows rows made of them by script, whose labels are certain:
the edit under another what-if of the same story, the edit of another story, the text itself, an edit without one of its
sentences, an edit inside a frame that denies it, and a refusal.

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

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from research.training.encoder.examples import Example, WhatIf, labelled

KEPT, ALTERED, ABSENT, UNKNOWN = 0, 1, 2, -1
VALUES: Final = {"kept": KEPT, "altered": ALTERED, "absent": ABSENT, "unclear": UNKNOWN}
CLASSES: Final = ("E1", "E2", "E3", "E4", "E5")
OTHER_WHAT_IF, OTHER_STORY, COPY, SHORTER, FRAMED, REFUSAL = 0.25, 0.12, 0.1, 0.15, 0.05, 0.03
"""Chance that an edit is also shown under another what-if, for another story, as a copy of the text, without a
sentence, inside a frame that denies it, and as a refusal."""
NO_WHAT_IF, FORMAL = 0.15, 0.1
"""Chance that an edit is shown without its what-if, or with one told by the claims that it sets."""
FRAMES: Final = (
    "It is false that {}",
    "None of this happened: {}",
    "In the dream, {}",
    "He lied when he said: {}",
    "Nobody believes that {}",
    "Suppose for a moment, wrongly, that {}",
    "It would be a mistake to write: {}",
)
REFUSALS: Final = (
    "I can't do that.",
    "Sorry, this request is beyond what I can do.",
    "Here is the text you asked for.",
    "n/a",
    "ok",
    "As a language model I have no opinion on this.",
    "The passage would be different.",
    "See the original.",
    "Nothing changes.",
    "[rewritten passage]",
    "Please provide more context.",
    "Everything stays the same.",
)
_SENTENCE = re.compile(r"[.!?](?=\s|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class EditRow:
    """An edit of a text under a what-if, and what is known about it.

    Parameters
    ----------
    told
        For each claim: 0 kept, 1 altered, 2 absent, -1 not known.
    fits
        For each claim whether what the edit says of it is what the what-if asks for; None where that is not known.
    valid
        1 valid, 0 invalid, None not known.
    errors
        For each of `CLASSES` whether the edit has it, or None where that is not known.
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
        The story with its claims as the clause cutter has them, and the labelled claim that each stands for, if any.
    """

    example: Example
    which: int
    edit: str
    told: tuple[int, ...]
    quotes: tuple[str, ...]
    errors: tuple[str, ...]
    cut: tuple[Example, tuple[int | None, ...]] | None = None


def rewrite_of(
    story: Mapping[str, Any], rewrite: Mapping[str, Any], cut: tuple[Example, tuple[int | None, ...]] | None = None
) -> Rewrite:
    """Join a labelled rewrite with its story."""
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
    """Return a rewrite with its labels, its claims as labelled."""
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
    """Tell for each claim whether what is said of it is what a what-if asks for."""
    return tuple(_fits(value, asked) for value, asked in zip(told, what_if.changed, strict=True))


def _fits(told: int, asked: float | None) -> float | None:
    if told == UNKNOWN or asked is None:
        return None
    if asked == 0.5:
        return 1.0
    if asked == 1:
        return float(told != KEPT)
    return None if told == ABSENT else float(told == KEPT)


def shown_edits(rewrite: Rewrite, others: Sequence[Rewrite], draw: random.Random) -> Iterator[EditRow]:
    """Yield the rows that show a rewrite in one epoch."""
    row = row_of(rewrite)
    yield _recut(_asked(row, rewrite, draw), rewrite, draw)
    story = rewrite.example
    if len(story.what_ifs) > 1 and draw.random() < OTHER_WHAT_IF:
        yield _recut(
            _under(rewrite, draw.choice([k for k in range(len(story.what_ifs)) if k != rewrite.which])), rewrite, draw
        )
    if draw.random() < OTHER_STORY:
        strange = draw.choice(others)
        if strange.example.id != story.id:
            yield _recut(_foreign(row, strange.edit), rewrite, draw)
    if draw.random() < COPY:
        yield _recut(_copy(row, story.what_ifs[rewrite.which]), rewrite, draw)
    if draw.random() < SHORTER:
        yield from (_recut(one, rewrite, draw) for one in _shorter(row, rewrite, draw))
    if draw.random() < FRAMED:
        framed = draw.choice(FRAMES).format(row.edit[:1].lower() + row.edit[1:])
        nothing = (UNKNOWN,) * len(row.told)
        yield replace(row, edit=framed, told=nothing, fits=(None,) * len(nothing), valid=0.0, errors=None)
    if draw.random() < REFUSAL:
        yield _foreign(row, draw.choice(REFUSALS))


def _asked(row: EditRow, rewrite: Rewrite, draw: random.Random) -> EditRow:
    """Show a row with its what-if; now and then with none, and then it is only read; or with one told by its claims."""
    chance = draw.random()
    if chance < NO_WHAT_IF:
        return replace(row, had="", fits=(None,) * len(row.told), valid=None, errors=None)
    sets = rewrite.example.what_ifs[rewrite.which].sets
    if chance < NO_WHAT_IF + FORMAL and sets:
        claims = [row.text[low:high] for k, (low, high) in enumerate(row.spans) if k in sets]
        return replace(row, had=" and ".join(f"not {claim[:1].lower()}{claim[1:]}" for claim in claims))
    return row


def _under(rewrite: Rewrite, which: int) -> EditRow:
    """Show a rewrite under another what-if of its story: invalid where a claim surely is not what that one asks for."""
    row, what_if = row_of(rewrite), rewrite.example.what_ifs[which]
    fitting = fits(row.told, what_if)
    return replace(row, had=what_if.had, fits=fitting, valid=0.0 if 0.0 in fitting else None, errors=None)


def _foreign(row: EditRow, edit: str) -> EditRow:
    told = (ABSENT,) * len(row.told)
    return replace(row, edit=edit, told=told, fits=(None,) * len(told), valid=0.0, errors=None)


def _copy(row: EditRow, what_if: WhatIf) -> EditRow:
    told = (KEPT,) * len(row.told)
    fitting = fits(told, what_if)
    return replace(row, edit=row.text, told=told, fits=fitting, valid=0.0 if 0.0 in fitting else None, errors=None)


def _shorter(row: EditRow, rewrite: Rewrite, draw: random.Random) -> Iterator[EditRow]:
    """Leave a sentence out: the claims whose quotes stood in it are told of no more."""
    ends = [match.end() for match in _SENTENCE.finditer(row.edit)]
    if len(ends) < 2:
        return
    which = draw.randrange(len(ends))
    low, high = (ends[which - 1] if which else 0), ends[which]
    gone = {
        k
        for k, quote in enumerate(rewrite.quotes)
        if quote and low <= row.edit.find(quote) and row.edit.find(quote) + len(quote) <= high
    }
    if gone:
        told = tuple(ABSENT if k in gone else value for k, value in enumerate(row.told))
        what_if = rewrite.example.what_ifs[rewrite.which]
        fitting = tuple(None if k in gone else value for k, value in enumerate(fits(told, what_if)))
        edit = (row.edit[:low] + row.edit[high:]).strip()
        yield replace(row, edit=edit, told=told, fits=fitting, valid=0.0 if 0.0 in fitting else None, errors=None)


def _recut(row: EditRow, rewrite: Rewrite, draw: random.Random) -> EditRow:
    """Now and then show the claims as the clause cutter has them, with the labels carried over."""
    if rewrite.cut is None or draw.random() < 0.5:
        return row
    example, homes = rewrite.cut
    return replace(
        row,
        spans=example.spans,
        told=tuple(UNKNOWN if home is None else row.told[home] for home in homes),
        fits=tuple(None if home is None else row.fits[home] for home in homes),
    )
