"""Which questions are asked a second time, and how two looks at a claim are put together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario
from nlbridge.grounding.asked_sentences import Asked, Part
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Witness
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, Report
from nlbridge.judging.verification import judge
from nlbridge.judging.witness.second_look import (
    _contradicted,
    _doubtful,
    _failed,
    _missing,
    _Questions,
    _unsteady,
    _ways,
    _withheld,
)

STORY = Scenario(
    text="The pump failed. So the cellar flooded. So the wine spoiled. Snow fell. Bells rang.",
    events=(
        Event(id="pump", statement="The pump failed.", contrary="The pump held."),
        Event(id="cellar", statement="The cellar flooded.", contrary="The cellar stayed dry."),
        Event(id="wine", statement="The wine spoiled."),
        Event(id="snow", statement="Snow fell."),
        Event(id="bells", statement="Bells rang."),
    ),
    links=(Link(cause="pump", effect="cellar"), Link(cause="cellar", effect="wine")),
    latents=(Latent(id="dark", statement="It was dark."),),
)
PASSAGE = "The pump held, so the cellar stayed dry. The wine was fine. Snow fell. Bells rang."
ASKED = (
    Asked(id="1", sentence="The pump failed.", event="pump", part=Part.CLAIM),
    Asked(id="2", sentence="The pump held on.", event="pump", part=Part.SUPPOSED),
    Asked(id="3", sentence="The cellar flooded.", event="cellar", part=Part.CLAIM),
    Asked(id="4", sentence="The cellar was dry.", event="cellar", part=Part.DENIAL),
    Asked(id="5", sentence="Snow fell.", event="snow", part=Part.CLAIM),
    Asked(id="6", sentence="It was dark.", event="dark", part=Part.LATENT),
)
TRUE, FALSE, ABSENT, UNREAD = Told.TRUE, Told.FALSE, Told.ABSENT, Told.UNREAD
LOOK, SECOND, PROOF, OFFLINE = Witness.LOOK, Witness.SECOND_LOOK, Witness.PROOF, Witness.OFFLINE


def rubric_of(scenario: Scenario = STORY, **supposed: str) -> Rubric:
    return build_rubric(derive(scenario, do(supposed or {"pump": "false"})))


def told(*claims: GroundedClaim, **more: Any) -> Grounding:
    return Grounding(edit=edit_of(PASSAGE, STORY), claims=claims, **more)


def one(event: str, value: Told = TRUE, **more: Any) -> GroundedClaim:
    usual: dict[str, Any] = {"event": event, "value": value, "quote": "Snow fell"}
    return GroundedClaim(**usual | more)


RIGHT = {"pump": FALSE, "cellar": FALSE, "wine": FALSE, "snow": TRUE, "bells": TRUE}


def read(**values: Told | GroundedClaim) -> Grounding:
    """Return an edit whose claims are all as asked but for those that are named."""
    claims = (RIGHT | values).items()
    return told(*(value if isinstance(value, GroundedClaim) else one(name, value) for name, value in claims))


def joint(cause: str, effect: str, **more: Any) -> GroundedConnective:
    usual: dict[str, Any] = {"quote": "so", "cause": cause, "effect": effect, "consecutive": True}
    return GroundedConnective(**usual | more)


HILLS = Conflict(passage="on hills", original="on roofs", background=True)


def questions(grounding: Grounding, rubric: Rubric | None = None, **flags: bool) -> _Questions:
    rubric = rubric or rubric_of()
    usual: dict[str, Any] = {"wary": False, "framed": False, "whole": False}
    return _doubtful(grounding, rubric, judge(rubric, grounding), **usual | flags)


def events(found: _Questions) -> list[str]:
    return [each.event for each in found.claims]


def test_questions_are_numbered_through_by_list() -> None:
    claims = (one("snow"), one("pump"))
    found = _Questions(claims=claims, first=(True, False), conflicts=(HILLS,), connectives=(), ways=claims[:1])
    assert found.ids == (("q1", "q2"), ("q3",), (), ("q4",))
    assert _Questions(claims=(), first=(), conflicts=(), connectives=()).ids == ((), (), (), ())


@pytest.mark.parametrize(
    ("claims", "found"),
    [
        ((one("snow", doubt="unclear"),), {"snow"}),
        ((one("snow", doubt="unclear", quote=""),), set()),
        ((one("snow", ABSENT, doubt="unclear", quote=""),), {"snow"}),
        ((one("snow"), one("bells", ABSENT, quote="")), set()),
        ((one("pump", doubt="a"), one("pump", doubt="b", supposed=True), one("snow", doubt="c")), {"pump", "snow"}),
    ],
)
def test_a_reading_contradicts_itself_where_a_doubt_rests_on_words_that_stand(
    claims: tuple[GroundedClaim, ...], found: set[str]
) -> None:
    assert _contradicted(told(*claims)) == found


@pytest.mark.parametrize(("count", "said"), [(1, "a claim"), (2, "2 claims"), (3, "3 claims")])
def test_an_unsteady_reading_says_about_how_much_it_is(count: int, said: str) -> None:
    assert _unsteady(told(), count).unsteady == f"The reading of the edit contradicts itself about {said}."


@pytest.mark.parametrize(
    ("values", "flags", "asked"),
    [
        ({}, {}, []),
        ({}, {"wary": True}, list(RIGHT)),
        ({}, {"framed": True}, list(RIGHT)),
        ({}, {"whole": True}, list(RIGHT)),
        ({"snow": FALSE}, {}, ["snow"]),
        ({"snow": FALSE}, {"wary": True}, ["snow"]),
        ({"snow": FALSE, "bells": FALSE}, {}, []),
        ({"snow": FALSE, "bells": FALSE}, {"whole": True}, list(RIGHT)),
        ({"snow": one("snow", FALSE, borne_out=True)}, {}, []),
        ({"snow": one("snow", FALSE, witnesses=(LOOK, OFFLINE))}, {}, []),
        ({"snow": one("snow", TRUE, witnesses=(LOOK, OFFLINE))}, {"whole": True}, ["pump", "cellar", "wine", "bells"]),
        ({"snow": one("snow", Told.BARE)}, {"whole": True}, ["pump", "cellar", "wine", "bells"]),
        ({"snow": one("snow", doubt="unclear")}, {}, ["snow", "pump", "cellar", "wine", "bells"]),
        ({"snow": one("snow", ABSENT, quote="")}, {}, ["snow"]),
        ({"snow": one("snow", ABSENT), "cellar": one("cellar", ABSENT)}, {}, ["cellar", "snow"]),
        ({name: one(name, ABSENT) for name in ("snow", "cellar", "wine")}, {}, []),
        ({"snow": one("snow", ABSENT), "bells": FALSE}, {}, ["bells"]),
        ({"snow": one("snow", ABSENT), "cellar": one("cellar", Told.SUSPENDED)}, {}, []),
    ],
)
def test_claims_are_asked_about_again_where_they_are_in_doubt_missing_or_decide_alone(
    values: dict[str, Any], flags: dict[str, Any], asked: list[str]
) -> None:
    found = questions(read(**values), **flags)
    assert events(found) == asked
    assert len(found.first) == len(asked)


def test_the_order_of_two_contrary_sentences_hangs_on_the_passage_alone() -> None:
    drawn = [questions(read(), whole=True).first for _ in range(2)]
    assert drawn[0] == drawn[1]
    edits = [edit_of(f"{PASSAGE} It was {k}.", STORY) for k in range(6)]
    drawn += [questions(replace(read(), edit=edit), whole=True).first for edit in edits]
    assert len(set(drawn)) > 1
    assert {side for sides in drawn for side in sides} == {True, False}


@pytest.mark.parametrize(
    ("conflicts", "values", "asked"),
    [
        ((HILLS,), {}, (HILLS,)),
        ((replace(HILLS, suspected=True),), {}, (replace(HILLS, suspected=True),)),
        ((HILLS,), {"snow": FALSE}, ()),
        ((replace(HILLS, suspected=True),), {"snow": FALSE}, ()),
        ((HILLS, replace(HILLS, passage="in May")), {}, ()),
        ((HILLS, replace(HILLS, passage="in May", suspected=True)), {}, (0, 1)),
        ((), {}, ()),
    ],
)
def test_a_conflict_is_asked_about_where_it_decides_alseenor_is_suspected_and_nothing_fails(
    conflicts: tuple[Conflict, ...], values: dict[str, Told], asked: tuple[Any, ...]
) -> None:
    found = questions(replace(read(**values), conflicts=conflicts)).conflicts
    assert found == (conflicts if asked == (0, 1) else asked)


@pytest.mark.parametrize(("values", "asked"), [({}, 1), ({"snow": FALSE}, 0)])
def test_a_suspected_joint_is_asked_about_where_nothing_fails(values: dict[str, Told], asked: int) -> None:
    words = (joint("pump", "cellar", consecutive=False), joint("pump", "cellar"))
    assert questions(replace(read(**values), connectives=words)).connectives == words[:asked]


@pytest.mark.parametrize(
    ("supposed", "values", "asked"),
    [
        ({"cellar": "false"}, {"pump": FALSE}, ["pump"]),
        ({"cellar": "false"}, {"pump": one("pump", FALSE, quote="")}, []),
        ({"cellar": "false"}, {"pump": FALSE, "snow": FALSE}, []),
        ({"cellar": "false"}, {"pump": TRUE, "snow": FALSE}, []),
        ({"cellar": "false"}, {"pump": TRUE}, []),
        ({"cellar": "false"}, {"pump": FALSE, "cellar": TRUE}, []),
        ({"wine": "false"}, {"pump": FALSE, "cellar": FALSE}, ["pump", "cellar"]),
        ({"wine": "false"}, {"pump": TRUE, "cellar": FALSE}, ["cellar"]),
    ],
)
def test_causes_of_what_is_supposed_are_asked_about_where_nothing_else_fails(
    supposed: dict[str, Any], values: dict[str, Any], asked: list[str]
) -> None:
    grounding = read(**values)
    own = replace(grounding, claims=(*grounding.claims, one("pump", UNREAD, supposed=True)))
    found = questions(own, rubric_of(**supposed)).ways
    assert [(each.event, each.supposed) for each in found] == [(name, False) for name in asked]


def verdict(
    outcome: CriterionOutcome,
    *,
    sure: float = 1.0,
    kind: CriterionKind = CriterionKind.UNCHANGED,
    required: bool = True,
    **more: Any,
) -> CriterionVerdict:
    asked = Criterion(kind=kind, statement="It is so.", confidence=sure, _reason=lambda: Evidence(sentences=()), **more)
    return CriterionVerdict(criterion=asked, outcome=outcome, quote="", why="so", required=required)


def report(*verdicts: CriterionVerdict) -> Report:
    return Report(valid=None, errors=(), verdicts=verdicts, reasons=())


FAIL, OPEN, PASS = CriterionOutcome.FAIL, CriterionOutcome.UNDETERMINED, CriterionOutcome.PASS
JOINED = CriterionKind.CONNECTIVE


@pytest.mark.parametrize(
    ("verdicts", "count"),
    [
        ((verdict(FAIL, event="snow"),), 1),
        ((verdict(FAIL, event="snow", sure=0.75),), 1),
        ((verdict(FAIL, event="snow", sure=0.74),), 0),
        ((verdict(OPEN, event="snow"), verdict(PASS, event="pump")), 0),
        ((verdict(FAIL, event="pump"), verdict(FAIL, kind=JOINED, cause="pump", effect="cellar")), 1),
        ((verdict(FAIL, event="cellar"), verdict(FAIL, kind=JOINED, cause="pump", effect="cellar")), 1),
        ((verdict(FAIL, event="snow"), verdict(FAIL, kind=JOINED, cause="pump", effect="cellar")), 2),
        ((verdict(OPEN, event="pump"), verdict(FAIL, kind=JOINED, cause="pump", effect="cellar")), 1),
        ((verdict(FAIL), verdict(FAIL, event="snow")), 2),
    ],
)
def test_a_joint_fails_of_its_own_only_where_no_claim_at_its_ends_does(
    verdicts: tuple[CriterionVerdict, ...], count: int
) -> None:
    assert len(_failed(report(*verdicts))) == count


@pytest.mark.parametrize(
    ("seen", "doubts", "disputed", "withheld"),
    [
        (verdict(PASS, event="snow"), (), False, False),
        (verdict(PASS, event="snow"), ("unclear",), False, True),
        (verdict(PASS, event="snow", sure=0.74), (), False, True),
        (verdict(PASS, event="snow", sure=0.75), (), False, False),
        (verdict(PASS, event="snow", sure=0.5, required=False), (), False, False),
        (verdict(OPEN, event="snow", kind=CriterionKind.OPEN, required=False), (), False, False),
        (verdict(OPEN, event="snow", kind=CriterionKind.OPEN, required=False), (), True, True),
        (verdict(OPEN, event="bells", kind=CriterionKind.OPEN, required=False), (), True, False),
        (verdict(PASS, event="snow"), (), True, False),
    ],
)
def test_no_second_look_makes_an_edit_valid_whose_text_was_not_surely_read(
    seen: CriterionVerdict, doubts: tuple[str, ...], disputed: bool, withheld: bool
) -> None:
    derived = derive(STORY, do({"pump": "false"}))
    answers = tuple(
        replace(each, kind=AnswerKind.OPEN, doubt="unclear") if disputed and each.event == "snow" else each
        for each in derived.answers
    )
    rubric = build_rubric(replace(derived, answers=answers))
    assert _withheld(rubric, told(doubts=doubts), report(seen)) is withheld


@pytest.mark.parametrize(
    ("claims", "unmet", "missing"),
    [
        ((one("snow", ABSENT),), ["snow"], ["snow"]),
        ((one("snow", ABSENT),), [], []),
        ((one("snow", ABSENT, supposed=True),), ["snow"], []),
        ((one("snow", ABSENT, doubt="unclear"),), ["snow"], []),
        ((one("snow", ABSENT), one("bells", UNREAD, doubt="unclear")), ["snow", "bells"], ["snow"]),
        ((one("snow", ABSENT), one("bells", UNREAD)), ["snow", "bells"], []),
        ((one("snow", ABSENT), one("bells", ABSENT)), ["snow", "bells"], ["snow", "bells"]),
        ((one("snow", ABSENT), one("bells", ABSENT), one("pump", ABSENT)), ["snow", "bells", "pump"], []),
    ],
)
def test_what_is_missing_is_looked_for_where_little_else_is_unmet(
    claims: tuple[GroundedClaim, ...], unmet: list[str], missing: list[str]
) -> None:
    verdicts = [verdict(OPEN, event=name) for name in unmet]
    verdicts += [verdict(PASS, event="wine"), verdict(OPEN, event="cellar", required=False)]
    assert [each.event for each in _missing(told(*claims), report(*verdicts))] == missing


def test_nothing_is_a_way_there_where_nothing_fails() -> None:
    assert _ways(read(pump=FALSE), rubric_of(cellar="false"), []) == ()
