"""The table of rewrites at work: what the page asks of it, each change kept before it is answered.

What is kept is a journal of JSON Lines, one line for each action, so that a table of thousands is never written again
for one verdict.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.opening import json_in, lines_in
from nlbridge.apps.studio.rewrites.rewrite_table import Judged, RewriteRow, RewriteTable, Wanted, rows_in
from nlbridge.apps.studio.rewrites.rewrite_views import row_view, table_export, two_models

SUFFIX: Final = ".rewrites.jsonl"
Judge = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Judges one row: the judgement, or `{"error": ...}`."""


def rewrites_beside(path: Path) -> Path:
    """Return where the rewrites are kept: beside the review.

    Examples
    --------
    >>> rewrites_beside(Path("texts.jsonl.review.jsonl")).name
    'texts.jsonl.rewrites.jsonl'
    """
    return path.with_name(path.name.removesuffix(".review.jsonl").removesuffix(".jsonl.jsonl") + SUFFIX)


class Journal:
    """The file to which each change of a table is added; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def added(self, keys: list[str], rows: tuple[RewriteRow, ...]) -> None:
        """Keep new rewrites."""
        self._write([{"key": key, "row": row.to_dict()} for key, row in zip(keys, rows, strict=True)])

    def judged(self, key: str, judgement: object) -> None:
        """Keep a verdict."""
        self._write([{"key": key, "judgement": judgement}])

    def said(self, key: str, said: str, note: str) -> None:
        """Keep what a person says."""
        self._write([{"key": key, "said": said, "note": note}])

    def _write(self, rows: list[dict[str, Any]]) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8", errors="surrogatepass") as file:
                file.writelines(dumped(row) + "\n" for row in rows)
        except OSError as failed:
            message = f"expected to write {self._path.name}, got {failed.strerror}; make room, or use another --save"
            raise StudioError(message) from failed


def resumed(path: Path | None) -> RewriteTable:
    """Return the table as it was left; an empty one where nothing was kept.

    Raises
    ------
    StudioError
        If the file is not one that a journal wrote.
    """
    table = RewriteTable()
    lines = [] if path is None or not path.exists() else lines_in(path.name, decoded(path.read_bytes(), path.name))
    for number, (where, line) in enumerate(lines, 1):
        try:
            data = json_in(line, where, "rewrites that the studio wrote", "move it away")
        except StudioError:
            if number == len(lines):  # The program ended while it wrote this line: it is judged again.
                break
            raise
        try:
            _redo(table, data)
        except (KeyError, TypeError, LookupError) as broken:
            message = f"expected rewrites that the studio wrote in {where}, got something else ({broken}); move it away"
            raise StudioError(message) from broken
    return table


def _redo(table: RewriteTable, data: Any) -> None:
    if "row" in data:
        if table.add((RewriteRow(**data["row"]),)) != [data["key"]]:
            message = f"the key {data['key']} out of order"
            raise KeyError(message)
    elif "judgement" in data:
        table.keep(data["key"], data["judgement"])
    else:
        table.say(data["key"], data["said"], data["note"])


@dataclass(slots=True)
class Background:
    """What is judged in the background.

    Parameters
    ----------
    judge
        Judges one row; it is called in the thread of the background.

    Examples
    --------
    >>> table = RewriteTable()
    >>> keys = table.add((RewriteRow(item="1", model="m", asked={"text": "It rained."}, edit="It was dry."),))
    >>> background = Background(table, Journal(None), lambda row: {"error": "not understood"})
    >>> background.start()
    >>> background.wait()
    >>> table.entry("w1").state
    'failed'
    """

    table: RewriteTable
    journal: Journal
    judge: Judge
    _thread: threading.Thread | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _done: int = 0
    _total: int = 0
    _since: float = 0.0
    _problem: str = ""

    def start(self) -> None:
        """Judge what has no verdict yet, unless that is under way."""
        if self.is_running:
            return
        waiting = self.table.waiting()
        self._stop, self._done, self._total, self._problem = threading.Event(), 0, len(waiting), ""
        self._since = time.monotonic()
        self._thread = threading.Thread(target=self._work, args=(waiting, self._stop), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let the rewrite that is judged now be the last one."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until nothing is judged any more."""
        if self._thread is not None:
            self._thread.join(seconds)

    @property
    def is_running(self) -> bool:
        """Tell whether something is judged."""
        return self._thread is not None and self._thread.is_alive()

    def progress(self) -> dict[str, Any]:
        """Return how far it is, and how many seconds the rest will take."""
        running = self.is_running
        spent = time.monotonic() - self._since
        left = spent / self._done * (self._total - self._done) if self._done else None
        return {
            "running": running,
            "stopping": running and self._stop.is_set(),
            "done": self._done,
            "total": self._total,
            "seconds_left": None if left is None or not running else round(left, 1),
            "problem": self._problem or None,
        }

    def _work(self, waiting: list[Judged], stop: threading.Event) -> None:
        for one in waiting:
            if stop.is_set():
                return
            try:
                judgement = self.judge(one.row.line)
                self.journal.judged(one.key, judgement)
            except Exception as broken:  # noqa: BLE001  a thread that ends in silence would look like one that works
                self._problem = f"judging stopped: {broken}"[:300]
                return
            self.table.keep(one.key, judgement)
            self._done += 1


