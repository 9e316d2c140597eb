"""Answers to what is in doubt: kept, taken back, brought from outside, and made into a corrected scenario."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from causalcore.derivation.derivation import derive
from causalcore.scenario.file import scenario_from_dict, scenario_to_dict
from causalcore.scenario.scenario import Event, Link, Scenario, Sign
from nlbridge.answering.answers import prepare
from nlbridge.answering.request import Request, RequestError, Settings
from nlbridge.answering.review import Reply, keep, parsed_answers, resumed, review_of
from nlbridge.reading.reader import read
from nlbridge.telling.to_check import DoubtKind, link_id

EVENTS = tuple(Event(id=f"e{k}", statement=f"Thing {k} happened.") for k in range(4))
LINKS = tuple(Link(cause=f"e{k}", effect=f"e{k + 1}", confidence=sure) for k, sure in enumerate((0.7, 0.8, 0.99)))
START = review_of(Scenario(events=EVENTS, links=LINKS))
SCHOOL = (
    "The first snow fell on Thursday night. The milkman did not come, and the school stayed shut. "
    "By ten all the children of the lane were on the hill with trays. One tray broke. The postman came as always."
)
FIRST, SECOND, SURE = "link:e0->e1", "link:e1->e2", "link:e2->e3"


def pair(link: Link) -> tuple[str, str]:
    return link.cause, link.effect


def test_without_a_what_if_the_link_with_most_events_downstream_is_asked_first():
    assert [(question.id, question.hangs) for question in START.questions] == [(FIRST, 3), (SECOND, 2)]


def test_a_confirmed_link_is_sure_a_refused_one_is_gone_an_unsure_one_stays():
    links = START.answered(FIRST, Reply.YES).answered(SECOND, Reply.UNSURE).corrected.links
    assert [link.confidence for link in links] == [1.0, 0.8, 0.99]
    assert START.answered(FIRST, Reply.NO).corrected.links == LINKS[1:]


def test_a_corrected_scenario_reads_back_as_it_was_written():
    corrected = START.answered(FIRST, Reply.YES).answered(SECOND, Reply.NO).corrected
    assert scenario_from_dict(scenario_to_dict(corrected)) == corrected


def test_a_link_that_is_shown_under_a_what_if_alone_is_added_or_refused_as_it_is_answered():
    scenario = read(SCHOOL)
    what_if = prepare(Request(source=scenario, had="the school opened"), Settings())
    review = review_of(scenario, what_if)
    known = {link_id(link) for link in scenario.links}
    shown = next(one for one in review.questions if one.kind is DoubtKind.LINK and one.id not in known)
    ends = {"cause": shown.about[0], "effect": shown.about[1]}
    added = {pair(link) for link in review.answered(shown.id, Reply.YES).corrected.links}
    assert added == {*map(pair, scenario.links), tuple(ends.values())}
    refused = review.answered(shown.id, Reply.NO).corrected
    assert (refused.links, [pair(link) for link in refused.refused]) == (scenario.links, [tuple(ends.values())])


def test_rubric_and_engine_agree_on_a_scenario_all_of_whose_questions_about_links_are_answered():
    for reply in (Reply.YES, Reply.NO):
        scenario = read(SCHOOL)
        for _ in range(9):
            review = review_of(scenario, prepare(Request(source=scenario, had="the school opened"), Settings()))
            asked = [one.id for one in review.questions if one.kind is DoubtKind.LINK]
            if not asked:
                break
            for name in asked:
                review = review.answered(name, reply)
            scenario = scenario_from_dict(scenario_to_dict(review.corrected))
        weighed = prepare(Request(source=scenario, had="the school opened"), Settings()).rubric.derivation
        assert dict(weighed.intervention) == {"e3": "false"}
        derived = {answer.event: answer.kind for answer in derive(scenario, weighed.intervention).answers}
        assert {answer.event: answer.likeliest for answer in weighed.answers} == derived


def test_undo_takes_back_the_last_answer_and_is_harmless_without_one():
    review = START.answered(FIRST, Reply.NO).answered(SECOND, Reply.YES)
    assert review.undone().open == START.questions[1:]
    assert review.undone().undone().undone() == START


def test_answers_are_kept_and_read_again_in_their_order(tmp_path):
    path = tmp_path / "mill.answers.json"
    assert resumed(START, path) == START
    review = START.answered(SECOND, Reply.NO).answered(FIRST, Reply.UNSURE)
    keep(review, path)
    assert resumed(START, path) == review
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_write_that_fails_leaves_the_answers_kept_before(tmp_path, monkeypatch):
    path = tmp_path / "mill.answers.json"
    keep(START.answered(FIRST, Reply.NO), path)

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("causalcore.files.writing.os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        keep(START.answered(FIRST, Reply.YES), path)
    assert resumed(START, path) == START.answered(FIRST, Reply.NO)


def test_kept_answers_about_another_text_or_what_if_are_refused(tmp_path):
    path = tmp_path / "mill.answers.json"
    keep(START.answered(FIRST, Reply.NO), path)
    other = replace(START.scenario, events=(replace(EVENTS[0], statement="A thing did not happen."), *EVENTS[1:]))
    for review in (review_of(other), replace(START, what_if="the thing not happened")):
        with pytest.raises(RequestError, match="another"):
            resumed(review, path)


def test_answers_from_outside_may_be_about_a_link_that_is_not_in_doubt():
    assert START.with_answers({SURE: "no"}, "answers.json").corrected.links == LINKS[:2]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"link:e9->e2": "yes"}, "link:e0->e1"),
        ({FIRST: "maybe"}, "yes, no or unsure"),
        ({FIRST: True}, "yes, no or unsure"),
        ({FIRST: ["yes"]}, "yes, no or unsure"),
        ([FIRST], "an object"),
        ({"answers": {FIRST: "yes"}, "reading": "0"}, "another"),
    ],
)
def test_answers_that_say_something_else_are_refused(data, said):
    with pytest.raises(RequestError, match=said):
        START.with_answers(data, "answers.json")


@pytest.mark.parametrize("text", ["", "yes", "{", "[" * 100_000])
def test_answers_that_are_no_json_are_refused(text):
    with pytest.raises(RequestError, match="as JSON"):
        parsed_answers(text, "answers.json")


def test_ids_tell_links_apart_whatever_the_events_are_called():
    names = ["a", "a->b", "b", "b->c", "c", "a-", "-|a", "a%3Eb", "é\x1b"]
    links = [Link(cause=one, effect=two, sign=sign) for one in names for two in names for sign in Sign]
    by_id = {link_id(link): (link.cause, link.effect, link.sign is Sign.INHIBITS) for link in links}
    assert len(by_id) == len({(link.cause, link.effect, link.sign is Sign.INHIBITS) for link in links})
    assert all(name.isascii() and name.isprintable() for name in by_id)


def test_the_kept_file_is_plain_json(tmp_path):
    keep(START.answered(FIRST, Reply.NO), tmp_path / "kept.json")
    row = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert row == {"reading": START.mark, "answers": {FIRST: "no"}}


def test_an_unknown_id_is_refused_with_all_ids_that_may_be_answered():
    assert START.with_answers({SURE: "no"}, "a").corrected.links == LINKS[:2]
    with pytest.raises(RequestError, match="ids of questions or links in a ") as caught:
        START.with_answers({"link:e9->e2": "yes"}, "a")
    assert f"({FIRST}, {SECOND}, {SURE})" in str(caught.value)
    with pytest.raises(RequestError, match=r"in a \(none\), got"):
        review_of(Scenario(events=EVENTS)).with_answers({FIRST: "yes"}, "a")
