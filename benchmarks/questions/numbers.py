"""The numbers of a question as probabilities: each phrase with its variable and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from benchmarks.questions.errors import UnmatchedPhraseError
from benchmarks.questions.forms import Statement, StatementKind
from benchmarks.questions.matching import LEAST, Slots, assign, similarity
from benchmarks.questions.words import DECIDED, compare, phrase, plain, same_value, splits, value_in_pair
from causalcore.identification import Diagram, Given, probability

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


def grid(rows: Sequence[str], known: Known) -> list[tuple[str, ...]]:
    """Cut each row into its phrases.

    Rows that list every combination of two or three phrases show where to cut. What two rows share is a separate
    phrase if it is about a variable.

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
            combinations = [
                tuple((last if number >> (parts - 1 - place) & 1 else first)[place] for place in range(parts))
                for number in range(len(rows))
            ]
            if [" and ".join(row) for row in combinations] == list(rows):
                return combinations
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
        for pieces in splits(row, parts):
            if all(known(part) for part in pieces):
                return pieces
    return (row,)


def turns(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the distinct phrases at each place of a table's rows, in order."""
    width = {len(row) for row in rows}
    if len(width) != 1:
        return [tuple(dict.fromkeys(part for row in rows for part in row))]
    return [tuple(dict.fromkeys(row[place] for row in rows)) for place in range(width.pop())]


@dataclass(frozen=True, slots=True)
class Row:
    """A statement cut into the phrases of its event and of its condition."""

    statement: Statement
    event: tuple[str, ...]
    condition: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Statements about the cases of the same conditions.

    Parameters
    ----------
    factors
        The phrases, in order, at each place of the condition or joint event.
    joint
        Whether the rows are joint probabilities.
    """

    rows: tuple[Row, ...]
    factors: tuple[tuple[str, ...], ...]
    joint: bool


@dataclass(slots=True)
class Values:
    """The variable and value that each phrase refers to.

    Parameters
    ----------
    variables
        Maps each normalised phrase to its variable.
    pairs
        Maps each variable to the contrasting phrases for values 0 and 1.
    single
        Maps each variable without such a pair to the phrase for value 1.
    notes
        Assumptions.
    """

    variables: dict[str, str]
    pairs: dict[str, tuple[str, str]] = field(default_factory=dict)
    single: dict[str, str] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def variable(self, text: str) -> str:
        """Return the variable that a phrase is about."""
        return self.variables[plain(text)]

    def value(self, text: str) -> int:
        """Return the value that a phrase refers to; 1 unless its words say otherwise."""
        key = plain(text)
        if key not in self.known:
            self.known[key] = self._value(key)
        return self.known[key]

    def _value(self, key: str) -> int:
        name = self.variables[key]
        pair = self.pairs.get(name)
        if pair is not None and plain(pair[0]) != plain(pair[1]):
            value, decided = value_in_pair(key, pair)
            if not decided and key != name:
                self.notes.append(f"{key!r} is taken for {pair[1]!r}")
            return value
        if name in self.single:
            return int(same_value(key, self.single[name])[0])
        return 1

    def words(self, name: str, value: int) -> str:
        """Return the words for a value."""
        if name in self.pairs:
            return self.pairs[name][value]
        positive = self.single.get(name, name)
        return positive if value else f"not: {positive}"


def table_of(statements: Sequence[Statement], diagram: Diagram, said: frozenset[str]) -> list[Table]:
    """Cut statements into phrases, table by table."""

    @lru_cache(maxsize=256)
    def known(text: str) -> bool:
        return plain(text) in said or any(similarity(text, node, diagram.nodes) > LEAST for node in diagram.nodes)

    cut_tables = []
    for group in tables(statements):
        joint = not group[0].condition and " and " in group[0].event and not group[0].overall
        if group[0].kind is StatementKind.CORRELATION:
            continue
        if joint:
            cut = grid([statement.event for statement in group], known)
            rows = tuple(Row(statement, parts, ()) for statement, parts in zip(group, cut, strict=True))
        elif group[0].condition:
            cut = grid([statement.condition for statement in group], known)
            rows = tuple(Row(statement, (statement.event,), parts) for statement, parts in zip(group, cut, strict=True))
        else:
            cut, rows = [], tuple(Row(statement, (statement.event,), ()) for statement in group)
        cut_tables.append(Table(rows, tuple(turns(cut)) if cut else (), joint))
    return cut_tables


def slots_of(found: Sequence[Table]) -> Slots:
    """Return the phrases that the tables show to be about one variable, or about different ones."""
    slots = Slots()
    for table in found:
        for factor in table.factors:
            slots.add(*factor)
            slots.used |= {plain(text) for text in factor}
        for row in table.rows:
            for text in row.event:
                slots.add(text)
            if not row.condition and not table.joint:
                slots.overall.add(plain(row.event[0]))
            slots.separate((*row.event, *row.condition))
            slots.arrows |= {(plain(cause), plain(effect)) for cause in row.condition for effect in row.event}
    return slots


def values_of(found: Sequence[Table], slots: Slots, diagram: Diagram) -> Values:
    """Match each phrase to a variable, and each variable to its two values."""
    values = Values(assign(slots, diagram))
    unmatched = [text for group in slots.groups for text in sorted(group) if text not in values.variables]
    if unmatched:
        raise UnmatchedPhraseError(unmatched[0], diagram.nodes)
    for group in slots.groups:
        name = values.variables[min(group)]
        if max(similarity(text, name, diagram.nodes) for text in group) <= 0.0 and not _met(group, values, name):
            values.notes.append(f"{min(group)!r} is assumed to be about {name!r}, although they share no word")
    for table in sorted(found, key=lambda table: table.joint):
        for factor in table.factors:
            _pair(factor, values)
    for text in (text for table in found for row in table.rows for text in row.event):
        name = values.variable(text)
        if name not in values.pairs:
            values.single.setdefault(name, text)
    return values


def _met(group: set[str], values: Values, name: str) -> bool:
    """Return whether phrases share a word with another phrase about their variable."""
    others = [text for text, node in values.variables.items() if node == name and text not in group]
    return any(compare(one, other).shared > 0 for one in group for other in others)


def _pair(factor: tuple[str, ...], values: Values) -> None:
    """Assign a factor's two phrases to values 0 and 1 of its variable, in order unless words decide."""
    if len(factor) != 2:
        return
    one, two = factor
    name = values.variable(one)
    if name not in values.pairs:
        flipped = compare(one, two).sign < 0 and phrase(one).negations < phrase(two).negations
        values.pairs[name] = (two, one) if flipped else (one, two)
        values.known[plain(one)], values.known[plain(two)] = (1, 0) if flipped else (0, 1)
        return
    if plain(one) in values.known and plain(two) in values.known:
        return
    low, high = values.pairs[name]
    votes = [
        compare(text, high).shared * compare(text, high).sign - compare(text, low).shared * compare(text, low).sign
        for text in (one, two)
    ]
    turned = votes[0] - votes[1] > DECIDED
    values.known[plain(one)], values.known[plain(two)] = (1, 0) if turned else (0, 1)


def givens_of(found: Sequence[Table], values: Values) -> list[Given]:
    """Return each statement as a probability; the order of cases with identical words decides their values."""
    givens = []
    for table in found:
        repeated = _repeated(table)
        for place, row in enumerate(table.rows):
            event = {values.variable(text): values.value(text) for text in row.event}
            condition = {values.variable(text): values.value(text) for text in row.condition}
            if repeated is not None:
                condition[values.variable(row.condition[repeated])] = _order(place, repeated, len(row.condition))
            sentence = row.statement.sentence
            givens.append(
                Given(
                    probability(event, condition),
                    row.statement.value,
                    row.statement.slack,
                    sentence.text,
                    (sentence.start, sentence.end),
                )
            )
    return givens


def _repeated(table: Table) -> int | None:
    """Return the place whose two cases have identical words, or None."""
    texts = [row.statement.condition for row in table.rows]
    if len(texts) == len(set(texts)) or table.joint:
        return None
    return next((place for place, factor in enumerate(table.factors) if len(factor) == 1), None)


def _order(place: int, factor: int, width: int) -> int:
    return place >> (width - 1 - factor) & 1
