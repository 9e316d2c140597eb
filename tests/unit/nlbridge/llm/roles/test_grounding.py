from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import GROUNDED, KEPT, PARAPHRASE, READING, RIGHT, SO, SPOILT, TEXT, claim, grounded, respondent

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario, Sign
from nlbridge.grounding.grounding import Reading
from nlbridge.grounding.grounding import ground as ground_offline
from nlbridge.judging.criteria_verdict import judge_by_criteria
from nlbridge.judging.verification import ErrorClass
from nlbridge.llm.errors import UnusableReplyError
from nlbridge.llm.roles.grounding import ground_with_model
from nlbridge.llm.roles.reading import scenario_of

RUBRIC = build_rubric(derive(scenario_of(READING, TEXT), do({"e1": "false"})))


def ground(edit, *replies, rubric=RUBRIC, **options):
    who = respondent([json.dumps(reply) for reply in replies])
    return asyncio.run(ground_with_model(edit, rubric, who, **options)), who.chat.requests


def judged(edit, *replies, rubric=RUBRIC):
    found, _ = ground(edit, *replies, rubric=rubric)
    return judge_by_criteria(rubric, found)


@pytest.mark.parametrize(
    ("edit", "valid", "errors"),
    [
        (RIGHT, True, ()),
        (PARAPHRASE, True, ()),
        (SPOILT, False, (ErrorClass.E1,)),
        (KEPT, False, (ErrorClass.E2,)),
        (TEXT, False, (ErrorClass.E2,)),
    ],
)
def test_the_engine_decides_on_what_the_model_quotes(edit, valid, errors):
    report = judged(edit, GROUNDED.get(edit, {}))
    assert (report.valid, report.errors) == (valid, errors)


def test_the_model_is_told_neither_the_what_if_nor_what_is_wanted():
    _, requests = ground(RIGHT, GROUNDED[RIGHT])
    told = requests[0].messages[1].content
    assert "changed" not in told
    assert "do(" not in told
    assert "suppose" not in told


def test_a_quote_that_is_not_in_the_edit_voids_its_value_alone():
    reply = grounded(
        claim("e1", "false", "The kiln did not fail"),
        claim("e2", "false", "the vases are all fine"),
        claim("e3", "true", "A violinist rehearsed next door"),
        connectives=[SO],
    )
    found, requests = ground(PARAPHRASE, reply | {"claims": [GROUNDED[PARAPHRASE]["claims"][0], *reply["claims"][1:]]})
    assert [a.reading for a in found.assertions] == [Reading.ALTERED, Reading.UNREAD, Reading.HOLDS]
    assert len(requests) == 3
    assert "quote of e2 to stand word for word in the passage" in requests[1].messages[-1].content
    report = judge_by_criteria(RUBRIC, found)
    assert report.valid is None
    assert any("'the vases are all fine' is not in the edit" in reason for reason in report.reasons)


def test_a_quote_that_has_no_word_of_the_claim_does_not_carry_it():
    reply = grounded(
        claim("e1", "false", "A violinist rehearsed"),
        claim("e2", "false", "the vases came out whole"),
        claim("e3", "true", "A violinist rehearsed next door"),
    )
    found, _ = ground(PARAPHRASE, reply)
    assert found.assertion("e1").reading is Reading.UNREAD
    assert "no word of the claim" in found.assertion("e1").why


def test_a_value_against_what_the_words_plainly_show_is_not_believed():
    lie = grounded(
        claim("e1", "false", "The kiln did not fail at noon"),
        claim("e2", "false", "the vases were lost"),
        claim("e3", "true", "A violinist rehearsed next door"),
    )
    edit = "The kiln did not fail at noon, so the vases were lost. A violinist rehearsed next door."
    assert judged(edit, lie).valid is not True


@pytest.mark.parametrize(
    "reply",
    [
        grounded(claim("e1", "true"), claim("e2", "true")),
        grounded(claim("e1", "true"), claim("e2", "true"), claim("e3", "true"), claim("e3", "false")),
        grounded(claim("e1", "very true"), claim("e2", "true"), claim("e3", "true")),
        GROUNDED[RIGHT] | {"valid": True},
        {"valid": True},
    ],
)
def test_a_reply_of_another_form_is_refused(reply):
    with pytest.raises(UnusableReplyError):
        ground(RIGHT, reply)


