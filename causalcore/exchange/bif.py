"""Networks in the BIF format: variables with named values, and a table for each.

Source: Cozman (1998), The Interchange Format for Bayesian Networks, 0.15, as in the files of bnlearn's repository and
of pgmpy. pgmpy 1.1 does not read them here: its reader rebuilds its grammar from all of Unicode's letters for each
file, which takes half a second and megabytes that it never frees, and it reads a missing row as zeros.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite, prod
from typing import Final

import numpy as np

from causalcore.errors import MalformedModelError
from causalcore.model.building import MAX_ROWS
from causalcore.model.model import SCM, ConditionalTable, Floats, checked_distribution
from causalcore.model.variable import Value, Variable, variable
from logic.errors import brief, listed

_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_BLOCK: Final = re.compile(r"\s*(network|variable|probability)\b([^{}]*)\{")
_BRACE: Final = re.compile(r"[{}]")
_TYPE: Final = re.compile(r"\s*type\s+\w+\s*\[\s*([0-9]{1,7})\s*\]\s*\{([^}]*)\}\s*;")
_ROW: Final = re.compile(r"\(([^()]*)\)(.*)", re.DOTALL)
States = Mapping[str, tuple[str, ...]]


def read_bif(text: str) -> SCM:
    """Read a Bayesian network in the BIF format.

    Raises
    ------
    MalformedModelError
        If the text breaks the format.

    Examples
    --------
    >>> model = read_bif('''
    ... variable rain { type discrete [ 2 ] { no, yes }; }
    ... variable wet { type discrete [ 2 ] { no, yes }; }
    ... probability ( rain ) { table 0.8, 0.2; }
    ... probability ( wet | rain ) { (no) 0.9, 0.1; (yes) 0.2, 0.8; }''')
    >>> model.rule("wet").probabilities.tolist()
    [[0.9, 0.1], [0.2, 0.8]]
    """
    states: dict[str, tuple[str, ...]] = {}
    tables: list[tuple[str, str]] = []
    for kind, head, body in _blocks(_COMMENT.sub(" ", text).replace('"', " ")):
        if kind == "variable":
            _once(states, head.strip(), "variable")
            states[head.strip()] = _states(head.strip(), body)
        elif kind == "probability":
            tables.append((head, body))
    names = {name.lower(): name for name in states}
    rules: dict[str, ConditionalTable] = {}
    for head, body in tables:
        own, parents = _names(head, names)
        _once(rules, own, "table of")
        rules[own] = _rule(own, parents, states, body)
    missing = sorted(set(states) - set(rules))
    if missing or not states:
        message = f"expected variables, each with a table, got none for {listed(missing) or 'a variable'}; add it"
        raise MalformedModelError(message)
    order = sorted(states)
    return SCM(tuple(_variable(name, states[name]) for name in order), (), (), tuple(rules[name] for name in order))


def state(word: str) -> Value | str:
    """Read the word of a file as a number if it is one.

    Examples
    --------
    >>> state("1"), state("0.5"), state("high"), state("nan")
    (1, 0.5, 'high', 'nan')
    """
    for kind in (int, float):
        try:
            number = kind(word)
        except ValueError:
            continue
        return number if isfinite(number) else word
    return word


def _variable(name: str, states: tuple[str, ...]) -> Variable:
    return variable(name, [state(word) for word in states])


def _blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Split a file into blocks: kind, head and body."""
    place = 0
    while match := _BLOCK.match(text, place):
        depth = 1
        for brace in _BRACE.finditer(text, match.end()):
            depth += 1 if brace.group() == "{" else -1
            if not depth:
                yield match[1], match[2], text[match.end() : brace.start()]
                place = brace.end()
                break
        else:
            msg = "a closing brace"
            raise _broken(msg, match[1] + match[2])
    if text[place:].strip():
        msg = "network, variable or probability, with braces"
        raise _broken(msg, text[place:].strip())


def _states(name: str, body: str) -> tuple[str, ...]:
    match = _TYPE.match(body)
    if match is None:
        msg = f"a type such as `type discrete [ 2 ] {{ no, yes }};` for {name[:40]}"
        raise _broken(msg, body.strip())
    words = tuple(word.strip() for word in match[2].split(",")) if "," in match[2] else tuple(match[2].split())
    if len(words) != int(match[1]) or not all(words):
        msg = f"{match[1]} values of {name[:40]}"
        raise _broken(msg, match[2])
    return words


