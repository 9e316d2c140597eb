"""Checks of form, without a model: what an edit may touch, and what it may not.

Examples
--------
>>> item = ClomoItem(
...     id="1",
...     relation=Relation.WEAKENS,
...     instruction="Edit.",
...     argument="Statement1: It rained. Statement2: So the path is muddy.",
...     statements=("It rained.", "So the path is muddy."),
...     premise1="The path is paved.",
...     premise2="The field is drained.",
... )
>>> [str(check) for check in checks(item, "Statement1: It rained.") if check.verdict != "pass"]
['statements: fail (2 statements asked for, 1 given)', 'order: undetermined (the number of statements changed)']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from benchmarks.clomo.data import ClomoItem
from benchmarks.clomo.statements import (
    Change,
    after_statements,
    before_statements,
    changes,
    likeness,
    statements,
    words,
)
from logic.relations.judgement import Relation

__all__ = ["Check", "Checked", "ClomoItem", "FormVerdict", "Relation", "checks", "edits"]

COPIED: Final = 0.8
"""Least share of a premise's words, in one piece, that counts as copied."""

CLEARLY: Final = 0.15
"""Least gain in similarity at which another order counts as a change of order."""

_PREMISE_LINE: Final = re.compile(r"\bpremise\s*[12]\s*:", re.IGNORECASE)
_LEFT_OUT: Final = re.compile(r"[.…\s\[\]()]*|\W*(unchanged|no change|same as before)\W*", re.IGNORECASE)


class Checked(StrEnum):
    """The property that a check covers."""

    STATEMENTS = "statements"
    ORDER = "order"
    ARGUMENT_ONLY = "argument only"
    NO_PREMISE_COPIED = "no premise copied in"
    EDITED = "edited"


class FormVerdict(StrEnum):
    """Whether a check of form passed."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check of form, with the words that decide it."""

    checked: Checked
    verdict: FormVerdict
    why: str = ""

    def __str__(self) -> str:
        """Write the check on one line."""
        return f"{self.checked}: {self.verdict}" + (f" ({self.why})" if self.why else "")


def checks(item: ClomoItem, response: str) -> tuple[Check, ...]:
    """Check a modified argument.

    Statements are counted regardless of their numbers, because the published answers of people skip numbers where a
    statement has several sentences. An empty response passes no check.
    """
    if not response.strip():
        empty = "the response is empty"
        return tuple(Check(checked=one, verdict=FormVerdict.FAIL, why=empty) for one in Checked)
    given = statements(response)
    texts = [statement.text for statement in given]
    return (
        _counted(item, texts),
        _ordered(item, texts),
        _argument_only(response),
        _uncopied(item, response),
        _edited(item, texts, response),
    )


def edits(item: ClomoItem, response: str) -> tuple[Change, ...]:
    """List the edits; empty if the number of statements changed."""
    texts = [statement.text for statement in statements(response)]
    return changes(item.statements, texts) if len(texts) == len(item.statements) else ()


def _counted(item: ClomoItem, texts: list[str]) -> Check:
    expected = len(item.statements)
    if any(_LEFT_OUT.fullmatch(text) for text in texts):
        return Check(checked=Checked.STATEMENTS, verdict=FormVerdict.UNDETERMINED, why="a statement is left out")
    if len(texts) == expected:
        return Check(checked=Checked.STATEMENTS, verdict=FormVerdict.PASS)
    why = f"{expected} statements asked for, {len(texts) or 'none marked'} given"
    return Check(checked=Checked.STATEMENTS, verdict=FormVerdict.FAIL, why=why)


def _ordered(item: ClomoItem, texts: list[str]) -> Check:
    if len(texts) != len(item.statements):
        why = "the number of statements changed"
        return Check(checked=Checked.ORDER, verdict=FormVerdict.UNDETERMINED, why=why)
    for place, text in enumerate(texts):
        alike = [likeness(one, text) for one in item.statements]
        best = max(range(len(alike)), key=alike.__getitem__)
        if alike[best] > alike[place] + CLEARLY and likeness(item.statements[place], texts[best]) > alike[place]:
            why = f"statement {place + 1} stands where statement {best + 1} stood"
            return Check(checked=Checked.ORDER, verdict=FormVerdict.FAIL, why=why)
    return Check(checked=Checked.ORDER, verdict=FormVerdict.PASS)


def _argument_only(response: str) -> Check:
    premise = _PREMISE_LINE.search(response)
    beside = before_statements(response) or after_statements(response)
    if premise is None and not beside:
        return Check(checked=Checked.ARGUMENT_ONLY, verdict=FormVerdict.PASS)
    why = "the premises are given again" if premise else f"words outside the statements: {beside[:60]!r}"
    return Check(checked=Checked.ARGUMENT_ONLY, verdict=FormVerdict.FAIL, why=why)


def _uncopied(item: ClomoItem, response: str) -> Check:
    """Look for most of a premise in one piece that the argument did not contain before."""
    new, old = words(response), words(item.argument)
    for name, premise in (("Premise1", item.premise1), ("Premise2", item.premise2)):
        premise_words = words(premise)
        block = SequenceMatcher(None, premise_words, new, autojunk=False).find_longest_match()
        had = SequenceMatcher(None, premise_words, old, autojunk=False).find_longest_match().size
        if block.size >= COPIED * len(premise_words) and block.size > had:
            why = f"{name}: {' '.join(premise_words[block.a : block.a + block.size])!r}"
            return Check(checked=Checked.NO_PREMISE_COPIED, verdict=FormVerdict.FAIL, why=why)
    return Check(checked=Checked.NO_PREMISE_COPIED, verdict=FormVerdict.PASS)


def _edited(item: ClomoItem, texts: list[str], response: str) -> Check:
    after = [words(text) for text in texts] or [words(response)]
    if after == [words(text) for text in item.statements]:
        return Check(checked=Checked.EDITED, verdict=FormVerdict.FAIL, why="the argument is unchanged")
    return Check(checked=Checked.EDITED, verdict=FormVerdict.PASS)
