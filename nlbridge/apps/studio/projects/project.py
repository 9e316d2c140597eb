"""The texts under review with their histories, their list, and the file that saves them.

The file has one line of JSON per changed text. Saving writes a whole new file and then replaces the old one.

Examples
--------
>>> from causalcore.scenario.scenario import Scenario
>>> texts = (Document(id="1", scenario=Scenario(text="It rained.")), Document(id="2"))
>>> project = Project(name="two.jsonl", texts=texts)
>>> [str(state_of(entry.history.present)) for entry in project.entries.values()]
['unread', 'unread']
>>> following(project, after="1")
'2'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final

from causalcore.files.writing import write_whole
from causalcore.graphs.graph_file import GRAPHS
from causalcore.scenario.file import load_scenario
from logic.errors import brief
from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import (
    Document,
    StudioError,
    document_from_dict,
    document_to_dict,
    refuse_unknown,
)
from nlbridge.apps.studio.document.operations import History, Step
from nlbridge.apps.studio.projects.opening import MOST_TEXTS, json_in, lines_in, object_in, texts_in
from nlbridge.apps.studio.views.view import ReviewState, state_of, title_of

MOST_DRAFTS: Final = 20
LARGEST: Final = 64 * 2**20
"""Largest file to open, in bytes."""
SUFFIX: Final = ".review.jsonl"
STEPS_SAVED: Final = 50
"""Undo steps and redo steps that are saved, each."""
_ALWAYS: Final = frozenset({"id", "text", "scenario", "replies", "rewrites", "labels"})
"""Fields of every saved text; newer fields get defaults if a file lacks them."""
_OURS: Final = "a review that the studio wrote"
_CURE: Final = "name another --save, or move that file away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One text of a project."""

    history: History
    version: int = 0
    """Grows with each change, so two pages notice each other."""
    drafts: tuple[tuple[str, str], ...] = ()
    """Text typed but not sent, by input field."""
    own: bool = False
    """Whether it was added on the page."""
    doubts: int | None = None
    """Number of doubts without an answer; None until somebody opens the text."""
    changed_by: str | None = None
    """The last operation."""
    removed: bool = False
    """Whether it was taken off the list; it can be restored."""


