from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import HAD, READING, TEXT, WHAT_IF, event, respondent

from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.llm.errors import UnusableReplyError
from nlbridge.llm.roles.reading import scenario_of
from nlbridge.llm.roles.supposing import AGREED, DISPUTED, resolve_with_model

SCENARIO = scenario_of(READING, TEXT)


def resolved(*replies, had=HAD, scenario=SCENARIO):
    who = respondent([json.dumps(reply) for reply in replies])
    return asyncio.run(resolve_with_model(scenario, who, had=had)), who.chat.requests


def part(**changes):
    return WHAT_IF | {"parts": [WHAT_IF["parts"][0] | changes]}


def test_what_the_offline_side_finds_too_is_sure():
    found, _ = resolved(WHAT_IF)
    assert dict(found.intervention) == {"e1": "false"}
    assert found.confidence == AGREED
    assert found.clause == "the kiln had not failed at noon"


def test_where_the_offline_side_is_sure_of_another_event_the_what_if_is_in_doubt():
    found, _ = resolved(part(event="e3"))
    assert found.confidence == DISPUTED


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (part(event="e7"), "one of the events e1, e2, e3"),
        (part(value="broken"), "value of e1 in {false, true}"),
        (part(words="the oven"), "words of e1 to stand word for word"),
        (WHAT_IF | {"clause": " "}, "one clause"),
        (WHAT_IF | {"parts": WHAT_IF["parts"] * 2}, "each event once"),
    ],
)
def test_wrong_ids_values_and_quotes_go_back_and_are_refused(reply, reason):
    _, requests = resolved(reply, WHAT_IF)
    assert reason in requests[1].messages[-1].content
    with pytest.raises(UnusableReplyError, match=r"got none in 3 turns"):
        resolved(reply)


def test_a_what_if_about_nothing_in_the_text_is_refused():
    with pytest.raises(HypotheticalNotFoundError, match="The kiln failed"):
        resolved(WHAT_IF | {"parts": []})


def test_a_choice_is_widened_by_an_option_that_the_what_if_names():
    text = "Ana ordered tea."
    reply = READING | {
        "events": [event("e1", text[:-1], text, kind="choice", values=["tea", "coffee"], fact="tea")],
        "links": [],
    }
    scenario = scenario_of(reply, text)
    said = {"parts": [{"event": "e1", "value": "cocoa", "words": "cocoa"}], "clause": "Ana had ordered cocoa"}
    found, _ = resolved(said, had="Ana ordered cocoa", scenario=scenario)
    assert found.scenario.event("e1").values == ("tea", "coffee", "cocoa")
    assert dict(found.intervention) == {"e1": "cocoa"}
