"""Answers, judgements and their reasons on scenarios whose meaning is plain."""

from __future__ import annotations

import threading
import time

import pytest

from causalcore.derivation.derivation import AnswerKind, Direction, JudgementStatus, compile_scenario, derive
from causalcore.errors import ContradictoryScenarioError, InvalidInterventionError, OutsideDomainError
from causalcore.scenario.intervention import Intervention, do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Latent, Link, Scenario, Sign, Strength

STORM = Event(id="storm", statement="A storm came up.")
POWER = Event(id="power", statement="The power failed.")
FERRY = Event(id="ferry", statement="The ferry stayed in port.")


def story(*links: Link, events: tuple[Event, ...] = (STORM, POWER, FERRY), **rest: object) -> Scenario:
    return Scenario(events=events, links=links, **rest)


def link(cause: str, effect: str, strength: Strength = Strength.NECESSARY, **rest: object) -> Link:
    return Link(cause=cause, effect=effect, strength=strength, **rest)


def test_a_sufficient_cause_that_stays_keeps_the_effect():
    scenario = story(link("storm", "ferry", Strength.SUFFICIENT), link("power", "ferry", Strength.SUFFICIENT))
    answer = derive(scenario, do({"storm": "false"})).answer("ferry")
    assert answer.kind is AnswerKind.UNCHANGED
    assert str(answer.evidence) == "'The power failed' is enough to keep 'The ferry stayed in port' as it was; " + (
        "the what-if does not affect 'The power failed'."
    )


def test_a_contributing_cause_leaves_the_effect_open_with_two_worlds():
    answer = derive(story(link("storm", "ferry", Strength.CONTRIBUTING)), do({"storm": "false"})).answer("ferry")
    assert answer.kind is AnswerKind.OPEN
    assert [dict(world)["ferry"] for world in answer.evidence.worlds] == ["true", "false"]
    assert answer.evidence.check()


def test_a_quantity_moves_with_the_sign():
    price = Event(
        id="price", statement="The price of flour rose.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated"
    )
    sales = Event(
        id="sales", statement="Bread sales stood low.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated"
    )
    scenario = story(link("price", "sales", sign=Sign.INHIBITS), events=(price, sales))
    assert derive(scenario, do({"price": "lower"})).answer("sales").direction is Direction.HIGHER
    assert derive(scenario, do({"price": "higher"})).answer("sales").direction is Direction.LOWER


def test_a_claim_whose_presupposition_is_gone_is_void():
    trip = Event(id="trip", statement="They went on the trip.")
    fun = Event(id="fun", statement="The trip was fun.", presupposes=("trip",))
    answer = derive(story(events=(trip, fun)), do({"trip": "false"})).answer("fun")
    assert answer.void
    assert answer.kind is AnswerKind.CHANGED
    assert "'The trip was fun' presupposes 'They went on the trip'" in answer.evidence.sentences


def test_an_explicit_mechanism_replaces_the_links():
    scenario = story(link("storm", "ferry"), link("power", "ferry"), mechanisms=(("ferry", "storm or power"),))
    assert derive(scenario, do({"storm": "false"})).answer("ferry").kind is AnswerKind.UNCHANGED
    assert derive(scenario, do({"storm": "false", "power": "false"})).answer("ferry").kind is AnswerKind.CHANGED


def test_a_mechanism_that_denies_the_facts_is_refused_with_the_core():
    with pytest.raises(ContradictoryScenarioError) as caught:
        compile_scenario(story(mechanisms=(("ferry", "not storm"),)))
    assert caught.value.core == (
        "'The ferry stayed in port' follows from: not 'A storm came up'",
        "in fact 'A storm came up' is true",
        "in fact 'The ferry stayed in port' is true",
    )


def test_necessary_beside_sufficient_is_refused_with_the_core():
    with pytest.raises(ContradictoryScenarioError, match="needs 'A storm came up'; 'The power failed' is enough"):
        compile_scenario(story(link("storm", "ferry"), link("power", "ferry", Strength.SUFFICIENT)))


@pytest.mark.parametrize(
    ("intervention", "error", "message"),
    [
        (
            do({"rain": "false"}),
            InvalidInterventionError,
            "expected an intervention on one of storm, power, ferry, got rain",
        ),
        (do({"season": "false"}), InvalidInterventionError, "got the latent season, which is fixed"),
        (do({"storm": "maybe"}), OutsideDomainError, "expected a value of storm in {false, true}, got maybe"),
        (
            Intervention((("storm", "true"), ("storm", "false"))),
            InvalidInterventionError,
            "expected one value of storm",
        ),
    ],
)
def test_an_intervention_that_cannot_be_made_is_refused(intervention, error, message):
    scenario = story(latents=(Latent(id="season", statement="It was autumn."),))
    with pytest.raises(error, match=message):
        derive(scenario, intervention)


def test_a_judgement_names_the_smallest_clash():
    compiled = compile_scenario(story(link("storm", "power"), link("power", "ferry")))
    judgement = compiled.judge(do({"storm": "false"}), {"power": "false", "ferry": "true"})
    assert judgement.status is JudgementStatus.INCONSISTENT
    assert judgement.core_events == ("ferry",) or judgement.core_events == ("power", "ferry")
    assert compiled.judge(do({"storm": "false"}), {"power": "false"}).status is JudgementStatus.CONSISTENT


