from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import NO_AMENDMENT, READING, event, link, respondent

from causalcore.derivation.derivation import AnswerKind
from nlbridge.reading.by_model import scenario_of
from nlbridge.supposing.by_model import what_if_of
from nlbridge.supposing.reconciliation import reconciled, settled

TEXT = "Hail broke the greenhouse roof. The tomatoes were lost after six days. The cat slept."
EVENTS = [
    event("e1", "Hail broke the greenhouse roof", "Hail broke the greenhouse roof."),
    event("e2", "The tomatoes were lost after six days", "The tomatoes were lost after six days."),
    event("e3", "The cat slept", "The cat slept."),
]
LINK = link("e1", "e2", "Hail broke the greenhouse roof")
NOTHING = NO_AMENDMENT


def becomes(name, answer, *because, way=""):
    return {"event": name, "because": list(because), "answer": answer, "way": way}


def settle(expected, *replies, links=()):
    scenario = scenario_of(READING | {"events": EVENTS, "links": list(links)}, TEXT)
    part = {"words": "no hail", "event": "e1", "value": "false", "supposed": "No hail broke the roof.", "keeps": []}
    reply = {"parts": [part], "new": [], "clause": "no hail had come", "becomes": expected, "rewrite": ""}
    who = respondent([json.dumps(NOTHING | one) for one in replies])
    found = asyncio.run(reconciled(what_if_of(reply, scenario, "no hail"), who))
    return found, settled(found), who.chat.requests


def restated(name, statement, presupposes=()):
    contrary = f"It is not so that: {statement}"
    return {"event": name, "statement": statement, "contrary": contrary, "presupposes": list(presupposes)}


AGREED = [becomes("e2", "changes", "e1"), becomes("e3", "stays")]


def test_what_is_derived_and_expected_alike_asks_no_one_and_is_sure():
    found, derivation, requests = settle(AGREED, links=[LINK])
    assert (found.differences, requests) == ((), [])
    assert [one.confidence > 0.95 for one in derivation.answers[1:]] == [True, True]


def test_a_missing_link_is_added_with_its_words_when_the_proof_goes_back():
    found, derivation, requests = settle(AGREED, {"links": [LINK]})
    assert derivation.answer("e2").kind is AnswerKind.CHANGED
    assert (found.mended, found.turns, len(requests)) == ((("e1", "e2"),), 1, 1)
    assert "is not downstream of the what-if" in requests[0].messages[1].content


def test_an_expectation_alone_changes_no_answer_and_leaves_it_open_with_both_reasons():
    found, derivation, requests = settle(AGREED, {})
    answer = derivation.answer("e2")
    assert (answer.kind, len(requests), found.turns) == (AnswerKind.OPEN, 1, 1)  # what mends nothing is asked once
    assert "not downstream" in answer.doubt
    assert "changes, because of e1" in answer.doubt
    assert answer.likeliest is AnswerKind.CHANGED
    assert derivation.answer("e3").kind is AnswerKind.UNCHANGED


def test_an_expectation_can_be_taken_back():
    found, derivation, _ = settle(AGREED, {"expected": [becomes("e2", "stays")]})
    assert found.differences == ()
    assert derivation.answer("e2").kind is AnswerKind.UNCHANGED


def test_a_link_can_be_taken_away():
    stays = [becomes("e2", "stays"), becomes("e3", "stays")]
    _, derivation, _ = settle(stays, {"links": [LINK | {"strength": "none"}]}, links=[LINK])
    assert derivation.answer("e2").kind is AnswerKind.UNCHANGED


def test_a_claim_that_changes_in_part_is_split():
    partly = [becomes("e2", "partly", "e1"), becomes("e3", "stays")]
    split = {
        "claims": [event("e4", "after six days", "The loss came after six days.")],
        "restated": [restated("e2", "The tomatoes were lost.")],
        "links": [link("e1", "e4", "after six days")],
        "expected": [becomes("e2", "stays"), becomes("e4", "changes", "e1")],
    }
    found, derivation, _ = settle(partly, split)
    assert found.differences == ()
    answers = {one.event: one.kind for one in derivation.answers}
    assert (answers["e2"], answers["e4"]) == (AnswerKind.UNCHANGED, AnswerKind.CHANGED)
    assert derivation.scenario.event("e2").statement == "The tomatoes were lost."


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"links": [LINK | {"signal": ""}]}, "the words of the text for e1 -> e2"),
        ({"links": [LINK | {"signal": "thunder"}]}, "stand word for word"),
        ({"claims": [EVENTS[2]]}, "new ids"),
        ({"restated": [restated("e1", "It hailed.")]}, "not supposed"),
    ],
)
def test_amendments_without_ground_in_the_text_go_back(wrong, reason):
    found, _, requests = settle(AGREED, wrong, {"links": [LINK]})
    assert reason in requests[1].messages[-1].content
    assert found.differences == ()


def test_a_reply_that_stays_unusable_mends_nothing():
    found, derivation, _ = settle(AGREED, {"links": [LINK | {"signal": ""}]})
    assert len(found.differences) == 1
    assert derivation.answer("e2").kind is AnswerKind.OPEN


def test_an_answer_that_the_offline_reader_does_not_bear_out_stays_and_is_less_sure():
    found, _, _ = settle(AGREED, links=[LINK])
    alike = settled(found, {"e2": AnswerKind.CHANGED, "e3": AnswerKind.OPEN})
    unlike = settled(found, {"e2": AnswerKind.OPEN, "e3": AnswerKind.CHANGED})
    for name in ("e2", "e3"):
        assert alike.answer(name).kind is unlike.answer(name).kind is found.derivation.answer(name).kind
        assert 0.75 < unlike.answer(name).confidence < alike.answer(name).confidence


def test_the_supposition_itself_may_keep_a_claim():
    stays = [becomes("e2", "stays"), becomes("e3", "stays")]
    found, derivation, _ = settle(stays, {"kept": ["e2"]}, links=[LINK])
    assert found.differences == ()
    assert derivation.answer("e2").kind is AnswerKind.UNCHANGED


def test_presuppositions_can_be_changed():
    gone = [becomes("e2", "stays"), becomes("e3", "changes", "e1")]
    found, derivation, _ = settle(gone, {"restated": [restated("e3", "The cat slept.", ["e1"])]})
    assert found.differences == ()
    assert derivation.answer("e3").void is True
