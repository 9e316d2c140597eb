from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import (
    GROUNDED,
    KEPT,
    PARAPHRASE,
    READING,
    RIGHT,
    SO,
    SPOILT,
    TEXT,
    claim,
    grounded,
    reply_to,
    respondent,
    rows_of,
    second_look,
    values_of,
)

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Scenario
from nlbridge.chat.errors import UnusableReplyError
from nlbridge.grounding.grounding import Told, Witness
from nlbridge.judging.report import ErrorClass
from nlbridge.judging.verification import judge
from nlbridge.judging.witness.by_model import ByModel
from nlbridge.reading.by_model import scenario_of

RUBRIC = build_rubric(derive(scenario_of(READING, TEXT), do({"e1": "false"})))
SUPPOSED = (("e1", "The kiln did not fail at noon."),)


def ground(edit, first, second=None, *, rubric=RUBRIC, supposed=SUPPOSED):
    """Ground an edit by a script that says `first`, and `second` when it is asked again."""

    def script(request):
        first_asked = request.schema_name == "grounding"
        return reply_to(request, first) if first_asked else second_look(request, second or first)

    who = respondent(script)
    return asyncio.run(ByModel(respondent=who, supposed=supposed).ground(edit, rubric)), who.chat.requests


def judged(edit, first, second=None):
    return judge(RUBRIC, ground(edit, first, second)[0])


def said(edit, **changes):
    values = values_of(GROUNDED[edit]) | changes
    return GROUNDED[edit] | {"claims": list(values.values())}


@pytest.mark.parametrize(
    ("edit", "valid", "errors"),
    [(RIGHT, True, ()), (PARAPHRASE, True, ()), (SPOILT, False, (ErrorClass.E1,)), (KEPT, False, (ErrorClass.E2,))],
)
def test_the_engine_decides_on_what_the_model_reads(edit, valid, errors):
    report = judged(edit, GROUNDED[edit])
    assert (report.valid, report.errors) == (valid, errors)


def test_the_model_is_told_neither_the_what_if_nor_which_sentence_is_supposed():
    _, requests = ground(RIGHT, GROUNDED[RIGHT])
    told = requests[0].messages[1].content
    assert not [word for word in ("do(", "suppose", "criteri", "denial", "valid") if word in told.lower()]
    assert {tuple(row) for row in rows_of(requests[0], "claims")} == {("id", "sentence")}


def test_the_order_of_the_sentences_hangs_on_the_passage_and_on_nothing_else():
    orders = [
        [row["sentence"] for row in rows_of(ground(edit, GROUNDED[edit])[1][0], "claims")]
        for edit in (RIGHT, RIGHT, PARAPHRASE, SPOILT)
    ]
    assert orders[0] == orders[1]
    assert len({tuple(one) for one in orders}) > 1
    assert len({frozenset(one) for one in orders}) == 1


def test_other_words_than_those_of_the_claim_are_enough():
    found, requests = ground(PARAPHRASE, GROUNDED[PARAPHRASE])
    assert found.by_event["e2"].value is Told.FALSE
    assert found.by_event["e2"].quote == "the vases came out whole"
    assert len(requests) == 1


def test_what_is_told_without_a_quote_is_looked_at_again():
    first = said(PARAPHRASE, e2=claim("e2", "false", "the vases are all fine"))
    found, requests = ground(PARAPHRASE, first, GROUNDED[PARAPHRASE])
    assert [one.schema_name for one in requests] == ["grounding", "second_look"]
    assert Witness.SECOND_LOOK in found.by_event["e2"].witnesses
    assert judge(RUBRIC, found).valid is True


def test_two_looks_that_differ_leave_a_claim_unread():
    first = said(PARAPHRASE, e2=claim("e2", "false", "the vases are all fine"))
    second = said(PARAPHRASE, e2=claim("e2", "true", "the vases came out whole"))
    found, _ = ground(PARAPHRASE, first, second)
    assert found.by_event["e2"].value is Told.UNREAD
    assert judge(RUBRIC, found).valid is None


def test_no_two_looks_outweigh_words_that_are_copied_as_they_stand():
    lie = said(KEPT, e2=claim("e2", "false", "the vases were lost"))
    report = judged(KEPT, lie, lie)
    assert report.valid is None
    assert judged(KEPT, lie, GROUNDED[KEPT]).valid is False


def test_the_one_failed_criterion_of_a_valid_edit_is_looked_at_again():
    slip = said(PARAPHRASE, e2=claim("e2", "true", "the vases came out whole"))
    found, requests = ground(PARAPHRASE, slip, GROUNDED[PARAPHRASE])
    asked = rows_of(requests[1], "questions")
    assert len(asked) == 1
    assert judge(RUBRIC, found).valid is None


