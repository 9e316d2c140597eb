"""The texts under review, each with its history, drafts, and version; and the list of them.

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

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.operations import History
from nlbridge.apps.studio.views.rewrites_view import title_of
from nlbridge.apps.studio.views.view import ReviewState, state_of

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_DRAFTS: Final = 20
MOST_TEXTS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One text of a project.

    Parameters
    ----------
    version
        Grows with each change, so that two pages notice each other.
    drafts
        What is typed and not yet sent, by the field that it is typed in.
    own
        Whether it was added on the page.
    doubts
        Doubts without an answer, once somebody looked.
    changed_by
        The last operation.
    removed
        Whether it was taken off the list; it can be put back.
    """

    history: History
    version: int = 0
    drafts: tuple[tuple[str, str], ...] = ()
    own: bool = False
    doubts: int | None = None
    changed_by: str | None = None
    removed: bool = False


@dataclass(slots=True)
class Project:
    """Texts by their ids, in order.

    Parameters
    ----------
    name
        What the list is called.
    texts
        The documents as the file has them; what differs from them is saved.
    """

    name: str
    texts: tuple[Document, ...]
    entries: dict[str, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.entries = {text.id: Entry(history=History(present=text)) for text in self.texts}

    def entry(self, name: str) -> Entry:
        """Return one text.

        Raises
        ------
        LookupError
            If there is none of that id.
        """
        if name not in self.entries:
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
        number = len(self.entries) + 1
        while str(number) in self.entries:
            number += 1
        return str(number)


def listing(project: Project, state: str = "", search: str = "") -> dict[str, Any]:
    """Return the list of texts, of one state, with some words in it.

    Parameters
    ----------
    search
        Words that all stand in the text or its id, whatever their case.
    """
    listed = {name: entry for name, entry in project.entries.items() if not entry.removed}
    states = {name: state_of(entry.history.present) for name, entry in listed.items()}
    shown = [
        _item(name, entry, states[name])
        for name, entry in listed.items()
        if (not state or states[name] == state) and _has(entry.history.present, search)
    ]
    counts = {str(kind): sum(found is kind for found in states.values()) for kind in ReviewState}
    return {"name": project.name, "total": len(states), "shown": len(shown), "counts": counts, "items": shown}


def _has(document: Document, search: str) -> bool:
    text = f"{document.id} {document.title} {document.text}".casefold()
    return all(word in text for word in search.casefold().split())


def _item(name: str, entry: Entry, state: ReviewState) -> dict[str, Any]:
    document = entry.history.present
    return {
        "id": name,
        "title": document.title or title_of(document.text),
        "state": str(state),
        "doubts": entry.doubts,
        "rewrites": len(document.rewrites),
        "labels": len(document.labels),
        "own": entry.own,
    }


def following(project: Project, after: str = "", state: str = "") -> str | None:
    """Return the next text of a state after one, round the list; by default the next that is not reviewed."""
    names = list(project.entries)
    place = names.index(after) + 1 if after in project.entries else 0
    return next((name for name in _turned(names, place, after) if _wanted(project, name, state)), None)


def _turned(names: list[str], place: int, after: str) -> Iterable[str]:
    return (name for name in names[place:] + names[:place] if name != after)


def _wanted(project: Project, name: str, state: str) -> bool:
    if project.entries[name].removed:
        return False
    found = state_of(project.entries[name].history.present)
    return found == state if state else found is not ReviewState.REVIEWED
