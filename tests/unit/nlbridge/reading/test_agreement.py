from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.derivation.derivation import AnswerKind, compile_scenario, derive
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Sign, Strength
from nlbridge.reading.agreement import CONFIRMED, agreed, overlap, witnessed

TEXT = "The frost came, so the pipe burst. The cellar flooded. A choir sang."
EVENTS = (
    Event(id="e1", statement="The frost came.", span=(0, 14)),
    Event(id="e2", statement="The pipe burst.", span=(19, 33)),
    Event(id="e3", statement="The cellar flooded.", span=(35, 53)),
    Event(id="e4", statement="A choir sang.", span=(55, 67)),
)
SO = Link(cause="e1", effect="e2", connective="so", span=(16, 18), confidence=0.95)
THEN = Link(cause="e2", effect="e3", confidence=0.8)


def reading(*links, events=EVENTS):
    return Scenario(text=TEXT, events=events, links=links)


def test_readings_that_agree_stay_as_they_are():
    assert agreed([reading(SO, THEN)] * 3) == reading(SO, THEN)


def test_what_readings_disagree_on_reaches_the_answers_as_open():
    found = agreed([reading(SO, THEN), reading(SO), reading(SO, THEN)])
    assert {(k.cause, k.effect): k.strength for k in found.links} == {
        ("e1", "e2"): Strength.NECESSARY,
        ("e2", "e3"): Strength.POSSIBLE,
    }
    answers = derive(found, do({"e1": "false"}))
    assert [answers.answer(e.id).kind for e in EVENTS] == [
        AnswerKind.CHANGED,
        AnswerKind.CHANGED,
        AnswerKind.OPEN,
        AnswerKind.UNCHANGED,
    ]


def test_the_weakest_strength_counts_and_two_signs_give_none():
    found = agreed([reading(SO), reading(replace(SO, strength=Strength.CONTRIBUTING, sign=Sign.INHIBITS))])
    assert (found.links[0].strength, found.links[0].sign) == (Strength.CONTRIBUTING, Sign.DETERMINES)


def test_events_are_aligned_by_their_words_not_their_names():
    renamed = tuple(replace(e, id=f"x{k}") for k, e in enumerate(EVENTS))
    other = Scenario(text=TEXT, events=renamed, links=(replace(SO, cause="x0", effect="x1"),))
    assert agreed([reading(SO), other]) == reading(SO)


def test_a_claim_whose_words_lie_inside_those_of_another_keeps_its_links():
    text = "Admitted confused, he missed the train."
    events = (
        Event(id="e1", statement="He was admitted confused.", span=(0, 17)),
        Event(id="e2", statement="He was confused.", span=(9, 17)),
        Event(id="e3", statement="He missed the train.", span=(19, 38)),
    )
    links = (Link(cause="e1", effect="e3", sign=Sign.INHIBITS), Link(cause="e2", effect="e3"))
    found = agreed([Scenario(text=text, events=events, links=links)])
    assert {(one.cause, one.effect, one.sign) for one in found.links} == {
        (one.cause, one.effect, one.sign) for one in links
    }


def test_an_event_that_few_readings_have_is_less_sure():
    found = agreed([reading(SO), reading(SO), reading(SO, events=EVENTS[:3])])
    assert [round(e.confidence, 2) for e in found.events] == [1.0, 1.0, 1.0, 0.67]


def test_circles_between_readings_are_cut_at_the_least_sure_link():
    back = Link(cause="e2", effect="e1", confidence=0.8)
    found = agreed([reading(SO), reading(SO), reading(back)])
    assert [(k.cause, k.effect) for k in found.links] == [("e1", "e2")]


def test_readings_that_contradict_each_other_still_give_a_scenario():
    sufficient = Link(cause="e4", effect="e3", strength=Strength.SUFFICIENT)
    both = [reading(SO, THEN, sufficient), reading(SO, THEN, sufficient)]
    compile_scenario(agreed(both))


def test_no_reading_is_refused():
    with pytest.raises(ValueError, match="at least one reading"):
        agreed([])


links = st.lists(
    st.sampled_from([("e1", "e2"), ("e2", "e3"), ("e1", "e3"), ("e3", "e4"), ("e2", "e4")]), unique=True, max_size=5
).map(lambda pairs: tuple(Link(cause=a, effect=b) for a, b in pairs))


@given(st.lists(links, min_size=1, max_size=5))
def test_no_disagreement_makes_an_answer_surer_than_every_reading_has_it(found):
    """Whatever the consensus calls changed or unchanged, some reading calls so; with none apart, all do."""
    scenario = agreed([reading(*one) for one in found])
    answers = derive(scenario, do({"e1": "false"}))
    single = [derive(reading(*one), do({"e1": "false"})) for one in found]
    for event in EVENTS:
        kind = answers.answer(event.id).kind
        kinds = {one.answer(event.id).kind for one in single}
        if len(kinds) > 1 and len(set(found)) > 1:
            assert kind is not AnswerKind.UNCHANGED
        if len(kinds) == 1:
            assert kind in kinds | {AnswerKind.OPEN}


@given(st.tuples(st.integers(0, 30), st.integers(1, 30)), st.tuples(st.integers(0, 30), st.integers(1, 30)))
def test_overlap_is_symmetric_and_one_for_the_same_words(one, other):
    first, second = (one[0], sum(one)), (other[0], sum(other))
    assert overlap(first, second) == overlap(second, first)
    assert overlap(first, first) == 1
    assert 0 <= overlap(first, second) <= 1
    assert overlap(first, None) == 0


def test_no_witness_settles_what_readings_disagree_on():
    unsure = replace(THEN, strength=Strength.POSSIBLE, confidence=0.3)
    found = witnessed(reading(SO, unsure), reading(SO, THEN)).links[1]
    assert found == replace(unsure, provenance=Provenance.BOTH)


def test_what_both_sides_read_gains_and_what_the_model_alone_reads_keeps_its_confidence():
    read = reading(SO, replace(THEN, confidence=0.9))
    assert [k.confidence for k in witnessed(read, read).links] == [CONFIRMED, CONFIRMED]
    assert witnessed(read, reading()).links == read.links


def test_the_weaker_reader_neither_adds_nor_takes_links():
    assert witnessed(reading(THEN), reading(SO)).links == (THEN,)
