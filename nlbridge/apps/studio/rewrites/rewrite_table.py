"""Many rewrites with the verdicts on them and what a person says: sorted, filtered, counted.

Examples
--------
>>> table = RewriteTable()
>>> row = RewriteRow(item="q1", model="m", asked={"text": "It rained."}, edit="It was dry.")
>>> (key,) = table.add((row,))
>>> table.keep(key, {"valid": False, "confidence": 0.9, "score": 0.1, "errors": ["E2"], "criteria": []})
>>> table.say(key, "valid", "")
>>> page = table.page(Wanted(verdict="invalid"))
>>> [(one["key"], one["errors"], one["agrees"]) for one in page["rows"]]
[('w1', ['E2'], False)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Final

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.document.review_operations import LONGEST_NOTE, WHOLE_VERDICTS
from nlbridge.apps.studio.rewrites.rewrite_row import MOST_ROWS, RewriteRow
from nlbridge.apps.studio.views.rewrites_view import VERDICTS, title_of

FAILED: Final = "failed"
UNJUDGED: Final = "unjudged"
STATES: Final = (*VERDICTS.values(), FAILED, UNJUDGED)
"""What may stand in the column of verdicts."""
SORTS: Final = ("place", "verdict", "errors", "model", "score", "said", "item")
MOST_SHOWN: Final = 500
"""Rows of one answer."""


@dataclass(slots=True)
class Judged:
    """One rewrite with what is known of it.

    Parameters
    ----------
    judgement
        The row of `verify`, or `{"error": ...}`; None before it is judged.
    said
        What a person says: valid, invalid, undetermined; empty for nothing.
    """

    key: str
    row: RewriteRow
    judgement: Mapping[str, Any] | None = None
    said: str = ""
    note: str = ""

    @property
    def state(self) -> str:
        """Return the verdict, or why there is none."""
        if self.judgement is None:
            return UNJUDGED
        return FAILED if "error" in self.judgement else VERDICTS[self.judgement["valid"]]

    @property
    def score(self) -> float | None:
        """Return the chance that the rewrite is valid."""
        return None if self.judgement is None else self.judgement.get("score")

    @property
    def errors(self) -> list[str]:
        """Return the classes of its errors."""
        return [] if self.judgement is None else list(self.judgement.get("errors", ()))

    @property
    def agrees(self) -> bool | None:
        """Tell whether the person agrees; None where one of the two says nothing."""
        return self.said == self.state if self.said and self.state in WHOLE_VERDICTS else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which rows are to be shown, and in which order.

    Parameters
    ----------
    verdict, error, model
        Shown alone; empty for all.
    opinion
        `agree`, `disagree`, `said`, or `unsaid`; empty for all.
    least, most
        Bounds of the chance that a rewrite is valid.
    search
        Words that all stand in the text, the edit, or the name of the item.
    """

    verdict: str = ""
    error: str = ""
    model: str = ""
    opinion: str = ""
    least: float = 0.0
    most: float = 1.0
    search: str = ""
    sort: str = "place"
    falling: bool = False
    start: int = 0
    count: int = 100

    def has(self, one: Judged) -> bool:
        """Tell whether a row is to be shown."""
        if self.verdict and one.state != self.verdict:
            return False
        if (self.error and self.error not in one.errors) or (self.model and one.row.model != self.model):
            return False
        if (self.least > 0 or self.most < 1) and not (one.score is not None and self.least <= one.score <= self.most):
            return False
        return self._by_opinion(one) and self._by_words(one)

    def _by_opinion(self, one: Judged) -> bool:
        known = {"agree": one.agrees is True, "disagree": one.agrees is False, "said": bool(one.said)}
        return known.get(self.opinion, not one.said if self.opinion == "unsaid" else True)

    def _by_words(self, one: Judged) -> bool:
        if not self.search:
            return True
        text = f"{one.row.item} {one.row.edit} {one.row.text}".casefold()
        return all(word in text for word in self.search.casefold().split())


