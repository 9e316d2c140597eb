"""Judge rewrites in the background, with progress; it stops when told, and goes on later.

The judge is asked in a thread of its own: processes of `service.workers` for the words alone, the session's endpoint
where a language model judges.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nlbridge.apps.studio.rewrites.rewrite_table import Judged, RewriteTable
from nlbridge.apps.studio.rewrites.table_file import Journal

Judge = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Judges one row: the judgement, or `{"error": ...}`."""


@dataclass(slots=True)
class Background:
    """What is judged in the background.

    Parameters
    ----------
    judge
        Judges one row; it is called in the thread of the background.

    Examples
    --------
    >>> from nlbridge.apps.studio.rewrites.rewrite_row import RewriteRow
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
        """Return how far it is, and how long the rest will take.

        Units
        -----
        seconds_left : seconds
        """
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
