"""What a what-if undoes was not lower or higher in the direction that the text states, whatever links the two."""

from __future__ import annotations

import pytest

import causalcore
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign
from nlbridge.supposing.shown_links import shown_links


def direction(text, had, event):
    return causalcore.rubric(text, had=had).prepared.rubric.derivation.answer(event).direction


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("The dam leaked, and the water level sank to two metres.", "the dam not leaked"),
        ("The shop next door reopened, and sales fell by a third.", "the shop next door not reopened"),
        ("The stove went out. The temperature dropped to 4 degrees.", "the stove not gone out"),
        ("The clown fell ill. Attendance halved.", "the clown not fallen ill"),
        ("The fans were angry, and ticket sales shrank from 900 to 200.", "the fans not been angry"),
        ("A frost came, so the yield fell to 3 tonnes.", "no frost come"),
        ("The bakery lost its oven and output went down by half.", "the bakery not lost its oven"),
    ],
)
def test_without_its_cause_what_fell_would_be_higher(text, had):
    assert direction(text, had, "e2") == "higher"


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("The dam held, and the water level rose to nine metres.", "the dam not held"),
        ("A coach party arrived, and takings rose to 900 euros.", "no coach party arrived"),
        ("The stove was lit, so the temperature climbed to 24 degrees.", "the stove not been lit"),
        ("The star came back and ticket sales doubled.", "the star not come back"),
    ],
)
def test_without_its_cause_what_rose_would_be_lower(text, had):
    assert direction(text, had, "e2") == "lower"


def test_from_one_fall_to_another_both_move_the_same_way():
    text = "The price of hay fell, and the milk price dropped by a fifth."
    assert direction(text, "the price of hay not fallen", "e2") == "higher"


def test_a_rise_that_a_fall_brought_would_not_have_come():
    text = "The price of hay fell, and the number of horses rose."
    assert direction(text, "the price of hay not fallen", "e2") == "lower"


FELL = Event(
    id="e2", statement="Sales fell.", kind=Kind.QUANTITY, values=("lower", "as stated", "higher"), fact="as stated"
)
STATED = Event(id="e1", statement="The shop was closed.")


def test_a_link_that_explains_a_change_gets_the_sign_of_the_stated_direction():
    shown = shown_links(
        Scenario(events=(STATED, FELL)), do({"e1": "false"}), {"e1": 1.0, "e2": 0.9}, {("e1", "e2"): 0.4}
    )
    assert [link.sign for link in shown.links] == [Sign.INHIBITS]


def test_a_link_that_already_explains_a_fall_stays_as_it_is():
    link = Link(cause="e1", effect="e2", sign=Sign.INHIBITS, confidence=0.9)
    told = Scenario(events=(STATED, FELL), links=(link,))
    assert shown_links(told, do({"e1": "false"}), {"e1": 1.0, "e2": 0.9}, {("e1", "e2"): 0.4}).links == (link,)
