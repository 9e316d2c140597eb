"""Scenarios from graphs.

A bare edge says that the effect may depend on the cause, so its link is `determines` and `possible`, which leaves
everything downstream of a change open. An edge may say more with the attributes `sign`, `strength` and `connective`,
a node with `statement`; the DOT files of `--draw` contain them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.errors import MalformedScenarioError
from causalcore.graphs.causal_graph import check_graph
from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Event, Latent, Link, Scenario, Sign, Strength

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph


def scenario_from_graph(graph: Graph) -> Scenario:
    """Build a scenario from a networkx graph; hidden nodes become latents.

    Raises
    ------
    CyclicModelError
        If the graph has a cycle.
    MalformedScenarioError
        If an attribute has a value that no scenario has.

    Examples
    --------
    >>> from causalcore.graphs.notations import read_graph
    >>> rain = scenario_from_graph(read_graph("digraph { rain -> wet [strength=necessary, sign=promotes] }"))
    >>> print(rain.links[0].strength)
    necessary
    """
    check_graph(graph)
    events, latents = [], []
    for node, marks in graph.nodes(data=True):
        name = str(node)
        statement = str(marks.get("statement") or marks.get("label") or name).replace("\n", " ")
        if marks.get("hidden"):
            latents.append(Latent(id=name, statement=statement))
        else:
            events.append(Event(id=name, statement=statement))
    links = tuple(_link(str(cause), str(effect), marks) for cause, effect, marks in graph.edges(data=True))
    scenario = Scenario(events=tuple(events), latents=tuple(latents), links=links)
    check_scenario(scenario)
    return scenario


def _link(cause: str, effect: str, marks: dict[str, str]) -> Link:
    try:
        sign = Sign(marks.get("sign", Sign.DETERMINES))
        strength = Strength(marks.get("strength", Strength.POSSIBLE))
    except ValueError as error:
        allowed = f"{', '.join(Sign)}; {', '.join(Strength)}"
        message = f"expected sign and strength of {cause} -> {effect} among {allowed}, got {error}; correct the edge"
        raise MalformedScenarioError(message) from error
    return Link(cause=cause, effect=effect, sign=sign, strength=strength, connective=marks.get("connective"))
