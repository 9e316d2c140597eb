"""The published tables of sentences, repaired, with rows paired into items of two completions."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from benchmarks.errors import DatasetMissingError, MalformedItemError
from causalcore.files.json_text import read_json
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

CONGRUENT: Final = "CW- or CWC-congruent"
COLUMNS: Final = ("sentence", "condition", CONGRUENT)
LONGEST_COMPLETION: Final = 3
"""Most words of a completion: `natural selection` has two."""

_DAMAGE: Final = re.compile("\u201a[\u0080-\uffff]{2}")


class Condition(StrEnum):
    """The conditions of the paper's three experiments."""

    CW = "CW"
    RW = "RW"
    BB = "BB"
    CR = "CR"
    CWC = "CWC"
    RWCA = "RWCA"
    BBC = "BBC"


BASELINES: Final = {Condition.BB: Condition.CW, Condition.BBC: Condition.CWC}
"""Conditions without a context, and the condition that shares their pairs of completions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One sentence of a published table, identified by its line number."""

    id: str
    condition: Condition
    sentence: str
    congruent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalItem:
    """A context with two completions.

    Parameters
    ----------
    context
        The words before the completion.
    congruent, incongruent
        The completion that the table marks as CW- or CWC-congruent, and the other one.
    fitting
        Whether the congruent completion fits the antecedent; None without an antecedent.
    core
        Key that the conditions of one item share.
    manipulation
        Change of wording (appendix A.4), or empty.
    """

    id: str
    condition: Condition
    context: str
    congruent: str
    incongruent: str
    fitting: bool | None
    core: str
    manipulation: str = ""

    @property
    def sentence(self) -> str:
        """The context with the congruent completion."""
        return f"{self.context} {self.congruent}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The items of a file, and why some rows were skipped."""

    items: tuple[ConditionalItem, ...]
    skipped: tuple[str, ...]


def repaired(text: str) -> str:
    r"""Repair quotation marks that were written in one encoding and read in another.

    Examples
    --------
    >>> repaired("the crow\u201aÄôs nest")
    'the crow’s nest'
    """
    return _DAMAGE.sub(_repaired, text)


def _repaired(match: re.Match[str]) -> str:
    try:
        return match.group().encode("mac_roman").decode("utf-8")
    except UnicodeError:
        return match.group()


def load(path: Path) -> Table:
    """Read a published CSV file, or items in JSON Lines by `causalcore conditionals generate`.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If it lacks the published columns.
    """
    if not path.is_file():
        message = f"expected a table of conditionals, got {path}, which is not a file; check the name"
        raise DatasetMissingError(message)
    return _generated(path) if path.suffix == ".jsonl" else _published(path)


def _generated(path: Path) -> Table:
    items: list[ConditionalItem] = []
    skipped: list[str] = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if line.strip():
            try:
                items.append(item_from_dict(read_json(line)))
            except (ValueError, KeyError, TypeError) as broken:
                skipped.append(f"{path.stem}:{number}: expected an item of two completions, got {_said(broken)}")
    if not items:
        why = f"none; the first: {skipped[0]}" if skipped else "an empty file"
        message = f"expected items of two completions in {path}, got {why}"
        raise MalformedItemError(message)
    return Table(items=tuple(items), skipped=tuple(skipped))


def _said(broken: Exception) -> str:
    """Describe the error in a line; name a missing field."""
    return f"none without {broken.args[0]}" if isinstance(broken, KeyError) else str(broken)


def item_from_dict(record: Mapping[str, object]) -> ConditionalItem:
    """Build an item from its JSON object."""
    texts = {name: str(record[name]) for name in ("id", "context", "congruent", "incongruent", "core")}
    fitting = record["fitting"]
    if not (fitting is None or isinstance(fitting, bool)):
        message = f"expected fitting to be true, false or null, got {brief(fitting)}; correct it"
        raise ValueError(message)
    return ConditionalItem(
        **texts,
        condition=Condition(str(record["condition"])),
        fitting=fitting,
        manipulation=str(record.get("manipulation", "")),
    )


def _published(path: Path) -> Table:
    reader = csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig", "replace"), newline=""))
    if not set(COLUMNS) <= set(reader.fieldnames or ()):
        header = ", ".join(reader.fieldnames or ()) or "an empty file"
        message = f"expected the columns {', '.join(COLUMNS)} in {path}, got {header}; correct the header"
        raise MalformedItemError(message)
    rows: list[Row] = []
    skipped: list[str] = []
    for record in reader:
        made = _row(record, f"{path.stem}:{reader.line_num}")
        if isinstance(made, Row):
            rows.append(made)
        else:
            skipped.append(made)
    items, unpaired = _paired(rows)
    return Table(items=items, skipped=(*skipped, *unpaired))


