"""Labelled texts with what-ifs and rewrites, to measure a model; none is in training data or prompts.

They were written for this purpose: stories, texts of work (logs, minutes, tickets, reports), and short scenarios with
backups, joint causes, alternatives and amounts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = "labelled_set.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledClaim:
    """A claim of a text under one of its what-ifs.

    Parameters
    ----------
    quote
        Words that stand once in the text.
    answer
        `changed`, `unchanged` or `open`.
    direction
        `lower` or `higher` for an amount that changes, else empty.
    """

    quote: str
    answer: str
    direction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRewrite:
    """A rewrite under a what-if; `error` is the class that makes it invalid, empty for a valid one."""

    edit: str
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledWhatIf:
    """A what-if with what happens to the claims, and rewrites."""

    had: str
    claims: tuple[LabelledClaim, ...]
    rewrites: tuple[LabelledRewrite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledText:
    """A text with its what-ifs; `kind` is prose, work or suite."""

    id: str
    kind: str
    text: str
    what_ifs: tuple[LabelledWhatIf, ...]


@cache
def labelled_texts() -> tuple[LabelledText, ...]:
    """Return the set in the package; the kinds alternate, so any beginning holds all of them.

    Examples
    --------
    >>> texts = labelled_texts()
    >>> len(texts), [text.kind for text in texts[:3]]
    (60, ['prose', 'work', 'suite'])
    """
    return tuple(text_of(read_json(line)) for line in _data().splitlines())


def set_digest() -> str:
    """Return a digest of this version of the set."""
    return sha256(_data().encode()).hexdigest()[:16]


def _data() -> str:
    return (files("nlbridge.apps.doctor") / FILE).read_text(encoding="utf-8")


def text_of(row: Mapping[str, Any]) -> LabelledText:
    """Read one line of a labelled set."""
    return LabelledText(
        id=row["id"], kind=row["kind"], text=row["text"], what_ifs=tuple(_what_if(one) for one in row["what_ifs"])
    )


def _what_if(row: Mapping[str, Any]) -> LabelledWhatIf:
    return LabelledWhatIf(
        had=row["had"],
        claims=tuple(
            LabelledClaim(quote=quote, answer=answer, direction="".join(way)) for quote, answer, *way in row["claims"]
        ),
        rewrites=tuple(LabelledRewrite(edit=one["edit"], error=one["error"] or "") for one in row["rewrites"]),
    )
