"""Pictures of fully specified models: observed, set and affected variables apart, in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from causalcore.errors import DrawingFormatError, InvalidInterventionError, OutsideDomainError, UnknownNameError
from causalcore.graphs.notations import read_graph
from causalcore.model.building import scm
from causalcore.model.textbook import FIRING_SQUAD, SMOKING_TAR
from causalcore.pictures.formats import write_picture
from causalcore.pictures.model_picture import model_picture, query_picture
from causalcore.pictures.svg import svg
from causalcore.pictures.text import dot, mermaid
from causalcore.queries.query_language import parse_query
from nlbridge.apps.command.cli import app

if TYPE_CHECKING:
    from pathlib import Path

SQUAD = model_picture(FIRING_SQUAD, observed={"D": 1}, do={"A": 0})


def test_observed_set_and_affected_variables_are_told_apart() -> None:
    boxes = {box.id: (box.style.name, box.observed, box.text) for box in SQUAD.boxes}
    assert boxes == {
        "C": ("unaffected", False, ""),
        "A": ("set", False, "set to: 0"),
        "B": ("unaffected", False, ""),
        "D": ("affected", True, "seen: 1"),
    }
    assert [(arrow.cause, arrow.effect) for arrow in SQUAD.arrows if arrow.cut] == [("C", "A")]


def test_each_format_shows_the_difference() -> None:
    drawn = dot(SQUAD)
    assert '"D" [label="D\\nseen: 1", fillcolor="#ffd9d0", color="#c0391b", peripheries="2"];' in drawn
    assert '"C" -> "A" [label="", style="dotted", color="#aaaaaa"];' in drawn
    assert set(read_graph(drawn).edges) == set(FIRING_SQUAD.edges)
    words = mermaid(SQUAD)
    assert 'n3[["D<br/>seen: 1"]]:::affected' in words
    assert "n0 -.-x n1" in words
    picture = ElementTree.fromstring(svg(SQUAD))
    text = " ".join(picture.itertext())
    assert all(word in text for word in ("set to: 0", "seen: 1", "affected", "observed", "under do(A=0)"))


def test_noise_that_is_shared_is_drawn_dashed() -> None:
    picture = model_picture(SMOKING_TAR)
    hidden = [box for box in picture.boxes if box.hidden]
    assert [box.id for box in hidden] == ["{UX, UY}"]
    graph = read_graph(dot(picture))
    assert graph.nodes["{UX, UY}"]["hidden"]
    assert ElementTree.fromstring(svg(picture)) is not None
    assert picture.legend == ()


@pytest.mark.parametrize(
    ("query", "seen", "chosen"),
    [
        ("P(D=0 @ do(A=0) | D=1)", {"D"}, {"A"}),
        ("P(D=1, B=1)", set(), set()),
        ("E(D @ do(A=0) | C=1)", {"C"}, {"A"}),
        ("ate(C, D)", set(), {"C"}),
        ("cause(A=1, D=1 | U=0, W=1)", {"A", "D"}, set()),
        ("responsibility(A=1, D=1 | U=0, W=1)", {"A", "D"}, set()),
        ("P(D=1 @ do(A ~ {0: 0.5, 1: 0.5}) | W=1)", set(), set()),
    ],
)
def test_a_query_is_drawn_with_what_it_sees_and_sets(query: str, seen: set[str], chosen: set[str]) -> None:
    picture = query_picture(FIRING_SQUAD, parse_query(query))
    assert {box.id for box in picture.boxes if box.observed} == seen
    assert {box.id for box in picture.boxes if box.style.name == "set"} == chosen


def test_what_the_model_does_not_have_cannot_be_drawn(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        model_picture(FIRING_SQUAD, observed={"Q": 1})
    with pytest.raises(OutsideDomainError):
        model_picture(FIRING_SQUAD, do={"A": 7})
    with pytest.raises(InvalidInterventionError, match="got the noise U"):
        model_picture(FIRING_SQUAD, do={"U": 1})
    with pytest.raises(DrawingFormatError, match=r"got squad\.png"):
        write_picture(SQUAD, tmp_path / "squad.png")


def test_names_from_outside_stay_inside_their_labels() -> None:
    hostile = '"] ; x <script> -> & `'
    model = scm(variables={hostile: [0, 1], "Y": [0, 1]}, mechanisms={hostile: 1, "Y": 0})
    picture = model_picture(model, do={hostile: 0})
    assert list(read_graph(dot(picture)).nodes) == [hostile, "Y"]
    assert "<script>" not in mermaid(picture)
    ElementTree.fromstring(svg(picture))


def test_ask_draws_its_query(tmp_path: Path) -> None:
    model = tmp_path / "rain.yaml"
    model.write_text(
        "variables: {rain: [0, 1], wet: [0, 1]}\nnoise: {U: {0: 0.5, 1: 0.5}}\nmechanisms: {rain: U, wet: rain}\n",
        encoding="utf-8",
    )
    drawn = tmp_path / "rain.mmd"
    run = CliRunner().invoke(app, ["ask", str(model), "P(wet=1 @ do(rain=0) | rain=1)", "--draw", str(drawn)])
    assert run.exit_code == 0, run.stderr
    assert "rain<br/>seen: 1, set to: 0" in drawn.read_text(encoding="utf-8")
    both = CliRunner().invoke(app, ["ask", "--jsonl", "-", "--draw", str(drawn)], input="")
    assert both.exit_code == 2
    assert "got both" in both.stderr