def test_an_answer_is_as_sure_as_the_links_it_rests_on():
    scenario = story(link("storm", "power", confidence=0.8), link("power", "ferry", confidence=0.5))
    derivation = derive(scenario, do({"storm": "false"}))
    assert [derivation.answer(name).confidence for name in ("storm", "power", "ferry")] == pytest.approx([1, 0.8, 0.4])


def test_threads_share_a_compiled_scenario():
    compiled, kinds = compile_scenario(story(link("storm", "ferry"))), []

    def work() -> None:
        answer = compiled.derive(do({"storm": "false"})).answer("ferry")
        kinds.append((answer.kind, answer.evidence.check()))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kinds == [(AnswerKind.CHANGED, True)] * 3


def chain(length: int, *links: Link) -> Scenario:
    events = tuple(Event(id=f"e{k}", statement=f"Thing {k} broke.") for k in range(1, length + 1))
    return story(*(link(f"e{k}", f"e{k + 1}") for k in range(1, length)), *links, events=events)


def test_the_last_step_names_only_the_direct_causes():
    answer = derive(chain(4), do({"e1": "false"})).answer("e4")
    assert str(answer.step) == "'Thing 3 broke' no longer holds; 'Thing 4 broke' needs 'Thing 3 broke'."
    assert len(answer.evidence.sentences) == 4


def test_the_last_step_of_a_first_link_is_the_whole_proof():
    answer = derive(chain(2), do({"e1": "false"})).answer("e2")
    assert str(answer.step) == str(answer.evidence)
    assert answer.step.core == answer.evidence.core


def test_the_last_step_leaves_out_causes_that_do_not_matter():
    scenario = story(link("storm", "ferry", Strength.SUFFICIENT), link("power", "ferry", Strength.SUFFICIENT))
    answer = derive(scenario, do({"storm": "false"})).answer("ferry")
    assert str(answer.step) == str(answer.evidence)
    assert str(answer.step).startswith("'The power failed' is enough to keep 'The ferry stayed in port' as it was")


def test_the_last_step_says_what_stays_where_that_is_needed():
    scenario = story(link("storm", "ferry"), link("power", "ferry", Strength.CONTRIBUTING, sign=Sign.INHIBITS))
    answer = derive(scenario, do({"storm": "false"})).answer("ferry")
    assert answer.kind is AnswerKind.CHANGED
    assert "the what-if does not affect 'The power failed'" in answer.step.sentences
    assert answer.step.check()


def test_the_last_step_names_what_a_void_claim_presupposes():
    trip = Event(id="trip", statement="They went on the trip.")
    fun = Event(id="fun", statement="The trip was fun.", presupposes=("trip",))
    answer = derive(story(link("power", "trip"), events=(POWER, trip, fun)), do({"power": "false"})).answer("fun")
    assert answer.step.sentences == (
        "'They went on the trip' no longer holds",
        "'The trip was fun' presupposes 'They went on the trip'",
    )


def test_proofs_of_a_long_chain_grow_with_its_length():
    def letters(length: int) -> int:
        answers = derive(chain(length), do({"e1": "false"})).answers
        return sum(len(str(answer.step)) for answer in answers)

    assert letters(160) < 4.5 * letters(40)


def test_a_chain_of_160_events_is_explained_in_a_second():
    before = time.process_time()
    answers = derive(chain(160), do({"e1": "false"})).answers
    assert all(answer.step.sentences for answer in answers)
    assert time.process_time() - before < 1.0


def test_a_quantity_of_what_is_gone_is_at_its_lowest_for_its_effects():
    levels = ("lower", "as stated", "higher")
    events = (
        Event(id="e1", statement="The clip went out."),
        Event(
            id="e2",
            statement="It had 4,000 views.",
            kind=Kind.QUANTITY,
            values=levels,
            fact="as stated",
            presupposes=("e1",),
        ),
        Event(id="e3", statement="1,900 tickets were sold.", kind=Kind.QUANTITY, values=levels, fact="as stated"),
    )
    found = derive(Scenario(events=events, links=(Link(cause="e2", effect="e3"),)), do({"e1": "false"}))
    assert found.answer("e2").void
    assert str(found.answer("e3").direction) == "lower"


def test_true_and_false_are_values_of_an_event():
    scenario = Scenario(events=(Event(id="a", statement="It rained."),), links=())
    assert derive(scenario, do({"a": False})).answer("a").kind == AnswerKind.CHANGED


@pytest.mark.parametrize("intervention", [{"a": "false"}, "a=false", None])
def test_only_what_do_makes_is_an_intervention(intervention):
    scenario = Scenario(events=(Event(id="a", statement="It rained."),), links=())
    with pytest.raises(InvalidInterventionError, match="make it by do"):
        derive(scenario, intervention)


def test_do_takes_events_with_their_values():
    with pytest.raises(InvalidInterventionError, match="got 'a=false'; name them so"):
        do("a=false")
