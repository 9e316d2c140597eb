"""The Z3 session: cores, models, consequences, and limits that hold."""

from __future__ import annotations

import threading
import time

import pytest

from logic.errors import SolverFailedError
from logic.solving.outcome import Limits, Status
from logic.solving.solver import Session, one_of
from logic.solving.solver_process import solve_in_process


def pigeons(session: Session, holes: int) -> None:
    """Require that one pigeon more than there are holes sits alone: hard for any resolution prover."""
    sits = [[session.boolean(f"p{p} in {h}") for h in range(holes)] for p in range(holes + 1)]
    for row in sits:
        session.require(session.any_of(row))
    for hole in range(holes):
        for one in range(holes + 1):
            for other in range(one):
                session.require(session.negation(session.all_of((sits[one][hole], sits[other][hole]))))


def test_a_core_names_what_clashes_and_nothing_else():
    session = Session()
    hot, dry = session.boolean("hot"), session.boolean("dry")
    session.assume("it was hot", hot)
    session.assume("it was not", session.negation(hot))
    session.assume("it was dry", dry)
    assert session.check().core == ("it was hot", "it was not")
    assert session.check(["it was hot", "it was dry"]).status is Status.SAT


def test_a_model_shows_the_satisfying_world():
    session = Session()
    a, b = session.boolean("a"), session.boolean("b")
    session.require(session.all_of((a, session.negation(b))))
    model = session.check(model=True).model
    assert model is not None
    assert model.holds(a)
    assert not model.holds(b)


def test_consequences_are_what_every_model_shares():
    session = Session()
    a, b, c = (session.boolean(name) for name in "abc")
    session.assume("a makes b", session.implies(a, b))
    found = session.consequences([b, c, session.negation(c)], literals={"a": a})
    assert found.forced == {0}


def test_what_a_scope_requires_is_forgotten():
    session = Session()
    with session.scope():
        session.require(session.constant_false())
        assert session.check().status is Status.UNSAT
    assert session.check().status is Status.SAT


def test_a_time_limit_holds_and_gives_its_reason():
    session = Session(Limits(seconds=0.3))
    pigeons(session, 13)
    start = time.monotonic()
    outcome = session.check()
    assert time.monotonic() - start < 5
    assert outcome.status is Status.UNKNOWN
    assert outcome.reason


def test_an_isolated_check_is_killed_in_time():
    session = Session(Limits(seconds=0.3))
    pigeons(session, 13)
    start = time.monotonic()
    outcome = session.check_isolated()
    assert time.monotonic() - start < 15
    assert outcome.status is Status.UNKNOWN
    assert outcome.reason


def test_a_memory_limit_holds_and_gives_its_reason():
    session = Session(Limits(seconds=20, megabytes=20))
    pigeons(session, 14)
    outcome = session.check()
    assert outcome.status is Status.UNKNOWN
    assert "memory" in outcome.reason


def test_a_memory_limit_holds_in_a_process_of_its_own():
    session = Session(Limits(seconds=10, megabytes=20))
    pigeons(session, 14)
    outcome = session.check_isolated()
    assert outcome.status is Status.UNKNOWN
    assert "memory" in outcome.reason


def test_a_process_that_runs_out_of_memory_while_reading_is_unknown():
    text = "".join(f"(declare-const p{i} Bool)(assert (or p{i} {'true ' * 400}))" for i in range(16_000))
    outcome = solve_in_process(Session, text, Limits(seconds=10, megabytes=1))
    assert outcome.status is Status.UNKNOWN
    assert "memory" in outcome.reason or "process died" in outcome.reason


def test_questions_past_the_memory_limit_are_unknown_and_a_scope_is_refused():
    session = Session(Limits(seconds=5, megabytes=4))
    pigeons(session, 14)
    assert session.check().status is Status.UNKNOWN
    found = session.consequences([session.boolean("p0 in 0")])
    assert (found.status, found.forced) == (Status.UNKNOWN, frozenset())
    assert "memory" in found.reason
    with pytest.raises(SolverFailedError, match=r"expected a solver within its limits, got .*memory"), session.scope():
        pass
    assert Session().check().status is Status.SAT


def test_an_isolated_check_agrees_with_the_session():
    session = Session()
    a = session.boolean("a")
    session.assume("yes", a)
    assert session.check_isolated().status is Status.SAT
    assert session.check_isolated(literals={"no": session.negation(a)}).status is Status.UNSAT


@pytest.mark.parametrize("values", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_a_variable_has_exactly_one_of_its_values(values):
    session = Session()
    literals = one_of(session, "way", values)
    found = [session.check(literals={"it": literal}).status for literal in literals]
    assert found == [Status.SAT] * len(values)
    for index, literal in enumerate(literals):
        both = {"one": literal, "other": literals[index - 1]}
        assert session.check(literals=both).status is Status.UNSAT
    none = {str(index): session.negation(literal) for index, literal in enumerate(literals)}
    assert session.check(literals=none).status is Status.UNSAT


def test_a_session_refuses_another_thread():
    session, caught = Session(), []

    def use() -> None:
        try:
            session.check()
        except SolverFailedError as error:
            caught.append(str(error))

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert caught == ["expected the thread that opened the session, got another one; open a session in each thread"]


def test_an_outcome_is_not_a_truth_value():
    with pytest.raises(TypeError, match="unknown is not false"):
        bool(Session().check())
