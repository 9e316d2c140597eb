"""Items of CHG: in its own format, from the paper's triples, or paired from delta-SNLI."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.chg.pairing import Update, paired_items
from benchmarks.errors import MalformedItemError
from benchmarks.runs.json_rows import different_items, each_read, json_rows

PARTS: Final = ("premise", "strengthener", "weakener", "hypothesis")
TRIPLE: Final = ("base_premise", "hypothesis", "altered_premise")
UPDATE_TYPES: Final = ("strengthener", "weakener")
_BRACKETED: Final = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChgItem:
    """A hypothesis with a strengthener and a weakener.

    Parameters
    ----------
    reference
        A person's counter-hypothesis, or empty.
    core
        Items with one core share premise and hypothesis, so they are not independent.
    """

    id: str
    premise: str
    strengthener: str
    weakener: str
    hypothesis: str
    reference: str = ""
    core: str = ""

    @property
    def base_premise(self) -> str:
        """The premise with the strengthener, in the paper's notation."""
        return f"{self.premise} [{self.strengthener}]"

    @property
    def altered_premise(self) -> str:
        """The premise with the weakener."""
        return f"{self.premise} [{self.weakener}]"


def load(path: Path, *, seed: int = 0, skipped: list[str] | None = None) -> tuple[ChgItem, ...]:
    """Read items from JSON Lines; the fields determine the format.

    Parameters
    ----------
    seed
        Random seed for pairing strengtheners with weakeners; delta-SNLI only.
    skipped
        Collects the error of each unreadable line, which is skipped; if None, the first one is raised.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If a line has none of the formats and `skipped` is None, two items share an id, or nothing is left.
    """
    rows = [(row.place, row.fields) for row in json_rows(path, skipped)]
    if rows and all("UpdateType" in row for _, row in rows):
        usable = [row for row in rows if _usable(row[1])]
        updates = list(each_read(usable, lambda row: _update(*row), skipped))
        items = [ChgItem(**one) for one in paired_items(updates, seed)]
    else:
        numbered = [(place, row, str(number)) for number, (place, row) in enumerate(rows, 1)]
        items = list(each_read(numbered, lambda row: _item(*row), skipped))
    return different_items(items, path, "items of CHG (premise, strengthener, weakener and hypothesis)", skipped)


def _item(place: str, row: Mapping[str, Any], number: str) -> ChgItem:
    parts = _of_triple(row) if "altered_premise" in row else {name: row.get(name) for name in PARTS}
    wrong = [name for name in PARTS if not _is_text(parts[name])]
    if wrong:
        named = f", id {row['id']}" if isinstance(row.get("id"), str | int) else ""
        message = (
            f"{place}{named}: expected {', '.join(PARTS)}, "
            f'or {", ".join(TRIPLE)} with "[strengthener]" and "[weakener]" '
            f"in brackets, got a wrong {wrong[0]}; correct the line"
        )
        raise MalformedItemError(message)
    texts = {name: str(parts[name]).strip() for name in PARTS}
    reference = row.get("reference") or row.get("counter_hypothesis") or ""
    core = json.dumps([texts["premise"], texts["hypothesis"]])
    return ChgItem(id=str(row.get("id", number)), reference=str(reference).strip(), core=core, **texts)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _of_triple(row: Mapping[str, Any]) -> dict[str, str | None]:
    premise, strengthener = _cut(row.get("base_premise"))
    _, weakener = _cut(row.get("altered_premise"))
    return {
        "premise": premise,
        "strengthener": strengthener,
        "weakener": weakener,
        "hypothesis": row.get("hypothesis"),
    }


def _cut(text: object) -> tuple[str | None, str | None]:
    """Return the text outside and inside the brackets."""
    pieces = _BRACKETED.findall(text) if isinstance(text, str) else []
    if len(pieces) != 1:
        return None, None
    return " ".join(_BRACKETED.sub(" ", str(text)).split()), pieces[0].strip()


def _usable(row: Mapping[str, Any]) -> bool:
    """Return whether a row has an update; delta-SNLI's annotators could declare it impossible."""
    return not row.get("UpdateTypeImpossible") and _is_text(row.get("Update"))


def _update(place: str, row: Mapping[str, Any]) -> Update:
    texts = {name: row.get(name) for name in ("Premise", "Hypothesis", "Update", "SNLIPairId")}
    wrong = [name for name, text in texts.items() if not _is_text(text)]
    if wrong or row.get("UpdateType") not in UPDATE_TYPES:
        message = (
            f"{place}: expected Premise, Hypothesis, Update, SNLIPairId and UpdateType (strengthener or weakener), "
            f"got a wrong {wrong[0] if wrong else 'UpdateType'}; correct the line"
        )
        raise MalformedItemError(message)
    return Update(
        core=str(texts["SNLIPairId"]),
        premise=str(texts["Premise"]).strip(),
        hypothesis=str(texts["Hypothesis"]).strip(),
        text=str(texts["Update"]).strip(),
        weakens=row["UpdateType"] == "weakener",
    )
