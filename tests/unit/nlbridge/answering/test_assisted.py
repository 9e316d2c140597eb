from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from model_of_replies import (
    GROUNDED,
    HAD,
    KEPT,
    PARAPHRASE,
    READING,
    RIGHT,
    SPOILT,
    TEXT,
    endpoint,
    honest,
    link,
    respondent,
)

from causalcore.scenario.scenario import Strength
from nlbridge.answering.answers import judge, prepare, read_text
from nlbridge.answering.batch import run
from nlbridge.answering.line_work import rubric_line, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Request, RequestError, Settings
from nlbridge.answering.result import report_row
from nlbridge.llm.errors import EndpointError, QuotaError, UnusableReplyError
from nlbridge.llm.roles.link_checking import doubtful_pairs
from nlbridge.reading.reader import read as read_offline

PUMP = "The pump failed. The cellar flooded. As a result, the wine was lost."


@pytest.fixture
def settings():
    with ExitStack() as stack:

        def make(reader="llm", script=honest, chat=None, **more):
            chat = chat or respondent(script).chat
            opened = stack.enter_context(endpoint(chat))
            return Settings(reader=reader, endpoint=opened, **more), getattr(chat, "requests", [])

        yield make


class Broken:
    """A model that fails after some replies."""

    def __init__(self, error, after=0):
        self.error, self.left, self.inner = error, after, respondent().chat

    async def reply(self, request):
        if not self.left:
            raise self.error
        self.left -= 1
        return await self.inner.reply(request)


@pytest.mark.parametrize("edit", [RIGHT, SPOILT, KEPT, PARAPHRASE])
def test_a_model_that_reads_well_leads_to_the_right_verdict(edit, settings):
    how, _ = settings()
    prepared, report = judge(Request(source=TEXT, had=HAD), edit, how)
    assert report.valid is (edit in {RIGHT, PARAPHRASE})
    row = report_row("x", report, prepared)
    assert row["basis"]["reader"] == "llm"
    assert {one["rests_on"] for one in row["criteria"]} <= {"model", "offline"}


def test_a_verdict_that_the_offline_side_can_give_asks_no_model(settings):
    how, requests = settings("hybrid")
    prepared, report = judge(Request(source=TEXT, had=HAD), TEXT, how)
    assert report.valid is False
    assert requests == []
    assert prepared.basis is not None
    assert str(prepared.basis) == "text read offline, what-if offline, edit offline"


def test_a_text_is_read_as_often_as_asked_and_disagreement_reaches_the_answers(settings):
    replies = [READING, READING | {"links": []}, READING]

    def script(request):
        return json.dumps(replies[request.repeat]) if request.schema_name == "reading" else honest(request)

    how, requests = settings(script=script, samples=3)
    scenario = read_text(TEXT, how)
    assert [(request.repeat, request.temperature) for request in requests] == [(0, 0.7), (1, 0.7), (2, 0.7)]
    assert scenario.links[0].strength is Strength.POSSIBLE
    prepared = prepare(Request(source=TEXT, had=HAD), how)
    assert [str(a.kind) for a in prepared.rubric.derivation.answers] == ["changed", "open", "unchanged"]
    _, report = judge(Request(source=TEXT, had=HAD), RIGHT, how)
    assert report.valid is None


def test_the_model_is_asked_only_for_links_in_doubt():
    offline = read_offline(PUMP)
    pairs = doubtful_pairs(offline)
    assert pairs
    signalled = {(k.cause, k.effect) for k in offline.links if k.connective}
    assert not signalled & set(pairs)


@pytest.mark.parametrize("said", ["yes", "no", "unsure"])
def test_what_the_model_says_of_a_link_in_doubt_decides_it(said, settings):
    def script(request):
        reply = json.loads(honest(request))
        for one in reply["pairs"]:
            one |= {"said": said, "words": "The cellar flooded"}
        return json.dumps(reply)

    how, requests = settings("hybrid", script)
    offline, found = read_offline(PUMP), read_text(PUMP, how)
    assert [request.schema_name for request in requests] == ["links"]
    pair = next((k.cause, k.effect) for k in offline.links if (k.cause, k.effect) in doubtful_pairs(offline))
    links = {(k.cause, k.effect): k for k in found.links}
    if said == "no":
        assert pair not in links
    else:
        assert links[pair].strength is (Strength.POSSIBLE if said == "unsure" else Strength.NECESSARY)


