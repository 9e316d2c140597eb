"""Does a table of data contradict a graph? Each independence that the graph implies, tested.

Holm's method corrects the p-values for the number of tests, so a table contradicts a correct graph with a chance of at
most `level`. A table that contradicts nothing does not prove the graph.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from causalcore.errors import MalformedModelError, UnknownNameError
from causalcore.graph_questions.implied_independences import Implied, implications
from causalcore.graph_questions.independence_tests import IndependenceTest, independent
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pandas import DataFrame

    from causalcore.identification.diagram import Diagram

LEVEL: Final = 0.05
"""Chance of contradicting a correct graph."""


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """One independence, and what the data say about it.

    Parameters
    ----------
    p
        The p-value, corrected for the number of tests; None for too few rows, or a column that does not vary.
    """

    implied: Implied
    found: IndependenceTest
    p: float | None
    contradicted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "independence": str(self.implied),
            "contradicted": self.contradicted,
            "p": self.p,
            "p_alone": self.found.p,
            "test": self.found.test,
            "rows": self.found.rows,
        }

    def __str__(self) -> str:
        if self.p is None:
            return f"not tested: {self.implied} (too few rows, or a column that does not vary)"
        word = "contradicted" if self.contradicted else "not contradicted"
        return f"{word}: {self.implied} ({self.found.test}, p = {self.p:.3g} corrected, {self.found.rows} rows)"


@dataclass(frozen=True, slots=True)
class DataCheck:
    """What a table says about a graph.

    Parameters
    ----------
    lines
        Every implied independence that was considered.
    level
        A line counts as contradicted if its corrected p-value is at most this.
    """

    lines: tuple[CheckedLine, ...]
    level: float

    @property
    def contradicted(self) -> bool | None:
        """Whether the data contradict the graph; None if nothing could be tested."""
        if any(line.contradicted for line in self.lines):
            return True
        return False if any(line.p is not None for line in self.lines) else None

    @property
    def failing(self) -> tuple[str, ...]:
        """Return the independences that the data contradict."""
        return tuple(str(line.implied) for line in self.lines if line.contradicted)

    def line(self, text: str) -> CheckedLine:
        """Return the result for one independence.

        Raises
        ------
        UnknownNameError
            If it was not considered.
        """
        for line in self.lines:
            if str(line.implied) == text:
                return line
        raise UnknownNameError(text, tuple(str(line.implied) for line in self.lines))

    def explain(self) -> str:
        """Return what was tested and the result, line by line."""
        return "\n".join(map(str, self.lines)) or "The graph implies no independence: no table can contradict it."

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        rows = [line.to_dict() for line in self.lines]
        return {"contradicted": self.contradicted, "level": self.level, "lines": rows}

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return one row for each independence."""
        import pandas as pd

        return pd.DataFrame([line.to_dict() for line in self.lines])

    def __str__(self) -> str:
        tested = sum(line.p is not None for line in self.lines)
        if self.contradicted is None:
            return "nothing could be tested" if self.lines else "the graph implies nothing that data can contradict"
        word = f"contradict {len(self.failing)}" if self.failing else "contradict none"
        return f"the data {word} of {tested} independences" + "".join(f"\n  {line}" for line in self.failing)

    def __bool__(self) -> NoReturn:
        message = "expected check.contradicted compared with True, False or None, got a check used as a truth value"
        msg = f"{message}; write `check.contradicted is True`"
        raise TypeError(msg)


def check_data(diagram: Diagram, frame: DataFrame, level: float = LEVEL) -> DataCheck:
    """Test what a graph implies on a table with a column for each observed variable.

    Each pair of variables without an arrow between them is tested once, given the smallest set that separates them.

    Raises
    ------
    UnknownNameError
        If the table has no column for a variable.
    MalformedModelError
        If `level` is not between 0 and 1, or `frame` is no table or has no rows.
    """
    if not 0 < level < 1:
        message = f"expected a level between 0 and 1, got {level}; 0.05 is usual"
        raise MalformedModelError(message)
    if not hasattr(frame, "columns"):
        message = f"expected a pandas table, got {brief(frame)}; read one, for example by pandas.read_csv"
        raise MalformedModelError(message)
    if not len(frame):
        message = "expected a table with rows, got none; check how it was read"
        raise MalformedModelError(message)
    for name in diagram.observed:
        if name not in frame.columns:
            raise UnknownNameError(name, tuple(map(str, frame.columns)))
    pairs = one_each(implications(diagram).pairs)
    return _checked(pairs, [independent(frame, pair.left[0], pair.right[0], pair.given) for pair in pairs], level)


