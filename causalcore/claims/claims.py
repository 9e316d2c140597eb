"""Causal claims: sentences about a model that can be checked.

========================  ====================================================
claim                     says, for all noise of positive probability
========================  ====================================================
`causes(c, e)`            for some noise, setting c otherwise sets e otherwise
`no_effect(c, e)`         setting c never moves e
`necessary(c, e)`         where both happened, no other value of c keeps e
`sufficient(c, e)`        setting c brings e about
`prevents(c, e)`          setting c rules e out, and another value does not
`monotone(c, e, +)`       a higher c never lowers e (`-`: never raises it)
`screens_off(m, c, e)`    with m set, setting c never moves e
`would(e=v, had=c=w)`     e is v once c is set to w; `| f=g` adds facts
========================  ====================================================

`c` alone means its last value (true, 1); `c=v` names another. Sources: Pearl
(2009), Causality, chapter 9, for necessity and sufficiency; screening off is
meant by intervention, not by conditioning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from causalcore.errors import ClaimsSyntaxError, QuerySyntaxError
from causalcore.model.variable import Value
from causalcore.queries.query_language import QueryReader
from causalcore.queries.world import Fact, Term


class ClaimKind(StrEnum):
    """What a claim says."""

    CAUSES = "causes"
    NO_EFFECT = "no_effect"
    NECESSARY = "necessary"
    SUFFICIENT = "sufficient"
    PREVENTS = "prevents"
    MONOTONE = "monotone"
    SCREENS_OFF = "screens_off"
    WOULD = "would"


def _written(value: Value) -> str:
    """Quote a value that would not be read back as one word."""
    return str(value) if re.fullmatch(r"[+-]?[\w.]+(e[+-]?\d+)?", str(value)) else f'"{value}"'


@dataclass(frozen=True, slots=True)
class Subject:
    """A variable in a claim, with the value that is meant; None for the last of its domain."""

    variable: str
    value: Value | None = None

    def __str__(self) -> str:
        return self.variable if self.value is None else f"{self.variable}={_written(self.value)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One claim.

    Parameters
    ----------
    mediator
        What screens off.
    rising
        For a monotone claim: whether the effect goes up with the cause.
    given
        For `would`: facts of the factual world.
    """

    kind: ClaimKind
    cause: Subject
    effect: Subject
    mediator: str | None = None
    rising: bool = True
    given: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        match self.kind:
            case ClaimKind.WOULD:
                facts = f" | {', '.join(map(str, self.given))}" if self.given else ""
                return f"would({self.effect}, had={self.cause}{facts})"
            case ClaimKind.MONOTONE:
                return f"monotone({self.cause}, {self.effect}, {'+' if self.rising else '-'})"
            case ClaimKind.SCREENS_OFF:
                return f"screens_off({self.mediator}, {self.cause}, {self.effect})"
        return f"{self.kind}({self.cause}, {self.effect})"


class _ClaimReader(QueryReader):
    """The text form of one claim."""

    def claim(self) -> Claim:
        word = self.name("the name of a claim")
        if word not in set(ClaimKind):
            msg = f"one of {', '.join(ClaimKind)} before it, not {word}"
            raise self.fail(msg)
        kind = ClaimKind(word)
        self.need("(")
        found = self._body(kind)
        self.need(")")
        self.end()
        return found

    def _body(self, kind: ClaimKind) -> Claim:  # type: ignore[override]
        if kind is ClaimKind.WOULD:
            return self._would()
        mediator = None
        if kind is ClaimKind.SCREENS_OFF:
            mediator = self.name()
            self.need(",")
        cause = self._subject()
        self.need(",")
        effect = self._subject()
        rising = True
        if kind is ClaimKind.MONOTONE:
            self.need(",")
            rising = self.need("+", "-") == "+"
        return Claim(kind=kind, cause=cause, effect=effect, mediator=mediator, rising=rising)

    def _subject(self) -> Subject:
        name = self.name()
        return Subject(name, self.value() if self.take("=", "==") else None)

    def _valued(self) -> Subject:
        name = self.name()
        self.need("=", "==")
        return Subject(name, self.value())

    def _would(self) -> Claim:
        effect = self._valued()
        self.need(",")
        if self.name("had=") != "had":
            msg = "'had=' before it"
            raise self.fail(msg)
        self.need("=")
        cause = self._valued()
        given = self.facts() if self.take("|") else ()
        return Claim(kind=ClaimKind.WOULD, cause=cause, effect=effect, given=given)


def parse_claim(text: str) -> Claim:
    """Read one claim.

    Raises
    ------
    QuerySyntaxError
        With the column of what it cannot read.

    Examples
    --------
    >>> print(parse_claim("would(wet=0, had=rain=0)"))
    would(wet=0, had=rain=0)
    """
    return _ClaimReader(text).claim()


def parse_claims(text: str) -> tuple[Claim, ...]:
    r"""Read claims, one a line; `#` begins a comment.

    Raises
    ------
    ClaimsSyntaxError
        With every line that cannot be read, or if there is no claim at all.

    Examples
    --------
    >>> [str(claim) for claim in parse_claims("causes(rain, wet)  # surely")]
    ['causes(rain, wet)']
    """
    found: list[Claim] = []
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].strip()
        try:
            found += [parse_claim(words)] if words else []
        except QuerySyntaxError as fault:
            faults.append(f"line {number}: {fault}")
    if faults or not found:
        raise ClaimsSyntaxError(tuple(faults))
    return tuple(found)


def had(name: str, value: Value, effect: str, outcome: Value, relation: str = "=") -> Fact:
    """Make the fact that an effect has some value once a cause is set."""
    return Fact(Term(effect, ((name, value),)), outcome, relation)
