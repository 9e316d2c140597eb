"""Many rewrites, with the verdicts on them and what a person says: sorted, filtered, counted.

Examples
--------
>>> line = '{"id": "q1", "text": "It rained.", "had": "it not rained", "edit": "It was dry.", "model": "m"}'
>>> rows = rows_in("edits.jsonl", line.encode())
>>> [(row.item, row.model, row.edit) for row in rows]
[('q1', 'm', 'It was dry.')]
>>> table = RewriteTable()
>>> (key,) = table.add(rows)
>>> table.keep(key, {"valid": False, "confidence": 0.9, "score": 0.1, "errors": ["E2"], "criteria": []})
>>> table.say(key, "valid", "")
>>> page = table.page(Wanted(verdict="invalid"))
>>> [(one["key"], one["errors"], one["agrees"]) for one in page["rows"]]
[('w1', ['E2'], False)]
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import PurePath
from threading import RLock
from typing import Any, Final

from nlbridge.answering.input import decoded
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.document.reading_operations import in_lines
from nlbridge.apps.studio.document.review_operations import LONGEST_NOTE, WHOLE_VERDICTS
from nlbridge.apps.studio.projects.figures import agreement
from nlbridge.apps.studio.projects.opening import REWRITES, id_of, json_in, lines_in, object_in, table_rows
from nlbridge.apps.studio.views.rewrites_view import VERDICTS, title_of

MOST_ROWS: Final = 20_000
"""Rewrites of one table."""
MODELS: Final = ("model", "system", "generator")
"""Fields that name who wrote a rewrite; the first that is there counts."""
SUPPOSED: Final = ("text", "scenario", "had", "query", "do")
"""Fields that say which text it rewrites, and under which what-if."""
FAILED: Final = "failed"
UNJUDGED: Final = "unjudged"
STATES: Final = (*VERDICTS.values(), FAILED, UNJUDGED)
"""What may stand in the column of verdicts."""
SORTS: Final = ("place", "verdict", "errors", "model", "score", "said", "item")
MOST_SHOWN: Final = 500
"""Rows of one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRow:
    """One rewrite.

    Parameters
    ----------
    item
        The text with its what-if, as the file names it: rewrites of one item by two models are compared.
    model
        Who wrote it.
    asked
        The text and what is supposed, as `verify --jsonl` reads them.
    """

    item: str
    model: str
    asked: Mapping[str, Any]
    edit: str

    @property
    def text(self) -> str:
        """Return the text that it rewrites."""
        given = self.asked.get("text")
        return given if isinstance(given, str) else str((self.asked.get("scenario") or {}).get("text", ""))

    @property
    def line(self) -> dict[str, Any]:
        """Return the row as `verify --jsonl` reads it."""
        return {"id": self.item, **self.asked, "edit": self.edit}

    def to_dict(self) -> dict[str, Any]:
        """Write it for JSON."""
        return asdict(self)


def rows_in(name: str, content: bytes, of: Mapping[str, Any] | None = None) -> tuple[RewriteRow, ...]:
    """Return the rewrites that a file holds: JSON Lines, CSV or Parquet.

    Parameters
    ----------
    name
        The name of the file: its suffix says what form it has; without a model in a row, its stem names the model.
    of
        The text and the what-if of rows that name none.

    Raises
    ------
    StudioError
        If it has another form, holds no rewrite or too many, or a row lacks its edit or its text.
    """
    found = tuple(
        _row(given, f"row {number} of {name}", PurePath(name).stem, of or {})
        for number, given in enumerate(_objects(name, content), 1)
    )
    if not 0 < len(found) <= MOST_ROWS:
        message = f"expected 1 to {MOST_ROWS} rewrites in {name}, got {len(found)}; choose another file, or split it"
        raise StudioError(message)
    return found


def _objects(name: str, content: bytes) -> Iterable[object]:
    suffix = PurePath(name).suffix.lower()
    if suffix == ".parquet":
        return _parquet(name, content)
    text = decoded(content, name).removeprefix("\ufeff")
    if suffix == ".csv":
        return [row for _, row in table_rows(name, text)]
    if suffix == ".json":
        whole = json_in(text, name)
        return whole if isinstance(whole, list) else [whole]
    return [json_in(line, where) for where, line in lines_in(name, text)]


def _parquet(name: str, content: bytes) -> list[Any]:
    from nlbridge.asking.configured import library

    library("pyarrow", "Parquet files in the studio", "parquet")
    import pyarrow.lib
    import pyarrow.parquet

    try:
        return list(pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist())
    except pyarrow.lib.ArrowException as broken:
        message = f"expected Parquet in {name}, got something else ({str(broken)[:80]}); write it anew"
        raise StudioError(message) from broken


