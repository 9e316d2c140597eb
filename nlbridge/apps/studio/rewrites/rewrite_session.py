"""The table of rewrites at work: what the page asks of it, and what is judged in the background."""

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
    """What is judged in the background.

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
        """Judge what has no verdict yet, else what failed, unless that is under way."""
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
                self.table.keep(one.key, self.judge(one.row.line))
            except Exception as broken:  # noqa: BLE001  a thread that ends in silence would look like one that works
                self._problem = f"judging stopped: {broken}"[:300]
                return
            self._done += 1


@dataclass(slots=True)
class RewriteSession:
    """Many rewrites, what judges them as texts are read at the time, and the file that `keeps` them, if one does."""

    help: ModelHelp = field(default_factory=lambda: ModelHelp(Settings()))
    path: Path | None = None
    keeps: bool = True
    table: RewriteTable = field(init=False)
    background: Background = field(init=False)

    def __post_init__(self) -> None:
        self.table = resumed(self.path, keeps=self.keeps)
        self.background = Background(self.table, self.help.judgement)

    def opened(self, name: str, content: bytes, of: Mapping[str, Any] | None) -> dict[str, Any]:
        """Add the rewrites of a file that are new, and count both; `rows_in` says what may be wrong with it."""
        added, there = self.table.add_new(rows_in(name, content, of))
        return self.state() | {"added": added, "already_there": there}

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
        return self.shown(key)

    def looked_again(self, key: str) -> dict[str, Any]:
        """Have the model, if there is one, look at one rewrite once more; return the rewrite with its verdict."""
        judgement = self.help.judgement(self.table.entry(key).row.line, twice=True)
        if "error" in judgement:
            raise StudioError(judgement["error"])
        self.table.keep(key, judgement)
        return self.shown(key)

    def judging(self, start: bool) -> dict[str, Any]:
        """Start to judge what has no verdict, or stop."""
        if start:
            self.background.start()
        else:
            self.background.stop()
        return self.state()
