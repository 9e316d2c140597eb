"""Tables for pandas: the rows of a model, a scenario, a derivation or a list of verdicts.

pandas comes with pgmpy and is loaded at first use.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from causalcore.claims.verdict import ClaimVerdict
from causalcore.derivation.derivation import Derivation
from causalcore.errors import MalformedModelError
from causalcore.model.model import SCM
from causalcore.queries.compiled.network import Network
from causalcore.queries.world import Term
from causalcore.scenario.scenario import Scenario

if TYPE_CHECKING:
    from pandas import DataFrame

MAX_ROWS = 1 << 20
"""Most rows of a joint distribution."""


@singledispatch
def to_dataframe(subject: Any, *names: str) -> DataFrame:
    """Turn something into a pandas table.

    ======================  ===================================================================
    of                      rows
    ======================  ===================================================================
    `SCM`                   possible joint values of the endogenous variables, or of the
                            named ones, with their `probability`
    `Scenario`              events: `id`, `statement`, `kind`, `fact`, `causes`
    `Derivation`            events: `id`, `answer`, `direction`, `value`, `why`
    verdicts on claims      `claim`, `verdict`, `counterexample`, `why`
    ======================  ===================================================================

    Raises
    ------
    MalformedModelError
        For anything else, or a joint distribution with too many rows.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> to_dataframe(FLIPPED_COPY).round(2).values.tolist()
    [[0.0, 0.0, 0.35], [0.0, 1.0, 0.15], [1.0, 0.0, 0.15], [1.0, 1.0, 0.35]]
    """
    if isinstance(subject, Iterable) and not isinstance(subject, str):
        rows = list(subject)
        if rows and all(isinstance(row, ClaimVerdict) for row in rows):
            return _verdicts(rows)
    message = f"expected a model, a scenario, a derivation or verdicts, got {type(subject).__name__}; pass one of them"
    raise MalformedModelError(message)


@to_dataframe.register(SCM)
def _model(subject: SCM, *names: str) -> DataFrame:
    import pandas as pd

    chosen = names or subject.names
    sizes = tuple(subject[name].size for name in chosen)
    if prod(sizes) > MAX_ROWS:
        message = f"expected at most {MAX_ROWS} rows, got {prod(sizes)}; name the variables that you want"
        raise MalformedModelError(message)
    network = Network(subject)
    table = network.joint(tuple(network.place(Term(name)) for name in chosen), sizes)
    rows = [
        (*(subject[name].values[at] for name, at in zip(chosen, place, strict=True)), float(table[place]))
        for place in np.ndindex(*sizes)
        if table[place] > 0
    ]
    return pd.DataFrame(rows, columns=[*chosen, "probability"])


@to_dataframe.register(Scenario)
def _scenario(subject: Scenario, *names: str) -> DataFrame:
    import pandas as pd

    from causalcore.scenario.graph import parents

    causes_of = parents(subject)
    rows = [
        (event.id, event.statement, str(event.kind), event.fact, ", ".join(causes_of[event.id]))
        for event in subject.events
        if not names or event.id in names
    ]
    return pd.DataFrame(rows, columns=["id", "statement", "kind", "fact", "causes"])


@to_dataframe.register(Derivation)
def _derivation(subject: Derivation, *names: str) -> DataFrame:
    import pandas as pd

    rows = [
        (answer.event, str(answer.kind), answer.direction and str(answer.direction), answer.value, str(answer.evidence))
        for answer in subject.answers
        if not names or answer.event in names
    ]
    return pd.DataFrame(rows, columns=["id", "answer", "direction", "value", "why"])


def _verdicts(rows: list[ClaimVerdict]) -> DataFrame:
    import pandas as pd

    listed = [(str(row.claim), str(row.status), "; ".join(row.counterexample), row.why) for row in rows]
    return pd.DataFrame(listed, columns=["claim", "verdict", "counterexample", "why"])