def _names(head: str, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the table's variable and its parents; old files separate them only by spaces or commas."""
    inside = head.strip()
    if not (inside.startswith("(") and inside.endswith(")")):
        msg = "variables in parentheses"
        raise _broken(msg, inside)
    own, bar, rest = inside[1:-1].partition("|")
    words = [own, *(rest.split(",") if bar else [])]
    if not bar and own.strip().lower() not in names:
        words = re.split(r"[,\s]+", own.strip())
    variables = [names.get(word.strip().lower(), "") for word in words if word.strip()]
    if not variables or not all(variables) or len(set(variables)) != len(variables):
        msg = f"different variables of the file ({listed(names.values())})"
        raise _broken(msg, inside)
    return variables[0], variables[1:]


def _rule(own: str, parents: list[str], states: States, body: str) -> ConditionalTable:
    shape = tuple(len(states[name]) for name in (*parents, own))
    if prod(shape) > MAX_ROWS:
        message = f"expected a table of at most {MAX_ROWS} numbers for {own}, got {prod(shape)}; split it"
        raise MalformedModelError(message)
    table = _Table(own, parents, states, np.full(shape, np.nan))
    for statement in filter(None, map(str.strip, body.split(";"))):
        table.enter(statement)
    return ConditionalTable(tuple(parents), checked_distribution(table.whole(), own))


class _Table:
    """The numbers of one variable, row by row or all at once."""

    def __init__(self, own: str, parents: list[str], states: States, values: Floats) -> None:
        self.own, self.parents, self.values = own, parents, values
        self.places = [{word: position for position, word in enumerate(states[name])} for name in parents]
        self.default: Floats | None = None

    def enter(self, statement: str) -> None:
        """Enter the numbers of one statement."""
        kind, _, rest = statement.partition(" ")
        *outer, size = self.values.shape
        if kind == "property":
            return
        if kind == "table":  # the own value changes slowest
            numbers = _numbers(rest, self.values.size, self.own)
            self.values = np.moveaxis(numbers.reshape(size, *outer), 0, -1)
        elif kind == "default":
            self.default = _numbers(rest, size, self.own)
        else:
            row, words = _row(statement, self.own)
            self.values[self._place(row, statement)] = _numbers(words, size, self.own)

    def _place(self, row: list[str], statement: str) -> tuple[int, ...]:
        if len(row) != len(self.places) or any(word not in index for word, index in zip(row, self.places, strict=True)):
            expected = f"a value of each of {listed(self.parents) or 'no parents'} for {self.own}"
            raise _broken(expected, statement)
        return tuple(index[word] for word, index in zip(row, self.places, strict=True))

    def whole(self) -> Floats:
        """Return all rows."""
        values = self.values if self.default is None else np.where(np.isnan(self.values), self.default, self.values)
        if np.isnan(values).any():
            named = listed(self.parents) or "no parents"
            expected = f"a row for each combination of {named} in the table of {self.own}"
            raise _broken(expected, "fewer")
        return np.asarray(values, dtype=np.float64)


def _row(statement: str, own: str) -> tuple[list[str], str]:
    match = _ROW.fullmatch(statement)
    if match is None:
        msg = f"(values) numbers, table or default in the table of {own}"
        raise _broken(msg, statement)
    return [word.strip() for word in match[1].split(",")], match[2]


def _numbers(words: str, count: int, own: str) -> Floats:
    try:
        numbers = np.asarray([float(word) for word in re.split(r"[,\s]+", words.strip())], dtype=np.float64)
    except ValueError:
        msg = f"{count} numbers in the table of {own}"
        raise _broken(msg, words.strip()) from None
    if len(numbers) != count or not np.isfinite(numbers).all():
        msg = f"{count} finite numbers in the table of {own}"
        raise _broken(msg, f"{len(numbers)}")
    return numbers


def _once(there: Mapping[str, object], name: str, item: str) -> None:
    if name in there or not name:
        msg = f"each {item} once, with a name"
        raise _broken(msg, name)


def _broken(expected: str, actual: str) -> MalformedModelError:
    return MalformedModelError(f"expected {expected} in a BIF file, got {brief(actual)}; correct the file")
