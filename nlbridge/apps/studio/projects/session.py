"""Answer the requests of a page about a project, saving each change before the answer.

Several threads may use a session. Long work runs elsewhere and blocks no other thread; its result is stored only if the
text is unchanged since the work began.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from causalcore.scenario.scenario import Scenario
from logic.errors import ReasoningError
from nlbridge.answering.input import MAX_CHARACTERS, checked
from nlbridge.answering.request import Settings
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf, document_to_dict
from nlbridge.apps.studio.document.reading_operations import as_read, in_lines
from nlbridge.apps.studio.document.review_operations import answered_by_model
from nlbridge.apps.studio.projects.looking import is_whole, look, verdict_on
from nlbridge.apps.studio.projects.model_help import MOST_ASKED, ModelHelp
from nlbridge.apps.studio.projects.opening import texts_in
from nlbridge.apps.studio.projects.project import MOST_DRAFTS, Entry, Lines, Project, following, listing, save
from nlbridge.apps.studio.views.view import Reports

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.operations import History
    from nlbridge.judging.report import Report

LONGEST_FIELD = 60
MOST_LOOKS = 64
"""Texts whose last view stays in memory."""
MOST_REPORTS = 1_000
"""Model reports that stay in memory."""
_SUPPOSING = frozenset({"what_if.say", "text.set", "text.read"})
"""Operations after which a what-if in words must be resolved again."""


View = dict[str, Any]


class StaleVersionError(StudioError):
    """A change refers to an old version of a document."""


@dataclass(slots=True)
class Session:
    """A project with its reader, the path of its file (None to save nothing), and the known verdicts."""

    project: Project
    help: ModelHelp = field(default_factory=lambda: ModelHelp(Settings()))
    path: Path | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _reports: OrderedDict[Hashable, Report] = field(default_factory=OrderedDict)
    _turns: dict[str, threading.RLock] = field(default_factory=dict)
    _looks: OrderedDict[str, tuple[Document, View]] = field(default_factory=OrderedDict)
    _seen: tuple[int, int] | None = None
    _lines: Lines = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._seen = None if self.path is None else _sight(self.path)

    def listed(self, state: str = "", search: str = "") -> dict[str, Any]:
        """Return the list of texts."""
        with self._lock:
            return listing(self.project, state, search) | {"saved_to": self.path.name if self.path else None}

    def next(self, after: str, state: str) -> str | None:
        """Return the id of the next text to review."""
        with self._lock:
            return following(self.project, after, state)

    def shown(self, name: str) -> dict[str, Any]:
        """Return a text with its view, reading it if it is new."""
        with self._turn(name):
            entry, problem = self.project.entry(name), None
            if not entry.history.present.read:
                try:
                    entry = self._read(entry)
                except ReasoningError as unreadable:
                    problem = str(unreadable)
            return self._shown(entry, problem)

    def _turn(self, name: str) -> threading.RLock:
        """Return the lock that serializes the requests on a text."""
        self.project.entry(name)
        with self._lock:
            return self._turns.setdefault(name, threading.RLock())

    def _read(self, entry: Entry) -> Entry:
        read = as_read(entry.history.present, self.help)
        doubts = self._look(read)["queue"]["open"]
        with self._saved() as entries:
            current = entries[read.id]
            entries[read.id] = current = replace(current, history=replace(current.history, present=read), doubts=doubts)
        return current

    def _look(self, document: Document) -> View:
        """Return the view of a text; its last view stays in memory, so it never waits for other texts."""
        cached = self._looks.get(document.id)
        if cached is not None and cached[0] is document and is_whole(cached[1]):
            return cached[1]
        view = self.help.do(look, document, self._reports_on(document))
        with self._lock:
            self._looks[document.id] = document, view
            self._looks.move_to_end(document.id)
            while len(self._looks) > MOST_LOOKS:
                self._looks.popitem(last=False)
        return view

    def _reports_on(self, document: Document) -> Reports:
        """Return the model's reports on the rewrites of the current text."""
        with self._lock:
            if not self._reports:
                return ()
            reports = ((item.text, self._reports.get((_basis(document), item.text))) for item in document.rewrites)
            return tuple((text, report) for text, report in reports if report is not None)

    def _shown(self, entry: Entry, problem: str | None = None) -> dict[str, Any]:
        history, document = entry.history, entry.history.present
        view = self._look(document)
        return {
            "id": document.id,
            "version": entry.version,
            "undo": history.past[-1].told if history.past else None,
            "redo": history.future[-1].told if history.future else None,
            "drafts": dict(entry.drafts),
            "changed_by": entry.changed_by,
            "document": document_to_dict(document),
            "view": view | {"problem": problem or view["problem"]},
        }

    def changed(self, name: str, version: int, operation: object) -> dict[str, Any]:
        """Apply an operation; raises `StaleVersionError` if the text has changed since."""
        document = self.document(name)
        by = str(operation["op"]) if isinstance(operation, dict) and "op" in operation else None
        if isinstance(operation, dict) and by == "label":
            about = operation.get("rewrite"), operation.get("criterion")
            verdict = self.help.do(verdict_on, document, *about, self._reports_on(document))
            operation = operation | {"verdict": verdict}
        return self._stepped(name, version, lambda history: history.applied(operation, self.help), by)

    def undone(self, name: str, version: int) -> dict[str, Any]:
        """Undo the last change; errors as for `changed`."""
        return self._stepped(name, version, lambda history: history.undone(), "undo")

    def redone(self, name: str, version: int) -> dict[str, Any]:
        """Redo the change undone last; errors as for `changed`."""
        return self._stepped(name, version, lambda history: history.redone(), "redo")

    def _stepped(self, name: str, version: int, step: Callable[[History], History], by: str | None) -> dict[str, Any]:
        with self._turn(name):
            entry = self.project.entry(name)
            if entry.version != version:
                message = f"expected a change of version {entry.version}, got one of {version}; look at the text again"
                raise StaleVersionError(message)
            history = step(entry.history)
            if by in _SUPPOSING:
                history = replace(history, present=self.help.understood(history.present))
            cached = self._looks.get(name)  # Even while verdicts are pending.
            before = cached[1] if cached and cached[0] is entry.history.present else self._look(entry.history.present)
            after = self._look(history.present)
            with self._saved() as entries:
                current = entries[name]  # Drafts may have been saved meanwhile.
                entries[name] = current = replace(
                    current, history=history, version=version + 1, changed_by=by, doubts=after["queue"]["open"]
                )
            same_what_if = entry.history.present.what_if == history.present.what_if
            return self._shown(current) | {"effects": effects(before, after) if same_what_if else None}

    def asked_first(self, name: str, version: int) -> dict[str, Any]:
        """Ask the model about unanswered doubts that it has not seen; errors as for `changed`."""
        document = self.document(name)
        rows = self._look(document)["queue"]["doubts"]
        questions = {row["id"]: row["question"] for row in rows if row["reply"] is None and row["by"] is None}
        first_questions = dict(list(questions.items())[:MOST_ASKED])
        answered = answered_by_model(document, self.help.asked_first(document, first_questions))
        return self._stepped(name, version, lambda history: history.changed(answered, "the model's answers"), "model")

    def judged_by_model(self, name: str, rewrite: str, twice: bool = False) -> dict[str, Any]:
        """Have the model judge a rewrite, looking at every claim twice if `twice`; return the text with its verdict."""
        document = self.document(name)
        texts = {item.id: item.text for item in document.rewrites}
        if document.what_if is None or rewrite not in texts:
            message = f"expected a rewrite of a text with a what-if, got {rewrite[:40]!r}; look again"
            raise StudioError(message)
        report = self.help.judged(document, texts[rewrite], twice=twice)
        with self._lock:
            self._reports[_basis(document), texts[rewrite]] = report
            self._looks.pop(name, None)
            while len(self._reports) > MOST_REPORTS:
                self._reports.popitem(last=False)
        return self._shown(self.project.entry(name))

    @contextmanager
    def _saved(self) -> Iterator[dict[str, Entry]]:
        """Save a change of the list, or roll it back if it cannot be saved."""
        with self._lock:
            before = dict(self.project.entries)
            try:
                yield self.project.entries
                if self.path is not None:
                    self._save(self.path)
            except BaseException:
                self.project.entries = before
                raise

    def _save(self, path: Path) -> None:
        """Save the file unless another program changed it: two studios would overwrite each other's work."""
        if self._seen != _sight(path):
            message = f"expected {path.name} as it was left, got it changed by another program; close one of the two"
            raise StudioError(message)
        try:
            save(self.project, path, self._lines)
        except OSError as failed:
            message = f"expected to write {path.name}, got {failed.strerror}; make room, or start with another --save"
            raise StudioError(message) from failed
        self._seen = _sight(path)

    def added(self, text: str, had: str) -> dict[str, Any]:
        """Add a text to the list and read it, unless it is empty."""
        words = in_lines(checked(text)) if text else ""
        what_if = WhatIf(had=checked(had, "had")) if had else None
        document = Document(id="", scenario=Scenario(text=words), what_if=what_if, read=not words)
        if words:
            document = self.help.understood(as_read(document, self.help))
        first_view = self._look(document)
        with self._saved() as entries:
            name = self.project.next_id()
            self.project.with_text(replace(document, id=name))
            entries[name] = added = replace(self.project.entry(name), doubts=first_view["queue"]["open"])
            self._looks[name] = added.history.present, first_view
        return self._shown(added)

    def opened(self, name: str, content: str) -> dict[str, Any]:
        """Add the texts of a file to the list, unread; return the list."""
        texts = self.help.do(texts_in, name[:LONGEST_FIELD], content)
        with self._saved() as entries:
            for text in texts:
                self.project.with_text(replace(text, id=self.project.next_id()) if text.id in entries else text)
        return self.listed()

    def removed(self, name: str) -> None:
        """Take a text off the list, unless it is the last one; its source file does not change."""
        with self._saved() as entries:
            entry = self.project.entry(name)
            if sum(not listed.removed for listed in entries.values()) == 1:
                message = "expected to keep one text at least, got the last one; add another text first"
                raise StudioError(message)
            entries[name] = replace(entry, removed=True, version=entry.version + 1)

    def restored(self, name: str) -> None:
        """Restore a text to its place in the list."""
        with self._saved() as entries:
            entry = self.project.entry(name, removed=True)
            entries[name] = replace(entry, removed=False, version=entry.version + 1)

    def drafted(self, name: str, field_name: str, value: str) -> None:
        """Save text that was typed but not sent."""
        with self._saved() as entries:
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
            entries[name] = replace(entry, drafts=tuple(drafts.items()))

    def document(self, name: str) -> Document:
        """Return the current state of a text."""
        return self.project.entry(name).history.present

    def documents(self) -> tuple[Document, ...]:
        """Return the current state of all texts on the list."""
        with self._lock:
            return tuple(entry.history.present for entry in self.project.entries.values() if not entry.removed)


