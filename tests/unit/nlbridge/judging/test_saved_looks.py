"""Which looks at an edit are saved, because they could not change its verdict."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from model_of_replies import (
    GROUNDED,
    PARAPHRASE,
    READING,
    TEXT,
    claim,
    reply_to,
    respondent,
    second_look,
    values_of,
)

from causalcore.derivation.derivation import AnswerKind, derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from nlbridge.judging.verification import judge
from nlbridge.judging.witness.by_model import ByModel
from nlbridge.reading.by_model import scenario_of

RUBRIC = build_rubric(derive(scenario_of(READING, TEXT), do({"e1": "false"})))
SUPPOSED = (("e1", "The kiln did not fail at noon."),)


def ground(edit, first, second=None, *, rubric=RUBRIC, supposed=SUPPOSED):
    """Ground an edit by a script that says `first`, and `second` when it is asked again."""

    def script(request):
        again = request.schema_name != "grounding"
        return second_look(request, second or first) if again else reply_to(request, first)

    who = respondent(script)
    return asyncio.run(ByModel(respondent=who, supposed=supposed).ground(edit, rubric)), who.chat.requests


def said(edit, **changes):
    values = values_of(GROUNDED[edit]) | changes
    return GROUNDED[edit] | {"claims": list(values.values())}


SHORT = "The kiln withstood the noon heat, so the vases came out whole."


@pytest.mark.parametrize(
    ("third", "looks"),
    [
        (claim("e3", "false", "No violinist rehearsed next door"), 1),
        (claim("e3", "false", "only crickets were to be heard there"), 2),
    ],
)
def test_a_lone_failure_is_asked_about_again_unless_its_contrary_and_the_offline_side_bear_it_out(third, looks):
    edit = f"{SHORT} {third['quote'][0].upper()}{third['quote'][1:]}."
    found, requests = ground(edit, said(PARAPHRASE, e3=third))
    assert judge(RUBRIC, found).valid is False
    assert len(requests) == looks


def test_what_is_missing_is_not_asked_about_where_the_text_itself_is_in_dispute():
    derived = derive(RUBRIC.scenario, RUBRIC.intervention)
    disputed = [
        replace(answer, kind=AnswerKind.OPEN, doubt="Two readings of the text differ")
        if answer.event == "e2"
        else answer
        for answer in derived.answers
    ]
    rubric = build_rubric(replace(derived, answers=tuple(disputed)))
    found, requests = ground(SHORT, said(PARAPHRASE, e3=claim("e3", "absent")), rubric=rubric)
    assert len(requests) == 1
    assert judge(rubric, found).valid is None