def test_answers_about_other_pairs_are_refused(settings):
    how, _ = settings("hybrid", [json.dumps({"pairs": []})])
    with pytest.raises(UnusableReplyError, match="each of the pairs"):
        read_text(PUMP, how)


def test_where_the_help_is_unusable_the_hybrid_verdict_is_the_offline_one(settings):
    how, _ = settings("hybrid", ["I cannot say."])
    text = "The kiln failed. As a result, the vases were lost. A violinist rehearsed next door."
    edit = "The kiln never failed. Nothing came of it for the vases. Music was heard."
    assert judge(Request(source=text, had="the kiln not failed"), edit, Settings())[1].valid is None
    report = judge(Request(source=text, had="the kiln not failed"), edit, how)[1]
    assert report.valid is None
    assert "the model's help could not be used" in report.reasons[-1]


def test_a_what_if_that_both_sides_dispute_gives_no_verdict(settings):
    def script(request):
        if request.schema_name == "hypothetical":
            return json.dumps(
                {"parts": [{"event": "e3", "value": "false", "words": "the kiln"}], "clause": "it had not"}
            )
        return honest(request)

    how, _ = settings(script=script)
    prepared, report = judge(Request(source=TEXT, had=HAD), RIGHT, how)
    assert prepared.basis is not None
    assert "not sure which claims" in prepared.basis.doubts[0]
    assert report.valid is not True


def lines(*rows):
    return tuple(Line(number=k, data=json.dumps(row).encode()) for k, row in enumerate(rows, 1))


ROWS = [{"id": k, "text": TEXT, "had": HAD, "edit": edit} for k, edit in enumerate(GROUNDED)]


def test_a_batch_keeps_order_and_ids_and_reads_a_text_once(settings):
    how, requests = settings()
    found = list(run(lines(*ROWS, {"id": "bad"}, *ROWS), verify_line, how))
    assert [row["id"] for row in found] == [0, 1, 2, 3, "bad", 0, 1, 2, 3]
    assert [row.get("valid") for row in found[:4]] == [True, False, False, True]
    assert "text" in found[4]["error"]
    assert [request.schema_name for request in requests].count("reading") == 1
    rubrics = list(run(lines({"id": "r", "text": TEXT, "had": HAD}), rubric_line, how))
    assert rubrics[0]["basis"]["reading"] == "model"


def test_one_line_that_fails_does_not_stop_a_batch(settings):
    model = Broken(EndpointError("out of reach"), after=4)
    how, _ = settings(chat=model)
    found = list(run(lines(*ROWS), verify_line, how))
    assert len(found) == 4
    assert sum("error" in row for row in found) in {2, 3}


def test_once_the_quota_is_gone_no_more_is_asked(settings):
    model = Broken(QuotaError("no quota left"))
    how, _ = settings(chat=model)
    found = list(run(lines(*ROWS * 20), verify_line, how))
    assert len(found) == 80
    assert all("quota" in row["error"] for row in found)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"reader": "llm"}, "--model NAME"),
        ({"reader": "oracle"}, "offline|llm|hybrid"),
        ({"samples": 2}, "--reader llm only"),
        ({"reader": "hybrid", "samples": 2, "endpoint": endpoint(None)}, "--reader llm only"),
        ({"reader": "llm", "samples": 0, "endpoint": endpoint(None)}, "from 1 to"),
    ],
)
def test_settings_that_cannot_be_are_refused(options, reason):
    with pytest.raises(RequestError) as refused:
        Settings(**options)
    assert reason in str(refused.value)


def test_links_of_the_reading_are_witnessed_by_the_words(settings):
    text = "The pump failed, so the cellar flooded. Meanwhile, snow fell."
    events = [
        {"id": "e1", "quote": "The pump failed", "statement": "The pump failed."},
        {"id": "e2", "quote": "the cellar flooded", "statement": "The cellar flooded."},
        {"id": "e3", "quote": "snow fell", "statement": "Snow fell."},
    ]
    usual = {"kind": "event", "values": [], "fact": "true", "presupposes": []}
    reply = {"events": [e | usual for e in events], "latents": [], "links": [link("e2", "e3")], "mechanisms": []}
    how, _ = settings(script=[json.dumps(reply)])
    found = {(k.cause, k.effect): k.confidence for k in read_text(text, how).links}
    assert found[("e1", "e2")] == 0.5
    assert found[("e2", "e3")] == 0.6
