"""The solver in a separate process, which can be killed at any time."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from logic.errors import SolverFailedError
from logic.solving.outcome import Limits, Outcome, Status
from logic.solving.parent import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable


class Solver(Protocol):
    """The session that the process opens."""

    def read(self, text: str) -> None:
        """Assert an SMT-LIB text."""

    def check(self) -> Outcome:
        """Decide what was asserted."""


START_SECONDS = 5.0
"""How long a process may take to start before its own limit counts."""

ADDRESS_SPACE_SHARE = 2
"""Address space of a process for each byte of its memory limit: z3 reserves more than it fills."""

STACK_MEGABYTES = 64
"""Extra address space for the stacks of its threads."""


def solve_in_process(opened: Callable[[Limits], Solver], problem: str, limits: Limits) -> Outcome:
    """Decide an SMT-LIB text; no core, no model.

    `opened` opens a session in the process. A process that exceeds its time is killed, and one that dies gives no
    answer: both are UNKNOWN with the reason.
    """
    spawn = multiprocessing.get_context("spawn")
    receiver, sender = spawn.Pipe(duplex=False)
    worker = spawn.Process(target=_answer, args=(opened, problem, limits, sender), daemon=True)
    worker.start()
    sender.close()
    try:
        if not receiver.poll(limits.seconds + START_SECONDS):
            return Outcome(status=Status.UNKNOWN, reason=f"killed after {limits.seconds:g} s")
        status, reason = receiver.recv()
    except EOFError:
        return Outcome(status=Status.UNKNOWN, reason=f"the solver process died (limit {limits.megabytes} MB)")
    else:
        return Outcome(status=Status(status), reason=reason)
    finally:
        worker.kill()
        worker.join()
        receiver.close()


def _answer(opened: Callable[[Limits], Solver], problem: str, limits: Limits, sender: Any) -> None:
    """Solve, as the body of the process; z3 is loaded before the memory is limited."""
    end_with_parent()
    session = opened(limits)
    _limit_address_space(limits.megabytes)
    try:
        session.read(problem)
        outcome = session.check()
        sender.send((outcome.status.value, outcome.reason))
    except (SolverFailedError, MemoryError) as error:
        sender.send(("unknown", str(error) or "out of memory"))


def _limit_address_space(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # not on every platform; the parent's kill still holds
        return
    pages = Path("/proc/self/statm")
    used = int(pages.read_text(encoding="ascii").split()[0]) * resource.getpagesize() if pages.exists() else 0
    size = used + (ADDRESS_SPACE_SHARE * megabytes + STACK_MEGABYTES) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
