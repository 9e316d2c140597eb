"""The answer to a question about a model: a number, bounds, a verdict on a cause, or why there is none.

The command `ask` and the function `ask` give the same answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import InvalidInterventionError, MalformedModelError, NotIdentifiableError, QueryTypeError
from logic.errors import brief

if TYPE_CHECKING:
    from pandas import DataFrame

    from causalcore.bounds.assumption import Assumption
    from causalcore.bounds.bounds import Interval
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.queries import Query
    from causalcore.queries.query_language import Asked as ParsedQuery
    from causalcore.queries.whole_distribution import Distribution


EXACT: Final = "exact, by inference over the worlds that the query names"


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a query: a number, an interval or a verdict on a cause, or the reason why there is none.

    Parameters
    ----------
    value
        The number; None for an interval, a verdict, several numbers, or no answer.
    why
        How the answer was found, or why there is none.
    interval
        The least and the greatest number that the answer can be.
    causal, verdict, witness
        Whether the query asks about an actual cause, whether it is one, and the evidence.
    distribution
        One answer for each value that the query leaves out.

    Units
    -----
    value, interval : probability, or the unit of the variable
    """

    value: float | None
    why: str
    interval: tuple[float, float] | None = None
    causal: bool = False
    verdict: bool | None = None
    witness: str | None = None
    distribution: tuple[tuple[dict[str, Value], Asked], ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the fields of the batch format."""
        if self.distribution:
            rows = [{"values": values} | self._ends(asked) for values, asked in self.distribution]
            return {"distribution": rows, "why": self.why}
        if self.causal:
            return {"verdict": self.verdict, "witness": self.witness, "why": self.why}
        if self.interval is not None:
            return {"interval": list(self.interval), "why": self.why}
        return {"value": self.value, "why": self.why}

    @staticmethod
    def _ends(asked: Asked) -> dict[str, object]:
        return {name: value for name, value in asked.to_dict().items() if name != "why"}

    @property
    def decided(self) -> bool:
        """Whether there is a number, an interval or a verdict."""
        if self.distribution:
            return all(asked.decided for _, asked in self.distribution)
        return not (self.value is None and self.interval is None and self.verdict is None)

    def __str__(self) -> str:
        if self.distribution:
            return "\n".join(f"{_named(values)}: {asked}" for values, asked in self.distribution)
        if self.causal:
            word = {True: "a cause", False: "no cause", None: "undetermined"}[self.verdict]
            return f"{word}: {self.why}"
        if self.interval is not None:
            return f"[{self.interval[0]:.10g}, {self.interval[1]:.10g}]: {self.why}"
        return self.why if self.value is None else f"{self.value:.10g}"

    def __float__(self) -> float:
        if self.value is None:
            message = f"expected one number, got {self}; look at interval, verdict or why"
            raise NotIdentifiableError(message)
        return float(self.value)

    def as_dict(self) -> dict[str, object]:
        """Return the same as `to_dict`."""
        return self.to_dict()

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return one row for each number: the values that it belongs to, `low`, `high`, and `why`."""
        import pandas as pd

        rows = self.distribution or (({}, self),)
        return pd.DataFrame([values | asked.limits | {"why": asked.why} for values, asked in rows])

    @property
    def limits(self) -> dict[str, Value | None]:
        """The least and the greatest number that the answer can be."""
        low, high = self.interval or (self.value, self.value)
        return {"low": low, "high": high}

    def explain(self) -> str:
        """Return how the answer was found, or what would give one."""
        return self.why


def _named(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def answer(model: SCM, text: str | ParsedQuery, assume: str | Sequence[str] = ()) -> Asked:
    """Answer a query, parsed or in its text form, under assumptions in their text form.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> answer(FLIPPED_COPY, "P(Y=1 @ do(X=1) | X=0, Y=1)").value
    0.0
    """
    from causalcore.bounds.assumption import parse_assumption
    from causalcore.causes.uncertain_context import decide, degree
    from causalcore.queries.query_language import Causation, Responsibility, parse_query
    from causalcore.queries.whole_distribution import Distribution

    query = parse_query(text) if isinstance(text, str) else text
    assumptions = [parse_assumption(assumption) for assumption in _each(assume)]
    if assumptions and isinstance(query, Causation | Responsibility):
        message = "expected no assumptions for a question about an actual cause, got some; leave them out"
        raise InvalidInterventionError(message)
    if isinstance(query, Causation):
        decision = decide(model, query)
        witness = None if decision.witness is None else str(decision.witness)
        return Asked(None, decision.why, causal=True, verdict=decision.holds, witness=witness)
    if isinstance(query, Responsibility):
        return _degree(degree(model, query))
    if isinstance(query, Distribution):
        return _whole(model, query, assumptions)
    return _number(model, query, assumptions)


def _each(assume: object) -> Sequence[str]:
    """Return assumptions one by one; a single text is one of them."""
    if isinstance(assume, str):
        return (assume,)
    if isinstance(assume, bytes) or not isinstance(assume, Iterable):
        message = f"expected assumptions as texts, such as monotone(X, Y, +), got {brief(assume)}; list them"
        raise QueryTypeError(message)
    return tuple(assume)


def _whole(model: SCM, query: Distribution, assumptions: Sequence[Assumption]) -> Asked:
    """Answer for each value that the query leaves out."""
    from causalcore.queries.whole_distribution import each_value

    rows = tuple((values, _number(model, single, assumptions)) for values, single in each_value(model, query))
    reasons = dict.fromkeys(asked.why for _, asked in rows)
    return Asked(None, " / ".join(reasons), distribution=rows)


def _number(model: SCM, query: Query, assumptions: Sequence[Assumption]) -> Asked:
    """Answer a query with a number or an interval."""
    from causalcore.queries.queries import ask

    if not assumptions:
        try:
            return Asked(ask(model, query), EXACT)
        except NotIdentifiableError:
            pass
    return _interval(model, query, assumptions)


def _degree(ends: tuple[float, float]) -> Asked:
    if ends[0] == ends[1]:
        return Asked(ends[0], "1 / (size of the cause + variables held), expected over the contexts that fit")
    return Asked(None, "larger sets of causes were not tried; ask about a smaller model", interval=ends)


def _interval(model: SCM, query: Query, assumptions: Sequence[Assumption]) -> Asked:
    from causalcore.bounds.bounds import bounds

    try:
        interval = bounds(model, query, assumptions)
    except NotIdentifiableError as error:
        return Asked(None, f"not identifiable, and no bounds: {error}")
    if interval.point is not None:
        return Asked(interval.point, f"exact, the bounds meet: {_given(assumptions)}")
    kind = "sharp bounds" if interval.sharp else "valid bounds, perhaps not the narrowest"
    return Asked(None, f"{kind}; {_open(model, query, assumptions, interval)}", interval=(interval.low, interval.high))


def _given(assumptions: Sequence[Assumption]) -> str:
    return f"assuming {', '.join(map(str, assumptions))}" if assumptions else "whatever the mechanisms are"


def _open(model: SCM, query: Query, assumptions: Sequence[Assumption], interval: Interval) -> str:
    """Return what keeps a query from being identified, and what would identify it."""
    from causalcore.bounds.bounds import identifying

    names = ", ".join(interval.opened)
    given = f" ({_given(assumptions)})" if assumptions else ""
    why = f"not identifiable: the tables of {names} do not say what the same case would do under other parents{given}"
    cures = [
        f"{assumption} would give {value:.6g}" for assumption, value in identifying(model, query, assumptions, interval)
    ]
    return f"{why}; mechanisms and noise of {names} would identify it" + "".join(f"; {cure}" for cure in cures)


def ask(subject: Any, query: str | ParsedQuery, *, assume: str | Sequence[str] = ()) -> Any:
    """Answer a question about a model or a graph, as the command `ask` does.

    Parameters
    ----------
    subject
        A model, a causal graph, or a mapping, text or file that `model` or `graph` reads; or a pgmpy network, which is
        a model if it has tables.
    query
        Such as `P(Y=1 @ do(X=1) | X=0, Y=0)`, or `adjustment(X, Y)`; docs/reference/queries.md lists them. For a
        graph, `P(...)` asks what identifies it. For a model, also a result of `parse_query`.
    assume
        One assumption such as `monotone(X, Y, +)`, or several in a list.

    Returns
    -------
    Asked
        With `value`, or with `interval` if the model leaves the answer open; `explain()` says why. Questions about a
        graph return what the graph's method returns.

    Raises
    ------
    QuerySyntaxError
        If the query cannot be read.
    UnknownNameError, OutsideDomainError, ImpossibleEvidenceError
        If it names something that the model does not have, or facts that cannot occur.
    QueryTypeError
        If it is neither a text nor a parsed query.

    Examples
    --------
    >>> rain = {
    ...     "variables": {"X": [0, 1], "Y": [0, 1]},
    ...     "noise": {"U": {0: 0.7, 1: 0.3}},
    ...     "mechanisms": {"X": "U", "Y": {"parents": ["X"], "cpt": {"0": [0.9, 0.1], "1": [0.2, 0.8]}}},
    ... }
    >>> ask(rain, "P(Y=1 @ do(X=1))").value
    0.8
    >>> print(ask({"edges": ["X -> Y"]}, "P(Y | do(X))"))
    P(Y | do(X)) = P(Y | X)
    >>> [round(end, 3) for end in ask(rain, "P(Y=1 @ do(X=1) | X=0, Y=0)").interval]
    [0.778, 0.889]
    """
    from causalcore.asking.graph_object import CausalGraph, graph
    from causalcore.asking.graph_source import holds_graph
    from causalcore.graph_questions.graph_question import is_graph_question

    if not isinstance(query, str):
        parsed = _parsed(query, subject)
        return answer(model_from(subject), parsed, assume)
    if is_graph_question(query):
        return graph(subject).ask(query)
    if isinstance(subject, CausalGraph) or holds_graph(subject):
        return graph(subject).identify(query)
    return answer(model_from(subject), query, assume)


def _parsed(query: object, subject: object) -> ParsedQuery:
    """Return a parsed query about a model; raise `QueryTypeError` for anything else."""
    from causalcore.asking.graph_object import CausalGraph
    from causalcore.queries.query_language import Asked as ParsedQuery

    if isinstance(query, ParsedQuery) and not isinstance(subject, CausalGraph):
        return query
    actual = f"{type(query).__name__} about {type(subject).__name__}"
    message = f"expected a query as text, or for a model a parsed query, got {actual}; write it as text"
    raise QueryTypeError(message)


def model_from(subject: Any) -> SCM:
    """Return the model that an argument is or contains.

    Raises
    ------
    MalformedModelError
        If it is not a model, a file, a mapping or a discrete pgmpy network with tables.
    """
    from causalcore.exchange.model_file import model
    from causalcore.model.model import SCM

    if isinstance(subject, SCM | Mapping | str | Path):
        return model(subject)
    tables = getattr(subject, "cpds", ())
    if tables and all(hasattr(table, "state_names") for table in tables):
        from causalcore.exchange.bayesian import from_network

        return from_network(subject)
    message = f"expected a model, a file or a mapping with one, or a graph, got {type(subject).__name__}; pass one"
    raise MalformedModelError(message)