def test_that_something_is_missing_is_believed_only_if_its_words_are_gone():
    absent = grounded(*GROUNDED[RIGHT]["claims"][:2], claim("e3", "not mentioned"), connectives=[SO])
    without = "The kiln did not fail at noon, so the vases were not lost."
    assert judged(without, absent).valid is False
    assert judged(without, absent).errors == (ErrorClass.E1,)
    assert judged(RIGHT, absent).valid is None


def test_only_what_is_unread_is_taken_from_the_model_when_asked_so():
    lie = grounded(claim("e1", "true", "kiln"), claim("e2", "true", "vases"), claim("e3", "false", "violinist"))
    found, _ = ground(RIGHT, lie, only_unread=True)
    offline = ground_offline(RIGHT, RUBRIC.scenario, RUBRIC.intervention)
    assert any(one.reading is not Reading.UNREAD for one in offline.assertions)
    for before, after in zip(offline.assertions, found.assertions, strict=True):
        assert before.reading is Reading.UNREAD or after == before


def test_a_connective_between_strangers_is_an_error():
    edit = "The kiln did not fail at noon, so the vases were not lost. So a violinist rehearsed next door."
    reply = grounded(
        *GROUNDED[RIGHT]["claims"][:2],
        claim("e3", "true", "a violinist rehearsed next door"),
        connectives=[SO | {"quote": "So", "cause": "e2", "effect": "e3"}],
    )
    report = judged(edit, reply)
    assert (report.valid, report.errors) == (False, (ErrorClass.E3,))


def test_a_known_connective_means_what_it_means_whatever_the_model_says():
    reply = GROUNDED[RIGHT] | {"connectives": [SO | {"kind": "concessive"}]}
    assert judged(RIGHT, reply).valid is True
    edit = RIGHT.replace(", so", ", but")
    told = GROUNDED[RIGHT] | {"connectives": [SO | {"quote": "but", "kind": "consecutive"}]}
    report = judged(edit, told)
    assert (report.valid, report.errors) == (False, (ErrorClass.E3,))


QUANTITY = Scenario(
    text="Dry weather came. The harvest came to nine tons.",
    events=(
        Event(id="e1", statement="Dry weather came.", span=(0, 16)),
        Event(
            id="e2",
            statement="The harvest came to nine tons.",
            span=(18, 47),
            kind=Kind.QUANTITY,
            values=("lower", "as stated", "higher"),
            fact="as stated",
        ),
    ),
    latents=(Latent(id="l1", statement="The soil was sandy."),),
    links=(Link(cause="e1", effect="e2", sign=Sign.INHIBITS),),
)


@pytest.mark.parametrize(
    ("value", "edit", "errors"),
    [
        ("higher", "Dry weather did not come. The harvest came to twelve tons.", None),
        ("lower", "Dry weather did not come. The harvest came to seven tons.", (ErrorClass.E4,)),
        ("as stated", "Dry weather did not come. The harvest came to nine tons.", (ErrorClass.E2, ErrorClass.E4)),
    ],
)
def test_a_quantity_must_move_the_right_way(value, edit, errors):
    rubric = build_rubric(derive(QUANTITY, do({"e1": "false"})))
    reply = grounded(
        claim("e1", "false", "Dry weather did not come"),
        claim("e2", value, edit[26:-1]),
        claim("l1", "not mentioned"),
    )
    report = judged(edit, reply, rubric=rubric)
    assert report.errors == (errors or ())
    assert report.valid is (not errors)


def test_an_edit_that_alters_the_background_has_the_error_e5():
    rubric = build_rubric(derive(QUANTITY, do({"e1": "false"})))
    edit = "Dry weather did not come. The soil was clay, not sandy. The harvest came to twelve tons."
    reply = grounded(
        claim("e1", "false", "Dry weather did not come"),
        claim("e2", "higher", "The harvest came to twelve tons"),
        claim("l1", "false", "The soil was clay, not sandy"),
    )
    report = judged(edit, reply, rubric=rubric)
    assert (report.valid, report.errors) == (False, (ErrorClass.E5,))
