"""A table of rewrites with verdicts and a person's opinions: sorted, filtered, counted.

Each change appends one line to a journal, so one verdict never rewrites a table of thousands.

Examples
--------
>>> table = RewriteTable()
>>> (key,) = table.add((RewriteRow(item="q1", model="m", asked={"text": "It rained."}, edit="It was dry."),))
>>> table.keep(key, {"valid": False, "confidence": 0.9, "score": 0.1, "errors": ["E2"], "criteria": []})
>>> table.say(key, "valid", "")
>>> page = table.page(Wanted(verdict="invalid"))
>>> [(one["key"], one["errors"], one["agrees"]) for one in page["rows"]]
[('w1', ['E2'], False)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any, Final

from causalcore.files.writing import append_line, whole_lines
from nlbridge.answering.lines import dumped
from nlbridge.answering.result import VERDICTS
from nlbridge.apps.studio.document.document import StudioError, refuse_unknown
from nlbridge.apps.studio.document.review_operations import LONGEST_NOTE, WHOLE_VERDICTS
from nlbridge.apps.studio.projects.figures import agreement
from nlbridge.apps.studio.projects.opening import MOST_ROWS, RewriteRow, json_in
from nlbridge.apps.studio.views.view import title_of
from nlbridge.judging.report import ErrorClass

FAILED: Final = "failed"
UNJUDGED: Final = "unjudged"
SUFFIX: Final = ".rewrites.jsonl"
_OURS: Final = "rewrites that the studio wrote"
STATES: Final = (*VERDICTS.values(), FAILED, UNJUDGED)
OPINIONS: Final = ("agree", "disagree", "said", "unsaid")
MOST_SHOWN: Final = 500
"""Most rows per response."""


@dataclass(slots=True)
class Judged:
    """One rewrite with its verdict and a person's opinion."""

    key: str
    row: RewriteRow
    judgement: Mapping[str, Any] | None = None
    """The row of `verify`, or `{"error": ...}`; None before it is judged."""
    said: str = ""
    """The person's verdict: valid, invalid, undetermined; empty for none."""
    note: str = ""

    @property
    def state(self) -> str:
        """The verdict, or `failed` or `unjudged`."""
        if self.judgement is None:
            return UNJUDGED
        return FAILED if "error" in self.judgement else VERDICTS[self.judgement["valid"]]

    @property
    def score(self) -> float | None:
        """Probability that the rewrite is valid."""
        return (self.judgement or {}).get("score")

    @property
    def errors(self) -> list[str]:
        """Classes of its errors."""
        return list((self.judgement or {}).get("errors", ()))

    @property
    def agrees(self) -> bool | None:
        """Whether the person agrees with the verdict; None if either is missing."""
        return self.said == self.state if self.said and self.state in WHOLE_VERDICTS else None

    def summary(self) -> dict[str, Any]:
        """Return what every list of rewrites shows."""
        return {
            "item": self.row.item,
            "model": self.row.model,
            "verdict": self.state,
            "confidence": (self.judgement or {}).get("confidence"),
            "score": self.score,
            "errors": self.errors,
            "said": self.said,
            "agrees": self.agrees,
        }