def test_a_claim_and_its_denial_that_are_both_told_are_looked_at_again():
    def script(request):
        if request.schema_name != "grounding":
            return second_look(request, GROUNDED[PARAPHRASE])
        reply = json.loads(reply_to(request, GROUNDED[PARAPHRASE]))
        for one in reply["claims"]:
            one["value"] = "true" if one["value"] == "true" or "vases" in one["quote"] else one["value"]
        return json.dumps(reply)

    who = respondent(script)
    found = asyncio.run(ByModel(respondent=who, supposed=SUPPOSED).ground(PARAPHRASE, RUBRIC))
    assert len(who.chat.requests) == 2
    assert found.by_event["e2"].value is Told.UNREAD


def test_what_is_supposed_is_carried_out_only_if_it_is_told_itself():
    partly = said(PARAPHRASE, e1=claim("e1", "other", "The kiln withstood the noon heat"))

    def script(request):
        reply = json.loads(reply_to(request, partly))
        ids = {row["sentence"]: row["id"] for row in rows_of(request, "claims")}
        for one in reply["claims"]:
            if one["id"] == ids["The kiln did not fail at noon."]:
                one |= {"value": "absent", "quote": ""}
        return json.dumps(reply)

    found = asyncio.run(ByModel(respondent=respondent(script), supposed=SUPPOSED).ground(PARAPHRASE, RUBRIC))
    report = judge(RUBRIC, found)
    assert report.valid is None
    assert "does not mention it" in report.reasons[0]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda reply: reply | {"claims": reply["claims"][1:]},
        lambda reply: reply | {"claims": [*reply["claims"], reply["claims"][0]]},
        lambda reply: reply | {"claims": [reply["claims"][0] | {"value": "very true"}, *reply["claims"][1:]]},
        lambda reply: reply | {"valid": True},
        lambda _: {"valid": True},
    ],
)
def test_a_reply_of_another_form_is_refused(spoil):
    who = respondent(lambda request: json.dumps(spoil(json.loads(reply_to(request, GROUNDED[RIGHT])))))
    with pytest.raises(UnusableReplyError):
        asyncio.run(ByModel(respondent=who, supposed=SUPPOSED).ground(RIGHT, RUBRIC))


SHORT = "The kiln withstood the noon heat, so the vases came out whole."


def test_a_claim_that_is_left_out_leaves_the_edit_undetermined():
    assert judged(SHORT, said(PARAPHRASE, e3=claim("e3", "absent"))).valid is None


@pytest.mark.parametrize(
    ("second", "valid"),
    [
        (claim("e3", "true", "came out whole"), True),
        (claim("e3", "true", "words that are not there"), None),
        (claim("e3", "false", "came out whole"), None),
        (claim("e3", "absent"), None),
    ],
)
def test_a_second_look_may_find_what_alone_is_missing_and_never_fails_the_edit_by_it(second, valid):
    first = said(PARAPHRASE, e3=claim("e3", "absent"))
    found, requests = ground(SHORT, first, said(PARAPHRASE, e3=second))
    assert len(rows_of(requests[1], "questions")) == 1
    assert judge(RUBRIC, found).valid is valid


def test_an_edit_that_leaves_out_most_is_not_asked_about_again():
    edit = "The kiln withstood the noon heat."
    values = [claim("e1", "false", "The kiln withstood the noon heat"), claim("e2", "absent"), claim("e3", "absent")]
    wide = Scenario(
        text=TEXT,
        events=(*RUBRIC.scenario.events, Event(id="e4", statement="Snow fell on the hills.")),
        links=RUBRIC.scenario.links,
    )

    def script(request):
        reply = grounded()
        for row in rows_of(request, "claims"):
            one = values[0] if "kiln" in row["sentence"] else claim("", "absent")
            value = "true" if "not fail" in row["sentence"] else one["value"]
            told = {"quote": one["quote"], "mode": "fact", "value": value, "way": ""}
            reply["claims"].append({"id": row["id"]} | told)
        return json.dumps(reply)

    who = respondent(script)
    rubric = build_rubric(derive(wide, do({"e1": "false"})))
    found = asyncio.run(ByModel(respondent=who, supposed=SUPPOSED).ground(edit, rubric))
    assert len(who.chat.requests) == 1
    assert judge(rubric, found).valid is None


