"""A model that is asked about doubts before a person: its answers count, and give way to the person's."""

from __future__ import annotations

import asyncio
import json

import pytest

from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Sign, Strength
from nlbridge.answering.request import Settings
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import BY_MODEL, Document, WhatIf, document_from_dict, document_to_dict
from nlbridge.apps.studio.document.operations import apply
from nlbridge.apps.studio.document.review_operations import answered_by_model
from nlbridge.apps.studio.projects.model_help import ModelHelp, asked_first
from nlbridge.apps.studio.projects.project import Project
from nlbridge.apps.studio.projects.session import Session
from nlbridge.apps.studio.views.view import view
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent

TEXT = "It rained, so it leaked."
EVENTS = tuple(
    Event(id=f"e{place}", statement=words)
    for place, words in enumerate(("It rained.", "The roof leaked.", "The bed got wet.", "The cat slept."), 1)
)
LINKS = (
    Link(cause="e1", effect="e2", connective="so"),
    Link(cause="e2", effect="e3", confidence=0.7, provenance=Provenance.WORDS),
    Link(cause="e3", effect="e4", sign=Sign.INHIBITS, strength=Strength.CONTRIBUTING, confidence=0.6),
)
ASKED = {"link:e1->e2": "Did it leak because of the rain?", "unchanged:e3": "Would the cat still sleep?"}


def document():
    read = Scenario(text=TEXT, events=EVENTS, links=LINKS)
    return Document(id="1", scenario=read, read=True, what_if=WhatIf(do=(("e1", "false"),)))


def by(rows):
    return {row["id"]: row for row in rows}


def said(*answers):
    replies = [{"id": f"q{place}", "quote": quote, "says": says} for place, (quote, says) in enumerate(answers, 1)]
    model = ScriptedModel([json.dumps({"answers": replies})] * 3)
    return asyncio.run(asked_first(TEXT, "", ASKED, Respondent(chat=model, model="any")))


def test_an_answer_counts_only_with_words_of_the_text():
    assert said(("so it leaked", "yes"), ("The cat slept", "yes")) == {
        "link:e1->e2": Reply.YES,
        "unchanged:e3": Reply.UNSURE,
    }


def test_a_reply_that_leaves_a_question_out_is_refused():
    with pytest.raises(ReplyError, match="answer all"):
        said(("so it leaked", "yes"))


def test_what_a_model_confirms_is_nearly_sure_and_gives_way_to_a_person():
    told = answered_by_model(document(), {"link:e2->e3": Reply.YES, "link:e3-|e4": Reply.UNSURE})
    assert document_from_dict(document_to_dict(told)) == told
    drawn = view(told)
    link, doubts = by(drawn["links"])["e2->e3"], by(drawn["queue"]["doubts"])
    assert (link["confidence"], link["provenance"]) == (BY_MODEL, "model")
    assert (doubts["link:e2->e3"]["reply"], doubts["link:e2->e3"]["by"]) == ("yes", "model")
    assert (doubts["link:e3-|e4"]["reply"], doubts["link:e3-|e4"]["by"]) == (None, "model")
    confirmed = view(apply(told, {"op": "reply", "doubt": "link:e2->e3", "reply": "yes"}, Scenario))
    link = by(confirmed["links"])["e2->e3"]
    assert (link["confidence"], link["provenance"]) == (1.0, "confirmed")
    assert by(confirmed["queue"]["doubts"])["link:e2->e3"]["by"] == "you"


def test_another_what_if_forgets_what_the_model_said_of_the_one_before():
    told = answered_by_model(document(), {"unchanged:e4": Reply.YES, "link:e2->e3": Reply.NO})
    again = apply(told, {"op": "what_if.set", "do": {"e2": "false"}}, Scenario)
    assert (again.by_model, again.replies) == (("link:e2->e3",), (("link:e2->e3", Reply.NO),))


def test_a_link_that_would_close_a_circle_is_left_to_the_person():
    told = answered_by_model(document(), {"link:e3->e1": Reply.YES})
    assert (told.replies, told.by_model) == ((), ("link:e3->e1",))


class Asked(ModelHelp):
    """A model that says yes to everything."""

    def asked_first(self, document, questions):
        return dict.fromkeys(questions, Reply.YES)


def test_the_model_is_asked_once_and_its_answers_are_one_step_to_take_back():
    project = Project(name="t", texts=(document(),))
    session = Session(project=project, help=Asked(Settings()))
    queue = session.asked_first("1", 0)["view"]["queue"]
    assert (queue["open"], queue["unasked"]) == (0, 0)
    assert {row["by"] for row in queue["doubts"]} == {"model"}
    undone = session.undone("1", 1)
    assert undone["view"]["queue"]["open"] == undone["view"]["queue"]["unasked"] > 0
