"""Causal claims in test files: a marker to state them, fixtures to check them.

Pytest loads this through the entry point `pytest11`. Everything slow is imported when a claim is checked, so a test run
without claims pays nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from causalcore.claims.verdict import ClaimVerdict

    Subject = Any
    """An `SCM`, a `Scenario` or a `Program`."""

MARKER = "claim"
CLAIM = re.compile(r"\w+\(.*\)")
"""A claim: a name with arguments. Other projects may mark tests with other claims."""


def pytest_configure(config: pytest.Config) -> None:
    """Describe the marker."""
    line = f"{MARKER}(*texts): causal claims, one test for each; the fixture `claim` checks it (causalcore)"
    config.addinivalue_line("markers", line)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test for each claim that the marker states."""
    if "claim" not in metafunc.fixturenames:
        return
    texts = [text for mark in metafunc.definition.iter_markers(MARKER) for text in mark.args]
    if texts:
        metafunc.parametrize("claim", texts, ids=[str(text) for text in texts], indirect=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test whose own marker states claims that it does not check, because it lacks the fixture."""
    stated = [text for mark in item.own_markers if mark.name == MARKER for text in mark.args]
    claims = [text for text in stated if isinstance(text, str) and CLAIM.fullmatch(text)]
    if claims and MARKER not in getattr(item, "fixturenames", ()):
        pytest.fail(
            f"expected {item.name} to take the fixture `{MARKER}`, which checks {claims[0]!r}, got a test without it; "
            f"add it and call {MARKER}.holds_for(...)",
            pytrace=False,
        )


class StatedClaim:
    """The claim that a test is about, in its text form."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def holds_for(self, subject: Subject) -> ClaimVerdict:
        """Check the claim against a model, a scenario or a program; fail the test unless it holds."""
        __tracebackhide__ = True
        return _checked(subject, self.text)


@pytest.fixture
def claim(request: pytest.FixtureRequest) -> StatedClaim:
    """Return the claim that the marker states; each claim gets its own test.

    A project may have a fixture or a parameter of this name; then this one is not called.
    """
    if not hasattr(request, "param"):
        message = f"expected @pytest.mark.{MARKER}('causes(a, b)', ...) on {request.node.name}, got no claim"
        pytest.fail(message, pytrace=False)
    return StatedClaim(str(request.param))


class ClaimChecker:
    """Checks claims in the body of a test."""

    def __call__(self, subject: Subject, *texts: str) -> tuple[ClaimVerdict, ...]:
        """Check some claims; fail the test with all that do not hold, or if there is none."""
        __tracebackhide__ = True
        if not texts:
            pytest.fail(
                "expected claims after the subject, got none; write claims(subject, 'causes(a, b)')", pytrace=False
            )
        return _all_checked(subject, texts)


@pytest.fixture
def claims() -> ClaimChecker:
    """Check claims in the body of a test: `claims(subject, "causes(a, b)", ...)`."""
    return ClaimChecker()


def _checked(subject: Subject, text: str) -> ClaimVerdict:
    __tracebackhide__ = True
    return _all_checked(subject, (text,))[0]


def _all_checked(subject: Subject, texts: tuple[str, ...]) -> tuple[ClaimVerdict, ...]:
    __tracebackhide__ = True
    from causalcore.claims.checking import check_claim
    from causalcore.errors import CausalError

    verdicts: tuple[ClaimVerdict, ...] = ()
    refused = ""  # pytest.fail is called outside the handler, so pytest shows one message and no chain
    try:
        verdicts = tuple(check_claim(subject, text) for text in texts)
    except CausalError as error:
        refused = str(error)
    if refused:
        pytest.fail(refused, pytrace=False)
    wrong = [verdict for verdict in verdicts if not _passes(verdict)]
    if wrong:
        pytest.fail("\n".join(described(verdict) for verdict in wrong), pytrace=False)
    return verdicts


def _passes(verdict: ClaimVerdict) -> bool:
    """Return whether a claim holds, or survived its tests as any property does."""
    return verdict.status == "holds" or verdict.tested > 0


def described(verdict: ClaimVerdict) -> str:
    """Write a verdict for a person: the claim, and below it the facts that break it.

    Examples
    --------
    >>> from causalcore.claims.checking import check_claim
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> print(described(check_claim(FIRING_SQUAD, "necessary(A, D)")))
    necessary(A, D) fails: A=1, D=1, D@do(A=0)=1 occur together with probability 0.7
        A=1
        D=1
        D@do(A=0)=1
    """
    facts = "".join(f"\n    {fact}" for fact in verdict.counterexample)
    listed = ", ".join(verdict.counterexample)
    why = f": {verdict.why}" if verdict.why != listed else ""
    return f"{verdict.claim} {verdict.status}{why}{facts}"
