"""The events of a scenario as a list that a model can refer to by id."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario


def listed(scenario: Scenario, *, latents: bool = False) -> str:
    """Return one JSON object a line: id, claim, values, and the value that the text states.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> print(listed(Scenario(events=(Event(id="e1", statement="It rained."),))))
    {"event": "e1", "claim": "It rained.", "values": ["false", "true"], "stated": "true"}
    """
    rows = [
        {"event": event.id, "claim": event.statement, "values": list(event.values), "stated": event.fact}
        for event in scenario.events
    ]
    if latents:
        rows += [
            {"event": latent.id, "claim": latent.statement, "values": ["false", "true"], "stated": "true"}
            for latent in scenario.latents
        ]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