@dataclass(slots=True)
class RewriteSession:
    """Many rewrites, the file that keeps them, and what judges them.

    Parameters
    ----------
    judge
        Judges one row, in any thread.
    again
        Judges one row by the model, with two looks at every claim; None where there is no model.
    path
        Where all is kept; None for nowhere.
    keeps
        Whether what is done is kept in that file, too.
    """

    judge: Judge
    again: Judge | None = None
    path: Path | None = None
    keeps: bool = True
    table: RewriteTable = field(init=False)
    journal: Journal = field(init=False)
    background: Background = field(init=False)

    def __post_init__(self) -> None:
        self.table, self.journal = resumed(self.path), Journal(self.path if self.keeps else None)
        self.background = Background(self.table, self.journal, self.judge)

    def opened(self, name: str, content: bytes, of: Mapping[str, Any] | None) -> dict[str, Any]:
        """Add the rewrites of a file; `rows_in` says what may be wrong with it."""
        rows = rows_in(name, content, of)
        self.journal.added(self.table.add(rows), rows)
        return self.state()

    def state(self) -> dict[str, Any]:
        """Return the counts of all rewrites, and the progress of judging."""
        return self.table.counts() | {"judging": self.background.progress()}

    def page(self, wanted: Wanted) -> dict[str, Any]:
        """Return some rows with the counts of all."""
        return self.table.page(wanted) | self.state()

    def shown(self, key: str) -> dict[str, Any]:
        """Return one rewrite beside its text."""
        return row_view(self.table.entry(key))

    def said(self, key: str, said: str, note: str) -> dict[str, Any]:
        """Keep what a person says, and return the rewrite."""
        self.table.say(key, said, note)
        self.journal.said(key, said, note)
        return self.shown(key)

    def looked_again(self, key: str) -> dict[str, Any]:
        """Have the model, if there is one, look at one rewrite once more; return the rewrite with its verdict."""
        if self.again is None:
            message = "expected a model to ask, got none; configure one in causalcore.toml and start again"
            raise StudioError(message)
        judgement = self.again(self.table.entry(key).row.line)
        if "error" in judgement:
            raise StudioError(judgement["error"])
        self.journal.judged(key, judgement)
        self.table.keep(key, judgement)
        return self.shown(key)

    def judging(self, start: bool) -> dict[str, Any]:
        """Start to judge what has no verdict, or stop."""
        if start:
            self.background.start()
        else:
            self.background.stop()
        return self.state()

    def compared(self, first: str, second: str) -> dict[str, Any]:
        """Compare two models."""
        return two_models(self.table, first, second)

    def exported(self, form: str, wanted: Wanted) -> str:
        """Write the wanted rows."""
        return table_export(self.table.chosen(wanted), form)