def effects(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the answers that a correction changed, in text order; None if either view has no answers.

    Examples
    --------
    >>> before = {"answers": [{"claim": "e2", "statement": "It leaked.", "state": "changed", "direction": None}]}
    >>> after = {"answers": [{"claim": "e2", "statement": "It leaked.", "state": "unchanged", "direction": None}]}
    >>> effects(before, after)
    [{'claim': 'e2', 'statement': 'It leaked.', 'before': 'changed', 'after': 'unchanged'}]
    """
    earlier = {row["claim"]: _answer(row) for row in before["answers"]}
    if not earlier or not after["answers"]:
        return None
    return [
        {"claim": row["claim"], "statement": row["statement"], "before": earlier[row["claim"]], "after": _answer(row)}
        for row in after["answers"]
        if row["claim"] in earlier and earlier[row["claim"]] != _answer(row)
    ]


def _answer(row: Mapping[str, Any]) -> str:
    return f"{row['state']}, {row['direction']}" if row["direction"] else str(row["state"])


def _basis(document: Document) -> Hashable:
    """Return the parts of a document that a verdict on a rewrite depends on."""
    return document.scenario, document.what_if, document.replies, document.read_by


def _sight(path: Path) -> tuple[int, int] | None:
    """Return modification time and size of a file, which reveal changes; None if it does not exist."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
