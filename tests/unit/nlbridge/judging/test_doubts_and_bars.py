"""Each reason not to call an edit valid, alone, and in which order they are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from causalcore import rubric as rubric_of_text
from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Strength
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Measured
from nlbridge.judging.doubts import OF_ANOTHER_TEXT, bars, doubts, doubts_of_values, untold
from nlbridge.judging.findings import Findings
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict
from nlbridge.language.encoder.scores import EditScores

STORY = Scenario(
    text="The pump failed, so the cellar flooded. Snow fell.",
    events=(
        Event(id="pump", statement="The pump failed."),
        Event(id="cellar", statement="The cellar flooded."),
        Event(id="snow", statement="Snow fell."),
    ),
    links=(Link(cause="pump", effect="cellar"),),
)
NOTHING = Findings()
PASS, FAIL, OPEN = CriterionOutcome.PASS, CriterionOutcome.FAIL, CriterionOutcome.UNDETERMINED


def rubric_of(scenario: Scenario = STORY, **supposed: str) -> Rubric:
    return build_rubric(derive(scenario, do(supposed or {"pump": "false"})))


def disputed(rubric: Rubric, event: str) -> Rubric:
    answers = tuple(
        replace(one, kind=AnswerKind.OPEN, doubt="two readings differ") if one.event == event else one
        for one in rubric.derivation.answers
    )
    return build_rubric(replace(rubric.derivation, answers=answers))


def told(
    chances: dict[str, float] | None = None,
    said: str = "So.",
    *,
    odds: tuple[float, ...] = (),
    network: list[list[float]] | None = None,
    outside: str = "",
    additions: tuple[str, ...] = (),
    **more: Any,
) -> Grounding:
    """Return an edit in which each claim is told with a chance, with connectives that may not suit."""
    joint = Joint(words="thus", consecutive=True, place=0, cause=(0, 1), effect=(1, 2))
    words = tuple(
        GroundedConnective(
            quote="thus",
            cause="pump",
            effect="cellar",
            consecutive=True,
            measured=Mismatch(joint=joint, cause="pump", effect="cellar", weight=weight, linked=True),
        )
        for weight in odds
    )
    claims = tuple(
        GroundedClaim(event=event.id, told=(chances or {}).get(event.id, 1.0), quote="it was", aligned=event.id)
        for event in STORY.events
    )
    scores = None
    if network is not None:
        scores = EditScores(told=np.array(network), fits=np.full(len(network), 0.5), valid=0.0, classes=np.zeros(5))
    measured = Measured(novel=(), outside=outside, additions=additions, scores=scores)
    usual: dict[str, Any] = {"edit": edit_of(said, STORY), "claims": claims, "connectives": words, "measured": measured}
    return Grounding(**usual | more)


def verdict(
    outcome: CriterionOutcome,
    *,
    required: bool = True,
    sure: float = 1.0,
    kind: CriterionKind = CriterionKind.CHANGED,
    event: str = "cellar",
) -> CriterionVerdict:
    asked = Criterion(
        kind=kind, statement="It is asked.", event=event, confidence=sure, _reason=lambda: Evidence(sentences=())
    )
    return CriterionVerdict(criterion=asked, outcome=outcome, quote="", why="it is not told", required=required)


FRAME = "the edit denies or suspends its own story: 'it is not true that'"
ADDED = "the edit adds 'A boat came.', which the text does not mention"
UNSUITED = "'thus' may not fit the claims that it links"


def test_an_edit_without_anything_against_it_has_no_reasons() -> None:
    assert doubts(rubric_of(), told(), NOTHING, (verdict(PASS),)) == ()
    grounding = told()
    assert grounding.measured is not None
    assert bars(rubric_of(), grounding, NOTHING, grounding.measured) == ()
    bare = replace(grounding, measured=None)
    assert doubts(rubric_of(), bare, NOTHING, ()) == ()


def test_the_reasons_are_told_in_order_the_plainest_first() -> None:
    grounding = told(
        said="He nevertheless left.",
        odds=(0.5,),
        outside="it is not true that",
        additions=("A boat came.",),
        doubts=("it is unclear",),
    )
    findings = replace(
        NOTHING,
        contradictions=("denied",),
        again=("again",),
        played_down=("less",),
        displaced={"snow": 0},
        unsaid=("not said",),
    )
    verdicts = (verdict(FAIL), verdict(PASS, sure=0.74))
    assert doubts(disputed(rubric_of(), "snow"), grounding, findings, verdicts) == (
        "it is unclear",
        FRAME,
        "denied",
        "again",
        "less",
        "It is asked. Not shown: it is not told.",
        "It is asked. The text makes this only 74% certain.",
        "'it was' does not change 'snow' as required",
        "not said",
        UNSUITED,
        "'nevertheless' concedes something, but nothing speaks against the claims that it links",
        ADDED,
        "what happens to 'Snow fell' is uncertain: two readings differ",
    )


@pytest.mark.parametrize(
    ("one", "count"),
    [
        (verdict(PASS), 0),
        (verdict(FAIL), 1),
        (verdict(OPEN), 1),
        (verdict(FAIL, required=False), 0),
        (verdict(PASS, sure=0.75), 0),
        (verdict(PASS, sure=0.74), 1),
        (verdict(OPEN, sure=0.74), 2),
        (verdict(PASS, sure=0.2, required=False), 0),
    ],
)
def test_only_what_is_required_must_be_shown_and_surely_asked(one: CriterionVerdict, count: int) -> None:
    assert len(doubts(rubric_of(), told(), NOTHING, (one,))) == count


@pytest.mark.parametrize(("weight", "found"), [(0.5, (UNSUITED,)), (0.49, ())])
def test_a_connective_is_in_doubt_where_it_is_likelier_not_to_suit(weight: float, found: tuple[str, ...]) -> None:
    grounding = told(odds=(0.1, weight))
    assert doubts(rubric_of(), grounding, NOTHING, ()) == found
    assert grounding.measured is not None
    assert bars(rubric_of(), grounding, NOTHING, grounding.measured) == found


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("He nevertheless left. He nevertheless came, although late.", ["'nevertheless'", "'although'"]),
        ("He left, so it flooded.", []),
    ],
)
def test_a_new_word_of_concession_is_uncalled_for_once_each_where_nothing_is_to_be_conceded(
    said: str, words: list[str]
) -> None:
    found = doubts(rubric_of(), told(said=said), NOTHING, ())
    assert [one.split(" concedes")[0] for one in found] == words
    assert doubts(rubric_of(cellar="false"), told(said=said), NOTHING, ()) == ()


def test_a_word_of_concession_that_the_text_has_is_not_new() -> None:
    text = replace(STORY, text="Although the pump failed, the cellar flooded. Snow fell.")
    grounding = replace(told(), edit=edit_of("Although it snowed, he left.", text))
    assert doubts(rubric_of(text), grounding, NOTHING, ()) == ()


KEPT, GONE = [0.9, 0.1, 0.0], [0.0, 0.1, 0.9]


@pytest.mark.parametrize(
    ("network", "foreign"),
    [
        ([[0.5, 0.0, 0.5]] * 3, True),
        ([[0.5, 0.02, 0.48]] * 3, False),
        ([KEPT, KEPT, [0.1, 0.0, 0.9]], False),
        ([KEPT, GONE, GONE], True),
        (None, False),
    ],
)
def test_an_edit_that_mentions_less_than_half_is_of_another_text(
    network: list[list[float]] | None, foreign: bool
) -> None:
    grounding = told(network=network)
    assert grounding.measured is not None
    assert bars(rubric_of(), grounding, NOTHING, grounding.measured) == ((OF_ANOTHER_TEXT,) if foreign else ())


def test_an_edit_in_which_nobody_finds_any_claim_is_of_another_text() -> None:
    grounding = told(dict.fromkeys(("pump", "cellar", "snow"), 0.05), network=[[0.05, 0.9, 0.05]] * 3)
    assert grounding.measured is not None
    found = bars(rubric_of(), grounding, NOTHING, grounding.measured)
    assert found[0] == OF_ANOTHER_TEXT
    assert [one.endswith("The edit may not mention it.") for one in found[1:]] == [True, True, True]


def test_bars_are_told_in_order() -> None:
    grounding = told(
        {"snow": 0.69},
        network=[GONE] * 3,
        outside="it is not true that",
        additions=("A boat came.",),
        odds=(0.6,),
    )
    assert grounding.measured is not None
    assert bars(rubric_of(), grounding, replace(NOTHING, again=("again",)), grounding.measured) == (
        OF_ANOTHER_TEXT,
        FRAME,
        "again",
        ADDED,
        UNSUITED,
        "'Snow fell' stays as it was. The edit may not mention it.",
    )


@pytest.mark.parametrize("event", ["pump", "cellar", "snow"])
@pytest.mark.parametrize(("chance", "barred"), [(0.7, False), (0.69, True)])
def test_a_claim_that_the_words_may_not_mention_bars_the_edit(event: str, chance: float, barred: bool) -> None:
    grounding = told({event: chance})
    assert grounding.measured is not None
    assert len(bars(rubric_of(), grounding, NOTHING, grounding.measured)) == barred


@pytest.mark.parametrize(
    ("chances", "network", "events", "found"),
    [
        ({"snow": 0.09}, [KEPT, KEPT, [0.09, 0.9, 0.0]], ("snow",), True),
        ({"snow": 0.1}, [KEPT, KEPT, [0.09, 0.9, 0.0]], ("snow",), False),
        ({"snow": 0.09}, [KEPT, KEPT, [0.1, 0.9, 0.0]], ("snow",), False),
        ({"snow": 0.0}, [KEPT, KEPT, GONE], ("snow", "pump"), False),
        ({"snow": 0.0, "pump": 0.0}, [GONE, KEPT, GONE], ("snow", "pump"), True),
        ({"snow": 0.0}, None, ("snow",), False),
        ({"snow": 0.0}, [GONE, GONE], ("snow",), False),
        ({"snow": 0.0}, [KEPT, KEPT, GONE], (), False),
        ({"snow": 0.0}, [GONE, GONE], (), False),
    ],
)
def test_claims_are_untold_where_neither_words_nor_network_find_any(
    chances: dict[str, float], network: list[list[float]] | None, events: tuple[str, ...], found: bool
) -> None:
    assert untold(rubric_of(), told(chances, network=network), events) is found
    assert untold(rubric_of(), replace(told(chances), measured=None), events) is False


@pytest.mark.parametrize(("read", "chance", "said"), [(True, 0.69, True), (True, 0.7, False), (False, 0.2, False)])
def test_a_claim_of_a_text_that_was_read_may_not_be_left_out_where_it_may_go_either_way(
    read: bool, chance: float, said: bool
) -> None:
    source = Provenance.WORDS if read else Provenance.GIVEN
    links = (*STORY.links, Link(cause="pump", effect="snow", strength=Strength.CONTRIBUTING, provenance=source))
    rubric = rubric_of(replace(STORY, links=links))
    found = doubts(rubric, told({"snow": chance}), NOTHING, ())
    assert found == (("'Snow fell' may go either way. The edit does not mention it.",) if said else ())


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (verdict(PASS), None),
        (verdict(OPEN), "It is asked. it is not told"),
        (verdict(OPEN, required=False), None),
        (verdict(PASS, sure=0.74), "It is asked. The reading of the text is uncertain here (74%)."),
        (verdict(PASS, sure=0.75), None),
        (verdict(PASS, sure=0.5, required=False), None),
        (verdict(FAIL, sure=0.74), "It is asked. The reading of the text is uncertain here (74%)."),
        (verdict(FAIL, sure=0.5, required=False), "It is asked. it is not told"),
        (verdict(FAIL), "It is asked. it is not told"),
        (verdict(OPEN, kind=CriterionKind.OPEN, required=False, event="snow"), "It is asked."),
        (verdict(OPEN, kind=CriterionKind.OPEN, required=False, event="cellar"), None),
        (verdict(OPEN, required=False, event="snow"), None),
    ],
)
def test_values_leave_an_edit_in_doubt_where_a_criterion_is_open_unsure_or_broken(
    one: CriterionVerdict, reason: str | None
) -> None:
    found = doubts_of_values(disputed(rubric_of(), "snow"), told(), (one,))
    assert found == (() if reason is None else (reason,))


def test_what_is_unsteady_comes_before_doubts_and_criteria() -> None:
    grounding = told(unsteady="it says both", doubts=("unclear",))
    assert doubts_of_values(rubric_of(), grounding, (verdict(FAIL),)) == (
        "it says both",
        "unclear",
        "It is asked. it is not told",
    )


@pytest.mark.parametrize(
    "edit",
    [
        "Rewrite the text: what would have happened had the pump not failed?",
        "What if the pump had not failed?",
        "The boiler did not break, so the flat did not get cold.",
        "Sorry, I cannot help.",
    ],
)
def test_what_tells_no_story_of_the_text_gets_no_score(edit: str) -> None:
    verdict = rubric_of_text("The pump failed, so the cellar flooded.", had="the pump not failed").check(edit)
    assert (verdict.valid, verdict.score) == (None, 0.01)


@pytest.mark.parametrize(
    "edit",
    [
        "The pump did not fail, so the cellar did not flood, did it?",
        "Did the pump fail? The pump did not fail, so the cellar did not flood",
        "The pump did not fail, so the cellar did not flood: who needs boats?",
    ],
)
def test_a_story_with_a_question_is_a_story(edit: str) -> None:
    verdict = rubric_of_text("The pump failed, so the cellar flooded.", had="the pump not failed").check(edit)
    assert verdict.score > 0.5