def check_simulator(
    diagram: Diagram,
    simulate: Callable[[dict[str, Any], int], DataFrame],
    settings: Mapping[str, Sequence[object]],
    rows: int = 1000,
    level: float = LEVEL,
) -> DataCheck:
    """Test that setting a variable of a simulator moves only what the graph lets it move.

    Parameters
    ----------
    simulate
        Takes the settings and the number of rows to draw, and returns a table.
    settings
        For each variable to set, the values to compare.

    Raises
    ------
    UnknownNameError
        If the graph, or a table, has no such variable.

    Examples
    --------
    >>> import numpy as np, pandas as pd
    >>> from causalcore.identification.diagram import Diagram
    >>> def simulate(do, rows):
    ...     x = np.full(rows, do["X"]) if "X" in do else np.arange(rows) % 2
    ...     return pd.DataFrame({"X": x, "Y": x if "Y" not in do else np.full(rows, do["Y"])})
    >>> found = check_simulator(Diagram(("X", "Y"), (("X", "Y"),)), simulate, {"Y": [0, 1]})
    >>> print(found)
    the data contradict none of 1 independences
    """
    import pandas as pd

    lines, tests = [], []
    for cause, values in settings.items():
        if cause not in diagram.observed:
            raise UnknownNameError(cause, diagram.observed)
        tables = [simulate({cause: value}, rows) for value in values]
        for effect in unmoved(diagram, cause):
            parts = [pd.DataFrame({"set": str(k), effect: table[effect]}) for k, table in enumerate(tables)]
            lines.append(Implied((effect,), (f"do({cause})",)))
            tests.append(_alike(pd.concat(parts, ignore_index=True), effect))
    return _checked(lines, tests, level)


def unmoved(diagram: Diagram, cause: str) -> tuple[str, ...]:
    """Return the observed variables that setting one does not move.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> unmoved(Diagram(("X", "Y", "Z"), (("X", "Y"),)), "Y")
    ('X', 'Z')
    """
    moved = diagram.descendants([cause])
    return tuple(name for name in diagram.observed if name not in moved)


def _alike(rows: DataFrame, effect: str) -> IndependenceTest:
    if rows[effect].nunique() < 2:
        return IndependenceTest("no row differs", 0.0, 1.0, len(rows))
    return independent(rows, "set", effect)


def _checked(lines: Sequence[Implied], tests: Sequence[IndependenceTest], level: float) -> DataCheck:
    corrected = zip(lines, tests, holm([test.p for test in tests]), strict=True)
    return DataCheck(
        tuple(CheckedLine(line, test, p, p is not None and p <= level) for line, test, p in corrected), level
    )


def one_each(pairs: Sequence[Implied]) -> list[Implied]:
    """Keep, for each pair of variables, the smallest set that separates them.

    Examples
    --------
    >>> [str(each) for each in one_each([Implied(("X",), ("Y",), ("A",)), Implied(("X",), ("Y",), ("B", "C"))])]
    ['X _||_ Y | A']
    """
    smallest: dict[tuple[str, str], Implied] = {}
    for implied in pairs:
        smallest.setdefault((implied.left[0], implied.right[0]), implied)
    return list(smallest.values())


def holm(chances: Sequence[float | None]) -> list[float | None]:
    """Correct p-values for their number by Holm's method; missing ones stay None.

    References
    ----------
    .. [1] Holm (1979), A simple sequentially rejective multiple test procedure.

    Examples
    --------
    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    order = sorted((p, place) for place, p in enumerate(chances) if p is not None)
    result: list[float | None] = [None] * len(chances)
    highest = 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - rank)))
        result[place] = highest
    return result
