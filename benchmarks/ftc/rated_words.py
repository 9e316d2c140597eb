"""Words of explained items, kept or dropped by rewriter and references, for agreement tables.

A rewrite may be right in other words than the reference. Which words of the hypothesis it drops, and which phrases it
chooses as A and B, can be compared word by word. Words of one item are not independent.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from benchmarks.ftc.explanations.explanation_reader import IMPLIED_LABEL
from benchmarks.runs.compared import LABELS, Rated
from logic.relations.faithfulness import Relation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

READER: Final = "rewriter"
LABEL: Final = "label that the explanation supports"
_WORD: Final = re.compile(r"\w+(?:['’-]\w+)*")


def rated_in(row: Mapping[str, Any]) -> list[Rated]:
    """Return the words of a row of `samples.jsonl`, and the label that its explanation supports.

    The label is informative only if the reader did not see the one in the file.

    Examples
    --------
    >>> row = {"id": "1", "label": "E", "hypothesis": "A dog runs.", "explanation": "A poodle is a dog."}
    >>> row |= {"relation": None, "A": None, "B": None, "references": {"": "A poodle runs."}}
    >>> found = rated_in(row | {"cf": [{"case": "", "hypothesis": "A poodle runs."}]})
    >>> [(one.unit, one.ratings["rewriter"]) for one in found if one.about == "words of the hypothesis kept"]
    [('1, , word 0 of 3', 'yes'), ('1, , word 1 of 3', 'no'), ('1, , word 2 of 3', 'yes')]
    """
    return [*_kept(row), *_spans(row), *_label(row)]


def _kept(row: Mapping[str, Any]) -> Iterator[Rated]:
    made = {one["case"]: one["hypothesis"] for one in row["cf"]}
    for case, reference in row.get("references", {}).items():
        before = _words(row["hypothesis"])
        rewritten = None if case not in made else _same(before, _words(made[case]))
        ratings = {READER: rewritten, LABELS: _same(before, _words(reference))}
        yield from _each(row, f"words of the hypothesis kept{f', case {case}' if case else ''}", case, before, ratings)


def _spans(row: Mapping[str, Any]) -> Iterator[Rated]:
    given = row.get("spans")
    if given is None:
        return
    words = _words(f"{row['hypothesis']} {row['explanation']}")
    for span in "AB":
        phrases = {READER: row[span], LABELS: given[span]}
        inside = {name: None if said is None else set(_words(said)) for name, said in phrases.items()}
        ratings = {name: None if one is None else [word in one for word in words] for name, one in inside.items()}
        yield from _each(row, f"words of both texts in {span}", span, words, ratings)


def _label(row: Mapping[str, Any]) -> Iterator[Rated]:
    stated = None if row["relation"] is None else IMPLIED_LABEL[Relation(row["relation"])].value
    yield Rated(unit=row["id"], about=LABEL, cluster=row["id"], ratings={READER: stated, LABELS: row["label"]})


def _each(
    row: Mapping[str, Any], about: str, part: str, words: Sequence[str], said: Mapping[str, Sequence[bool] | None]
) -> Iterator[Rated]:
    for place in range(len(words)):
        unit = f"{row['id']}, {part}, word {place} of {len(words)}"
        ratings = {name: None if one is None else "yes" if one[place] else "no" for name, one in said.items()}
        yield Rated(unit=unit, about=about, cluster=row["id"], ratings=ratings)


def _same(before: Sequence[str], after: Sequence[str]) -> list[bool]:
    """Return which words of the first text the second keeps, in order."""
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    kept = {one.a + step for one in blocks for step in range(one.size)}
    return [place in kept for place in range(len(before))]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
