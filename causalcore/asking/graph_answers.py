"""Answers to questions about a graph: values, lines, JSON, a table, and the reason in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from causalcore.graph_questions.question_answers import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pandas import DataFrame


@dataclass(frozen=True, slots=True, repr=False)
class GraphAnswer:
    """An answer that follows from a graph alone.

    Parameters
    ----------
    question
        In the text form that docs/reference/queries.md describes.
    row
        The answer as plain values, in the form of `causalcore ask --format json`.
    reason
        Returns the reason, in sentences.
    """

    question: str
    row: dict[str, Any]
    reason: Callable[[], str] = field(compare=False)

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return bool(self.row.get("complete", True))

    def explain(self) -> str:
        """Return the reason for the answer, in sentences."""
        return self.reason()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return self.row

    def to_json(self) -> str:
        """Return plain values as JSON."""
        return json.dumps(self.row, ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return one row for each set, instrument, independence or path."""
        import pandas as pd

        return pd.DataFrame(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        return [self.row]

    def __str__(self) -> str:
        return shown(self.row)

    def __repr__(self) -> str:
        first, *more = str(self).splitlines()
        return f"<{self.question}: {first}{f' and {len(more)} lines more' if more else ''}>"


class Adjustment(GraphAnswer):
    """Sets that may be adjusted for."""

    __slots__ = ()

    @property
    def sets(self) -> list[list[str]]:
        """Return all minimal sets, smaller sets first; none if adjustment does not give the effect."""
        return [list(names) for names in self.row["sets"]]

    @property
    def forbidden(self) -> list[str]:
        """Return the nodes that no set may contain: those on a causal path, and those downstream of it."""
        return list(self.row["forbidden"])

    def _rows(self) -> list[dict[str, Any]]:
        return [{"set": names} for names in self.sets]

    def __iter__(self) -> Iterator[list[str]]:
        return iter(self.sets)

    def __len__(self) -> int:
        return len(self.sets)


class AdjustmentCheck(GraphAnswer):
    """Whether one set may be adjusted for."""

    __slots__ = ()

    @property
    def valid(self) -> bool:
        """Whether the set may be adjusted for."""
        return bool(self.row["valid"])

    @property
    def open(self) -> list[str]:
        """Return the non-causal paths that stay open."""
        return list(self.row["open"])

    @property
    def forbidden(self) -> list[str]:
        """Return the members of the set that no set may contain."""
        return list(self.row["forbidden"])

    def __bool__(self) -> bool:
        return self.valid


class Instruments(GraphAnswer):
    """Variables that move the cause and reach the effect only through it."""

    __slots__ = ()

    @property
    def names(self) -> list[str]:
        """Return the instruments."""
        return [row["instrument"] for row in self.row["instruments"]]

    @property
    def given(self) -> dict[str, list[list[str]]]:
        """Return, for each instrument, the smallest sets to condition on."""
        return {row["instrument"]: [list(names) for names in row["given"]] for row in self.row["instruments"]}

    def _rows(self) -> list[dict[str, Any]]:
        return [{"instrument": name, "given": names} for name, sets in self.given.items() for names in sets]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


class Implications(GraphAnswer):
    """Independences that the graph implies and that data can contradict."""

    __slots__ = ()

    @property
    def pairs(self) -> list[dict[str, list[str]]]:
        """Return, for each pair of variables without an arrow between them, the smallest sets that separate them."""
        return list(self.row["pairs"])

    @property
    def basis(self) -> list[dict[str, list[str]]]:
        """Return independences from which all others follow."""
        return list(self.row["basis"])

    def _rows(self) -> list[dict[str, Any]]:
        return self.pairs

    def __iter__(self) -> Iterator[dict[str, list[str]]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


class Paths(GraphAnswer):
    """The paths between two variables."""

    __slots__ = ()

    @property
    def paths(self) -> list[dict[str, Any]]:
        """Return each path: `path`, `nodes`, `kind`, `open`, `blocked_by`."""
        return list(self.row["paths"])

    @property
    def open(self) -> list[str]:
        """Return the open paths."""
        return [row["path"] for row in self.paths if row["open"]]

    def _rows(self) -> list[dict[str, Any]]:
        return self.paths

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)


class Identification(GraphAnswer):
    """The estimand of an effect, or the hedge that forbids one."""

    __slots__ = ()

    @property
    def identified(self) -> bool:
        """Whether the effect follows from what is observed."""
        return bool(self.row["identified"])

    @property
    def estimand(self) -> str | None:
        """Return the estimand in symbols; None if there is none."""
        return self.row["estimand"]["text"] if self.identified else None

    @property
    def latex(self) -> str | None:
        """Return the query and its estimand in LaTeX."""
        return self.row["estimand"]["latex"] if self.identified else None

    @property
    def hedge(self) -> dict[str, list[str]] | None:
        """Return the sets that forbid an estimand: one set of variables within another."""
        return self.row.get("hedge")

    def __bool__(self) -> bool:
        return self.identified