def _row(data: object, where: str, stem: str, of: Mapping[str, Any]) -> RewriteRow:
    given = object_in(data, where, cure="write one object for each rewrite")
    edit = next((given[name] for name in REWRITES if isinstance(given.get(name), str)), None)
    if edit is None or not edit.strip():
        message = f"expected a rewrite as {' or '.join(REWRITES)} in {where}, got none; add it"
        raise StudioError(message)
    asked = {name: given[name] for name in SUPPOSED if given.get(name)}
    if "text" not in asked and "scenario" not in asked:
        asked = dict(of)
    if not asked:
        message = f"expected a text in {where}, got none; add text and had, or open a text and its what-if first"
        raise StudioError(message)
    if "text" in asked:
        if not isinstance(asked["text"], str):
            message = f"expected text in {where}, got {type(asked['text']).__name__}; correct it"
            raise StudioError(message)
        asked["text"] = in_lines(asked["text"])
    model = next((str(given[name])[:60] for name in MODELS if given.get(name)), stem[:60])
    mark = sha256(dumped(asked).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return RewriteRow(item=id_of(given) or mark, model=model, asked=asked, edit=in_lines(edit))


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
        return (self.judgement or {}).get("score")

    @property
    def errors(self) -> list[str]:
        """Return the classes of its errors."""
        return list((self.judgement or {}).get("errors", ()))

    @property
    def agrees(self) -> bool | None:
        """Tell whether the person agrees; None where one of the two says nothing."""
        return self.said == self.state if self.said and self.state in WHOLE_VERDICTS else None

    def summary(self) -> dict[str, Any]:
        """Return what all lists of rewrites show of it."""
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
        is_said = bool(one.said)
        opinions = {
            "agree": one.agrees is True,
            "disagree": one.agrees is False,
            "said": is_said,
            "unsaid": not is_said,
        }
        if not opinions.get(self.opinion, True):
            return False
        text = f"{one.row.item} {one.row.edit} {one.row.text}".casefold() if self.search else ""
        return all(word in text for word in self.search.casefold().split())


@dataclass(slots=True)
class RewriteTable:
    """The rewrites by their keys, in the order in which they came; used by several threads."""

    entries: dict[str, Judged] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    version: int = 0

    def add(self, rows: Iterable[RewriteRow]) -> list[str]:
        """Add rewrites, unless there would be too many, and return their keys."""
        with self.lock:
            given = tuple(rows)
            if len(self.entries) + len(given) > MOST_ROWS:
                message = f"expected at most {MOST_ROWS} rewrites, got more; use `verify --jsonl`"
                raise StudioError(message)
            first = len(self.entries) + 1
            added = {f"w{number}": Judged(key=f"w{number}", row=row) for number, row in enumerate(given, first)}
            self.entries |= added
            self.version += 1
            return list(added)

    def entry(self, key: str) -> Judged:
        """Return one rewrite; a `LookupError` says that there is none of that key."""
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
        """Keep what a person says of a rewrite; an empty word takes it back."""
        if said not in ("", *WHOLE_VERDICTS) or len(note) > LONGEST_NOTE:
            message = f"expected {', '.join(WHOLE_VERDICTS)} and a short note, got {said[:40]!r}; choose one"
            raise StudioError(message)
        with self.lock:
            one = self.entry(key)
            one.said, one.note = said, note
            self.version += 1

    def rows(self) -> list[Judged]:
        """Return all rows, in the order in which they came."""
        with self.lock:
            return list(self.entries.values())

    def waiting(self) -> list[Judged]:
        """Return the rewrites without a verdict, those of one text together."""
        open_rows = [one for one in self.rows() if one.judgement is None]
        return sorted(open_rows, key=lambda one: (one.row.text, str(one.row.asked)))

    def chosen(self, wanted: Wanted) -> list[Judged]:
        """Return the rows that are wanted, in order; those that lack what they are sorted by come last."""
        if wanted.sort not in SORTS:
            message = f"expected a column of {', '.join(SORTS)}, got {wanted.sort[:40]!r}; choose one of them"
            raise StudioError(message)
        rows = [one for one in self.rows() if wanted.has(one)]
        if wanted.sort == "place":
            return rows[::-1] if wanted.falling else rows
        known = [one for one in rows if _rank(one, wanted.sort) is not None]
        unknown = [one for one in rows if _rank(one, wanted.sort) is None]
        return sorted(known, key=lambda one: _rank(one, wanted.sort), reverse=wanted.falling) + unknown

    def page(self, wanted: Wanted) -> dict[str, Any]:
        """Return some rows, with the count of all that are wanted."""
        rows = self.chosen(wanted)
        end = wanted.start + min(wanted.count, MOST_SHOWN)
        shown = [
            {"key": one.key, "place": place, "title": title_of(one.row.edit), **one.summary()}
            for place, one in enumerate(rows[wanted.start : end], wanted.start)
        ]
        return {"shown": len(rows), "start": wanted.start, "rows": shown}

    def counts(self) -> dict[str, Any]:
        """Return how many rows there are of each verdict, error and model, and how far person and program agree."""
        rows = self.rows()
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
    if sort == "verdict":
        return STATES.index(one.state)
    if sort == "errors":
        return ", ".join(one.errors) or None
    if sort == "model":
        return one.row.model.casefold()
    return one.summary()[sort] if sort == "score" else one.summary()[sort] or None
