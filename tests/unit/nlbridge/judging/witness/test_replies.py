"""What is made of the joints, conflicts and contradictions of a reply, and of the whole of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario
from nlbridge.chat.errors import ReplyError
from nlbridge.grounding.asked_sentences import Asked, Part
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Told, Witness
from nlbridge.judging.witness.by_model import (
    ConflictReply,
    ConnectiveReply,
    ContradictionReply,
    GroundingReply,
    _conflicts,
    _connectives,
    _contradictions,
    _formed,
    _told,
    _within,
)

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Span

TEXT = "The pump failed at noon. So the cellar flooded by the mill. Snow fell on the hills."
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="pump", statement="The pump failed at noon.", span=(0, 23)),
        Event(id="cellar", statement="The cellar flooded by the mill.", span=(28, 58)),
        Event(id="snow", statement="Snow fell on the hills.", span=(60, 82)),
    ),
    links=(Link(cause="pump", effect="cellar"),),
    latents=(Latent(id="dark", statement="It was dark."),),
)
PASSAGE = "The pump held, so the cellar stayed dry. No snow fell on the roofs."
ASKED = (
    Asked(id="p", sentence="The pump failed at noon.", event="pump", part=Part.CLAIM),
    Asked(id="s", sentence="The pump held.", event="pump", part=Part.SUPPOSED),
    Asked(id="c", sentence="The cellar flooded.", event="cellar", part=Part.CLAIM),
    Asked(id="d", sentence="The cellar stayed dry.", event="cellar", part=Part.DENIAL),
    Asked(id="f", sentence="Snow fell.", event="snow", part=Part.CLAIM),
    Asked(id="l", sentence="It was dark.", event="dark", part=Part.LATENT),
)


def rubric_of(scenario: Scenario = STORY, **supposed: str) -> Rubric:
    return build_rubric(derive(scenario, do(supposed or {"pump": "false"})))


def reply(**lists: Any) -> GroundingReply:
    names = ("claims", "connectives", "background", "new", "contradictions")
    return GroundingReply.model_validate({name: [] for name in names} | lists)


def joint(cause: str = "s", effect: str = "d", **more: str) -> ConnectiveReply:
    usual: dict[str, Any] = {"quote": "so", "kind": "consecutive", "reason": "The pump held", "cause": cause}
    usual |= {"result": "the cellar stayed dry", "effect": effect, "suits": "suits"}
    return ConnectiveReply.model_validate(usual | more)


def joined(*replies: ConnectiveReply, **values: Told) -> tuple[GroundedConnective, ...]:
    usual: dict[str, Any] = {"pump": Told.FALSE, "cellar": Told.FALSE, "snow": Told.TRUE, "dark": Told.TRUE}
    claims = [GroundedClaim(event=name, value=value) for name, value in (usual | values).items()]
    claims.append(GroundedClaim(event="pump", value=Told.TRUE, supposed=True))
    return _connectives(reply(connectives=list(replies)), ASKED, claims, PASSAGE)


@pytest.mark.parametrize(
    ("end", "values", "event"),
    [
        ("s", {}, "pump"),
        ("p", {}, ""),
        ("p", {"pump": Told.TRUE}, "pump"),
        ("p", {"pump": Told.BARE}, "pump"),
        ("p", {"pump": Told.SUSPENDED}, ""),
        ("d", {}, "cellar"),
        ("d", {"cellar": Told.TRUE}, ""),
        ("d", {"cellar": Told.ABSENT}, ""),
        ("c", {"cellar": Told.TRUE}, "cellar"),
        ("f", {}, "snow"),
        ("l", {}, ""),
        ("outside", {}, ""),
        ("s otherwise", {}, ""),
    ],
)
def test_the_end_of_a_joint_is_a_claim_where_the_passage_tells_its_sentence(
    end: str, values: dict[str, Told], event: str
) -> None:
    (found,) = joined(joint(end, "outside"), **values)
    assert (found.cause, found.effect) == (event, "")
    (turned,) = joined(joint("outside", end), **values)
    assert (turned.cause, turned.effect) == ("", event)


@pytest.mark.parametrize(
    ("one", "found"),
    [
        (joint(), True),
        (joint(kind="comparison"), False),
        (joint(quote="thus"), False),
        (joint("d", "d"), False),
        (joint("outside", "outside"), True),
    ],
)
def test_a_joint_stands_in_the_passage_and_joins_two_things(one: ConnectiveReply, found: bool) -> None:
    assert len(joined(one)) == found
    assert len(joined(one, joint("outside", "f"))) == 1 + found


@pytest.mark.parametrize(("said", "sight"), [("suits", True), ("does not suit", False), ("cannot tell", None)])
def test_a_joint_keeps_what_the_reader_says_of_it(said: str, sight: bool | None) -> None:
    (found,) = joined(joint(suits=said, kind="concessive", reason="the pump held.", result="it was dry"))
    assert found == GroundedConnective(
        quote="so",
        cause="pump",
        effect="cellar",
        consecutive=False,
        cause_words="The pump held",
        effect_words="",
        at_sight=sight,
    )


def test_a_joint_that_is_named_twice_counts_once() -> None:
    assert len(joined(joint(), joint(), joint(kind="concessive"))) == 2


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("The pump held", "No snow fell", ("The edit contradicts itself: 'The pump held', and 'No snow fell'.",)),
        ("The pump held", "the pump held", ()),
        ("The pump held", "it fell", ()),
        ("it fell", "The pump held", ()),
    ],
)
def test_a_contradiction_needs_two_quotes_that_stand(first: str, second: str, found: tuple[str, ...]) -> None:
    one = ContradictionReply(first=first, second=second)
    assert _contradictions(reply(contradictions=[one]), PASSAGE) == found


def conflict(passage: str, original: str) -> ConflictReply:
    return ConflictReply(passage=passage, original=original)


ROOFS = conflict("on the roofs", "on the hills")


@pytest.mark.parametrize(
    ("one", "suspected"),
    [
        (ROOFS, False),
        (conflict("on the roofs", "at noon"), True),
        (conflict("on the roofs", "by the mill"), True),
        (conflict("on the roofs", "So the cellar flooded by the mill"), True),
        (conflict("on the roofs", "by the mill. Snow fell on the hills"), False),
        (conflict("on the plain", "on the hills"), None),
        (conflict("on the roofs", "on the plain"), None),
        (conflict("fell on the", "on the hills"), None),
    ],
)
def test_words_against_the_text_are_suspected_where_they_touch_what_changes(
    one: ConflictReply, suspected: bool | None
) -> None:
    rubric = rubric_of()
    for field, background in (("background", True), ("new", False)):
        found = _conflicts(reply(**{field: [one, ROOFS]}), rubric, PASSAGE)
        assert [each.background for each in found] == [background] * len(found)
        assert len(found) == (1 if suspected is None or one is ROOFS else 2)
        assert found[0].suspected is bool(suspected)
        assert found[-1].original == "on the hills"


def test_background_comes_before_what_is_new() -> None:
    found = _conflicts(reply(background=[ROOFS], new=[conflict("so", "at noon"), ROOFS]), rubric_of(), PASSAGE)
    assert [(one.background, one.original) for one in found] == [
        (True, "on the hills"),
        (False, "at noon"),
        (False, "on the hills"),
    ]


@pytest.mark.parametrize(
    ("supposed", "suspected"),
    [({"pump": "false"}, True), ({"pump": "true"}, False), ({"snow": "false"}, False)],
)
def test_a_claim_that_is_supposed_otherwise_is_set_aside(supposed: dict[str, Any], suspected: bool) -> None:
    (found,) = _conflicts(reply(new=[conflict("so", "at noon")]), rubric_of(**supposed), PASSAGE)
    assert found.suspected is suspected


def test_a_claim_that_may_go_either_way_is_set_aside_too() -> None:
    rubric = rubric_of()
    criteria = tuple(replace(one, kind=CriterionKind.OPEN) if one.event == "snow" else one for one in rubric.criteria)
    (found,) = _conflicts(reply(new=[ROOFS]), replace(rubric, criteria=criteria), PASSAGE)
    assert found.suspected is True


@pytest.mark.parametrize(
    ("place", "span", "found"),
    [
        ((10, 20), (10, 20), True),
        ((10, 20), (14, 30), True),
        ((10, 20), (15, 30), False),
        ((10, 20), (0, 16), True),
        ((10, 20), (0, 15), False),
        ((10, 20), (12, 18), True),
        ((10, 20), (12, 17), False),
        ((10, 20), (20, 40), False),
        ((10, 21), (0, 16), True),
    ],
)
def test_most_of_a_place_must_lie_within_a_span(place: Span, span: Span, found: bool) -> None:
    assert _within(place, span) is found


def row(name: str, value: str, quote: str = "", mode: str = "fact") -> dict[str, str]:
    return {"id": name, "quote": quote, "mode": mode, "value": value, "way": ""}


@pytest.mark.parametrize(
    ("names", "formed"), [("cdflps", True), ("scpfld", True), ("cdflp", False), ("cdflpss", False), ("cdflpx", False)]
)
def test_a_reply_must_name_each_sentence_once(names: str, formed: bool) -> None:
    said = reply(claims=[row(name, "absent") for name in names]).model_dump()
    if formed:
        assert [one.id for one in _formed(said, ASKED).claims] == list(names)
    else:
        with pytest.raises(ReplyError, match="expected each of p, s, c, d, f, l exactly once"):
            _formed(said, ASKED)


def told(offline: dict[str, ExactClaim] | None = None, scenario: Scenario = STORY, **values: Any) -> Grounding:
    """Return what is made of a reply: what is supposed is told, the cellar and its contrary as given."""
    usual: dict[str, Any] = {
        "p": row("p", "false", "The pump held"),
        "s": row("s", "true", "The pump held"),
        "c": row("c", "false", "the cellar stayed dry"),
        "d": row("d", "true", "the cellar stayed dry"),
        "f": row("f", "true", "snow fell"),
        "l": row("l", "absent"),
    }
    claims = tuple(
        GroundedClaim(event=one.id, exact=(offline or {}).get(one.id), altered=0.5) for one in scenario.events
    )
    words = Grounding(edit=edit_of(PASSAGE, scenario), claims=claims, clause="the pump had held")
    return _told(reply(claims=list((usual | values).values())), ASKED, rubric_of(scenario), words)


def test_all_sentences_but_contraries_are_claims_and_the_words_are_kept_beside() -> None:
    exact = ExactClaim(denied=True, first=0, last=2)
    found = told({"cellar": exact})
    assert [(one.event, one.supposed) for one in found.claims] == [
        ("pump", False),
        ("pump", True),
        ("cellar", False),
        ("snow", False),
        ("dark", False),
    ]
    assert [one.exact for one in found.claims] == [None, None, exact, None, None]
    assert found.claims[2].witnesses == (Witness.LOOK, Witness.PROOF)
    assert (found.clause, found.edit.passage) == ("the pump had held", PASSAGE)


@pytest.mark.parametrize(("presupposes", "doubted"), [((), True), (("pump",), False)])
def test_a_claim_and_its_contrary_are_weighed_unless_nothing_is_left_that_they_are_about(
    presupposes: tuple[str, ...], doubted: bool
) -> None:
    events = tuple(replace(one, presupposes=presupposes) if one.id == "cellar" else one for one in STORY.events)
    one = told(scenario=replace(STORY, events=events, links=()), d=row("d", "false", "No snow fell")).by_event["cellar"]
    assert one is not None
    assert bool(one.doubt) is doubted


def test_the_same_words_against_a_claim_that_must_stay_and_its_contrary_leave_no_doubt() -> None:
    alone = replace(STORY, links=())
    same = told(scenario=alone, d=row("d", "false", "the cellar stayed dry")).by_event["cellar"]
    other = told(scenario=alone, d=row("d", "false", "No snow fell")).by_event["cellar"]
    assert same is not None
    assert other is not None
    assert (same.doubt, other.doubt) == ("", "The claim is read as false, its denial as false.")
