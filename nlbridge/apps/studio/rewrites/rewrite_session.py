"""Answer the page's requests about the table of rewrites, and judge rewrites in the background."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nlbridge.answering.request import Settings
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.model_help import ModelHelp
from nlbridge.apps.studio.projects.opening import rows_in
from nlbridge.apps.studio.rewrites.rewrite_table import Judged, RewriteTable, Wanted, resumed
from nlbridge.apps.studio.rewrites.rewrite_views import row_view


@dataclass(slots=True)
class Background:
    """Judges the rewrites of a table in a background thread.

    Examples
    --------
    >>> from nlbridge.apps.studio.projects.opening import RewriteRow
    >>> table = RewriteTable()
    >>> keys = table.add((RewriteRow(item="1", model="m", asked={"text": "It rained."}, edit="It was dry."),))
    >>> background = Background(table, lambda row: {"error": "not understood"})
    >>> background.start()
    >>> background.wait()
    >>> table.entry("w1").state
    'failed'
    """

    table: RewriteTable
    judge: Callable[[Mapping[str, Any]], dict[str, Any]]
    _thread: threading.Thread | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _done: int = 0
    _total: int = 0
    _since: float = 0.0
    _problem: str = ""

    def start(self) -> None:
        """Judge the rewrites without a verdict, else those that failed; does nothing while running."""
        if self.is_running:
            return
        waiting = self.table.waiting()
        self._stop, self._done, self._total, self._problem = threading.Event(), 0, len(waiting), ""
        self._since = time.monotonic()
        self._thread = threading.Thread(target=self._work, args=(waiting, self._stop), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the rewrite being judged."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the thread to end."""
        if self._thread is not None:
            self._thread.join(seconds)

    @property
    def is_running(self) -> bool:
        """Whether the thread is running."""
        return self._thread is not None and self._thread.is_alive()

    def progress(self) -> dict[str, Any]:
        """Return the progress, and an estimate of the seconds left."""
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
        for entry in waiting:
            if stop.is_set():
                return
            try:
                self.table.keep(entry.key, self.judge(entry.row.line))
            except Exception as broken:  # noqa: BLE001  a thread that dies silently would look like a running one
                self._problem = f"judging stopped: {broken}"[:300]
                return
            self._done += 1


@dataclass(slots=True)
class RewriteSession:
    """Many rewrites, their judge (which uses the current reader), and the file that saves them if `keeps`."""

    help: ModelHelp = field(default_factory=lambda: ModelHelp(Settings()))
    path: Path | None = None
    keeps: bool = True
    table: RewriteTable = field(init=False)
    background: Background = field(init=False)

    def __post_init__(self) -> None:
        self.table = resumed(self.path, keeps=self.keeps)
        self.background = Background(self.table, self.help.judgement)

    def opened(self, name: str, content: bytes, of: Mapping[str, Any] | None) -> dict[str, Any]:
        """Add the new rewrites of a file and count new and old ones; errors as for `rows_in`."""
        added, present = self.table.add_new(rows_in(name, content, of))
        return self.state() | {"added": added, "already_there": present}

    def state(self) -> dict[str, Any]:
        """Return the counts of all rewrites, and the progress of judging."""
        return self.table.counts() | {"judging": self.background.progress()}

    def page(self, wanted: Wanted) -> dict[str, Any]:
        """Return one page of rows with the counts of all."""
        return self.table.page(wanted) | self.state()

    def shown(self, key: str) -> dict[str, Any]:
        """Return one rewrite beside its text."""
        return row_view(self.table.entry(key))

    def said(self, key: str, said: str, note: str) -> dict[str, Any]:
        """Store a person's verdict and return the rewrite."""
        self.table.say(key, said, note)
        return self.shown(key)

    def looked_again(self, key: str) -> dict[str, Any]:
        """Have the model judge one rewrite again, raising without a model; return the rewrite with its verdict."""
        judgement = self.help.judgement(self.table.entry(key).row.line, twice=True)
        if "error" in judgement:
            raise StudioError(judgement["error"])
        self.table.keep(key, judgement)
        return self.shown(key)

    def judging(self, start: bool) -> dict[str, Any]:
        """Start judging the rewrites without a verdict, or stop."""
        if start:
            self.background.start()
        else:
            self.background.stop()
        return self.state()
