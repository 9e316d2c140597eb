"""Patterns of English that state how two phrases are related: `L is a kind of R`, `just because L does not mean R`.

A frame is a pattern over the lower-case words of one statement, separated by single spaces. It names the left phrase L
and the right phrase R, or a coordination X of both, or a conclusion C that does not follow, or a quantified clause Q to
split at its verb; and the relation from L to R.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from logic.relations.faithfulness import Relation

LONGEST: Final = 80
"""Most words of a statement: matching time grows with the cube of its length."""

GROUPS: Final = ("l", "r", "x", "c", "q")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A pattern, the relation that it states, and its reliability from 0 to 1."""

    name: str
    pattern: re.Pattern[str]
    relation: Relation
    strength: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Word ranges of the groups that a frame names."""

    frame: Frame
    spans: dict[str, tuple[int, int]]


@cache
def frames() -> tuple[Frame, ...]:
    """Return the frames of `explanation_frames.tsv`, in the file's order."""
    table = files("nlbridge.language.lexicon").joinpath("explanation_frames.tsv").read_text(encoding="utf-8")
    words: dict[str, str] = {}
    found: list[Frame] = []
    for line in table.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        if fields[0].isupper():
            words[fields[0]] = _filled(fields[1], words)
        else:
            relation, strength, name, pattern = fields
            found.append(
                Frame(
                    name=name,
                    pattern=re.compile(_filled(pattern, words) + "$"),
                    relation=Relation(relation),
                    strength=float(strength),
                )
            )
    return tuple(found)


def _filled(pattern: str, words: dict[str, str]) -> str:
    """Fill a pattern with word classes, `{NOT}`, and phrases, short `<L>` and long `<<L>>`."""
    for name, alternatives in words.items():
        pattern = pattern.replace(f"{{{name}}}", f"(?:{alternatives})")
    pattern = re.sub(r"<<([A-Z])>>", lambda m: f"(?P<{m[1].lower()}>.+)", pattern)
    return re.sub(r"<([A-Z])>", lambda m: f"(?P<{m[1].lower()}>.+?)", pattern)


def matches(words: tuple[str, ...]) -> Iterator[Match]:
    """Yield the match of each frame in a statement; none in one of more than `LONGEST` words.

    Examples
    --------
    >>> first = next(matches(tuple("a tram is a kind of vehicle".split())))
    >>> first.frame.name, first.spans
    ('L is a kind of R', {'l': (0, 2), 'r': (6, 7)})
    """
    if len(words) > LONGEST:
        return
    text = " ".join(words)
    starts, ends, position = {}, {}, 0
    for i, word in enumerate(words):
        starts[position] = i
        position += len(word) + 1
        ends[position - 1] = i + 1
    for frame in frames():
        found = frame.pattern.match(text)
        if found is None:
            continue
        spans = {
            name: (starts.get(found.start(name), -1), ends.get(found.end(name), -1))
            for name in GROUPS
            if name in frame.pattern.groupindex
        }
        if all(low >= 0 and high > low for low, high in spans.values()):
            yield Match(frame=frame, spans=spans)