COLUMNS: Final[dict[str, Callable[[Judged], Any]]] = {
    "verdict": lambda row: STATES.index(row.state),
    "errors": lambda row: ", ".join(row.errors) or None,
    "model": lambda row: row.row.model.casefold(),
    "score": lambda row: row.score,
    "said": lambda row: row.said or None,
    "item": lambda row: row.row.item,
}
"""Columns to sort by besides the place, with the value of a row; None comes last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which rows to show, and in which order; an empty text asks for all."""

    verdict: str = ""
    error: str = ""
    model: str = ""
    opinion: str = ""
    """One of `OPINIONS`."""
    least: float = 0.0
    most: float = 1.0
    """Bounds of the probability that a rewrite is valid."""
    search: str = ""
    """Words that must all occur in the text, the edit, or the name of the item."""
    sort: str = "place"
    falling: bool = False
    start: int = 0
    count: int = 100

    def check(self) -> None:
        """Raise for unknown filters and sort columns, and for places before the first row."""
        refuse_unknown(self.verdict, "a verdict", STATES)
        refuse_unknown(self.error, "a class of errors", ErrorClass)
        refuse_unknown(self.opinion, "an opinion", OPINIONS)
        refuse_unknown(self.sort or "nothing", "a column", ("place", *COLUMNS))
        for name, number in (("start", self.start), ("count", self.count)):
            if number < 0:
                message = f"expected {name} from 0 on, got {number}; correct it"
                raise StudioError(message)

    def has(self, one: Judged) -> bool:
        """Return whether to show a row."""
        if self.verdict and one.state != self.verdict:
            return False
        if (self.error and self.error not in one.errors) or (self.model and one.row.model != self.model):
            return False
        if (self.least > 0 or self.most < 1) and not (one.score is not None and self.least <= one.score <= self.most):
            return False
        opinions = dict(zip(OPINIONS, (one.agrees is True, one.agrees is False, one.said, not one.said), strict=True))
        if not opinions.get(self.opinion, True):
            return False
        text = f"{one.row.item} {one.row.edit} {one.row.text}".casefold() if self.search else ""
        return all(word in text for word in self.search.casefold().split())


@dataclass(slots=True)
class RewriteTable:
    """The rewrites by key, in order of arrival; safe for several threads."""

    entries: dict[str, Judged] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    version: int = 0
    """Grows with each change."""
    path: Path | None = None
    """The journal that gets each change; None to keep no journal."""

    def add(self, rows: Iterable[RewriteRow]) -> list[str]:
        """Add rewrites and return their keys; raises if there would be too many."""
        with self.lock:
            given = tuple(rows)
            if len(self.entries) + len(given) > MOST_ROWS:
                message = f"expected at most {MOST_ROWS} rewrites, got more; use `verify --jsonl`"
                raise StudioError(message)
            first = len(self.entries) + 1
            added = {f"w{number}": Judged(key=f"w{number}", row=row) for number, row in enumerate(given, first)}
            self._write(*({"key": key, "row": asdict(entry.row)} for key, entry in added.items()))
            self.entries |= added
            return list(added)

    def add_new(self, rows: Iterable[RewriteRow]) -> tuple[int, int]:
        """Add the rewrites that are new; return how many are new, and how many are not."""
        with self.lock:
            given = tuple(rows)
            present = {_mark(entry.row) for entry in self.entries.values()}
            new = tuple(row for row in given if _mark(row) not in present)
            self.add(new)
            return len(new), len(given) - len(new)

    def entry(self, key: str) -> Judged:
        """Return one rewrite; raises `LookupError` for an unknown key."""
        if key not in self.entries:
            message = f"expected the key of a rewrite, got {key[:40]!r}; take one of the table"
            raise LookupError(message)
        return self.entries[key]

    def keep(self, key: str, judgement: Mapping[str, Any] | None) -> None:
        """Store a verdict, or with None remove it."""
        with self.lock:
            entry = self.entry(key)
            self._write({"key": key, "judgement": judgement})
            entry.judgement = judgement

    def say(self, key: str, said: str, note: str) -> None:
        """Store a person's verdict on a rewrite; an empty one removes it."""
        if said not in ("", *WHOLE_VERDICTS) or len(note) > LONGEST_NOTE:
            message = f"expected {', '.join(WHOLE_VERDICTS)} and a short note, got {said[:40]!r}; choose one"
            raise StudioError(message)
        with self.lock:
            entry = self.entry(key)
            self._write({"key": key, "said": said, "note": note})
            entry.said, entry.note = said, note

    def _write(self, *actions: dict[str, Any]) -> None:
        """Append actions to the journal; raises if that fails, before the change is made."""
        self.version += 1
        if self.path is None or not actions:
            return
        try:
            append_line(self.path, "\n".join(map(dumped, actions)).encode())
        except OSError as failed:
            message = f"expected to write {self.path.name}, got {failed.strerror}; make room, or use another --save"
            raise StudioError(message) from failed

    def rows(self) -> list[Judged]:
        """Return all rows in order of arrival."""
        with self.lock:
            return list(self.entries.values())

    def waiting(self) -> list[Judged]:
        """Return the rewrites not yet judged, else those that failed, grouped by text."""
        rows = self.rows()
        unjudged = [row for row in rows if row.state == UNJUDGED]
        return sorted(
            unjudged or [row for row in rows if row.state == FAILED], key=lambda row: (row.row.text, str(row.row.asked))
        )

    def chosen(self, wanted: Wanted) -> list[Judged]:
        """Return the wanted rows in order; rows without a value in the sort column come last."""
        wanted.check()
        rows = [row for row in self.rows() if wanted.has(row)]
        if wanted.sort == "place":
            return rows[::-1] if wanted.falling else rows
        value = COLUMNS[wanted.sort]
        unranked = [row for row in rows if value(row) is None]
        return sorted((row for row in rows if value(row) is not None), key=value, reverse=wanted.falling) + unranked

    def page(self, wanted: Wanted) -> dict[str, Any]:
        """Return one page of the wanted rows, with their total count."""
        rows = self.chosen(wanted)
        end = wanted.start + min(wanted.count, MOST_SHOWN)
        shown = [
            {"key": row.key, "place": place, "title": title_of(row.row.edit), **row.summary()}
            for place, row in enumerate(rows[wanted.start : end], wanted.start)
        ]
        return {"shown": len(rows), "start": wanted.start, "rows": shown}

    def counts(self) -> dict[str, Any]:
        """Return the number of rows by verdict, error and model, and the agreement of person and program."""
        rows = self.rows()
        pairs = [(row.said, row.state) for row in rows if row.agrees is not None]
        return {
            "total": len(rows),
            "version": self.version,
            "verdicts": dict(Counter(row.state for row in rows)),
            "errors": dict(sorted(Counter(error for row in rows for error in row.errors).items())),
            "models": dict(Counter(row.row.model for row in rows)),
            "said": sum(bool(row.said) for row in rows),
            "agreement": agreement(pairs).to_dict(),
        }


