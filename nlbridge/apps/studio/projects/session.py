"""A project at work: what a page asks of it, one request after the other, each change saved before it is answered.

A session is used by one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from causalcore.scenario.scenario import Scenario
from logic.errors import ReasoningError
from nlbridge.answering.input import MAX_CHARACTERS, checked
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf
from nlbridge.apps.studio.document.document_file import document_to_dict
from nlbridge.apps.studio.document.text_operations import Reader, as_read, in_lines, source_of
from nlbridge.apps.studio.projects.effects import effects
from nlbridge.apps.studio.projects.model_help import ModelHelp
from nlbridge.apps.studio.projects.opening import texts_in
from nlbridge.apps.studio.projects.project import MOST_DRAFTS, Entry, Project, following, listing, open_doubts
from nlbridge.apps.studio.projects.saving import Lines, save
from nlbridge.apps.studio.views.derived import Derived, derived
from nlbridge.apps.studio.views.rewrites_view import Judged, rewrites_view
from nlbridge.apps.studio.views.view import view

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.history import History

LONGEST_FIELD = 60
_SUPPOSING = frozenset({"what_if.say", "text.set", "text.read"})
"""Operations after which a what-if in words is to be understood anew."""


class StaleVersionError(StudioError):
    """A change of a document that has changed since it was last seen."""


@dataclass(slots=True)
class Session:
    """A project with what reads its texts, where it is saved, and the verdicts that are known.

    Parameters
    ----------
    path
        Where it is saved; None for nowhere.
    help
        The configured model, where a person may ask one.
    """

    project: Project
    reader: Reader
    path: Path | None = None
    help: ModelHelp | None = None
    judged: Judged = field(default_factory=Judged)
    _seen: tuple[int, int] | None = None
    _lines: Lines = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._seen = None if self.path is None else _sight(self.path)

    def listed(self, state: str = "", search: str = "") -> dict[str, Any]:
        """Return the list of texts."""
        return listing(self.project, state, search) | {"saved_to": self.path.name if self.path else None}

    def next(self, after: str, state: str) -> str | None:
        """Return the next text that is to be reviewed."""
        return following(self.project, after, state)

    def shown(self, name: str) -> dict[str, Any]:
        """Return a text with its view; one that nobody opened before is read."""
        entry, problem = self.project.entry(name), None
        if not entry.history.present.read:
            try:
                entry = self._read(entry)
            except ReasoningError as unreadable:
                problem = str(unreadable)
        return self._shown(entry, problem)

    def _read(self, entry: Entry) -> Entry:
        document = entry.history.present
        scenario = as_read(checked(document.text), self.reader)
        read = replace(document, scenario=scenario, read=True, read_by=source_of(document.text, self.reader))
        return self._keep(replace(entry, history=replace(entry.history, present=read)))

    def _shown(self, entry: Entry, problem: str | None = None) -> dict[str, Any]:
        history, document = entry.history, entry.history.present
        drawn = view(document, self.judged)
        return {
            "id": document.id,
            "version": entry.version,
            "undo": history.past[-1].told if history.past else None,
            "redo": history.future[-1].told if history.future else None,
            "drafts": dict(entry.drafts),
            "changed_by": entry.changed_by,
            "document": document_to_dict(document),
            "view": drawn | {"problem": problem or drawn["problem"]},
        }

    def changed(self, name: str, version: int, operation: object) -> dict[str, Any]:
        """Apply an operation.

        Raises
        ------
        StaleVersionError
            If the text has changed since.
        ReasoningError
            If the operation is refused.
        """
        entry = self.project.entry(name)
        if isinstance(operation, dict) and operation.get("op") == "label":
            operation = operation | {"verdict": self._verdict(entry, operation)}
        by = str(operation["op"]) if isinstance(operation, dict) and "op" in operation else None
        return self._stepped(name, version, lambda history: history.applied(operation, self.reader), by)

    def undone(self, name: str, version: int) -> dict[str, Any]:
        """Take the last change back; errors as for `changed`."""
        return self._stepped(name, version, lambda history: history.undone(), "undo")

    def redone(self, name: str, version: int) -> dict[str, Any]:
        """Make the change again that was taken back last; errors as for `changed`."""
        return self._stepped(name, version, lambda history: history.redone(), "redo")

    def _stepped(self, name: str, version: int, step: Callable[[History], History], by: str | None) -> dict[str, Any]:
        entry = self.project.entry(name)
        if entry.version != version:
            message = f"expected a change of version {entry.version}, got one of {version}; look at the text again"
            raise StaleVersionError(message)
        history = step(entry.history)
        if by in _SUPPOSING:
            history = replace(history, present=self._understood(history.present))
        kept = self._keep(replace(entry, history=history, version=version + 1, changed_by=by))
        return self._shown(kept) | {"effects": effects(entry.history.present, history.present)}

    def _understood(self, document: Document) -> Document:
        """Ask the model what a what-if supposes, where one helps."""
        return document if self.help is None else self.help.understood(document, derived(document).prepared)

    def judged_by_model(self, name: str, rewrite: str) -> dict[str, Any]:
        """Judge a rewrite by the model, and return the text with the verdict.

        Raises
        ------
        ReasoningError
            If there is no such rewrite, no what-if, no model, or no usable reply.
        """
        entry = self.project.entry(name)
        document, prepared = entry.history.present, derived(entry.history.present).prepared
        texts = {one.id: one.text for one in document.rewrites}
        if self.help is None or prepared is None or rewrite not in texts:
            message = f"expected a rewrite of a text with a what-if, and a model, got {rewrite[:40]!r}; look again"
            raise StudioError(message)
        self.judged.keep(prepared, texts[rewrite], self.help.judged(prepared, texts[rewrite]))
        return self._shown(entry)

    def _keep(self, entry: Entry) -> Entry:
        """Count the doubts of a text, put it in its place, and save."""
        kept = replace(entry, doubts=open_doubts(entry.history.present))
        with self._saved() as entries:
            entries[entry.history.present.id] = kept
        return kept

    @contextmanager
    def _saved(self) -> Iterator[dict[str, Entry]]:
        """Save a change of the list; one that cannot be saved is not made."""
        before = dict(self.project.entries)
        try:
            yield self.project.entries
            if self.path is not None:
                self._save(self.path)
        except BaseException:
            self.project.entries = before
            raise

    def _save(self, path: Path) -> None:
        """Write the file, unless somebody else did since: two studios would undo each other's work."""
        if self._seen != _sight(path):
            message = f"expected {path.name} as it was left, got it changed by another program; close one of the two"
            raise StudioError(message)
        try:
            save(self.project, path, self._lines)
        except OSError as failed:
            message = f"expected to write {path.name}, got {failed.strerror}; make room, or start with another --save"
            raise StudioError(message) from failed
        self._seen = _sight(path)

    def _verdict(self, entry: Entry, operation: dict[str, Any]) -> str:
        """Return what the verifier says of what is labelled; empty if it says nothing."""
        document = entry.history.present
        wanted = replace(
            document, rewrites=tuple(one for one in document.rewrites if one.id == operation.get("rewrite"))
        )
        for row in rewrites_view(wanted, derived(document), self.judged, float("inf")):
            if operation.get("criterion") == "whole":
                return str(row["verdict"] or "")
            for criterion in row["criteria"]:
                if criterion["id"] == operation.get("criterion"):
                    return str(criterion["verdict"])
        return ""

    def added(self, text: str, had: str | None) -> dict[str, Any]:
        """Add a text to the list, and read it; an empty one waits for its words."""
        name = self.project.next_id()
        words = in_lines(checked(text)) if text else ""
        what_if = WhatIf(had=checked(had, "had")) if had else None
        document = Document(id=name, scenario=Scenario(text=words), what_if=what_if, read=not words)
        if words:
            scenario = as_read(words, self.reader)
            document = self._understood(
                replace(document, scenario=scenario, read=True, read_by=source_of(words, self.reader))
            )
        with self._saved():
            self.project.with_text(document)
            self.project.entries[name] = replace(self.project.entry(name), doubts=open_doubts(document))
        return self._shown(self.project.entry(name))

    def opened(self, name: str, content: str) -> dict[str, Any]:
        """Add the texts of a file to the list, unread, and return the list.

        Raises
        ------
        ReasoningError
            If the file has no form that is known.
        """
        with self._saved() as entries:
            for text in texts_in(name[:LONGEST_FIELD], content):
                self.project.with_text(replace(text, id=self.project.next_id()) if text.id in entries else text)
        return self.listed()

    def removed(self, name: str) -> None:
        """Take a text off the list; the file that it came from stays as it is.

        Raises
        ------
        StudioError
            If it is the last one.
        """
        entry = self.project.entry(name)
        if sum(not one.removed for one in self.project.entries.values()) == 1:
            message = "expected to keep one text at least, got the last one; add another text first"
            raise StudioError(message)
        with self._saved() as entries:
            entries[name] = replace(entry, removed=True, version=entry.version + 1)

    def restored(self, name: str) -> None:
        """Put a text back in its place in the list."""
        entry = self.project.entry(name)
        with self._saved() as entries:
            entries[name] = replace(entry, removed=False, version=entry.version + 1)

    def drafted(self, name: str, field_name: str, value: str) -> None:
        """Keep what is typed and not yet sent; nothing typed is forgotten.

        Raises
        ------
        StudioError
            If it is too long, or there are too many.
        """
        entry = self.project.entry(name)
        drafts = dict(entry.drafts)
        drafts.pop(field_name, None)
        if value:
            drafts[field_name] = value
        if len(drafts) > MOST_DRAFTS or len(field_name) > LONGEST_FIELD or len(value) > MAX_CHARACTERS:
            message = (
                f"expected at most {MOST_DRAFTS} drafts of {MAX_CHARACTERS} characters under names of "
                f"{LONGEST_FIELD}, got more; send some"
            )
            raise StudioError(message)
        with self._saved() as entries:
            entries[name] = replace(entry, drafts=tuple(drafts.items()))

    def followed(self, name: str) -> tuple[Document, Derived]:
        """Return a text with what follows from it."""
        document = self.project.entry(name).history.present
        return document, derived(document)


def _sight(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from one that was written since; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