@dataclass(slots=True)
class Project:
    """Texts by their ids, in order."""

    name: str
    texts: tuple[Document, ...]
    entries: dict[str, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.entries = {text.id: Entry(history=History(present=text)) for text in self.texts}

    def entry(self, name: str, *, removed: bool = False) -> Entry:
        """Return one text; raises `LookupError` for an unknown id, and for a removed text unless `removed`."""
        if name not in self.entries or (self.entries[name].removed and not removed):
            message = f"expected the id of a text, got {name[:60]!r}; take one of the list"
            raise LookupError(message)
        return self.entries[name]

    def with_text(self, text: Document) -> None:
        """Add a text at the end of the list."""
        if len(self.entries) >= MOST_TEXTS:
            message = f"expected at most {MOST_TEXTS} texts, got one more; open them in several files"
            raise StudioError(message)
        self.entries[text.id] = Entry(history=History(present=text), own=True)

    def next_id(self) -> str:
        """Return an id that no text has."""
        return next(str(number) for number in count(len(self.entries) + 1) if str(number) not in self.entries)


def open_project(path: Path | None) -> Project:
    """Open a file; without one, a project of one empty text."""
    if path is None:
        return Project(name="", texts=(Document(id="1", read=True),))
    if not path.is_file():
        message = f"expected a file of texts, got {path}, which is not a file; check the name"
        raise FileNotFoundError(message)
    if path.stat().st_size > LARGEST:
        message = f"expected a file of at most {LARGEST // 2**20} MiB, got {path.stat().st_size} bytes; split it"
        raise StudioError(message)
    if path.suffix.lower() in GRAPHS:
        return Project(name=path.name, texts=(Document(id="1", scenario=load_scenario(path), read=True),))
    return Project(name=path.name, texts=texts_in(path.name, decoded(path.read_bytes(), path.name)))


def listing(project: Project, state: str = "", search: str = "") -> dict[str, Any]:
    """Return the list of texts, of one state if given, with all words of `search` in text, title or id, in any case."""
    refuse_unknown(state, "a state of texts", ReviewState)
    listed = {name: entry for name, entry in project.entries.items() if not entry.removed}
    states = {name: state_of(entry.history.present) for name, entry in listed.items()}
    wanted, items = search.casefold().split(), []
    for name, entry in listed.items():
        document = entry.history.present
        text = f"{document.id} {document.title} {document.text}".casefold() if wanted else ""
        if (not state or states[name] == state) and all(word in text for word in wanted):
            item = {
                "id": name,
                "title": document.title or title_of(document.text),
                "state": str(states[name]),
                "doubts": entry.doubts,
                "rewrites": len(document.rewrites),
                "labels": len(document.labels),
                "own": entry.own,
            }
            items.append(item)
    counts = {str(kind): sum(text_state is kind for text_state in states.values()) for kind in ReviewState}
    return {"name": project.name, "total": len(states), "shown": len(items), "counts": counts, "items": items}


def following(project: Project, after: str = "", state: str = "") -> str | None:
    """Return the id of the next text in a state, wrapping around; without a state, of the next one not yet reviewed."""
    refuse_unknown(state, "a state of texts", ReviewState)
    names = list(project.entries)
    place = names.index(after) + 1 if after in project.entries else 0
    for name in names[place:] + names[:place]:
        entry = project.entries[name]
        text_state = state_of(entry.history.present)
        is_wanted = text_state == state if state else text_state is not ReviewState.REVIEWED
        if name != after and not entry.removed and is_wanted:
            return name
    return None


def place_beside(path: Path | None) -> Path:
    """Return the path of the review of a file; without a file, one in the current folder.

    Examples
    --------
    >>> place_beside(Path("texts.jsonl")).name
    'texts.jsonl.review.jsonl'
    """
    return Path(f"studio{SUFFIX}") if path is None else path.with_name(path.name + SUFFIX)


@dataclass(frozen=True, slots=True)
class Written:
    """The last saved line of a text, with the difference of each step to the next document.

    The keys are the `id()` of both documents, which the entry keeps alive.
    """

    entry: Entry
    line: str
    differences: Mapping[tuple[int, int], dict[str, Any]]


Lines = dict[str, Written]
"""The last saved line of each text, so that saving serializes only changed ones."""


def save(project: Project, path: Path, lines: Lines | None = None) -> None:
    """Save the texts that differ from the opened file; updates `lines`, the last saved lines."""
    original = {text.id: text for text in project.texts}
    cached: Lines = {} if lines is None else lines
    written: list[str] = []
    for name, entry in project.entries.items():
        opened, history = original.get(name), entry.history
        if entry.own or entry.drafts or entry.version or history.past or history.present != opened:
            if name not in cached or cached[name].entry is not entry:
                cached[name] = _written(entry, opened, cached.get(name))
            written.append(cached[name].line)
    write_whole(path, "".join(written))


def _written(entry: Entry, original: Document | None, before: Written | None) -> Written:
    """Serialize a text, computing the difference of each step only once."""
    earlier = {} if before is None else before.differences
    differences: dict[tuple[int, int], dict[str, Any]] = {}

    def rows(steps: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
        saved = steps[-STEPS_SAVED:]
        documents = [*(step.document for step in saved), entry.history.present]
        for step, (own, nearest) in zip(saved, pairwise(documents), strict=True):
            pair = id(own), id(nearest)
            differences[pair] = earlier[pair] if pair in earlier else _difference(own, nearest)
            yield {"told": step.told} | differences[pair]

    row = document_to_dict(entry.history.present) | {
        "version": entry.version,
        "own": entry.own,
        "doubts": entry.doubts,
        "removed": entry.removed,
        "drafts": dict(entry.drafts),
        "opened": _mark(original),
        "past": list(rows(entry.history.past)),
        "future": list(rows(entry.history.future)),
    }
    return Written(entry, dumped(row) + "\n", differences)


def _mark(original: Document | None) -> str | None:
    return None if original is None else sha256(original.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _difference(own: Document, nearest: Document) -> dict[str, Any]:
    """Return the parts of a document that differ from the next, and the list items of its reading that do."""
    own_parts, nearest_parts = document_to_dict(own), document_to_dict(nearest)
    parts = {name: part for name, part in own_parts.items() if nearest_parts[name] != part}
    if "scenario" not in parts:
        return {"parts": parts}
    read, beside = parts.pop("scenario"), nearest_parts["scenario"]
    names = [name for name in {**beside, **read} if read.get(name) != beside.get(name)]
    return {"parts": parts, "scenario": {name: _cut(read.get(name), beside.get(name)) for name in names}}


def _cut(part: Any, beside: Any) -> dict[str, Any]:
    """Return a list as the items that replace some of another; any other value as a whole."""
    if not isinstance(part, list) or not isinstance(beside, list):
        return {"whole": part}
    most = min(len(part), len(beside))
    start = next((place for place in range(most) if part[place] != beside[place]), most)
    end = next((place for place in range(most - start) if part[-1 - place] != beside[-1 - place]), most - start)
    return {"after": start, "before": end, "items": part[start : len(part) - end]}


def _put_back(cut: dict[str, Any], beside: list[Any]) -> Any:
    if "whole" in cut:
        return cut["whole"]
    return [*beside[: cut["after"]], *cut["items"], *beside[len(beside) - cut["before"] :]]


def resume(project: Project, path: Path) -> None:
    """Restore the saved state of a project, if any."""
    if not path.exists():
        return
    original = {text.id: text for text in project.texts}
    for where, line in lines_in(path.name, decoded(path.read_bytes(), str(path))):
        row = object_in(json_in(line, where, _OURS, _CURE), where, _OURS, _CURE)
        entry = _entry(row, where)
        name = entry.history.present.id
        if row.get("opened") != _mark(original.get(name)):
            message = f"expected in {path} a review of the same texts, got one of another text {brief(name)}; {_CURE}"
            raise StudioError(message)
        project.entries[name] = entry


def _entry(row: Mapping[str, Any], where: str) -> Entry:
    try:
        usual = document_to_dict(Document(id=""))
        present = {name: row[name] if name in _ALWAYS else row.get(name, part) for name, part in usual.items()}
        return Entry(
            history=History(
                present=document_from_dict(present),
                past=_steps_of(row.get("past", []), present),
                future=_steps_of(row.get("future", []), present),
            ),
            version=int(row.get("version", 0)),
            drafts=tuple((str(name), str(value)) for name, value in row.get("drafts", {}).items()),
            own=bool(row.get("own", False)),
            doubts=row.get("doubts"),
            removed=bool(row.get("removed", False)),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        message = f"expected {_OURS} in {where}, got something else ({broken}); {_CURE}"
        raise StudioError(message) from broken


def _steps_of(rows: list[dict[str, Any]], nearest: dict[str, Any]) -> tuple[Step, ...]:
    steps = []
    for row in reversed(rows):
        read = nearest["scenario"]
        changed = {name: _put_back(cut, read.get(name, [])) for name, cut in row.get("scenario", {}).items()}
        read = {name: part for name, part in {**read, **changed}.items() if part is not None}
        nearest = {**nearest, "scenario": read, **row["parts"]}
        steps.append(Step(told=str(row["told"]), document=document_from_dict(nearest)))
    return tuple(reversed(steps))
