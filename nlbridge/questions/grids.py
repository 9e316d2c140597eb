"""Rows of a table written as sentences: which phrases of their conditions vary, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, groupby

from nlbridge.questions.statements import Statement, StatementKind

Known = Callable[[str], bool]
"""Whether a phrase is about a variable."""


def tables(statements: Iterable[Statement]) -> list[list[Statement]]:
    """Group consecutive statements about the same event under conditions.

    Joint probabilities (`the probability of a and b`) form tables of their own.
    """

    def key(statement: Statement) -> tuple[object, ...]:
        if statement.kind is StatementKind.CORRELATION:
            return ("correlation",)
        if statement.condition:
            return ("given", statement.event.lower())
        joint = " and " in statement.event and not statement.overall
        return ("joint",) if joint else ("plain", statement.event.lower())

    return [list(group) for _, group in groupby(statements, key)]


def splits(text: str, parts: int) -> list[tuple[str, ...]]:
    """Return all ways to cut a phrase at `and` into a number of parts.

    Examples
    --------
    >>> splits("a and b and c", 2)
    [('a', 'b and c'), ('a and b', 'c')]
    """
    pieces = text.split(" and ")
    cuts = combinations(range(1, len(pieces)), parts - 1)
    return [
        tuple(" and ".join(pieces[a:b]) for a, b in zip((0, *cut), (*cut, len(pieces)), strict=True)) for cut in cuts
    ]


def grid(rows: Sequence[str], known: Known) -> list[tuple[str, ...]]:
    """Cut each row into its phrases.

    Rows that run through all combinations of two phrases tell where to cut; of two rows, what they share is a phrase
    of its own if it is about a variable.

    Examples
    --------
    >>> rows = ["old and ill", "old and well", "young and ill", "young and well"]
    >>> grid(rows, lambda phrase: True)
    [('old', 'ill'), ('old', 'well'), ('young', 'ill'), ('young', 'well')]
    >>> grid(["salt and pepper lovers", "sugar lovers"], lambda phrase: False)
    [('salt and pepper lovers',), ('sugar lovers',)]
    """
    for parts in (3, 2):
        if len(rows) == 2**parts and (found := _full(rows, parts)):
            return found
    if len(rows) == 2 and (found := _shared(rows, known)):
        return found
    return [_alone(row, known) for row in rows]


def _full(rows: Sequence[str], parts: int) -> list[tuple[str, ...]] | None:
    for first in splits(rows[0], parts):
        for last in splits(rows[-1], parts):
            found = [
                tuple((last if number >> (parts - 1 - place) & 1 else first)[place] for place in range(parts))
                for number in range(len(rows))
            ]
            if [" and ".join(row) for row in found] == list(rows):
                return found
    return None


def _shared(rows: Sequence[str], known: Known) -> list[tuple[str, ...]] | None:
    for split in splits(rows[0], 2):
        for two in splits(rows[1], 2):
            for place in (0, 1):
                same = split[place] == two[place]
                if same and split != two and known(split[place]) and known(split[1 - place]) | known(two[1 - place]):
                    return [split, two]
    return None


def _alone(row: str, known: Known) -> tuple[str, ...]:
    for parts in range(min(3, row.count(" and ") + 1), 1, -1):
        for found in splits(row, parts):
            if all(known(part) for part in found):
                return found
    return (row,)


def turns(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return, for each place of a table's rows, its distinct phrases in order."""
    width = {len(row) for row in rows}
    if len(width) != 1:
        return [tuple(dict.fromkeys(part for row in rows for part in row))]
    return [tuple(dict.fromkeys(row[place] for row in rows)) for place in range(width.pop())]
