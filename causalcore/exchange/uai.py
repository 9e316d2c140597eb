"""Networks in the UAI format, which has no names: variables are var_0, var_1, ..., values 0, 1, ...

Source: the file format of the UAI 2014 inference competition. In a BAYES file, the child is last in the scope of its
function, and the last variable of a scope changes fastest. pgmpy 1.1 is not used, since its reader lets the child
change slowest and loses the order of the parents.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from causalcore.errors import MalformedModelError
from causalcore.exchange.network_tables import tables_of
from causalcore.model.building import MAX_ROWS
from causalcore.model.model import SCM, ConditionalTable, checked_distribution
from causalcore.model.variable import Variable

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Numbers:
    """Reads the numbers of a file one by one."""

    def __init__(self, words: Iterator[str]) -> None:
        self.words = words

    def whole(self, what: str, least: int, most: int) -> int:
        """Read a whole number within bounds."""
        word = next(self.words, "the end")
        if not re.fullmatch(r"[0-9]{1,18}", word) or not least <= int(word) <= most:
            message = f"expected {what} from {least} to {most} in a UAI file, got {word[:40]}; correct the file"
            raise MalformedModelError(message)
        return int(word)

    def real(self) -> float:
        """Read a probability."""
        word = next(self.words, "the end")
        try:
            return float(word)
        except ValueError as error:
            message = f"expected a probability in a UAI file, got {word[:40]}; correct the file"
            raise MalformedModelError(message) from error


def read_uai(text: str) -> SCM:
    """Read a Bayesian network in the UAI format.

    Raises
    ------
    MalformedModelError
        If it is a Markov network or breaks the format.

    Examples
    --------
    >>> model = read_uai("BAYES 2 2 2 2 1 0 2 0 1  2 0.4 0.6  4 0.1 0.9 0.8 0.2")
    >>> model.rule("var_1").probabilities.tolist()
    [[0.1, 0.9], [0.8, 0.2]]
    """
    words = iter(text.split())
    if (kind := next(words, "the end")).upper() != "BAYES":
        message = (
            f"expected a UAI file of a Bayesian network, which begins with BAYES, got {kind[:40]}; convert it to one"
        )
        raise MalformedModelError(message)
    numbers = _Numbers(words)
    count = numbers.whole("the number of variables", 1, MAX_ROWS)
    sizes = [numbers.whole("the number of values", 1, MAX_ROWS) for _ in range(count)]
    functions = numbers.whole("one function for each variable, so a number", count, count)
    scopes = [
        [numbers.whole("a variable", 0, count - 1) for _ in range(numbers.whole("the size of a scope", 1, count))]
        for _ in range(functions)
    ]
    if sorted(scope[-1] for scope in scopes) != list(range(count)):
        message = f"expected each variable last in one scope, got {[scope[-1] for scope in scopes]}; put the child last"
        raise MalformedModelError(message)
    rules = {scope[-1]: _table(scope, sizes, numbers) for scope in scopes}
    own = tuple(Variable(f"var_{place}", tuple(range(size))) for place, size in enumerate(sizes))
    return SCM(own, (), (), tuple(rules[place] for place in range(count)))


def _table(scope: list[int], sizes: list[int], numbers: _Numbers) -> ConditionalTable:
    shape = tuple(sizes[place] for place in scope)
    cells = int(np.prod(shape, dtype=object))
    if cells > MAX_ROWS:
        message = f"expected a table of at most {MAX_ROWS} numbers for var_{scope[-1]}, got {cells}; split it"
        raise MalformedModelError(message)
    numbers.whole(f"the {cells} numbers of var_{scope[-1]}, so a number", cells, cells)
    values = np.asarray([numbers.real() for _ in range(cells)], dtype=np.float64).reshape(shape)
    names = tuple(f"var_{place}" for place in scope[:-1])
    return ConditionalTable(names, checked_distribution(values, f"var_{scope[-1]}"))


def write_uai(model: SCM) -> str:
    """Write a model in the UAI format: first `model.variables`, then the noise as variables.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> write_uai(FLIPPED_COPY).split()[:6]
    ['BAYES', '4', '2', '2', '2', '2']
    """
    tables = tables_of(model)
    place = {item.name: number for number, item in enumerate((*model.variables, *model.exogenous))}
    lines = ["BAYES", str(len(place)), " ".join(str(model[name].size) for name in place), str(len(place))]
    lines += [
        " ".join(map(str, (len(parents) + 1, *(place[parent] for parent in parents), place[name])))
        for name, (parents, _) in tables.items()
    ]
    bodies = ([str(table.size), " ".join(map(repr, table.ravel().tolist()))] for _, table in tables.values())
    return "\n".join([*lines, "", *chain.from_iterable(bodies), ""])
