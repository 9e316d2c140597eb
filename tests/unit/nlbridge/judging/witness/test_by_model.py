"""What is made of a model's reply: values, doubts, witnesses, joints and conflicts, each by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.asked_sentences import Asked, Part
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import GroundedClaim, Grounding, Told, Witness
from nlbridge.judging.witness.by_model import (
    ClaimReply,
    _beside_denial,
    _both_excluded,
    _claim,
    _told_as_before,
    _witnessed,
)

TEXT = "The pump failed at noon. So the cellar flooded. Mira thinks that snow fell."
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="pump", statement="The pump failed at noon.", span=(0, 23)),
        Event(id="cellar", statement="The cellar flooded.", span=(28, 46)),
        Event(id="snow", statement="Snow fell.", span=(65, 74)),
    ),
    links=(Link(cause="pump", effect="cellar"),),
)
PASSAGE = "The pump held at dusk. So the cellar stayed dry. Mira thinks that snow fell. A boat came!"


def rubric_of(scenario: Scenario = STORY, **supposed: str) -> Rubric:
    return build_rubric(derive(scenario, do(supposed or {"pump": "false"})))


def asked(part: Part = Part.CLAIM, event: str = "cellar", name: str = "c1") -> Asked:
    return Asked(id=name, sentence="It was so.", event=event, part=part)


def said(value: str, quote: str = "", mode: str = "fact", way: str = "", name: str = "c1") -> ClaimReply:
    return ClaimReply.model_validate({"id": name, "quote": quote, "mode": mode, "value": value, "way": way})


DRY = "the cellar stayed dry"


@pytest.mark.parametrize(
    ("value", "quote", "mode", "expected", "kept", "doubted"),
    [
        ("false", DRY, "fact", Told.FALSE, DRY, False),
        ("false", DRY, "supposed", Told.SUSPENDED, DRY, False),
        ("true", "snow fell", "doubted", Told.TRUE, "snow fell", False),
        ("true", DRY, "doubted", Told.SUSPENDED, DRY, False),
        ("false", "snow fell", "doubted", Told.SUSPENDED, "snow fell", False),
        ("false", "words of another", "fact", Told.FALSE, "", True),
        ("false", "words of another", "supposed", Told.FALSE, "", True),
        ("absent", "", "fact", Told.ABSENT, "", False),
        ("absent", DRY, "doubted", Told.ABSENT, "", False),
        ("absent", "words of another", "fact", Told.ABSENT, "", False),
    ],
)
def test_a_claim_has_the_value_of_the_reply_where_its_words_stand_as_a_fact(
    value: str, quote: str, mode: str, expected: Told, kept: str, doubted: bool
) -> None:
    found = _claim(asked(), said(value, quote, mode), PASSAGE, TEXT)
    assert (found.value, found.quote, found.event, found.supposed) == (expected, kept, "cellar", False)
    why = f"It is read as {value} from 'words of another', which the passage does not have."
    assert found.doubt == (why if doubted else "")


@pytest.mark.parametrize(
    ("value", "way", "kept"),
    [
        ("other", "lower", "lower"),
        ("other", "later", "higher"),
        ("false", "earlier", "lower"),
        ("true", "higher", ""),
        ("gone", "lower", ""),
        ("bare", "lower", ""),
    ],
)
def test_a_way_is_kept_only_where_the_claim_is_told_otherwise(value: str, way: str, kept: str) -> None:
    assert _claim(asked(), said(value, DRY, way=way), PASSAGE, TEXT).way == kept


def test_what_is_supposed_is_marked() -> None:
    assert _claim(asked(Part.SUPPOSED), said("true", DRY), PASSAGE, TEXT).supposed is True


@pytest.mark.parametrize(
    ("value", "quote", "passage", "found"),
    [
        (Told.TRUE, "snow fell", PASSAGE, True),
        (Told.FALSE, "snow fell", PASSAGE, False),
        (Told.TRUE, "snow fell", "Mira thinks that snow fell", True),
        (Told.TRUE, "snow fell", "It was! Mira thinks that snow fell? Yes.", True),
        (Told.TRUE, "snow fell", "It was\nMira thinks that snow fell\nYes.", True),
        (Told.TRUE, "snow fell", "Mira denies that snow fell.", False),
        (Told.TRUE, "snow fell", "So Mira thinks that snow fell.", False),
        (Told.TRUE, "snow fell", "Mira thinks that snow fell today.", False),
        (Told.TRUE, "rain fell", PASSAGE, False),
        (Told.TRUE, "The pump failed at noon", "The pump failed at noon. It rained.", True),
    ],
)
def test_a_report_is_told_as_before_where_its_whole_sentence_is_the_text_s(
    value: Told, quote: str, passage: str, found: bool
) -> None:
    assert _told_as_before(value, quote, passage, TEXT) is found


def claim(value: Told, quote: str = DRY, event: str = "snow", **more: Any) -> GroundedClaim:
    return GroundedClaim(event=event, value=value, quote=quote, **more)


@pytest.mark.parametrize(
    ("one", "denial", "found"),
    [
        (claim(Told.FALSE), said("false", DRY), True),
        (claim(Told.FALSE), None, False),
        (claim(Told.OTHER), said("false", DRY), False),
        (claim(Told.TRUE), said("false", DRY), False),
        (claim(Told.FALSE), said("true", DRY), False),
        (claim(Told.FALSE), said("gone", DRY), False),
        (claim(Told.FALSE), said("bare", DRY), False),
        (claim(Told.FALSE), said("false", "A boat came"), False),
        (claim(Told.FALSE, event="cellar"), said("false", DRY), False),
    ],
)
def test_the_same_words_may_exclude_what_must_stay_and_its_contrary(
    one: GroundedClaim, denial: ClaimReply | None, found: bool
) -> None:
    assert _both_excluded(one, denial, rubric_of()) is found


@pytest.mark.parametrize(
    ("value", "denial", "mode", "doubted"),
    [
        (Told.TRUE, "false", "fact", False),
        (Told.TRUE, "true", "fact", True),
        (Told.TRUE, "bare", "fact", True),
        (Told.TRUE, "other", "fact", True),
        (Told.TRUE, "gone", "fact", True),
        (Told.TRUE, "absent", "fact", True),
        (Told.TRUE, "true", "doubted", False),
        (Told.FALSE, "true", "fact", False),
        (Told.FALSE, "false", "fact", True),
        (Told.FALSE, "absent", "fact", False),
        (Told.GONE, "true", "fact", False),
        (Told.GONE, "false", "fact", False),
        (Told.GONE, "absent", "fact", False),
        (Told.ABSENT, "absent", "fact", False),
        (Told.ABSENT, "true", "fact", True),
        (Told.ABSENT, "false", "fact", True),
        (Told.BARE, "false", "fact", False),
        (Told.BARE, "true", "fact", True),
        (Told.BARE, "absent", "fact", False),
        (Told.SUSPENDED, "true", "fact", False),
        (Told.UNREAD, "true", "fact", True),
        (Told.OTHER, "false", "fact", False),
    ],
)
def test_a_claim_is_doubted_where_its_contrary_was_read_against_it(
    value: Told, denial: str, mode: str, doubted: bool
) -> None:
    found = _beside_denial(claim(value), said(denial, DRY, mode))
    assert found.doubt == (f"The claim is read as {value}, its denial as {denial}." if doubted else "")


def test_without_a_contrary_nothing_is_doubted_and_a_doubt_of_its_own_stays() -> None:
    assert _beside_denial(claim(Told.TRUE), None) == claim(Told.TRUE)
    found = _beside_denial(claim(Told.TRUE, doubt="It is unclear."), said("true", DRY))
    assert found.doubt == "It is unclear."


def beside(altered: float, told: float = 1.0) -> Grounding:
    """Return what the words say of the snow."""
    return Grounding(edit=edit_of(PASSAGE, STORY), claims=(GroundedClaim(event="snow", altered=altered, told=told),))


def exact(denied: bool) -> ExactClaim:
    return ExactClaim(denied=denied, first=0, last=0)


@pytest.mark.parametrize(
    ("value", "denied", "doubt"),
    [
        (Told.TRUE, False, ""),
        (Told.FALSE, True, ""),
        (Told.TRUE, True, "It is read as true, but the passage denies it word for word."),
        (Told.FALSE, False, "It is read as false, but the passage repeats it word for word."),
        (Told.ABSENT, False, "It is read as absent, but the passage repeats it word for word."),
    ],
)
def test_copied_words_bear_a_value_out_or_leave_it_in_doubt(value: Told, denied: bool, doubt: str) -> None:
    found = _witnessed(claim(value, exact=exact(denied)), said("absent"), rubric_of(), beside(0.0))
    assert found.doubt == doubt
    assert found.witnesses == ((Witness.LOOK,) if doubt else (Witness.LOOK, Witness.PROOF))


@pytest.mark.parametrize(
    ("value", "altered", "told", "denial", "offline", "borne"),
    [
        (Told.TRUE, 0.03, 1.0, None, True, False),
        (Told.TRUE, 0.04, 1.0, None, False, False),
        (Told.FALSE, 0.97, 1.0, None, True, False),
        (Told.FALSE, 0.98, 0.98, "true", False, True),
        (Told.TRUE, 0.04, 1.0, "false", False, True),
        (Told.TRUE, 0.04, 1.0, "true", False, False),
        (Told.TRUE, 0.04, 1.0, "absent", False, False),
        (Told.FALSE, 0.9, 1.0, "true", False, True),
        (Told.FALSE, 0.9, 1.0, "false", False, False),
        (Told.FALSE, 0.8, 1.0, "true", False, True),
        (Told.FALSE, 0.79, 1.0, "true", False, False),
        (Told.FALSE, 1.0, 0.8, "true", False, True),
        (Told.FALSE, 1.0, 0.79, "true", False, False),
        (Told.TRUE, 0.98, 1.0, "false", False, False),
        (Told.FALSE, 0.02, 1.0, "true", False, False),
        (Told.ABSENT, 0.98, 1.0, "true", False, False),
    ],
)
def test_the_words_are_a_witness_where_they_are_clear_and_lean_the_same_way(
    value: Told, altered: float, told: float, denial: str | None, offline: bool, borne: bool
) -> None:
    own = None if denial is None else said(denial, DRY)
    found = _witnessed(claim(value), own, rubric_of(), beside(altered, told))
    assert (Witness.OFFLINE in found.witnesses, found.borne_out) == (offline, borne)
    assert Witness.LOOK in found.witnesses


def test_nothing_bears_out_a_doubted_claim_and_the_words_of_a_contrary_bear_out_none() -> None:
    doubted = _witnessed(claim(Told.FALSE, doubt="unclear"), said("true", DRY), rubric_of(), beside(0.9))
    assert doubted.borne_out is False
    negative = replace(STORY, events=(*STORY.events[:2], replace(STORY.events[2], fact="false")))
    unread = _witnessed(claim(Told.TRUE), None, rubric_of(negative), beside(0.0))
    assert unread.witnesses == (Witness.LOOK,)