@dataclass(slots=True)
class RewriteTable:
    """The rewrites by their keys, in the order in which they came; used by several threads."""

    entries: dict[str, Judged] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    version: int = 0

    def add(self, rows: Iterable[RewriteRow]) -> list[str]:
        """Add rewrites, and return their keys.

        Raises
        ------
        StudioError
            If there would be too many.
        """
        with self.lock:
            given = tuple(rows)
            if len(self.entries) + len(given) > MOST_ROWS:
                message = f"expected at most {MOST_ROWS} rewrites, got more; use `verify --jsonl`"
                raise StudioError(message)
            first = len(self.entries) + 1
            added = [Judged(key=f"w{number}", row=row) for number, row in enumerate(given, first)]
            self.entries |= {one.key: one for one in added}
            self.version += 1
            return [one.key for one in added]

    def entry(self, key: str) -> Judged:
        """Return one rewrite.

        Raises
        ------
        LookupError
            If there is none of that key.
        """
        if key not in self.entries:
            message = f"expected the key of a rewrite, got {key[:40]!r}; take one of the table"
            raise LookupError(message)
        return self.entries[key]

    def keep(self, key: str, judgement: Mapping[str, Any] | None) -> None:
        """Keep a verdict, or forget it."""
        with self.lock:
            self.entry(key).judgement = judgement
            self.version += 1

    def say(self, key: str, said: str, note: str) -> None:
        """Keep what a person says of a rewrite; an empty word takes it back.

        Raises
        ------
        StudioError
            If it is no verdict, or the note is too long.
        """
        if said not in ("", *WHOLE_VERDICTS) or len(note) > LONGEST_NOTE:
            message = f"expected {', '.join(WHOLE_VERDICTS)} and a short note, got {said[:40]!r}; choose one"
            raise StudioError(message)
        with self.lock:
            one = self.entry(key)
            one.said, one.note = said, note
            self.version += 1

    def waiting(self) -> list[Judged]:
        """Return the rewrites without a verdict, those of one text together."""
        with self.lock:
            open_rows = [one for one in self.entries.values() if one.judgement is None]
        return sorted(open_rows, key=lambda one: (one.row.text, str(one.row.asked)))

    def chosen(self, wanted: Wanted) -> list[Judged]:
        """Return the rows that are wanted, in order."""
        with self.lock:
            rows = [one for one in self.entries.values() if wanted.has(one)]
        if wanted.sort not in SORTS:
            message = f"expected a column of {', '.join(SORTS)}, got {wanted.sort[:40]!r}; choose one of them"
            raise StudioError(message)
        if wanted.sort == "place":
            return rows[::-1] if wanted.falling else rows
        known = [one for one in rows if _rank(one, wanted.sort) is not None]
        unknown = [one for one in rows if _rank(one, wanted.sort) is None]
        return sorted(known, key=lambda one: _rank(one, wanted.sort), reverse=wanted.falling) + unknown

    def page(self, wanted: Wanted) -> dict[str, Any]:
        """Return some rows, with the counts of all."""
        rows = self.chosen(wanted)
        end = wanted.start + min(wanted.count, MOST_SHOWN)
        return {
            "shown": len(rows),
            "start": wanted.start,
            "rows": [_shown(one, place) for place, one in enumerate(rows[wanted.start : end], wanted.start)],
        }

    def counts(self) -> dict[str, Any]:
        """Return how many rows there are of each verdict, error and model, and how far person and program agree."""
        from nlbridge.apps.studio.projects.comparison import agreement

        with self.lock:
            rows = list(self.entries.values())
        pairs = [(one.said, one.state) for one in rows if one.agrees is not None]
        return {
            "total": len(rows),
            "version": self.version,
            "verdicts": dict(Counter(one.state for one in rows)),
            "errors": dict(sorted(Counter(error for one in rows for error in one.errors).items())),
            "models": dict(Counter(one.row.model for one in rows)),
            "said": sum(bool(one.said) for one in rows),
            "agreement": agreement(pairs).to_dict(),
        }


def _rank(one: Judged, sort: str) -> Any:
    if sort == "score":
        return one.score
    if sort == "verdict":
        return STATES.index(one.state)
    if sort == "errors":
        return ", ".join(one.errors) or None
    if sort == "said":
        return one.said or None
    return one.row.model.casefold() if sort == "model" else one.row.item


def _shown(one: Judged, place: int) -> dict[str, Any]:
    return {
        "key": one.key,
        "place": place,
        "item": one.row.item,
        "model": one.row.model,
        "title": title_of(one.row.edit),
        "verdict": one.state,
        "confidence": None if one.judgement is None else one.judgement.get("confidence"),
        "score": one.score,
        "errors": one.errors,
        "said": one.said,
        "agrees": one.agrees,
    }
