"""Z3 behind one small session: assert, check, core, model, consequences, limits.

The only file that imports z3, which ships no types: a `Term` is opaque outside. Each thread has one z3 context, and a
session belongs to the thread that opened it.

Limits work in two steps. Z3 gets its time and memory limit; since it sometimes ignores them, a watchdog interrupts it
from another thread. A caller that needs a hard limit uses `check_isolated`, which runs the solver in a separate process
and kills it. In every case the outcome is `UNKNOWN` with the reason, never an exception.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from logic.errors import SolverFailedError
from logic.solving.outcome import Limits, Outcome, Status
from logic.solving.solver_process import solve_in_process
from logic.solving.term import Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_local = threading.local()

GRACE_SECONDS = 0.25
"""Seconds after the solver's own limit until the watchdog interrupts it, and between its repeats."""


class SolvedModel:
    """A world that satisfies the assertions; see `logic.solving.term.Model`."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def holds(self, term: Term) -> bool:
        """Return whether a formula is true in the model; the model's free symbols are completed."""
        z3 = _z3()
        return bool(z3.is_true(self._inner.eval(term, model_completion=True)))

    def show(self, term: Term) -> str:
        """Write the value of a term."""
        return str(self._inner.eval(term, model_completion=True))

    def elements(self, sort: Term) -> tuple[Term, ...]:
        """Return the elements of an uninterpreted sort; a model has at least one."""
        universe = self._inner.get_universe(sort)
        return tuple(universe) if universe else (self._inner.eval(_z3().FreshConst(sort), model_completion=True),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """The candidates that are forced.

    Parameters
    ----------
    forced
        Indices of the candidates that hold in every model.
    """

    status: Status
    forced: frozenset[int] = frozenset()
    reason: str = ""


def _z3() -> Any:
    import z3  # loaded at first use: it costs 0.2 s

    return z3


def said(error: Exception) -> str:
    """Return the message of a z3 error, which may be bytes."""
    message = error.args[0] if error.args else ""
    return (message.decode(errors="replace") if isinstance(message, bytes) else str(message)).strip()


def _context() -> Any:
    if not hasattr(_local, "context"):
        z3 = _z3()
        _local.context = z3.Context()
        # Python's collector runs in whichever thread allocates, and releases terms of any other thread.
        z3.Z3_enable_concurrent_dec_ref(_local.context.ref())
    return _local.context


def _ast(term: Term) -> Any:
    return cast("Any", term).as_ast()


class Watchdog:
    """Interrupts a context that runs past its limit, repeatedly until it stops."""

    def __init__(self, context: Any, seconds: float) -> None:
        self._context, self._seconds = context, seconds
        self._lock = threading.Lock()
        self._running = False
        self._timer: threading.Timer | None = None
        self.reason = ""

    def __enter__(self) -> None:
        self._running = True
        self._start(self._seconds)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._running = False
            if self._timer is not None:
                self._timer.cancel()

    def _start(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._bark)
        self._timer.daemon = True
        self._timer.start()

    def _bark(self) -> None:
        with self._lock:
            if self._running:
                self.reason = f"interrupted after {self._seconds:g} s"
                self._context.interrupt()
                self._start(GRACE_SECONDS)


class Session:
    """One solver with named assertions.

    Examples
    --------
    >>> session = Session()
    >>> rain, wet = session.boolean("rain"), session.boolean("wet")
    >>> session.assume("rain makes wet", session.implies(rain, wet))
    >>> session.assume("it rained", rain)
    >>> session.assume("it stayed dry", session.negation(wet))
    >>> session.check().core
    ('it rained', 'it stayed dry', 'rain makes wet')
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._z3 = _z3()
        self._context = _context()
        self._reference = self._context.ref()
        self._truth = self._z3.BoolSort(self._context)
        self._thread = threading.get_ident()
        self._solver = self._z3.Solver(ctx=self._context)
        self._solver.set("timeout", max(1, int(self.limits.seconds * 1000)))
        self._solver.set("max_memory", self.limits.megabytes)
        self._solver.set("core.minimize", True)
        self._guards: dict[str, Term] = {}
        self._names: dict[int, str] = {}

    # ------------------------------------------------------------ terms

    def boolean(self, name: str) -> Term:
        """Make a propositional variable."""
        symbol = self._z3.Z3_mk_string_symbol(self._reference, name)
        return self._formula(self._z3.Z3_mk_const(self._reference, symbol, self._truth.ast))

    def constant_true(self) -> Term:
        """Return the formula that always holds."""
        return cast("Term", self._z3.BoolVal(True, self._context))

    def constant_false(self) -> Term:
        """Return the formula that never holds."""
        return cast("Term", self._z3.BoolVal(False, self._context))

    def negation(self, term: Term) -> Term:
        """Negate."""
        return self._formula(self._z3.Z3_mk_not(self._reference, _ast(term)))

    def all_of(self, terms: Iterable[Term]) -> Term:
        """Join with `and`; no terms give true."""
        parts = tuple(terms)
        if len(parts) == 1:
            return parts[0]
        return self._combined(self._z3.Z3_mk_and, parts) if parts else self.constant_true()

    def any_of(self, terms: Iterable[Term]) -> Term:
        """Join with `or`; no terms give false."""
        parts = tuple(terms)
        if len(parts) == 1:
            return parts[0]
        return self._combined(self._z3.Z3_mk_or, parts) if parts else self.constant_false()

    def at_most(self, terms: Iterable[Term], most: int) -> Term:
        """Return the formula: at most this many formulas hold."""
        parts = tuple(terms)
        return cast("Term", self._z3.AtMost(*parts, most)) if parts else self.constant_true()

    def implies(self, left: Term, right: Term) -> Term:
        """Join with `implies`."""
        return self._formula(self._z3.Z3_mk_implies(self._reference, _ast(left), _ast(right)))

    def same(self, left: Term, right: Term) -> Term:
        """Equate two terms or two formulas."""
        return cast("Term", cast("Any", left) == cast("Any", right))

    def either(self, condition: Term, yes: Term, no: Term) -> Term:
        """Return the term that equals `yes` if the condition holds, else `no`."""
        return cast("Term", self._z3.If(condition, yes, no))

    def sort(self, name: str) -> Term:
        """Make an uninterpreted sort."""
        return cast("Term", self._z3.DeclareSort(name, self._context))

    def truth_sort(self) -> Term:
        """Return the sort of formulas."""
        return cast("Term", self._z3.BoolSort(self._context))

    def individual(self, name: str, sort: Term) -> Term:
        """Make a constant of a sort."""
        return cast("Term", self._z3.Const(name, sort))

    def function(self, name: str, *signature: Term) -> Term:
        """Make a function; the last sort of the signature is that of its value."""
        return cast("Term", self._z3.Function(name, *signature))

    def apply(self, function: Term, *arguments: Term) -> Term:
        """Apply a function to arguments."""
        return cast("Term", cast("Any", function)(*arguments))

    def exists(self, variables: Sequence[Term], body: Term) -> Term:
        """Quantify existentially over constants made by `individual` or `boolean`."""
        return cast("Term", self._z3.Exists(list(variables), body)) if variables else body

    # ------------------------------------------------------------ assertions

    def require(self, term: Term) -> None:
        """Assert a formula without a name: it holds in every check and appears in no core."""
        self._mine()
        self._assert(term)

    def assume(self, name: str, *terms: Term) -> None:
        """Assert formulas under a name that `check` can omit and cores can contain."""
        self._mine()
        guard = self._guards.get(name)
        if guard is None:
            guard = self.boolean(f"assume:{name}")
            self._guards[name] = guard
            self._names[self._identity(guard)] = name
        for term in terms:
            self._assert(self.implies(guard, term))

    def read(self, text: str) -> None:
        """Require what an SMT-LIB text asserts; its symbols are the session's symbols of the same name."""
        self._mine()
        try:
            self._solver.add(self._z3.parse_smt2_string(text, ctx=self._context))
        except self._z3.Z3Exception as error:
            message = f"expected SMT-LIB that z3 reads, got {said(error)}; print it by logic.formulas.smtlib"
            raise SolverFailedError(message) from error

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the assertions, in the order they were made."""
        return tuple(self._guards)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Discard, at the end, what was required inside."""
        self._mine()
        try:
            self._solver.push()
        except self._z3.Z3Exception as error:
            message = f"expected a solver within its limits, got {said(error)}; raise the limit or state less"
            raise SolverFailedError(message) from error
        try:
            yield
        finally:
            self._solver.pop()

    # ------------------------------------------------------------ questions

    def check(
        self, names: Iterable[str] | None = None, literals: Mapping[str, Term] | None = None, *, model: bool = False
    ) -> Outcome:
        """Ask whether the assertions can hold together.

        Parameters
        ----------
        names
            Named assertions to include; all by default.
        literals
            Further named assumptions for this check only: variables or their negations.
        model
            Whether to return the satisfying world.
        """
        assumptions, shown = self._assumptions(names, literals)
        status, reason = self._run(lambda: self._decided(assumptions))
        if status is Status.UNSAT:
            core = {shown[self._identity(term)] for term in self._solver.unsat_core()}
            return Outcome(status=status, core=tuple(sorted(core)))
        if status is Status.SAT and model:
            return Outcome(status=status, model=SolvedModel(self._solver.model()))
        return Outcome(status=status, reason=reason)

    def consequences(
        self, candidates: Sequence[Term], names: Iterable[str] | None = None, literals: Mapping[str, Term] | None = None
    ) -> Consequences:
        """Find the candidate literals that hold in every model, in one call."""
        assumptions, _ = self._assumptions(names, literals)
        proxies = [self._z3.FreshConst(self._z3.BoolSort(self._context), "candidate") for _ in candidates]
        implied: list[Any] = []

        def ask() -> str:
            with self.scope():
                for proxy, candidate in zip(proxies, candidates, strict=True):
                    self._solver.add(proxy == candidate)
                status, implications = self._solver.consequences(assumptions, proxies)
                implied.extend(implications)
                return str(status)

        status, reason = self._run(ask)
        forced: frozenset[int] = frozenset()
        if status is Status.SAT:
            place = {self._identity(cast("Term", proxy)): index for index, proxy in enumerate(proxies)}
            heads = (self._identity(cast("Term", implication.arg(1))) for implication in implied)
            forced = frozenset(place[head] for head in heads if head in place)
        return Consequences(status=status, forced=forced, reason=reason)

    def check_isolated(self, names: Iterable[str] | None = None, literals: Mapping[str, Term] | None = None) -> Outcome:
        """Run `check` in a separate process, which is killed when the time is up; no core, no model."""
        assumptions, _ = self._assumptions(names, literals)
        copy = self._z3.Solver(ctx=self._context)
        copy.add(self._solver.assertions())
        copy.add(*assumptions)
        return solve_in_process(Session, copy.to_smt2(), self.limits)

    # ------------------------------------------------------------ inside

    # z3's own operators convert each argument and look up the common context before they make a term, which takes
    # several times as long as the term itself. Here all terms are formulas of one context.

    def _formula(self, ast: Any) -> Term:
        return cast("Term", self._z3.BoolRef(ast, self._context))

    def _combined(self, make: Any, parts: Sequence[Term]) -> Term:
        return self._formula(make(self._reference, len(parts), self._array(parts)))

    def _array(self, terms: Sequence[Term]) -> Any:
        return (self._z3.Ast * len(terms))(*map(_ast, terms))

    def _decided(self, assumptions: Sequence[Term]) -> str:
        array = self._array(assumptions)
        result = self._z3.Z3_solver_check_assumptions(self._reference, self._solver.solver, len(assumptions), array)
        return str(self._z3.CheckSatResult(result))

    def _assert(self, term: Term) -> None:
        self._z3.Z3_solver_assert(self._reference, self._solver.solver, _ast(term))

    def _mine(self) -> None:
        if threading.get_ident() != self._thread:
            msg = "expected the thread that opened the session, got another one; open a session in each thread"
            raise SolverFailedError(msg)

    def _identity(self, term: Term) -> int:
        return int(cast("Any", term).get_id())

    def _assumptions(
        self, names: Iterable[str] | None, literals: Mapping[str, Term] | None
    ) -> tuple[list[Term], dict[int, str]]:
        self._mine()
        chosen = list(self._guards.values()) if names is None else [self._guards[name] for name in names]
        extra = dict(literals or {})
        shown = self._names if not extra else self._names | {self._identity(term): name for name, term in extra.items()}
        return chosen + list(extra.values()), shown

    def _run(self, question: Any) -> tuple[Status, str]:
        watchdog = Watchdog(self._context, self.limits.seconds + GRACE_SECONDS)
        try:
            with watchdog:
                status = Status(question())
        except (self._z3.Z3Exception, SolverFailedError) as error:
            return Status.UNKNOWN, watchdog.reason or f"z3: {said(error)}"
        if status is not Status.UNKNOWN:
            return status, ""
        return status, watchdog.reason or str(self._solver.reason_unknown())


def one_of(session: Session, name: str, values: Sequence[str]) -> tuple[Term, ...]:
    """Make a variable with two or more values: a literal for each value, of which exactly one holds."""
    if len(values) == 2:
        second = session.boolean(f"{name} = {values[1]}")
        return session.negation(second), second
    literals = tuple(session.boolean(f"{name} = {value}") for value in values)
    session.require(session.any_of(literals))
    for index, first in enumerate(literals):
        for other in literals[index + 1 :]:
            session.require(session.negation(session.all_of((first, other))))
    return literals