def _row(record: dict[str, str | None], name: str) -> Row | str:
    sentence = repaired(record["sentence"] or "").strip()
    condition, congruent = (record["condition"] or "").strip(), (record[CONGRUENT] or "").strip()
    if not sentence or condition not in set(Condition) or congruent not in {"Y", "N"}:
        return f"{name}: expected a sentence, a condition of {', '.join(Condition)} and Y or N, got {record}"
    return Row(id=name, condition=Condition(condition), sentence=sentence, congruent=congruent == "Y")


def _paired(rows: Sequence[Row]) -> tuple[tuple[ConditionalItem, ...], tuple[str, ...]]:
    """Pair the rows of each condition; baselines last, because other conditions define their pairs."""
    items: list[ConditionalItem] = []
    alone: list[Row] = []
    for condition in Condition:
        if condition not in BASELINES:
            made, left = _by_label([row for row in rows if row.condition is condition])
            items += made
            alone += left
    for condition, source in BASELINES.items():
        pairs = {_pair(item): item.congruent for item in items if item.condition is source}
        made, left = _by_family([row for row in rows if row.condition is condition], pairs)
        items += made
        alone += left
    return tuple(items), tuple(
        f"{row.id}: no row of condition {row.condition} differs in the completion alone" for row in alone
    )


def _by_label(rows: Sequence[Row]) -> tuple[list[ConditionalItem], list[Row]]:
    """Pair each congruent row with an incongruent one that differs in its last words."""
    waiting: dict[str, list[Row]] = {}
    for row in rows:
        for frame in _frames(row.sentence) if not row.congruent else ():
            waiting.setdefault(frame, []).append(row)
    items: list[ConditionalItem] = []
    used: set[str] = set()
    for row in rows:
        partner = _partner(row, waiting, used) if row.congruent else None
        if partner is not None:
            used |= {row.id, partner.id}
            items.append(_item(row, partner))
    return items, [row for row in rows if row.id not in used]


def _by_family(rows: Sequence[Row], known: Mapping[frozenset[str], str]) -> tuple[list[ConditionalItem], list[Row]]:
    """Pair baseline rows whose completions form a pair in another condition.

    Without a context nothing is congruent; the release's labels of these rows just alternate by line.
    """
    frames: dict[str, list[tuple[str, Row]]] = {}
    for row in rows:
        for frame in _frames(row.sentence):
            frames.setdefault(frame, []).append((row.sentence.rstrip(". ")[len(frame) :].strip(), row))
    items: list[ConditionalItem] = []
    used: set[str] = set()
    for frame, ends in frames.items():
        for place, (first, row) in enumerate(ends):
            for second, other in ends[place + 1 :]:
                congruent = known.get(frozenset({first, second}))
                if congruent is None or first == second:
                    continue
                used |= {row.id, other.id}
                items.append(
                    ConditionalItem(
                        id=f"{row.id}+{other.id.rpartition(':')[2]}",
                        condition=row.condition,
                        context=frame,
                        congruent=congruent,
                        incongruent=second if congruent == first else first,
                        fitting=None,
                        core=_core(first, second),
                    )
                )
    return items, [row for row in rows if row.id not in used]


def _frames(sentence: str) -> Iterable[str]:
    """Yield possible contexts, the longest first."""
    words = sentence.rstrip(". ").split()
    for length in range(1, min(LONGEST_COMPLETION, len(words) - 1) + 1):
        yield " ".join(words[:-length])


def _partner(row: Row, waiting: dict[str, list[Row]], used: set[str]) -> Row | None:
    for frame in _frames(row.sentence):
        for other in waiting.get(frame, ()):
            if other.id not in used:
                return other
    return None


def _item(row: Row, other: Row) -> ConditionalItem:
    left, right = (one.sentence.rstrip(". ").split() for one in (row, other))
    shared = next(k for k, (one, two) in enumerate(zip_longest(left, right)) if one != two)
    context, first, second = (" ".join(words) for words in (left[:shared], left[shared:], right[shared:]))
    return ConditionalItem(
        id=row.id,
        condition=row.condition,
        context=context,
        congruent=first,
        incongruent=second,
        fitting=_fitting(row.condition, context),
        core=_core(first, second),
    )


def _fitting(condition: Condition, context: str) -> bool:
    """Return whether the completion that a published table calls congruent fits the antecedent.

    In CW and CR it does. In RW and RWCA the antecedent states the facts, so the other one does. In CWC the paper means
    the completion against the antecedent (Table 5), in a separate sentence after it; the released large-scale rows put
    the completion into the consequent itself, and mark the fitting one.
    """
    if condition is Condition.CWC:
        return ". " not in context
    return condition in {Condition.CW, Condition.CR}


def _pair(item: ConditionalItem) -> frozenset[str]:
    return frozenset({item.congruent, item.incongruent})


def _core(first: str, second: str) -> str:
    return " / ".join(sorted((first, second)))
