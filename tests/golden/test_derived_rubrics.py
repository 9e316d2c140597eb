"""What some scenarios make of what-ifs: answers, criteria, their words; witnesses and cores are a solver's own choice.

`python tests/golden/record_measures.py` writes `derived_rubrics.json` again; the difference is to be read line by line.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_judged_edits import CELLAR, FAIR, GUARD, HAY

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario, Sign, Strength

KEPT = Path(__file__).with_name("derived_rubrics.json")
AMOUNT = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
CLIP = Scenario(
    events=(
        Event(id="e1", statement="A clip was shown."),
        Event(id="e2", statement="The clip had nine viewers.", presupposes=("e1",), **AMOUNT),
        Event(id="e3", statement="The host was proud.", presupposes=("e2",)),
        Event(id="e4", statement="The heating ran."),
    ),
    links=(Link(cause="e2", effect="e3"), Link(cause="l1", effect="e4")),
    latents=(Latent(id="l1", statement="It was winter."),),
)
TRIP = Scenario(
    events=(
        Event(
            id="way", statement="They took the ferry.", kind=Kind.CHOICE, values=("ferry", "train", "bus"), fact="ferry"
        ),
        Event(id="late", statement="They came late."),
        Event(id="fare", statement="The fare was 12 euros.", **AMOUNT),
        Event(id="mood", statement="They were cheerful."),
        Event(id="song", statement="They sang."),
    ),
    links=(
        Link(cause="way", effect="late", sign=Sign.DETERMINES),
        Link(cause="way", effect="fare", strength=Strength.SUFFICIENT),
        Link(cause="fare", effect="mood", sign=Sign.INHIBITS, strength=Strength.CONTRIBUTING),
        Link(cause="late", effect="mood", sign=Sign.INHIBITS, strength=Strength.POSSIBLE, confidence=0.4),
        Link(cause="mood", effect="song"),
    ),
)
GATES = Scenario(
    events=tuple(Event(id=f"e{k}", statement=f"Gate {k} was open.") for k in range(1, 6)),
    links=(
        Link(cause="e1", effect="e3"),
        Link(cause="e2", effect="e3", confidence=0.7),
        Link(cause="e3", effect="e5", strength=Strength.SUFFICIENT, confidence=0.6),
        Link(cause="e4", effect="e5", strength=Strength.CONTRIBUTING),
    ),
    mechanisms=(("e3", "e1 or e2"),),
)
COSTS = Scenario(
    events=(
        Event(id="e1", statement="The frost was 9 degrees.", **AMOUNT),
        Event(id="e2", statement="The harvest was 40 tons.", **AMOUNT),
        Event(id="e3", statement="The price was 3 euros.", **AMOUNT),
    ),
    links=(
        Link(cause="e1", effect="e2", sign=Sign.INHIBITS),
        Link(cause="e2", effect="e3", sign=Sign.INHIBITS, strength=Strength.SUFFICIENT),
    ),
)
WHAT_IFS: tuple[tuple[Scenario, dict[str, str]], ...] = (
    *((CELLAR, {name: "false"}) for name in ("e0", "e1", "e2", "e3")),
    (HAY, {"e1": "false"}),
    *((HAY, {"e2": way}) for way in ("lower", "as stated", "higher")),
    *((FAIR, {name: "false"}) for name in ("e1", "e2", "e3")),
    *((GUARD, {name: "false"}) for name in ("e1", "e2")),
    *((CLIP, {name: value}) for name, value in (("e1", "false"), ("e1", "true"), ("e2", "higher"), ("e2", "lower"))),
    *((TRIP, {"way": way}) for way in ("ferry", "train")),
    *((TRIP, {"fare": way}) for way in ("lower", "higher")),
    (TRIP, {"late": "false"}),
    *((GATES, {name: "false"}) for name in ("e1", "e2", "e3", "e4")),
    (GATES, {"e1": "false", "e2": "false"}),
    *((COSTS, {"e1": way}) for way in ("lower", "higher")),
    *((COSTS, {"e2": way}) for way in ("lower", "as stated", "higher")),
)


def derived(scenario: Scenario, supposed: dict[str, str]) -> dict[str, object]:
    """Return the answers and the criteria under a what-if."""
    derivation = derive(scenario, do(supposed))
    return {
        "supposed": supposed,
        "answers": {
            one.event: [str(one.kind), one.value, one.void, round(one.confidence, 3), one.doubt]
            + (list(one.evidence.sentences) if one.kind is not AnswerKind.OPEN and one.void is False else [])
            for one in derivation.answers
        },
        "criteria": [
            [str(one.kind), one.event, one.cause, one.effect, one.expected, one.statement, round(one.confidence, 3)]
            for one in build_rubric(derivation).criteria
        ],
    }


@pytest.mark.parametrize("number", range(len(WHAT_IFS)))
def test_a_what_if_has_its_answers_and_criteria(number):
    assert derived(*WHAT_IFS[number]) == json.loads(KEPT.read_text())[number]
