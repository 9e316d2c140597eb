"""Many questions about one model: one contraction answers all that share a pattern.

Source: as in `causalcore.queries.counterfactual`. A pattern is a question without its values: what is observed, set and
asked.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from causalcore.errors import CausalError
from causalcore.queries.compiled.pattern import Compiled, kept
from causalcore.queries.effect import Effect
from causalcore.queries.prediction import proper
from causalcore.queries.queries import PROBABILITIES, Probability, Query, as_probability
from causalcore.queries.unit import observed_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.model.model import SCM
    from causalcore.queries.world import Fact

FEWEST: Final = 2
"""Fewest questions of one pattern that are answered together."""


def ask_alike(model: SCM, queries: Sequence[Query]) -> tuple[float | None, ...]:
    """Answer the questions that share a pattern with others; return None for each that must be asked alone.

    These are questions that are not a probability of one fact, that need no inference, or that have no number: what is
    given cannot happen, or the model does not decide them.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> from causalcore.queries.query_language import parse_query
    >>> texts = ("P(D=0 @ do(A=0) | D=1)", "P(D=1 @ do(A=0) | D=1)", "P(D=0 @ do(A=1) | D=0)", "ate(A, D)")
    >>> [value and round(value, 6) for value in ask_alike(FIRING_SQUAD, [parse_query(text) for text in texts])]
    [0.113924, 0.886076, 0.0, None]
    """
    answers: list[float | None] = [None] * len(queries)
    patterns: dict[int, tuple[Compiled, list[tuple[int, Fact, list[int]]]]] = {}
    for place, query in enumerate(queries):
        with suppress(CausalError):
            _enter(model, query, place, patterns)
    for compiled, rows in patterns.values():
        if len(rows) < FEWEST:
            continue
        tables = compiled.tables(np.array([slots for _, _, slots in rows], dtype=np.intp).reshape(len(rows), -1))
        for table, (place, wanted, _) in zip(np.ascontiguousarray(tables.T), rows, strict=True):
            total = float(table.sum())
            if total > 0:
                allowed = wanted.allowed(model[wanted.term.variable])
                answers[place] = proper(sum(float(table[value]) for value in allowed) / total)
    return tuple(answers)


def _enter(
    model: SCM, query: Query, place: int, patterns: dict[int, tuple[Compiled, list[tuple[int, Fact, list[int]]]]]
) -> None:
    """Add a question to its pattern, if one pattern covers all values."""
    asked = as_probability(model, query) if isinstance(query, Effect) and query.kind in PROBABILITIES else query
    if not isinstance(asked, Probability) or len(asked.outcome) != 1 or observed_unit(model, asked.given) is not None:
        return
    asked.outcome[0].allowed(model[asked.outcome[0].term.variable])  # if refused here, it is answered alone
    compiled, slots = kept(model).find(asked.given, (asked.outcome[0].term,))
    if compiled.for_all and compiled.plan is not None:
        rows = patterns.setdefault(id(compiled), (compiled, []))[1]
        rows.append((place, asked.outcome[0], [position for _, position in slots]))
