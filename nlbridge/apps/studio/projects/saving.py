"""Save the work on a project in a file next to it: JSON Lines, one line for each changed text.

A new file is written in full and replaces the old one, so no reader sees half a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from logic.errors import brief
from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.answering.review import write_whole
from nlbridge.apps.studio.document.document import Document, StudioError, document_from_dict, document_to_dict
from nlbridge.apps.studio.document.operations import History, Step
from nlbridge.apps.studio.projects.project import Entry, Project

SUFFIX: Final = ".review.jsonl"
_ALWAYS: Final = frozenset({"id", "text", "scenario", "replies", "rewrites", "labels"})
"""Fields of every saved text; the others came later, and a file that lacks them has their defaults."""
STEPS_SAVED: Final = 50
"""Steps in each direction that outlive the server."""


def place_beside(path: Path | None) -> Path:
    """Return where the review of a file is kept; without a file, in the current folder.

    Examples
    --------
    >>> place_beside(Path("texts.jsonl")).name
    'texts.jsonl.review.jsonl'
    """
    return Path(f"studio{SUFFIX}") if path is None else path.with_name(path.name + SUFFIX)


@dataclass(frozen=True, slots=True)
class Written:
    """What was written of a text last: its line, and what each step differs in from the document beside it.

    The two documents are named by their ids: the entry keeps both, so that an id is that of no other.
    """

    entry: Entry
    line: str
    differences: Mapping[tuple[int, int], dict[str, Any]]


Lines = dict[str, Written]
"""What was written of each text last, so that only what changed is put into words again."""


def save(project: Project, path: Path, lines: Lines | None = None) -> None:
    """Write what differs from the file that was opened.

    Parameters
    ----------
    lines
        What was written last; it is brought up to date.
    """
    original = {text.id: text for text in project.texts}
    known: Lines = {} if lines is None else lines
    written: list[str] = []
    for name, entry in project.entries.items():
        if not _touched(entry, original.get(name)):
            continue
        if name not in known or known[name].entry is not entry:
            known[name] = _written(entry, original.get(name), known.get(name))
        written.append(known[name].line)
    write_whole(path, "".join(written))


def _written(entry: Entry, original: Document | None, before: Written | None) -> Written:
    """Put a text into words; what a step differs in is worked out once."""
    known = {} if before is None else before.differences
    found: dict[tuple[int, int], dict[str, Any]] = {}

    def rows(way: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
        saved = way[-STEPS_SAVED:]
        documents = [*(step.document for step in saved), entry.history.present]
        for step, (own, nearest) in zip(saved, pairwise(documents), strict=True):
            pair = id(own), id(nearest)
            found[pair] = known[pair] if pair in known else _difference(own, nearest)
            yield {"told": step.told} | found[pair]

    ways = {"past": list(rows(entry.history.past)), "future": list(rows(entry.history.future))}
    line = dumped(_row(entry) | {"opened": _mark(original)} | ways) + "\n"
    return Written(entry, line, found)


def _mark(original: Document | None) -> str | None:
    """Return a digest that identifies the opened text."""
    return None if original is None else sha256(original.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _touched(entry: Entry, original: Document | None) -> bool:
    return entry.own or bool(entry.drafts or entry.history.past or entry.version) or entry.history.present != original


def _row(entry: Entry) -> dict[str, Any]:
    return document_to_dict(entry.history.present) | {
        "version": entry.version,
        "own": entry.own,
        "doubts": entry.doubts,
        "removed": entry.removed,
        "drafts": dict(entry.drafts),
    }


def _difference(own: Document, nearest: Document) -> dict[str, Any]:
    """Write in which parts a document differs from the one beside it, and of its reading what differs in each list."""
    one, other = document_to_dict(own), document_to_dict(nearest)
    parts = {name: part for name, part in one.items() if other[name] != part}
    if "scenario" not in parts:
        return {"parts": parts}
    read, beside = parts.pop("scenario"), other["scenario"]
    names = [name for name in {**beside, **read} if read.get(name) != beside.get(name)]
    return {"parts": parts, "scenario": {name: _cut(read.get(name), beside.get(name)) for name in names}}


def _cut(part: Any, beside: Any) -> dict[str, Any]:
    """Write a list as what stands in the place of some items of another; what is no list, as a whole."""
    if not isinstance(part, list) or not isinstance(beside, list):
        return {"whole": part}
    alike = (same for same, (one, other) in enumerate(zip(part, beside, strict=False)) if one != other)
    start = next(alike, min(len(part), len(beside)))
    end = 0
    while end < min(len(part), len(beside)) - start and part[-1 - end] == beside[-1 - end]:
        end += 1
    return {"after": start, "before": end, "items": part[start : len(part) - end]}


def _put_back(cut: dict[str, Any], beside: list[Any]) -> Any:
    """Read what `_cut` wrote."""
    if "whole" in cut:
        return cut["whole"]
    return [*beside[: cut["after"]], *cut["items"], *beside[len(beside) - cut["before"] :]]


def resume(project: Project, path: Path) -> None:
    """Take up a project where it was left, if it was saved.

    Raises
    ------
    StudioError
        If the file is not one that `save` wrote, or is about other texts.
    """
    if not path.exists():
        return
    original = {text.id: text for text in project.texts}
    for number, line in enumerate(decoded(path.read_bytes(), str(path)).split("\n"), 1):
        if line.strip():
            row = _object(line, f"line {number} of {path.name}")
            entry = _entry(row, f"line {number} of {path.name}")
            name = entry.history.present.id
            if row.get("opened") != _mark(original.get(name)):
                _refuse_other(name, path)
            project.entries[name] = entry


def _refuse_other(name: str, path: Path) -> None:
    """Refuse a review of texts that the file does not have: it would be lost, or put beside another text."""
    message = (
        f"expected in {path} a review of the same texts, got one of another text {brief(name)}; "
        "name another --save, or move that file away"
    )
    raise StudioError(message)


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        row = read_json(line)
    except MalformedDocumentError as broken:
        raise StudioError(_fault(where, broken.came)) from broken
    if not isinstance(row, dict):
        raise StudioError(_fault(where, type(row).__name__))
    return row


def _fault(where: str, broken: object) -> str:
    return (
        f"expected a review that the studio wrote in {where}, got something else ({broken}); "
        "name another --save, or move that file away"
    )


def _entry(row: dict[str, Any], where: str) -> Entry:
    try:
        usual = document_to_dict(Document(id=""))
        present = {name: row[name] if name in _ALWAYS else row.get(name, part) for name, part in usual.items()}
        history = History(
            present=document_from_dict(present),
            past=_steps_of(row.get("past", []), present),
            future=_steps_of(row.get("future", []), present),
        )
        return Entry(
            history=history,
            version=int(row.get("version", 0)),
            drafts=tuple((str(name), str(value)) for name, value in row.get("drafts", {}).items()),
            own=bool(row.get("own", False)),
            doubts=row.get("doubts"),
            removed=bool(row.get("removed", False)),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        raise StudioError(_fault(where, broken)) from broken


def _steps_of(rows: list[dict[str, Any]], nearest: dict[str, Any]) -> tuple[Step, ...]:
    steps = []
    for row in reversed(rows):
        read = nearest["scenario"]
        told = {name: _put_back(cut, read.get(name, [])) for name, cut in row.get("scenario", {}).items()}
        read = {name: part for name, part in {**read, **told}.items() if part is not None}
        nearest = {**nearest, "scenario": read, **row["parts"]}
        steps.append(Step(told=str(row["told"]), document=document_from_dict(nearest)))
    return tuple(reversed(steps))
