"""How the questions of a second look are put, and how its answers are put together with the first."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from model_of_replies import respondent, rows_of

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario
from nlbridge.chat.errors import ReplyError
from nlbridge.grounding.asked_sentences import Asked, Part
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Way, Witness
from nlbridge.judging.witness.second_look import (
    MENDED,
    SecondLookReply,
    SentenceReply,
    _agreed,
    _formed,
    _Questions,
    _rows,
    _together,
    looked_again,
)

STORY = Scenario(
    text="The pump failed. So the cellar flooded. Snow fell. Bells rang.",
    events=(
        Event(id="pump", statement="The pump failed.", contrary="The pump held."),
        Event(id="cellar", statement="The cellar flooded.", contrary="The cellar stayed dry."),
        Event(id="snow", statement="Snow fell.", contrary="It was dry weather."),
        Event(id="bells", statement="Bells rang."),
        Event(id="foam", statement="The cellar was full of foam.", presupposes=("cellar",)),
    ),
    links=(Link(cause="pump", effect="cellar"),),
    latents=(Latent(id="dark", statement="It was dark."),),
)
PASSAGE = "The pump held, so the cellar stayed dry. Snow fell. Bells rang."
ASKED = (
    Asked(id="1", sentence="The pump failed.", event="pump", part=Part.CLAIM),
    Asked(id="2", sentence="The pump held on.", event="pump", part=Part.SUPPOSED),
    Asked(id="3", sentence="The cellar flooded.", event="cellar", part=Part.CLAIM),
    Asked(id="4", sentence="The cellar was dry.", event="cellar", part=Part.DENIAL),
    Asked(id="5", sentence="Snow fell.", event="snow", part=Part.CLAIM),
    Asked(id="6", sentence="Bells rang.", event="bells", part=Part.CLAIM),
    Asked(id="7", sentence="It was dark.", event="dark", part=Part.LATENT),
)
TRUE, FALSE, ABSENT, UNREAD, OTHER, GONE = Told.TRUE, Told.FALSE, Told.ABSENT, Told.UNREAD, Told.OTHER, Told.GONE
LOOK, SECOND, PROOF = Witness.LOOK, Witness.SECOND_LOOK, Witness.PROOF
HILLS = Conflict(passage="on hills", original="on roofs", background=True)


def rubric_of(**supposed: str) -> Rubric:
    return build_rubric(derive(STORY, do(supposed or {"pump": "false"})))


def told(*claims: GroundedClaim, **more: Any) -> Grounding:
    return Grounding(edit=edit_of(PASSAGE, STORY), claims=claims, **more)


def one(event: str, value: Told = TRUE, **more: Any) -> GroundedClaim:
    usual: dict[str, Any] = {"event": event, "value": value, "quote": "Snow fell"}
    return GroundedClaim(**usual | more)


def again(*claims: GroundedClaim, first: bool = True, **more: Any) -> _Questions:
    usual: dict[str, Any] = {"first": (first,) * len(claims), "conflicts": (), "connectives": ()}
    return _Questions(claims=claims, **usual | more)


def joint(**more: Any) -> GroundedConnective:
    usual: dict[str, Any] = {"quote": "so", "cause": "pump", "effect": "cellar", "consecutive": True}
    return GroundedConnective(**usual | more)


@pytest.mark.parametrize(
    ("claimed", "own", "contrary"),
    [
        (one("pump"), "The pump failed.", "The pump held."),
        (one("pump", supposed=True), "The pump held on.", "The pump failed."),
        (one("cellar"), "The cellar flooded.", "The cellar was dry."),
        (one("snow"), "Snow fell.", "It was dry weather."),
        (one("bells"), "Bells rang.", "It is not so that: Bells rang."),
        (one("dark"), "It was dark.", "It is not so that: It was dark."),
    ],
)
def test_a_claim_is_put_beside_its_contrary(claimed: GroundedClaim, own: str, contrary: str) -> None:
    assert _rows(again(claimed), rubric_of(), ASKED) == [{"id": "q1", "one": own, "two": contrary}]
    assert _rows(again(claimed, first=False), rubric_of(), ASKED) == [{"id": "q1", "one": contrary, "two": own}]


def test_conflicts_joints_and_ways_are_put_by_their_words() -> None:
    words = (joint(), joint(cause_words="it held", effect_words="it was dry"))
    found = again(one("bells"), conflicts=(HILLS,), connectives=words, ways=(one("snow", FALSE),))
    assert _rows(found, rubric_of(), ASKED)[1:] == [
        {"id": "q2", "first": "on roofs", "then": "on hills"},
        {"id": "q3", "words": "so", "reason": "so", "result": "so"},
        {"id": "q4", "words": "so", "reason": "it held", "result": "it was dry"},
        {"id": "q5", "happened": "The pump held on.", "before": "Snow fell.", "beside": "Snow fell"},
    ]


def reply(**lists: list[dict[str, str]]) -> SecondLookReply:
    names = ("sentences", "pairs", "joints", "ways")
    return SecondLookReply.model_validate({name: [] for name in names} | lists)


@pytest.mark.parametrize(
    ("ids", "formed"), [(("q1", "q2"), True), (("q2", "q1"), True), (("q1",), False), (("q1", "q1"), False)]
)
def test_a_second_look_must_answer_each_question_once(ids: tuple[str, ...], formed: bool) -> None:
    found = again(one("snow"), one("bells"))
    said = reply(sentences=[{"id": name, "quote": "", "says": "one"} for name in ids]).model_dump()
    if formed:
        assert [each.id for each in _formed(said, found).sentences] == list(ids)
    else:
        with pytest.raises(ReplyError, match=r"expected q1, q2 in its list, got '.*'; each once"):
            _formed(said, found)
    more = reply(ways=[{"id": "q1", "says": "apart"}]).model_dump()
    with pytest.raises(ReplyError, match="expected nothing in its list, got 'q1'"):
        _formed(more, again())


def agreed(first: GroundedClaim, says: str, quote: str = "Snow fell", *, own_first: bool = True) -> GroundedClaim:
    said = SentenceReply.model_validate({"id": "q1", "quote": quote, "says": says})
    return _agreed(first, said, own_first, PASSAGE, rubric_of())


@pytest.mark.parametrize(
    ("value", "says", "second"),
    [
        (TRUE, "one", None),
        (TRUE, "two", FALSE),
        (TRUE, "neither", OTHER),
        (TRUE, "gone", GONE),
        (TRUE, "silent", ABSENT),
        (FALSE, "two", None),
        (FALSE, "neither", None),
        (FALSE, "gone", None),
        (FALSE, "one", TRUE),
        (Told.SUSPENDED, "silent", None),
        (Told.BARE, "one", TRUE),
    ],
)
def test_two_looks_that_agree_are_believed_and_two_that_differ_leave_a_claim_unread(
    value: Told, says: str, second: Told | None
) -> None:
    first = one("snow", value, doubt="unclear")
    found = agreed(first, says)
    if second is None:
        assert (found.value, found.doubt, found.witnesses) == (value, "", (LOOK, SECOND))
    else:
        assert (found.value, found.witnesses) == (UNREAD, (LOOK,))
        assert found.doubt == f"Two readings of it differ: {value}, and {second}."
    turned = agreed(first, {"one": "two", "two": "one"}.get(says, says), own_first=False)
    assert turned == found


@pytest.mark.parametrize(
    ("quote", "says", "kept", "doubt"),
    [
        ("", "", "Bells rang", ""),
        ("Snow fell", "", "Snow fell", ""),
        ("Snow fell", "Bells rang", "Snow fell", ""),
        ("", "words of another", "", "Read as true twice, but not from words of the edit."),
    ],
)
def test_the_first_quote_is_kept_and_one_of_two_must_stand(quote: str, says: str, kept: str, doubt: str) -> None:
    found = agreed(one("snow", TRUE, quote=quote), "one", says or "Bells rang")
    assert (found.quote, found.doubt) == (kept, doubt)
    assert (found.value is UNREAD) is bool(doubt)


@pytest.mark.parametrize(
    ("event", "says", "quote", "found"),
    [
        ("snow", "one", "Snow fell", True),
        ("snow", "two", "Snow fell", False),
        ("snow", "silent", "Snow fell", False),
        ("snow", "one", "words of another", False),
        ("cellar", "two", "the cellar stayed dry", True),
        ("cellar", "gone", "the cellar stayed dry", True),
        ("cellar", "one", "the cellar stayed dry", False),
        ("dark", "one", "Snow fell", False),
    ],
)
def test_a_claim_that_only_a_second_look_finds_is_told_where_it_meets_its_criterion(
    event: str, says: str, quote: str, found: bool
) -> None:
    first = one(event, ABSENT, quote="", witnesses=(LOOK, PROOF))
    again = agreed(first, says, quote)
    assert again.witnesses == ((SECOND,) if found else (LOOK, PROOF))
    assert (again.value is ABSENT) is (not found)


@pytest.mark.parametrize(
    ("value", "denied", "says", "expected", "witnesses"),
    [
        (TRUE, True, "two", FALSE, (LOOK, SECOND, PROOF)),
        (TRUE, True, "one", UNREAD, (LOOK,)),
        (FALSE, False, "one", TRUE, (LOOK, SECOND, PROOF)),
        (FALSE, False, "two", UNREAD, (LOOK,)),
        (ABSENT, False, "one", TRUE, (LOOK, SECOND, PROOF)),
        (ABSENT, False, "silent", UNREAD, (LOOK,)),
    ],
)
def test_a_second_look_is_believed_where_it_says_what_copied_words_prove(
    value: Told, denied: bool, says: str, expected: Told, witnesses: tuple[Witness, ...]
) -> None:
    exact = ExactClaim(denied=denied, first=0, last=1)
    found = agreed(one("snow", value, exact=exact), says)
    assert (found.value, found.witnesses) == (expected, witnesses)
    supposed = agreed(one("snow", TRUE, exact=exact, supposed=True), "one")
    assert (supposed.value, supposed.witnesses) == (TRUE, (LOOK, SECOND))


def test_copied_words_prove_nothing_of_a_claim_that_is_about_nothing_any_more() -> None:
    exact = ExactClaim(denied=False, first=0, last=1)
    assert agreed(one("foam", FALSE, exact=exact), "two").witnesses == (LOOK, SECOND)


def together(found: _Questions, grounding: Grounding, **lists: list[dict[str, str]]) -> Grounding:
    return _together(grounding, found, reply(**lists), rubric_of())


@pytest.mark.parametrize(
    ("suspected", "says", "kept", "doubts"),
    [
        (False, "exclude", True, 0),
        (True, "exclude", True, 0),
        (False, "fit", False, 1),
        (False, "change", False, 1),
        (True, "fit", False, 0),
        (True, "change", False, 0),
    ],
)
def test_a_conflict_stays_where_two_looks_find_one(suspected: bool, says: str, kept: bool, doubts: int) -> None:
    conflict, other = replace(HILLS, suspected=suspected), replace(HILLS, passage="in May")
    grounding = told(conflicts=(other, conflict), doubts=("unclear",))
    found = together(again(conflicts=(conflict,)), grounding, pairs=[{"id": "q1", "says": says}])
    sure = replace(HILLS, witnesses=(LOOK, SECOND))
    assert found.conflicts == ((other, sure) if kept else (other,))
    assert found.doubts == ("unclear", "'on hills' beside 'on roofs': two readings of it differ")[: 1 + doubts]


def test_joints_and_claims_that_were_asked_about_are_replaced_and_others_stay() -> None:
    words = (joint(), joint(quote="thus"))
    claims = (one("snow"), one("snow", supposed=True), one("bells"))
    found = together(
        again(claims[0], connectives=words[1:]),
        told(*claims, connectives=words),
        sentences=[{"id": "q1", "quote": "Snow fell", "says": "one"}],
        joints=[{"id": "q2", "says": "does not suit"}],
    )
    assert found.connectives == (words[0], replace(words[1], suits=False, witnesses=(LOOK, SECOND)))
    assert [each.witnesses for each in found.claims] == [(LOOK, SECOND), (LOOK,), (LOOK,)]


@pytest.mark.parametrize("says", Way)
def test_a_way_there_marks_the_claim_itself(says: Way) -> None:
    claims = (one("snow", FALSE), one("snow", FALSE, supposed=True), one("bells"))
    found = together(again(ways=claims[:1]), told(*claims), ways=[{"id": "q1", "says": str(says)}])
    assert [each.way_there for each in found.claims] == [says, None, None]


def looked(first: dict[str, GroundedClaim], says: dict[str, str], **more: Any) -> tuple[Grounding, int]:
    """Look again at an edit; what is not in `says` is told as it was read first."""
    rubric = build_rubric(derive(replace(STORY, events=STORY.events[:4]), do({"pump": "false"})))
    values = {"pump": one("pump", FALSE), "cellar": one("cellar", FALSE), "snow": one("snow"), "bells": one("bells")}
    known = {each.sentence: each.event for each in ASKED if each.part is Part.CLAIM}

    def script(request: Any) -> str:
        rows = rows_of(request, "questions")
        answers = []
        for row in rows:
            side = "one" if row["one"] in known else "two"
            event = known[row[side]]
            kept = (values | first)[event].value is TRUE
            told_so = says.get(event, "yes" if kept else "no")
            other = {"one": "two", "two": "one"}[side]
            word = {"yes": side, "no": other}.get(told_so, told_so)
            answers.append({"id": row["id"], "quote": "Snow fell", "says": word})
        return json.dumps({"sentences": answers, "pairs": [], "joints": [], "ways": []})

    who = respondent(script)
    grounding = told(*(values | first).values())
    return asyncio.run(looked_again(grounding, rubric, who, ASKED, original=STORY.text, **more)), len(who.chat.requests)


DOUBTED = {name: one(name, value, doubt="unclear") for name, value in (("snow", TRUE), ("cellar", FALSE))}


@pytest.mark.parametrize(
    ("first", "says", "calls", "unsteady"),
    [
        ({}, {}, 0, ""),
        ({"snow": DOUBTED["snow"]}, {}, 1, "a claim"),
        (DOUBTED, {}, 0, "2 claims"),
        ({"snow": DOUBTED["snow"]}, {"bells": "no"}, 1, "2 claims"),
        ({"snow": DOUBTED["snow"], "bells": one("bells", FALSE), "cellar": one("cellar", TRUE)}, {}, 1, ""),
        ({"snow": DOUBTED["snow"], "bells": one("bells", FALSE)}, {}, 1, "a claim"),
        ({"snow": one("snow", FALSE)}, {}, 1, ""),
        ({"snow": one("snow", FALSE)}, {"snow": "yes"}, 1, "a claim"),
        ({"snow": one("snow", ABSENT, quote="")}, {"snow": "silent"}, 1, ""),
    ],
)
def test_a_reading_that_contradicts_itself_decides_only_where_two_failures_stand(
    first: dict[str, GroundedClaim], says: dict[str, str], calls: int, unsteady: str
) -> None:
    found, asked = looked(first, says)
    assert asked == calls
    assert found.unsteady == (f"The reading of the edit contradicts itself about {unsteady}." if unsteady else "")


@pytest.mark.parametrize(
    ("first", "more", "mended"),
    [
        ({"snow": FALSE}, {"wary": True}, True),
        ({"snow": FALSE}, {"mended": ("snow",)}, True),
        ({"snow": FALSE}, {"mended": ("bells",)}, False),
        ({"snow": FALSE}, {}, False),
        ({"snow": FALSE, "bells": FALSE}, {"wary": True, "mended": ("snow", "bells")}, False),
        ({}, {"mended": ("snow",)}, False),
    ],
)
def test_one_failure_alone_does_not_decide_where_the_text_had_to_be_mended(
    first: dict[str, Told], more: dict[str, Any], mended: bool
) -> None:
    found, _ = looked({name: one(name, value) for name, value in first.items()}, {}, **more)
    assert (found.unsteady == MENDED) is mended