def _mark(row: RewriteRow) -> str:
    """Return what identifies a rewrite: item, model, text and what-if, and the edit."""
    return dumped(asdict(row))


def rewrites_beside(path: Path) -> Path:
    """Return the path of the rewrites, beside the review.

    Examples
    --------
    >>> rewrites_beside(Path("texts.jsonl.review.jsonl")).name
    'texts.jsonl.rewrites.jsonl'
    """
    return path.with_name(path.name.removesuffix(".review.jsonl").removesuffix(".jsonl.jsonl") + SUFFIX)


def resumed(path: Path | None, *, keeps: bool = True) -> RewriteTable:
    """Restore a table from its journal; with `keeps`, it appends further changes."""
    table = RewriteTable()
    journal = path if path is not None and path.exists() else None
    lines = [(f"line {n} of {journal.name}", line) for n, line in whole_lines(journal, cut=keeps)] if journal else []
    for where, line in lines:
        data = json_in(line, where, _OURS, "move it away")
        try:
            _redo(table, data)
        except (KeyError, TypeError, LookupError) as broken:
            message = f"expected {_OURS} in {where}, got something else ({broken}); move it away"
            raise StudioError(message) from broken
    table.path = path if keeps else None
    return table


def _redo(table: RewriteTable, data: Any) -> None:
    if "row" in data:
        if table.add((RewriteRow(**data["row"]),)) != [data["key"]]:
            message = f"the key {data['key']} out of order"  # Two programs wrote it at the same time.
            raise KeyError(message)
    elif "judgement" in data:
        table.keep(data["key"], data["judgement"])
    else:
        table.say(data["key"], data["said"], data["note"])
