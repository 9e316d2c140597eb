"""A scenario as a list that a model can refer to by id."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario


def listed(scenario: Scenario) -> str:
    """Return one JSON object a line: claims with id, values and the stated value; links; mechanisms.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> rain, mud = Event(id="e1", statement="It rained."), Event(id="e2", statement="There was mud.")
    >>> print(listed(Scenario(events=(rain, mud), links=(Link(cause="e1", effect="e2", connective="so"),))))
    {"event": "e1", "claim": "It rained.", "values": ["false", "true"], "stated": "true"}
    {"event": "e2", "claim": "There was mud.", "values": ["false", "true"], "stated": "true"}
    {"link": "e1 -> e2", "sign": "promotes", "strength": "necessary", "signal": "so"}
    """
    rows: list[dict[str, Any]] = [
        {"event": event.id, "claim": event.statement, "values": list(event.values), "stated": event.fact}
        | ({"presupposes": list(event.presupposes)} if event.presupposes else {})
        for event in scenario.events
    ]
    rows += [
        {
            "link": f"{link.cause} -> {link.effect}",
            "sign": str(link.sign),
            "strength": str(link.strength),
            "signal": link.connective or "",
        }
        for link in scenario.links
    ]
    rows += [{"mechanism": f"{event} = {formula}"} for event, formula in scenario.mechanisms]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
