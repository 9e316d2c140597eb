from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.errors import DrawingFormatError
from causalcore.pictures import svg as picture_svg
from causalcore.pictures import text as picture_text
from causalcore.pictures.formats import write_picture
from causalcore.pictures.picture import printable
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Sign, Strength
from nlbridge.telling.graph_drawing import State, layers, link_label, picture_of, states

HOSTILE = 'The "pump" <script>alert(1)</script> failed & [bold]died[/] | #1 \x1b[31m\u202e'


def svg(rubric: Rubric) -> str:
    return picture_svg.svg(picture_of(rubric))


def dot(rubric: Rubric) -> str:
    return picture_text.dot(picture_of(rubric))


def mermaid(rubric: Rubric) -> str:
    return picture_text.mermaid(picture_of(rubric))


@pytest.fixture(scope="module")
def rubric() -> Rubric:
    scenario = Scenario(
        events=(
            Event(id="e1", statement=HOSTILE),
            Event(id="e2", statement="The cellar flooded."),
            Event(id="e3", statement="The miller lost his flour, his sacks, his ledger and the small brass scales."),
            Event(id="e4", statement="It was Sunday."),
        ),
        links=(
            Link(cause="e1", effect="e2", connective="so"),
            Link(cause="e2", effect="e3"),
            Link(cause="e1", effect="e3", sign=Sign.INHIBITS, strength=Strength.CONTRIBUTING, connective='"'),
        ),
    )
    return build_rubric(derive(scenario, do({"e2": "false"})))


def test_every_event_has_a_state(rubric: Rubric) -> None:
    assert states(rubric) == {
        "e1": State.UNCHANGED,
        "e2": State.INTERVENED,
        "e3": State.CHANGED,
        "e4": State.UNCHANGED,
    }


def test_causes_lie_in_layers_above_their_effects(rubric: Rubric) -> None:
    assert layers(rubric.scenario) == (("e1", "e4"), ("e2",), ("e3",))


def test_svg_is_well_formed_and_holds_no_foreign_element(rubric: Rubric) -> None:
    picture = svg(rubric)
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
    assert names <= {"svg", "title", "defs", "marker", "path", "rect", "g", "text", "tspan"}
    assert "\x1b" not in picture
    assert "\u202e" not in picture


def test_svg_boxes_do_not_overlap(rubric: Rubric) -> None:
    boxes = [
        tuple(float(number) for number in found)
        for found in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="(230)" height="([\d.]+)"', svg(rubric))
    ]
    assert len(boxes) == 4
    for place, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[place + 1 :]:
            apart = (
                x + width <= other_x
                or other_x + other_width <= x
                or y + height <= other_y
                or other_y + other_height <= y
            )
            assert apart


def test_dot_keeps_every_quote_inside_its_label(rubric: Rubric) -> None:
    for line in dot(rubric).splitlines():
        assert len(re.findall(r'(?<!\\)"', line)) % 2 == 0, line


def test_mermaid_escapes_what_would_end_a_label(rubric: Rubric) -> None:
    picture = mermaid(rubric)
    assert "<script>" not in picture
    assert "#quot;pump#quot;" in picture
    assert "n1:::intervened" in picture.replace('["e2: intervened<br/>The cellar flooded."]', "")


def test_control_characters_are_not_printable() -> None:
    assert printable("a\x1b[0m\u202eb\x00\n") == "a[0mb\n"


def test_a_long_chain_has_one_layer_for_each_event() -> None:
    names = [f"e{n}" for n in range(30)]
    scenario = Scenario(
        events=tuple(Event(id=name, statement=name) for name in reversed(names)),
        links=tuple(Link(cause=one, effect=other) for one, other in pairwise(names)),
    )
    assert layers(scenario) == tuple((name,) for name in names)


def test_a_suffix_that_names_no_format_is_refused_and_nothing_is_written(rubric: Rubric, tmp_path: Path) -> None:
    with pytest.raises(DrawingFormatError, match=r"got graph\.png"):
        write_picture(picture_of(rubric), tmp_path / "graph.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("link", "label"),
    [
        (Link(cause="a", effect="b", provenance=Provenance.WORDS), "no connective"),
        (
            Link(cause="a", effect="b", provenance=Provenance.WORDS, strength=Strength.POSSIBLE),
            "no connective, possible",
        ),
        (Link(cause="a", effect="b", provenance=Provenance.WORDS, connective="so"), "“so”"),
        (Link(cause="a", effect="b"), ""),
        (Link(cause="a", effect="b", provenance=Provenance.CONFIRMED), ""),
    ],
)
def test_an_arrow_without_a_connective_says_so_where_the_link_was_read(link: Link, label: str) -> None:
    assert link_label(link) == label