@pytest.mark.parametrize(
    ("third", "clashes", "valid"),
    [
        (claim("e3", "false", "Nobody played"), 0, False),
        (claim("e3", "false", "Nobody played"), 1, None),
        (claim("e3", "true", "Nobody played"), 0, True),
        (claim("e3", "true", "Nobody played"), 1, None),
        (claim("e3", "true", "Nobody played"), 2, None),
    ],
)
def test_a_reading_that_contradicts_itself_is_not_believed_for_one_failure_nor_at_all_if_it_does_so_twice(
    third, clashes, valid
):
    edit, values = f"{SHORT} Nobody played next door.", said(PARAPHRASE, e3=third)
    denials = ["The vases were not lost.", "No violinist rehearsed next door."][:clashes]

    def script(request):
        if request.schema_name != "grounding":
            return second_look(request, values)
        reply = json.loads(reply_to(request, values))
        ids = {row["sentence"]: row["id"] for row in rows_of(request, "claims")}
        for one in reply["claims"]:
            if one["id"] in {ids[sentence] for sentence in denials}:
                one["value"] = "true" if one["value"] == "false" else "false"
        return json.dumps(reply)

    found = asyncio.run(ByModel(respondent=respondent(script), supposed=SUPPOSED).ground(edit, RUBRIC))
    report = judge(RUBRIC, found)
    assert report.valid is valid
    assert bool(found.unsteady) is (valid is None)


def test_a_wary_reader_calls_an_edit_valid_by_two_looks_at_every_claim_that_nothing_else_bears_out():
    def looks(second, *, wary):
        def script(request):
            said = first if request.schema_name == "grounding" else second
            return reply_to(request, said) if request.schema_name == "grounding" else second_look(request, said)

        who = respondent(script)
        found = asyncio.run(ByModel(respondent=who, supposed=SUPPOSED, wary=wary).ground(PARAPHRASE, RUBRIC))
        return judge(RUBRIC, found).valid, len(who.chat.requests)

    first = GROUNDED[PARAPHRASE]
    slip = said(PARAPHRASE, e2=claim("e2", "true", "the vases came out whole"))
    assert looks(slip, wary=False) == (True, 1)
    assert looks(slip, wary=True) == (None, 2)
    assert looks(first, wary=True) == (True, 2)


@pytest.mark.parametrize(("wary", "valid"), [(False, False), (True, None)])
def test_a_wary_reader_calls_no_edit_invalid_by_one_claim_alone(wary, valid):
    values = said(PARAPHRASE, e3=claim("e3", "false", "Nobody played"))

    def script(request):
        return (reply_to if request.schema_name == "grounding" else second_look)(request, values)

    edit = f"{SHORT} Nobody played next door."
    found = asyncio.run(ByModel(respondent=respondent(script), supposed=SUPPOSED, wary=wary).ground(edit, RUBRIC))
    assert judge(RUBRIC, found).valid is valid


def test_what_might_have_been_suspends_only_what_is_told_in_its_own_clause():
    beside = PARAPHRASE + " It might have rained, but nobody looked."
    assert judged(beside, GROUNDED[PARAPHRASE]).valid is True
    told = "The kiln withstood the noon heat, so the vases might have come out whole. A violinist rehearsed next door."
    assert judged(told, said(PARAPHRASE, e2=claim("e2", "false", "come out whole", mode="supposed"))).valid is None


def test_words_that_may_suspend_a_story_only_ask_for_a_second_look():
    told = f"{PARAPHRASE} Perhaps it rained."
    found, requests = ground(told, GROUNDED[PARAPHRASE])
    assert [one.schema_name for one in requests] == ["grounding", "second_look"]
    assert judge(RUBRIC, found).valid is True
    silent = said(PARAPHRASE, e1=claim("e1", "absent"))
    assert judge(RUBRIC, ground(told, GROUNDED[PARAPHRASE], silent)[0]).valid is not True


@pytest.mark.parametrize("mode", ["supposed", "doubted", "denied"])
def test_a_claim_that_is_not_told_as_a_fact_is_not_told(mode):
    found, _ = ground(PARAPHRASE, said(PARAPHRASE, e2=claim("e2", "false", "the vases came out whole", mode=mode)))
    assert found.by_event["e2"].value is Told.SUSPENDED
    assert judge(RUBRIC, found).valid is None


def test_a_passage_that_contradicts_itself_is_not_called_valid():
    clash = {"first": "the vases came out whole", "second": "A violinist rehearsed next door"}
    report = judged(PARAPHRASE, GROUNDED[PARAPHRASE] | {"contradictions": [clash]})
    assert report.valid is None
    assert "contradicts itself" in report.reasons[0]


