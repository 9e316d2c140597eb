"""What was done to a project, kept in a file beside it: JSON Lines, one line a text that was touched.

A new file is written in full and replaces the old one, so no reader sees half a file.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from logic.errors import brief
from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.answering.review import write_whole
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.document_file import document_from_dict, document_to_dict
from nlbridge.apps.studio.document.history import History, Step
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


Lines = dict[str, tuple[Entry, str]]
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
    written: Lines = {}
    for name, entry in project.entries.items():
        if not _touched(entry, original.get(name)):
            continue
        if name not in known or known[name][0] is not entry:
            known[name] = entry, dumped(_row(entry) | {"opened": _mark(original.get(name))}) + "\n"
        written[name] = known[name]
    write_whole(path, "".join(line for _, line in written.values()))


def _mark(original: Document | None) -> str | None:
    """Return what tells the text that was opened from others."""
    return None if original is None else sha256(original.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _touched(entry: Entry, original: Document | None) -> bool:
    return entry.own or bool(entry.drafts or entry.history.past or entry.version) or entry.history.present != original


def _row(entry: Entry) -> dict[str, Any]:
    history = entry.history
    document = document_to_dict(history.present)
    return document | {
        "version": entry.version,
        "own": entry.own,
        "doubts": entry.doubts,
        "removed": entry.removed,
        "drafts": dict(entry.drafts),
        "past": _steps(history.past, document),
        "future": _steps(history.future, document),
    }


def _steps(steps: tuple[Step, ...], nearest: dict[str, Any]) -> list[dict[str, Any]]:
    """Write steps, the nearest last; each says in which parts its document differs from the next one."""
    rows = []
    for step in reversed(steps[-STEPS_SAVED:]):
        data = document_to_dict(step.document)
        rows.append({"told": step.told, "parts": {name: part for name, part in data.items() if nearest[name] != part}})
        nearest = data
    return rows[::-1]


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
        nearest = {**nearest, **row["parts"]}
        steps.append(Step(told=str(row["told"]), document=document_from_dict(nearest)))
    return tuple(reversed(steps))
