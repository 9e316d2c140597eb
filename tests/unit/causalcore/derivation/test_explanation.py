"""Which constraints clash, and what a proof names."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import JudgementStatus, compile_scenario, derive
from causalcore.derivation.explanation import MOST_TRIED, Evidence
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength
from logic.solving.outcome import Outcome, Status


def chain(length: int, *presupposing: int) -> Scenario:
    events = tuple(
        Event(id=f"e{k}", statement=f"Thing {k} broke.", presupposes=(f"e{k - 1}",) if k in presupposing else ())
        for k in range(length)
    )
    links = tuple(Link(cause=f"e{k}", effect=f"e{k + 1}") for k in range(length - 1) if k + 1 not in presupposing)
    return Scenario(events=events, links=links)


@pytest.fixture
def no_solver(monkeypatch):
    def refuse(*_):
        message = "nobody may ask the solver"
        raise AssertionError(message)

    monkeypatch.setattr("causalcore.derivation.derivation.CompiledScenario._solver", refuse)


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize(
    ("values", "core", "sentences"),
    [
        ({"e1": "false", "e3": "false"}, None, ()),
        (
            {"e1": "false", "e2": "true", "e3": "true"},
            ("e2",),
            (
                "the what-if says that 'Thing 0 broke' is false",
                "'Thing 1 broke' needs 'Thing 0 broke'",
                "'Thing 2 broke' needs 'Thing 1 broke'",
            ),
        ),
        ({"e0": "true"}, ("e0",), ("the what-if says that 'Thing 0 broke' is false",)),
        (
            {"e5": "true", "e6": "false"},
            ("e6",),
            ("'Thing 6 broke' changes only if one of its causes does", "the what-if does not affect 'Thing 5 broke'"),
        ),
        (
            {"e6": "true", "e8": "false"},
            ("e6", "e8"),
            (
                "'Thing 7 broke' changes only if one of its causes does",
                "'Thing 8 broke' changes only if one of its causes does",
            ),
        ),
    ],
)
def test_values_are_judged_without_the_solver_where_the_tables_decide(values, core, sentences):
    events = tuple(Event(id=f"e{k}", statement=f"Thing {k} broke.") for k in range(9))
    links = tuple(Link(cause=f"e{k}", effect=f"e{k + 1}") for k in range(8) if k != 4)
    judgement = compile_scenario(Scenario(events=events, links=links)).judge(do({"e0": "false"}), values)
    assert judgement.status is (JudgementStatus.CONSISTENT if core is None else JudgementStatus.INCONSISTENT)
    assert judgement.core_events == (core or ())
    assert sorted(judgement.sentences) == sorted(sentences)


@pytest.mark.usefixtures("no_solver")
def test_a_clash_with_a_presupposition_names_it():
    judgement = compile_scenario(chain(3, 2)).judge(do({"e0": "false"}), {"e2": "true"})
    assert judgement.core_events == ("e2",)
    assert "'Thing 2 broke' presupposes 'Thing 1 broke'" in judgement.sentences


@pytest.mark.usefixtures("no_solver")
def test_a_clash_with_a_mechanism_names_it():
    events = chain(3).events
    scenario = Scenario(events=events, mechanisms=(("e2", "e0 and e1"),))
    judgement = compile_scenario(scenario).judge(do({"e0": "false"}), {"e2": "true"})
    assert judgement.sentences == (
        "the what-if says that 'Thing 0 broke' is false",
        "'Thing 2 broke' follows from: 'Thing 0 broke' and 'Thing 1 broke'",
    )


def test_values_that_several_events_may_have_are_judged_together():
    way = Event(id="way", statement="They took a way.", kind=Kind.CHOICE, values=("sea", "road", "rail"), fact="sea")
    late = Event(id="late", statement="They came late.")
    scenario = Scenario(events=(way, late), links=(Link(cause="way", effect="late", sign=Sign.DETERMINES),))
    compiled = compile_scenario(scenario)
    assert compiled.judge(do({"way": "road"}), {"way": frozenset({"sea", "road"})}).status == "consistent"
    assert compiled.judge(do({"way": "road"}), {"way": frozenset({"sea", "rail"})}).status == "inconsistent"
    assert compiled.judge(do({"late": "false"}), {"way": frozenset({"road", "rail"})}).core_events == ("way",)


def test_a_clash_of_very_many_constraints_is_found_by_the_solver():
    compiled = compile_scenario(chain(MOST_TRIED + 20))
    judgement = compiled.judge(do({"e0": "false"}), {f"e{MOST_TRIED + 19}": "true"})
    assert judgement.status is JudgementStatus.INCONSISTENT
    assert judgement.core_events == (f"e{MOST_TRIED + 19}",)
    assert len(judgement.sentences) == MOST_TRIED + 20
    assert compiled.judge(do({"e0": "false"}), {f"e{MOST_TRIED + 19}": "false"}).status is JudgementStatus.CONSISTENT


class GivesUp:
    """A solver that has no time."""

    def check(self, *_):
        return Outcome(status=Status.UNKNOWN, reason="out of time")


def test_a_judgement_is_unknown_with_the_reason_where_the_solver_gives_up(monkeypatch):
    mixed = Scenario(
        events=tuple(Event(id=name, statement=f"{name} happened.") for name in ("a", "b", "c")),
        links=tuple(Link(cause="a", effect=name, strength=Strength.CONTRIBUTING) for name in ("b", "c")),
    )
    compiled, values = compile_scenario(mixed), {"b": "false", "c": "true"}
    assert compiled.judge(do({"a": "false"}), values).status is JudgementStatus.CONSISTENT
    monkeypatch.setattr(type(compiled), "_solver", lambda *_: GivesUp())
    judgement = compiled.judge(do({"a": "false"}), values)
    assert (judgement.status, judgement.sentences) == (JudgementStatus.UNKNOWN, ("out of time",))


def test_a_proof_names_what_the_text_links_before_what_moves_alone():
    events = chain(3).events
    links = (
        Link(cause="e0", effect="e2", strength=Strength.SUFFICIENT),
        Link(cause="e1", effect="e2", strength="possible"),
    )
    answer = derive(Scenario(events=events, links=links), do({"e1": "false"})).answer("e2")
    assert answer.evidence.core == ("link e0 -> e2", "fact of e0")
    assert answer.evidence.check()


def test_evidence_is_a_sentence_and_a_document():
    evidence = Evidence(sentences=("it rained", "so it is wet."), core=("a",), worlds=((("e1", "true"),),))
    assert str(evidence) == "It rained; so it is wet."
    assert str(Evidence(sentences=())) == ""
    assert evidence.to_dict() == {
        "sentences": ["it rained", "so it is wet."],
        "core": ["a"],
        "worlds": [{"e1": "true"}],
    }
    assert evidence.check()


def test_a_proof_from_which_something_is_missing_fails_its_check():
    compiled = compile_scenario(chain(3))
    answer = compiled.derive(do({"e0": "false"})).answer("e2")
    solver = compiled._solver()
    place = compiled.layout.place["e2"]
    fact = compiled.layout.nodes[place].fact
    fixed = {compiled.layout.place["e0"]: 1}
    assert solver.refutes(answer.evidence.core, fixed, {place: (fact, 0)})
    assert not any(
        solver.refutes(tuple(set(answer.evidence.core) - {name}), fixed, {place: (fact, 0)})
        for name in answer.evidence.core
    )


@pytest.mark.parametrize(
    ("links", "supposed", "core"),
    [
        ([("e0", Strength.NECESSARY)], {"e0": "false"}, ("do e0", "link e0 -> e2")),
        ([("e0", Strength.NECESSARY), ("e1", Strength.NECESSARY)], {"e0": "false"}, ("do e0", "link e0 -> e2")),
        (
            [("e0", Strength.SUFFICIENT), ("e1", Strength.CONTRIBUTING)],
            {"e1": "false"},
            ("link e0 -> e2", "fact of e0"),
        ),
        (
            [("e0", Strength.CONTRIBUTING), ("e1", Strength.CONTRIBUTING)],
            {"e0": "true"},
            ("do e0", "fact of e2", "fact of e1"),
        ),
    ],
)
def test_the_last_step_states_causes_and_what_binds_to_them(links, supposed, core):
    scenario = Scenario(
        events=chain(3).events, links=tuple(Link(cause=name, effect="e2", strength=kind) for name, kind in links)
    )
    step = derive(scenario, do(supposed)).answer("e2").step
    assert step.core == core
    assert step.check()


def test_a_derivation_explains_one_event_or_all():
    derivation = derive(chain(3), do({"e1": "false"}))
    line = "e2 changed: The what-if says that 'Thing 1 broke' is false; 'Thing 2 broke' needs 'Thing 1 broke'."
    assert derivation.explain("e2") == line
    assert derivation.explain().splitlines()[0] == "e0 unchanged: 'Thing 0 broke' is not downstream of the what-if."
    assert derivation.explain().splitlines()[2] == line


@pytest.mark.parametrize(
    ("supposed", "kind", "core"),
    [
        ({"e0": "false"}, "unchanged", ("answer e2", "presupposition of e4", "fact of e4", "fact of e3")),
        ({"e0": "false", "e1": "false"}, "open", ()),
        ({"e2": "false"}, "changed", ("do e2", "presupposition of e4")),
        ({"e3": "false"}, "changed", ("do e3", "link e3 -> e4")),
        ({"e2": "true"}, "unchanged", ("do e2", "presupposition of e4", "fact of e4", "fact of e3")),
    ],
)
def test_the_last_step_of_a_claim_that_presupposes_another(supposed, kind, core):
    events = tuple(
        Event(id=f"e{k}", statement=f"Thing {k} broke.", presupposes=("e2",) if k == 4 else ()) for k in range(5)
    )
    links = (
        Link(cause="e0", effect="e2", strength=Strength.CONTRIBUTING),
        Link(cause="e1", effect="e2", strength=Strength.SUFFICIENT),
        Link(cause="e3", effect="e4"),
    )
    answer = derive(Scenario(events=events, links=links), do(supposed)).answer("e4")
    assert (answer.kind, answer.step.core) == (kind, core)
    assert answer.step.check()
    assert answer.evidence.check()
