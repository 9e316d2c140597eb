"""Every operation gives a document that holds, or is refused; and every one can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Event, Latent, Link, Scenario, Sign
from logic.errors import ReasoningError
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import Document, Rewrite, StudioError, document_from_dict, document_to_dict
from nlbridge.apps.studio.document.operations import OPERATIONS, History, apply

TEXT = "It rained all night, so the roof leaked. The cat slept."
EVENTS = (
    Event(id="e1", statement="It rained all night.", span=(0, 19), confidence=0.95),
    Event(id="e2", statement="The roof leaked.", span=(24, 39)),
    Event(id="e3", statement="The cat slept.", span=(41, 54), presupposes=("e2",)),
)
LINKS = (
    Link(cause="e1", effect="e2", connective="so", span=(21, 23), confidence=0.7),
    Link(cause="e2", effect="e3", sign=Sign.INHIBITS, confidence=0.6),
)
READ = Scenario(text=TEXT, events=EVENTS, links=LINKS, latents=(Latent(id="l1", statement="It was night."),))
DOCUMENT = Document(id="1", scenario=READ, read=True, rewrites=(Rewrite(id="r1", text="It did not rain."),))


def reader(text):
    return Scenario(text=text, events=(Event(id="e1", statement=text, span=(0, len(text))),))


def done(*operations, document=DOCUMENT):
    for operation in operations:
        document = apply(document, operation, reader)
    return document


JUNK = st.none() | st.booleans() | st.integers(-3, 60) | st.text(max_size=6) | st.just([]) | st.just({"a": 1})
NAMED = st.sampled_from(["e1", "e2", "e3", "e4", "l1", "r1", "nobody"])
VALUES = {
    "claim": NAMED,
    "other": NAMED,
    "cause": NAMED,
    "effect": NAMED,
    "latent": NAMED,
    "rewrite": NAMED,
    "statement": st.sampled_from(["It poured.", "", "\x00", "A" * 30]),
    "text": st.sampled_from(["It snowed, so we stayed.", "", "<script>alert(1)</script>"]),
    "texts": st.lists(st.sampled_from(["It was dry.", ""]), max_size=3),
    "span": st.none() | st.tuples(st.integers(-2, 60), st.integers(-2, 60)).map(list),
    "at": st.integers(-2, 60),
    "kind": st.sampled_from(["event", "choice", "quantity", "other"]),
    "values": st.lists(st.sampled_from(["a", "b", "lower", "true"]), max_size=3),
    "fact": st.sampled_from(["true", "a", "as stated"]),
    "presupposes": st.lists(NAMED, max_size=2),
    "sign": st.sampled_from(["promotes", "inhibits", "determines", "both"]),
    "strength": st.sampled_from(["necessary", "possible", "weak"]),
    "connective": st.none() | st.sampled_from(["so", "although"]),
    "formula": st.none() | st.sampled_from(["e1", "not e2", "e1 and", "e9", "__import__('os')"]),
    "had": st.sampled_from(["it not rained", ""]),
    "do": st.dictionaries(NAMED, st.sampled_from(["true", "false", "lower"]), max_size=2),
    "doubt": st.sampled_from(["link:e1->e2", "link:e2-|e3", "changed:e3", "unchanged:e1", "what-if:e1", "link:x"]),
    "reply": st.none() | st.sampled_from(["yes", "no", "unsure", "maybe"]),
    "criterion": st.sampled_from(["changed:e2", "whole", ""]),
    "said": st.none() | st.sampled_from(["pass", "fail", "valid"]),
    "note": st.sampled_from(["", "odd", "x" * 3000]),
    "reviewed": st.booleans(),
    "title": st.sampled_from(["", "The wet one", "x" * 200]),
    "place": st.integers(-1, 2),
    "scenario": st.just({"events": [{"id": "a", "statement": "It rained."}]}) | st.just({"events": 3}),
}


FIELDS = {
    "text.set": "text had",
    "text.read": "",
    "scenario.set": "scenario",
    "claim.add": "span statement",
    "claim.remove": "claim",
    "claim.rename": "claim statement",
    "claim.span": "claim span",
    "claim.restate": "claim",
    "claim.set": "claim kind values fact presupposes",
    "claim.split": "claim at",
    "claim.merge": "claim other",
    "mechanism.set": "claim formula",
    "latent.add": "statement",
    "latent.rename": "latent statement",
    "latent.remove": "latent",
    "link.add": "cause effect sign strength connective span",
    "link.set": "cause effect sign strength connective span",
    "link.reverse": "cause effect",
    "link.remove": "cause effect",
    "what_if.say": "had",
    "what_if.set": "do",
    "what_if.clear": "",
    "reply": "doubt reply",
    "rewrite.add": "text texts",
    "rewrite.set": "rewrite text",
    "rewrite.remove": "rewrite",
    "label": "rewrite criterion said note",
    "review": "reviewed",
    "note": "note",
    "title": "title",
    "claim.confirm": "claim",
    "what_if.keep": "",
    "what_if.take": "place",
    "what_if.drop": "place",
}


@st.composite
def operations(draw):
    name = draw(st.sampled_from(sorted(OPERATIONS)))
    given = draw(st.fixed_dictionaries({}, optional={key: VALUES[key] for key in FIELDS[name].split()}))
    spoilt = {key: draw(JUNK) for key in given if draw(st.integers(0, 9)) == 0}
    return {"op": name} | given | spoilt


def test_all_operations_are_tried():
    assert set(FIELDS) == set(OPERATIONS)


@settings(max_examples=60, deadline=None)
@given(st.lists(operations(), min_size=1, max_size=6))
def test_an_operation_gives_a_document_that_holds_or_is_refused_and_undoing_it_gives_the_one_before(given):
    history = History(present=DOCUMENT)
    for operation in given:
        try:
            changed = history.applied(operation, reader)
        except ReasoningError:
            continue
        check_scenario(changed.present.scenario)
        check_scenario(changed.present.corrected)
        assert document_from_dict(document_to_dict(changed.present)) == changed.present
        if changed != history:
            assert changed.undone().present == history.present
            assert changed.undone().redone().present == changed.present
        history = changed
    for _ in range(len(history.past)):
        history = history.undone()
    assert history.present == DOCUMENT


@given(JUNK)
def test_what_is_no_operation_is_refused(given):
    with pytest.raises(StudioError):
        apply(DOCUMENT, given, reader)


def test_a_span_may_be_dragged_and_the_sentence_made_of_its_words():
    moved = done({"op": "claim.span", "claim": "e1", "span": [0, 10]}, {"op": "claim.restate", "claim": "e1"})
    assert moved.scenario.event("e1").span == (0, 9)
    assert moved.scenario.event("e1").statement == "It rained."


def test_a_claim_is_split_where_its_words_are_cut_and_links_stay_with_the_first_part():
    split = done({"op": "claim.split", "claim": "e1", "at": 9})
    assert [(event.id, event.statement) for event in split.scenario.events][:2] == [
        ("e1", "It rained."),
        ("e4", "All night."),
    ]
    assert split.scenario.links == LINKS


def test_two_claims_become_one_with_the_links_of_both_and_none_to_itself():
    merged = done({"op": "claim.merge", "claim": "e1", "other": "e2"})
    assert merged.scenario.event("e1").span == (0, 39)
    assert [(link.cause, link.effect) for link in merged.scenario.links] == [("e1", "e3")]
    assert merged.scenario.event("e3").presupposes == ("e1",)


def test_a_removed_claim_takes_its_links_answers_and_presuppositions_along():
    removed = done(
        {"op": "reply", "doubt": "link:e1->e2", "reply": "yes"},
        {"op": "what_if.set", "do": {"e2": "false"}},
        {"op": "claim.remove", "claim": "e2"},
    )
    assert removed.scenario.links == ()
    assert removed.replies == ()
    assert removed.what_if is None
    assert removed.scenario.event("e3").presupposes == ()


def test_a_claim_that_a_formula_speaks_of_stays():
    with_formula = done({"op": "mechanism.set", "claim": "e2", "formula": "e1"})
    with pytest.raises(StudioError, match="formula"):
        done({"op": "claim.remove", "claim": "e1"}, document=with_formula)


def test_a_link_that_would_close_a_circle_is_refused_unless_the_other_one_was():
    back = {"op": "link.add", "cause": "e2", "effect": "e1"}
    with pytest.raises(ReasoningError, match="e1"):
        done(back)
    refused = done({"op": "reply", "doubt": "link:e1->e2", "reply": "no"}, back)
    assert ("e2", "e1") in [(link.cause, link.effect) for link in refused.corrected.links]
    assert ("e1", "e2") not in [(link.cause, link.effect) for link in refused.corrected.links]


def test_an_answer_about_a_link_that_closes_a_circle_leaves_a_document_that_can_be_read_back():
    with pytest.raises(ReasoningError, match="e3"):
        done({"op": "reply", "doubt": "link:e3->e1", "reply": "no"})
    told = done({"op": "reply", "doubt": "link:e1->e3", "reply": "no"})
    assert document_from_dict(document_to_dict(told)) == told


def test_a_link_that_was_changed_by_hand_is_sure_and_what_was_answered_about_it_forgotten():
    changed = done(
        {"op": "reply", "doubt": "link:e1->e2", "reply": "unsure"},
        {"op": "link.set", "cause": "e1", "effect": "e2", "strength": "contributing"},
    )
    assert changed.scenario.links[0].confidence == 1.0
    assert changed.replies == ()


def test_a_refused_link_can_be_drawn_again():
    drawn = done(
        {"op": "reply", "doubt": "link:e1->e2", "reply": "no"}, {"op": "link.add", "cause": "e1", "effect": "e2"}
    )
    assert drawn.reply("link:e1->e2") is None
    assert any(link.cause == "e1" and link.confidence == 1.0 for link in drawn.corrected.links)


def test_another_what_if_keeps_answers_about_links_only():
    asked = done(
        {"op": "what_if.say", "had": "it not rained"},
        {"op": "reply", "doubt": "link:e1->e2", "reply": "yes"},
        {"op": "reply", "doubt": "changed:e3", "reply": "no"},
        {"op": "reply", "doubt": "what-if:e1", "reply": "yes"},
        {"op": "what_if.clear"},
    )
    assert asked.replies == (("link:e1->e2", Reply.YES),)


def test_another_text_starts_anew():
    other = done({"op": "text.set", "text": "It snowed."})
    assert (other.text, other.rewrites, other.scenario.links) == ("It snowed.", (), ())


def test_a_changed_rewrite_loses_its_labels_and_those_of_others_stay():
    labelled = done(
        {"op": "rewrite.add", "texts": ["It was dry."]},
        {"op": "label", "rewrite": "r1", "criterion": "whole", "said": "valid"},
        {"op": "label", "rewrite": "r2", "criterion": "changed:e2", "said": "fail", "note": "far off"},
        {"op": "rewrite.set", "rewrite": "r1", "text": "It was sunny."},
    )
    assert [(label.rewrite, label.note) for label in labelled.labels] == [("r2", "far off")]


def test_nothing_that_changes_nothing_can_be_undone():
    history = History(present=DOCUMENT).applied({"op": "review", "reviewed": False}, reader)
    assert history.past == ()
    with pytest.raises(StudioError, match="take back"):
        history.undone()
    with pytest.raises(StudioError, match="taken back"):
        history.redone()
