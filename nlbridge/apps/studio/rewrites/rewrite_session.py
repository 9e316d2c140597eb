"""The table of rewrites at work: what the page asks of it, each change kept before it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.rewrites.background import Background, Judge
from nlbridge.apps.studio.rewrites.rewrite_row import rows_in
from nlbridge.apps.studio.rewrites.rewrite_table import RewriteTable, Wanted
from nlbridge.apps.studio.rewrites.row_view import row_view
from nlbridge.apps.studio.rewrites.table_export import table_export
from nlbridge.apps.studio.rewrites.table_file import Journal, resumed
from nlbridge.apps.studio.rewrites.two_models import two_models


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
        """Have the model look at one rewrite once more, and return the rewrite with its verdict.

        Raises
        ------
        StudioError
            If there is no model, or the rewrite cannot be judged.
        """
        if self.again is None:
            message = "expected a model to ask, got none; configure one in causalcore.toml and start again"
            raise StudioError(message)
        judgement = self.again(self.table.entry(key).row.line)
        if "error" in judgement:
            raise StudioError(judgement["error"])
        self.journal.judged(key, judgement)
        self.table.keep(key, judgement)
        return self.shown(key)

    def judging(self, *, start: bool) -> dict[str, Any]:
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

    def close(self) -> None:
        """Stop judging."""
        self.background.stop()
        self.background.wait(5.0)
