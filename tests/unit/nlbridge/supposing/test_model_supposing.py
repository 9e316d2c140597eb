from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import HAD, READING, TEXT, WHAT_IF, event, respondent

from causalcore.derivation.derivation import derive
from nlbridge.chat.errors import UnusableReplyError
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.reading.by_model import scenario_of
from nlbridge.supposing.by_model import AGREED, ALONE, suppose_with_model

SCENARIO = scenario_of(READING, TEXT)


def resolved(*replies, had=HAD, scenario=SCENARIO):
    who = respondent([json.dumps(reply) for reply in replies])
    return asyncio.run(suppose_with_model(scenario, who, had=had)), who.chat.requests


def part(**changes):
    return WHAT_IF | {"parts": [WHAT_IF["parts"][0] | changes]}


def test_what_the_offline_side_finds_too_is_sure():
    whole, _ = resolved(WHAT_IF)
    found = whole.hypothetical
    assert dict(found.intervention) == {"e1": "false"}
    assert whole.supposed == (("e1", "The kiln did not fail at noon."),)
    assert [(one.event, one.answer, one.because) for one in whole.expected] == [
        ("e2", "changes", ("e1",)),
        ("e3", "stays", ()),
    ]
    assert found.confidence == AGREED
    assert found.clause == "the kiln had not failed at noon"


def test_the_weaker_reader_is_no_doubt_against_the_model():
    others = [one | {"event": {"e2": "e2", "e3": "e1"}[one["event"]], "because": []} for one in WHAT_IF["becomes"]]
    found, _ = resolved(part(event="e3") | {"becomes": others})
    assert found.hypothetical.confidence == ALONE


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (part(event="e7"), "one of the events e1, e2, e3"),
        (part(value="broken"), "value of e1 in {false, true}"),
        (part(words="the oven"), "words of e1 to stand word for word"),
        (WHAT_IF | {"clause": " "}, "one clause"),
        (WHAT_IF | {"parts": WHAT_IF["parts"] * 2}, "each event once"),
        (WHAT_IF | {"becomes": WHAT_IF["becomes"][:1]}, "each of e2, e3 exactly once"),
        (part(supposed=""), "one sentence as the statement of e1"),
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
    named = {"words": "cocoa", "event": "e1", "value": "cocoa", "supposed": "Ana ordered cocoa.", "keeps": []}
    said = {"parts": [named], "new": [], "clause": "Ana had ordered cocoa", "becomes": [], "rewrite": ""}
    found = resolved(said, had="Ana ordered cocoa", scenario=scenario)[0].hypothetical
    assert found.scenario.event("e1").values == ("tea", "coffee", "cocoa")
    assert dict(found.intervention) == {"e1": "cocoa"}


NEW = {
    "words": "a second kiln stood ready",
    "supposed": "A second kiln stood ready.",
    "contrary": "There was no second kiln.",
    "bears_on": [{"event": "e2", "how": "prevents"}],
}
BROUGHT_IN = {
    "parts": [],
    "new": [NEW],
    "clause": "a second kiln had stood ready",
    "becomes": [
        {"event": "e1", "because": [], "answer": "stays", "way": ""},
        {"event": "e2", "because": [], "answer": "changes", "way": ""},
        {"event": "e3", "because": [], "answer": "stays", "way": ""},
    ],
    "rewrite": "",
}


def test_a_what_if_may_bring_something_new_with_links_of_its_own():
    whole, _ = resolved(BROUGHT_IN, had="a second kiln stood ready")
    found = whole.hypothetical
    assert dict(found.intervention) == {"n1": "true"}
    assert whole.supposed == (("n1", "A second kiln stood ready."),)
    answers = {one.event: str(one.kind) for one in derive(found.scenario, found.intervention).answers}
    assert answers == {"e1": "unchanged", "e2": "changed", "e3": "unchanged", "n1": "changed"}


def test_something_new_that_touches_no_event_changes_nothing_and_is_no_error():
    reply = BROUGHT_IN | {"new": [NEW | {"bears_on": []}]}
    found = resolved(reply, had="a second kiln stood ready")[0].hypothetical
    kinds = {one.event: str(one.kind) for one in derive(found.scenario, found.intervention).answers}
    assert {kind for name, kind in kinds.items() if name != "n1"} == {"unchanged"}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"words": "a third kiln"}, "what is new to stand word for word"),
        ({"bears_on": [{"event": "e9", "how": "prevents"}]}, "ids among e1, e2, e3"),
        ({"bears_on": [{"event": "e2", "how": "lowers"}]}, "do one of brings about, prevents, saves"),
        ({"contrary": "A second kiln stood ready."}, "the claim itself"),
        ({"bears_on": [{"event": "e2", "how": how} for how in ("prevents", "saves")]}, "each claim once"),
    ],
)
def test_something_new_is_checked_as_everything_else(wrong, reason):
    reply = BROUGHT_IN | {"new": [NEW | wrong]}
    _, requests = resolved(reply, BROUGHT_IN, had="a second kiln stood ready")
    assert reason in requests[1].messages[-1].content
