"""Graphs in DAGitty's notation and in DOT: what is read, and where it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.errors import CyclicModelError, GraphSyntaxError, MalformedScenarioError
from causalcore.graphs.causal_graph import d_separated, observed
from causalcore.graphs.graph_file import load_graph
from causalcore.graphs.notations import quoted, read_graph, unquoted
from causalcore.pictures.text import dot
from causalcore.scenario.file import load_scenario
from causalcore.scenario.from_graph import scenario_from_graph
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario, Sign, Strength
from nlbridge.telling.graph_drawing import picture_of

if TYPE_CHECKING:
    from pathlib import Path

MILL = """dag {
bb="-5.1,-3.4,4,3"
dam [latent,pos="-0.3,-0.1"]
"water level" [exposure,pos="1.2,0.5"]
flour [outcome,pos="2.0,1.0"]
wheel
dam -> "water level"
dam -> wheel [pos="0.1,0.2"]
"water level" -> wheel -> flour
flour <- miller
miller <-> wheel
}
"""

CELLAR = """
// a picture of somebody else
strict digraph "the cellar" {
    rankdir = LR; node [shape=box, fontname="sans"];
    graph [bgcolor=white]
    pump:out -> cellar -> {wine potatoes} [label="so"]
    subgraph cluster_1 { label="upstairs"; stove; stove -> kitchen }
    /* the pump may have had help */
    rain -> cellar [weight=1.5 color="#aa0000"]
    # and that is all
}
"""


def test_dagitty_notation_is_read_with_its_latent_variables() -> None:
    graph = read_graph(MILL)
    assert set(observed(graph)) == {"water level", "flour", "wheel", "miller"}
    assert {("dam", "wheel"), ("miller", "flour"), ("wheel", "flour"), ("miller <-> wheel", "wheel")} <= set(
        graph.edges
    )
    assert not d_separated(graph, ["miller"], ["water level"], ["wheel"])
    assert d_separated(graph, ["miller"], ["water level"])
    assert "exposure" in graph.nodes["water level"]


def test_dot_is_read_with_groups_ports_comments_and_attributes() -> None:
    graph = read_graph(CELLAR)
    assert set(graph.edges) == {
        ("pump", "cellar"),
        ("cellar", "wine"),
        ("cellar", "potatoes"),
        ("stove", "kitchen"),
        ("rain", "cellar"),
    }
    assert graph.edges["cellar", "wine"]["label"] == "so"
    assert graph.edges["rain", "cellar"]["color"] == "#aa0000"
    assert "label" not in graph


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("graph { a -- b }", "expected dag, or digraph, got 'graph' at line 1, column 1"),
        ("dag { a -- b }", "an edge with a direction, got '--' at line 1, column 9"),
        ("dag {\n a -> }", "expected a name, got '}' at line 2, column 7"),
        ("dag { a -> b", "got the end"),
        ("dag { a [pos=] }", "expected a value"),
        ("dag { a } dag { b }", "expected the end"),
        ("digraph { a [label=<b>x</b>] }", "got '<'"),
        ("dag " + "{" * 60, "nested at most 40"),
        ("dag { %s }" % ("x " * 600_000), "at most 1000000 characters"),
    ],
)
def test_a_broken_graph_is_met_with_line_and_column(text: str, words: str) -> None:
    with pytest.raises(GraphSyntaxError) as caught:
        read_graph(text)
    assert words in str(caught.value)


def test_a_graph_with_a_cycle_is_refused() -> None:
    with pytest.raises(CyclicModelError):
        read_graph("digraph { a -> b -> c -> a }")


def test_names_survive_their_quotes() -> None:
    name = 'a "b" \\ c\nd'
    assert unquoted(quoted(name)) == name
    assert list(read_graph(f"digraph {{ {quoted(name)} }}").nodes) == [name]


def test_a_picture_in_dot_is_read_back_as_the_scenario_it_shows(tmp_path: Path) -> None:
    scenario = Scenario(
        events=(Event(id="e1", statement='The "big" pump failed.'), Event(id="e2", statement="The cellar flooded.")),
        latents=(Latent(id="spring", statement="It was spring."),),
        links=(
            Link(cause="e1", effect="e2", connective="so"),
            Link(cause="spring", effect="e2", sign=Sign.INHIBITS, strength=Strength.CONTRIBUTING),
        ),
    )
    rubric = build_rubric(derive(scenario, do({"e1": "false"})))
    place = tmp_path / "cellar.dot"
    place.write_text(dot(picture_of(rubric)), encoding="utf-8")
    again = load_scenario(place)
    assert (again.events, again.links) == (scenario.events, scenario.links)
    assert [latent.id for latent in again.latents] == ["spring"]


def test_a_bare_edge_leaves_what_is_below_it_open() -> None:
    scenario = scenario_from_graph(read_graph(CELLAR))
    answers = {answer.event: str(answer.kind) for answer in derive(scenario, do({"cellar": "false"})).answers}
    assert answers["wine"] == "open"
    assert answers["pump"] == answers["kitchen"] == "unchanged"


def test_attributes_that_no_scenario_knows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedScenarioError, match="mighty"):
        scenario_from_graph(read_graph("dag { a -> b [strength=mighty] }"))
    with pytest.raises(MalformedScenarioError, match="a file with a graph"):
        load_graph(tmp_path / "none.dot")
