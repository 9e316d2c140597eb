"""A model as tables P(child | parents), with its noise as separate variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from causalcore.model.model import SCM, ConditionalTable, Floats

if TYPE_CHECKING:
    from collections.abc import Iterator

Tables = dict[str, tuple[tuple[str, ...], Floats]]
"""The parents and the table of each variable, with the own values on the last axis."""


def tables_of(model: SCM) -> Tables:
    """Return the conditional table of every variable and of every noise variable; joint noise is a chain.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> {name: parents for name, (parents, _) in tables_of(FLIPPED_COPY).items()}
    {'X': ('UX',), 'Y': ('X', 'U'), 'UX': (), 'U': ()}
    """
    tables: Tables = {}
    for name in model.names:
        rule = model.rule(name)
        table = rule.probabilities if isinstance(rule, ConditionalTable) else np.eye(model[name].size)[rule.table]
        tables[name] = rule.parents, table
    for factor in model.noise:
        for name, parents, table in _chained(factor.names, factor.probabilities):
            tables[name] = parents, table
    return tables


def _chained(names: tuple[str, ...], joint: Floats) -> Iterator[tuple[str, tuple[str, ...], Floats]]:
    for last in range(len(names)):
        marginal = joint.sum(axis=tuple(range(last + 1, len(names))))
        total = marginal.sum(axis=-1, keepdims=True)
        uniform = np.full_like(marginal, 1 / marginal.shape[-1])
        table = np.divide(marginal, total, out=uniform, where=np.broadcast_to(total > 0, marginal.shape))
        yield names[last], names[:last], table