@pytest.mark.parametrize(("ways", "valid"), [("needed", None), ("chosen", False), ("apart", False)])
def test_a_cause_removed_as_the_way_in_which_the_supposition_came_about_is_asked_about(ways, valid):
    rubric = build_rubric(derive(scenario_of(READING, TEXT), do({"e2": "false"})))
    supposed = (("e2", "The vases were not lost."),)
    first = GROUNDED[PARAPHRASE] | {"ways": ways}
    found, requests = ground(PARAPHRASE, first, rubric=rubric, supposed=supposed)
    report = judge(rubric, found)
    assert [row for row in rows_of(requests[1], "questions") if "happened" in row]
    assert report.valid is valid
    assert report.errors == (() if valid is None else (ErrorClass.E1,))
    assert report.score <= 0.5
    reasons = {
        "needed": "The what-if contradicts it",
        "chosen": "The edit adds an explanation",
        "apart": "says that it is not",
    }
    assert reasons[ways] in report.reasons[0]


@pytest.mark.parametrize(("end", "joined"), [("id", True), ("id otherwise", False), ("outside", False)])
def test_a_joint_is_judged_only_where_its_ends_are_claims_with_values_that_are_known(end, joined):
    edit = "The kiln did not fail at noon, but the vases were not lost. A violinist rehearsed next door."

    def script(request):
        if request.schema_name != "grounding":
            return second_look(request, GROUNDED[RIGHT])
        joint = SO | {"kind": "concessive", "quote": "but"}
        reply = json.loads(reply_to(request, GROUNDED[RIGHT] | {"connectives": [joint]}))
        own = reply["connectives"][0]
        own["effect"] = end.replace("id", own["effect"])
        return json.dumps(reply)

    told = asyncio.run(ByModel(respondent=respondent(script), supposed=SUPPOSED).ground(edit, RUBRIC))
    assert judge(RUBRIC, told).valid is (not joined)


def test_a_joint_to_a_sentence_that_the_passage_denies_is_not_judged():
    """The nearest claim of the list is no end: what the passage makes of it is another thing."""

    def script(request):
        if request.schema_name != "grounding":
            return second_look(request, GROUNDED[RIGHT])
        ids = {row["sentence"]: row["id"] for row in rows_of(request, "claims")}
        reply = json.loads(reply_to(request, GROUNDED[RIGHT]))
        reply["connectives"] = [SO | {"cause": ids["The kiln failed at noon."], "effect": ids["The vases were lost."]}]
        return json.dumps(reply)

    found = asyncio.run(ByModel(respondent=respondent(script), supposed=SUPPOSED).ground(RIGHT, RUBRIC))
    assert [(one.cause, one.effect) for one in found.connectives] == [("", "")]


@pytest.mark.parametrize(
    ("kind", "quote", "second", "valid"),
    [
        ("concessive", "but", "does not suit", False),
        ("concessive", "but", "suits", True),
        ("concessive", "but", "cannot tell", True),
        ("comparison", "but", "does not suit", True),
        ("consecutive", "so", "does not suit", True),
    ],
)
def test_no_verdict_rests_on_a_connective_that_a_second_look_does_not_find_unsuited(kind, quote, second, valid):
    edit = f"The kiln did not fail at noon, {quote} the vases were not lost. A violinist rehearsed next door."
    reply = GROUNDED[RIGHT] | {"connectives": [SO | {"kind": kind, "quote": quote}], "joints": second}
    report = judged(edit, reply)
    assert report.valid is valid
    assert report.errors == (() if valid else (ErrorClass.E3,))
    plain = judged(RIGHT, GROUNDED[RIGHT]).score
    assert (report.score < plain) is (second == "cannot tell" or not valid)


def test_a_connective_to_what_lies_outside_is_not_judged():
    edit = "So a violinist rehearsed next door. The kiln did not fail at noon, so the vases were not lost."
    reply = GROUNDED[RIGHT] | {"connectives": [SO | {"quote": "So a", "cause": "outside", "effect": "e3"}]}
    assert judged(edit, reply).valid is True


def test_background_that_the_original_excludes_is_an_error_of_its_own():
    edit = PARAPHRASE.replace("The kiln withstood the noon heat", "The kiln withstood the midnight heat")
    first = said(PARAPHRASE, e1=claim("e1", "false", "The kiln withstood the midnight heat"))
    clash = {"passage": "next door", "original": "next door"}
    assert judged(edit, first | {"background": [clash]}).valid is True  # the passage has what the original has
    within = first | {"background": [{"passage": "midnight heat", "original": "at noon"}]}  # words of what is supposed
    assert judged(edit, within | {"pairs": "change"}).valid is True
    assert judged(edit, within | {"pairs": "exclude"}).errors == (ErrorClass.E5,)
    other = edit.replace("A violinist rehearsed next door", "A violinist rehearsed in the cellar")
    first = said(PARAPHRASE, e1=first["claims"][0], e3=claim("e3", "true", "A violinist rehearsed"))
    clash = {"passage": "in the cellar", "original": "next door"}
    for field, found in (("background", ErrorClass.E5), ("new", ErrorClass.E1)):
        assert judged(other, first | {field: [clash]}).errors == (found,)
