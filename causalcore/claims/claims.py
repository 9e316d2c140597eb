"""Causal claims: sentences about a model that can be checked.

========================  ====================================================
claim                     means, for all noise of positive probability
========================  ====================================================
`causes(c, e)`            for some noise, setting c to another value changes e
`no_effect(c, e)`         setting c never changes e
`necessary(c, e)`         where both happened, no other value of c keeps e
`sufficient(c, e)`        setting c brings e about
`prevents(c, e)`          setting c rules e out, and some other value does not
`monotone(c, e, +)`       a higher c never lowers e (`-`: never raises it)
`screens_off(m, c, e)`    with m set, setting c never changes e
`would(e=v, had=c=w)`     e is v once c is set to w
`effect(c, e) > 0.1`      on average (for a function: for each input) e rises by more;
                          also `=`, `!=`, `<`, and another `effect(d, e)`
========================  ====================================================

`| f=g` after any claim restricts it to the cases in which those facts hold. `monotone(c, e, +, strict)` forbids that e
stays the same; `tolerance=0.01` lets numbers differ by that much; `effect(c: a -> b, e)` names both values. A bare `c`
means its last value (true, 1); `c=v` names another. Source of necessity and sufficiency: Pearl (2009),
Causality, definitions 9.2.1 and 9.2.2. Screening off is defined by intervention, not by conditioning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from causalcore.errors import ClaimsSyntaxError, QuerySyntaxError
from causalcore.model.variable import Value
from causalcore.queries.effect import Change
from causalcore.queries.query_language import QueryReader
from causalcore.queries.world import RELATIONS, Fact, Term


class ClaimKind(StrEnum):
    """The form of a claim."""

    CAUSES = "causes"
    NO_EFFECT = "no_effect"
    NECESSARY = "necessary"
    SUFFICIENT = "sufficient"
    PREVENTS = "prevents"
    MONOTONE = "monotone"
    SCREENS_OFF = "screens_off"
    WOULD = "would"
    EFFECT = "effect"


def _written(value: Value) -> str:
    """Quote a value that would not parse back as one word."""
    return str(value) if re.fullmatch(r"[+-]?[\w.]+(e[+-]?\d+)?", str(value)) else f'"{value}"'


@dataclass(frozen=True, slots=True)
class Subject:
    """A variable in a claim, with its value; None for the last value of its domain."""

    variable: str
    value: Value | None = None

    def __str__(self) -> str:
        return self.variable if self.value is None else f"{self.variable}={_written(self.value)}"


@dataclass(frozen=True, slots=True)
class Contrast:
    """How much one change moves a variable, or the chance of one of its values."""

    cause: Change
    effect: Subject

    def __str__(self) -> str:
        change = self.cause
        ends = "" if change.old is None else f": {_written(change.old)} -> {_written(change.new or 0)}"
        return f"effect({change.variable}{ends}, {self.effect})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two effects, or of an effect and a number."""

    left: Contrast
    relation: str
    right: Contrast | float

    def __str__(self) -> str:
        right = f"{self.right:g}" if isinstance(self.right, float) else self.right
        return f"{self.left} {self.relation} {right}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One claim.

    Parameters
    ----------
    mediator
        For `screens_off`: the variable that screens the effect off from the cause.
    rising, strict
        For a monotone claim: whether the effect rises with the cause, and whether it must not stay the same.
    given
        Facts that restrict the cases.
    tolerance
        How much numbers may differ and still count as equal.
    comparison
        For a claim about effects: what it compares; cause and effect are those of the left side.
    """

    kind: ClaimKind
    cause: Subject
    effect: Subject
    mediator: str | None = None
    rising: bool = True
    strict: bool = False
    given: tuple[Fact, ...] = ()
    tolerance: float = 0.0
    comparison: Comparison | None = None

    def __str__(self) -> str:
        near = f"tolerance={self.tolerance:g}" if self.tolerance else ""
        facts = f" | {', '.join(map(str, self.given))}" if self.given else ""
        if self.comparison is not None:
            return f"{self.comparison}{', ' + near if near else ''}{facts}"
        return f"{self.kind}({', '.join([*self._parts(), *filter(None, [near])])}{facts})"

    def _parts(self) -> list[str]:
        match self.kind:
            case ClaimKind.WOULD:
                return [str(self.effect), f"had={self.cause}"]
            case ClaimKind.MONOTONE:
                sign = "+" if self.rising else "-"
                return [str(self.cause), str(self.effect), sign, *(["strict"] if self.strict else [])]
            case ClaimKind.SCREENS_OFF:
                return [str(self.mediator), str(self.cause), str(self.effect)]
        return [str(self.cause), str(self.effect)]


class _ClaimReader(QueryReader):
    """Parses the text form of one claim."""

    def claim(self) -> Claim:
        word = self.name("the name of a claim")
        if word not in set(ClaimKind):
            self._index -= 1
            msg = f"one of {', '.join(ClaimKind)}"
            raise self.fail(msg)
        kind = ClaimKind(word)
        claim = self._comparison() if kind is ClaimKind.EFFECT else self._in_brackets(kind)
        self.end()
        return claim

    def _in_brackets(self, kind: ClaimKind) -> Claim:
        self.need("(")
        claim = self._qualified(self._body(kind))
        self.need(")")
        return claim

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

    def _qualified(self, claim: Claim) -> Claim:
        """Read what may follow any claim: `strict`, `tolerance=0.1`, and facts after a bar."""
        while self.take(","):
            word = self.name("strict or tolerance=")
            if word == "strict" and claim.kind is ClaimKind.MONOTONE:
                claim = replace(claim, strict=True)
            elif word == "tolerance":
                self.need("=", "==")
                claim = replace(claim, tolerance=self._number("a tolerance of at least 0", least=0.0))
            else:
                self._index -= 1
                msg = "strict (of monotone) or tolerance=NUMBER"
                raise self.fail(msg)
        return replace(claim, given=self.facts()) if self.take("|") else claim

    def _number(self, expected: str, least: float) -> float:
        start = self._index
        value = self.value()
        if isinstance(value, str) or value < least:
            self._index = start
            raise self.fail(expected)
        return float(value)

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
        return Claim(kind=ClaimKind.WOULD, cause=self._valued(), effect=effect)

    def _comparison(self) -> Claim:
        """Read `(c, e) > 0.1` or `(c, e) = effect(d, e)`, after the first word."""
        left = self._contrast()
        relation = self.need(*RELATIONS, "==")
        right: Contrast | float
        if self.here.text == ClaimKind.EFFECT and self.here.kind == "name":
            self.name()
            right = self._contrast()
        else:
            right = self._number("a number, or effect(CAUSE, EFFECT)", least=-inf)
        comparison = Comparison(left, "=" if relation == "==" else relation, right)
        cause = Subject(left.cause.variable)
        return self._qualified(Claim(kind=ClaimKind.EFFECT, cause=cause, effect=left.effect, comparison=comparison))

    def _contrast(self) -> Contrast:
        self.need("(")
        change = self.change()
        self.need(",")
        contrast = Contrast(change, self._subject())
        self.need(")")
        return contrast


def parse_claim(text: str) -> Claim:
    """Read one claim.

    Raises
    ------
    QuerySyntaxError
        The error gives the column where reading fails.

    Examples
    --------
    >>> print(parse_claim("would(wet=0, had=rain=0)"))
    would(wet=0, had=rain=0)
    """
    return _ClaimReader(text).claim()


def numbered_claims(text: str) -> tuple[tuple[int, Claim], ...]:
    r"""Read claims, one per line; `#` starts a comment.

    Raises
    ------
    ClaimsSyntaxError
        With every line that cannot be read, or if there is no claim at all.

    Examples
    --------
    >>> [(number, str(claim)) for number, claim in numbered_claims("causes(rain, wet)  # surely")]
    [(1, 'causes(rain, wet)')]
    """
    claims: list[tuple[int, Claim]] = []
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].strip()
        try:
            claims += [(number, parse_claim(words))] if words else []
        except QuerySyntaxError as fault:
            faults.append(f"line {number}: {fault}")
    if faults or not claims:
        raise ClaimsSyntaxError(tuple(faults))
    return tuple(claims)


def parse_claims(text: str) -> tuple[Claim, ...]:
    """Read claims like `numbered_claims`, without the line numbers.

    Examples
    --------
    >>> [str(claim) for claim in parse_claims("monotone(weight, price, +, strict | zone=3)")]
    ['monotone(weight, price, +, strict | zone=3)']
    """
    return tuple(claim for _, claim in numbered_claims(text))


def had(name: str, value: Value, effect: str, outcome: Value, relation: str = "=") -> Fact:
    """Return the fact that an effect has some value once a cause is set."""
    return Fact(Term(effect, ((name, value),)), outcome, relation)
