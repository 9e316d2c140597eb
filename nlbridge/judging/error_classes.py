"""Name the errors of an invalid edit by CoBe's classes, each with its proof: errors that are proved, and likely ones.

Exact words prove an error against a certain criterion (source: `docs/explanation/semantics.md`, verification as
satisfiability, for what can be read without doubt). That is a claim copied or denied word for word
(`nlbridge.grounding.exact_claims`) that a criterion forbids, and a connective right between two such claims. Weighing
the rest cannot overrule these errors.

Otherwise each class is as likely as its strongest claim or connective. Its reason quotes the edit, the words of the
original, and the criterion with its proof by the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import CompiledScenario
from causalcore.derivation.rubric import MUST_CHANGE, REQUIRED, Criterion, CriterionKind
from causalcore.scenario.graph import ancestors
from causalcore.scenario.scenario import Kind, Link, Sign, Strength
from nlbridge.grounding.claims.same_matter import of_another_claim
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.passage import quoted
from nlbridge.grounding.quantity_moves import claim_of, way_of
from nlbridge.judging.report import ErrorClass
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.amounts import amounts
from nlbridge.language.meaning.sentences import Word, words
from nlbridge.language.meaning.word_relations import related
from nlbridge.weights.thresholds import CERTAIN, CLEAR, LIKELY, PROVES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event, Scenario
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.judging.findings import Findings


def contradiction(rubric: Rubric, grounding: Grounding, *, least: float = 0.0) -> tuple[str, ...]:
    """Return why the values that were read with at least this chance cannot all hold; empty if they can."""
    values = values_told(rubric, grounding)
    sure = {name for name in values if not 1 - least < grounding.by_event[name].altered < least}
    told = {name: given for name, given in values.items() if name in sure}
    result = _compiled(rubric.scenario).judge(rubric.intervention, told)
    return result.sentences if result.status == "inconsistent" else ()


def values_told(rubric: Rubric, grounding: Grounding) -> dict[str, frozenset[str]]:
    """Return the values that an edit gives to each event, for the events that were read."""
    values = {}
    for event in rubric.scenario.events:
        claim = grounding.by_event.get(event.id)
        if claim is None or claim.stands is None:
            continue
        given = frozenset({event.fact}) if claim.stands else frozenset(event.values) - {event.fact}
        if claim.way in event.values:
            given = frozenset({claim.way})
        own = grounding.of_what_if.get(event.id) if event.id in rubric.intervention.values else None
        if own is not None and own.stands:
            given = frozenset({rubric.intervention.values[event.id]})
        if given:
            values[event.id] = given
    return values


_compiled: Final = lru_cache(maxsize=64)(CompiledScenario)


@dataclass(frozen=True, slots=True, kw_only=True)
class CertainError:
    """A proved error."""

    error: ErrorClass
    reason: str


def certain_errors(rubric: Rubric, grounding: Grounding) -> tuple[CertainError, ...]:
    """Return the errors that the exact words of an edit prove; none if the what-if may mean something else."""
    if grounding.clause is not None and not _meant(rubric, grounding.clause):
        return ()
    errors = []
    for criterion in rubric.criteria:
        asked = criterion.stays
        if asked is None or not (_sure(rubric, criterion, stays=True) if asked else criterion.confidence >= PROVES):
            continue
        against = (exact for exact in grounding.by_event[criterion.event or ""].every_exact if exact.denied is asked)
        exact = next(against, None)
        # Only the solver can confirm what must change, so that is checked last.
        if exact is not None and (asked or _sure(rubric, criterion, stays=False)):
            how = "denies it outright" if exact.denied else "still says it word for word"
            quote = quoted(grounding.edit.passage, grounding.edit.words[exact.first : exact.last + 1])
            reason = f"{criterion.statement} {criterion.evidence} The edit {how}: {quote!r}."
            errors.append(CertainError(error=ErrorClass.E1 if exact.denied else ErrorClass.E2, reason=reason))
    unsuited = certain_mismatches(rubric, grounding)
    errors += [CertainError(error=ErrorClass.E3, reason=of_mismatch(rubric, odd)) for odd in unsuited]
    return tuple(errors)


def _meant(rubric: Rubric, clause: str) -> bool:
    """Return whether the what-if has no word that the text uses only outside the claims that the what-if sets.

    A word that is the opposite of one inside those claims refers to them, even if it also occurs elsewhere.
    """
    text = [word for word in words(rubric.scenario.text) if word.content]
    spans = [span for name in rubric.intervention.values if (span := rubric.scenario.event_by_id[name].span)]
    inside = [w for w in text if any(a <= w.start < b for a, b in spans)]
    own = {lemma for word in inside for lemma in word.lemmas}
    others = {lemma for word in text for lemma in word.lemmas} - own
    return all(
        w.lemmas & own or not w.lemmas & others or any(related(w, other)[1] for other in inside)
        for w in words(clause)
        if w.content
    )


def _sure(rubric: Rubric, criterion: Criterion, *, stays: bool) -> bool:
    """Return whether nothing that the reader may have missed or guessed affects a criterion.

    What precedes the what-if, or causes it, does not depend on it whatever else was misread. What must change must do
    so by links that the text has words for.
    """
    scenario = rubric.scenario
    if all(link.confidence == 1 for link in scenario.links) and all(e.confidence == 1 for e in scenario.events):
        return criterion.confidence >= PROVES
    supposed = frozenset(rubric.intervention.values)
    if stays:
        spans = [scenario.event_by_id[name].span for name in supposed]
        own = scenario.event_by_id[criterion.event or ""].span
        first = min((span[0] for span in spans if span), default=0)
        earlier = own is not None and own[1] <= first
        return criterion.event in supposed or earlier or criterion.event in ancestors(scenario, supposed)
    through = [link for link in scenario.links if f"link {link.cause} -> {link.effect}" in criterion.evidence.core]
    return all(link.connective for link in through)


COVERED: Final = 0.6
"""Least share of the words around a connective that the two claims must cover."""
_BOTH_SIDES: Final = word_class("both_sides")
_WEAKENING: Final = word_class("weakening_words")


def certain_mismatches(rubric: Rubric, grounding: Grounding) -> tuple[Mismatch, ...]:
    """Return the connectives of an edit that certainly do not fit the claims that they link."""
    edit = grounding.edit.words
    certain, every = [], grounding.mismatches
    for odd in every:
        together = [m for m in every if m.joint == odd.joint and m.linked]
        sure = all(_misfits(rubric, grounding, mismatch) for mismatch in together)
        if sure and _joins_two_clauses(edit, odd) and odd.covered >= COVERED:
            certain.append(odd)
    return tuple(certain)


def _joins_two_clauses(edit: Sequence[Word], odd: Mismatch) -> bool:
    """Return whether a connective joins one clause on each side, is not parenthetical, and is not weakened."""
    first, last = odd.joint.place, odd.joint.place + len(odd.joint.words.split())
    before = edit[first - 1] if first else None
    after = edit[last] if last < len(edit) else None
    aside = before is not None and before.text in {",", ";"} and (after is None or after.mark)
    weakened = before is not None and before.text in _WEAKENING
    return odd.joint.words not in _BOTH_SIDES and not aside and not weakened and odd.linked and not odd.remote


def _misfits(rubric: Rubric, grounding: Grounding, odd: Mismatch) -> bool:
    """Return whether two values certainly need the other kind of connective."""
    link = next((k for k in rubric.scenario.links if (k.cause, k.effect) == (odd.cause, odd.effect)), None)
    if link is None or odd.standing or not _worded(rubric, link):
        return False
    both = ((odd.cause, odd.joint.cause), (odd.effect, odd.joint.effect))
    values = [_altered(rubric, grounding, event, stretch) for event, stretch in both]
    if None in values:
        return False
    agree = values[0] is values[1]
    return (agree is (link.sign is Sign.PROMOTES)) is not odd.joint.consecutive


def _worded(rubric: Rubric, link: Link) -> bool:
    """Return whether a link has a sign and was given, or is stated by words of the text."""
    given = all(k.confidence == 1 for k in rubric.scenario.links)
    stated = given or (link.connective is not None and link.confidence >= PROVES)
    plain = link.sign is not Sign.DETERMINES and link.strength is not Strength.POSSIBLE
    kinds = {event.kind for event in rubric.scenario.events if event.id in {link.cause, link.effect}}
    return stated and plain and kinds == {Kind.EVENT}


def _altered(rubric: Rubric, grounding: Grounding, event_id: str, stretch: tuple[int, int]) -> bool | None:
    """Return whether an edit denies a claim; None if that is in doubt.

    A claim that contains a denial is too easily misread unless it is copied word for word, and so is one that a
    preceding negator may or may not scope over.
    """
    claim = grounding.by_event[event_id]
    if claim.exact is not None:
        return claim.exact.denied
    event, altered = rubric.scenario.event_by_id[event_id], claim.altered
    claim_words = claim_of(rubric.scenario, event)
    negative = any(word.negator for word in (*words(claim_words), *words(event.statement)))
    if negative or amounts(claim_words) or 1 - CERTAIN < altered < CERTAIN:
        return None
    negated = any(word.negator for word in grounding.edit.words[slice(*stretch)])
    return None if negated and altered < CERTAIN else altered >= CERTAIN


_UNSUITED: Final = "a connective does not fit the claims that it links"
STRANGERS: Final = 0.6
"""Weight for E3 of a connective between claims that no path joins, since it is less certain what it links."""
REMOTE: Final = 0.8
"""Weight for E3 of a connective between claims that only a longer path joins."""


def likely_errors(
    rubric: Rubric, grounding: Grounding, findings: Findings, *, weighed: bool = True
) -> tuple[tuple[ErrorClass, ...], tuple[str, ...]]:
    """Name the error classes that are likely, at least the likeliest one, each with its reason.

    `weighed` says whether claims and connectives make the edit invalid. If only amounts, settings or choices do, the
    other classes count only from `CLEAR` on.
    """
    strength = _strength(rubric, grounding)
    unmet, shifts = findings.misplaced, findings.shifts
    supposed = set(rubric.intervention.values)
    if findings.mistaken or any(place == 0 or event in supposed for event, place in unmet.items()):
        strength[ErrorClass.E2] = 1.0
    further = (*findings.wrong_way, *(event for event in unmet if event in supposed))
    likely = [error for error, chance in strength.items() if chance >= (LIKELY if weighed else CLEAR)]
    if not likely and not further and not shifts:
        likely = [max(strength, key=lambda error: strength[error])]
    if ErrorClass.E1 in likely and ErrorClass.E3 in likely and strength[ErrorClass.E1] > strength[ErrorClass.E3]:
        likely.remove(ErrorClass.E3)
    still = [e for e in _changing(rubric) if grounding.by_event[e].altered < LIKELY or unmet.get(e) == 0]
    unmoved = [e for e in still if _quantitative(rubric.scenario, rubric.scenario.event_by_id[e])]
    if further or (ErrorClass.E2 in likely and unmoved):
        likely.append(ErrorClass.E4)
    if shifts:
        likely.append(ErrorClass.E5)
    guilty = (*further, *unmoved)
    return tuple(likely), tuple(_reason(error, rubric, grounding, findings, guilty) for error in likely)


def error_is_likely(rubric: Rubric, grounding: Grounding) -> bool:
    """Return whether what an edit says of some claim, or a connective of it, is more likely an error than not."""
    return max(_strength(rubric, grounding).values()) >= LIKELY


def _strength(rubric: Rubric, grounding: Grounding) -> dict[ErrorClass, float]:
    """Return the strength of each class: the worst of its criteria and connectives, weighted by confidence."""
    strength = dict.fromkeys((ErrorClass.E1, ErrorClass.E2, ErrorClass.E3), 0.0)
    for criterion in rubric.criteria:
        claim = grounding.by_event.get(criterion.event or "")
        if claim is None:
            continue
        chance = claim.altered
        if criterion.stays:
            told = 0.0 if of_another_claim(grounding.edit, claim.event) else claim.told
            strength[ErrorClass.E1] = max(strength[ErrorClass.E1], told * chance * criterion.confidence)
        elif criterion.kind is CriterionKind.INTERVENTION:
            strength[ErrorClass.E2] = max(strength[ErrorClass.E2], 1 - chance)
        elif criterion.kind in MUST_CHANGE:
            strength[ErrorClass.E2] = max(strength[ErrorClass.E2], (1 - chance) * criterion.confidence)
    for odd in grounding.mismatches:
        share = REMOTE if odd.remote else 1.0 if odd.linked else STRANGERS
        strength[ErrorClass.E3] = max(strength[ErrorClass.E3], share * odd.weight)
    return strength


def _quantitative(scenario: Scenario, event: Event) -> bool:
    """Return whether a claim mentions an amount: it went up or down, or has a unit; not how long: `for two hours`."""
    claim = claim_of(scenario, event)
    measured = (amount for amount in amounts(claim) if amount.measured and f"for {amount.words}" not in claim)
    return bool(way_of(scenario, event)) or any(measured)


def _changing(rubric: Rubric) -> list[str]:
    return [c.event for c in rubric.criteria if c.kind in MUST_CHANGE and c.event]


def _reason(
    error: ErrorClass, rubric: Rubric, grounding: Grounding, findings: Findings, amount: tuple[str, ...]
) -> str:
    if error is ErrorClass.E3:
        odd = max(grounding.mismatches, key=lambda m: (m.chance, m.weight), default=None)
        return _UNSUITED if odd is None else of_mismatch(rubric, odd)
    if error is ErrorClass.E5:
        shift = findings.shifts[0]
        return f"it alters the background; {shift.quote!r} excludes {shift.statement!r}"
    if error is ErrorClass.E4:
        return _of_claim("a quantity does not move as it must", rubric, grounding, list(amount))
    if error is ErrorClass.E2 and findings.mistaken:
        name, value = findings.mistaken[0]
        criterion = _criterion(rubric, name)
        return f"it states another value than the what-if, {value!r}: {criterion.statement if criterion else ''}"
    staying = tuple(dict.fromkeys(c.event for c in rubric.criteria if c.event and c.stays))
    read = grounding.by_event
    if error is ErrorClass.E1:
        worst = sorted((e for e in staying if e in read), key=lambda e: -read[e].altered)
        return _of_claim("it alters a claim that does not depend on the what-if", rubric, grounding, worst)
    asked = rubric.of_kind(CriterionKind.INTERVENTION)
    supposed = [c.event for c in asked if c.event and c.event not in staying]
    turned = [e for e in (*supposed, *_changing(rubric)) if e in read]
    worst = sorted(turned, key=lambda e: read[e].altered)
    fault = "it does not carry out the what-if" if worst and worst[0] in supposed else "it keeps what must change"
    return _of_claim(fault, rubric, grounding, worst, kept=True)


def _of_claim(fault: str, rubric: Rubric, grounding: Grounding, events: list[str], *, kept: bool = False) -> str:
    if not events:
        return fault
    claim, criterion = grounding.by_event[events[0]], _criterion(rubric, events[0])
    if not claim.quote:
        shown = f"it says nothing for {claim.aligned!r}"
    elif kept and claim.quote.casefold() == claim.aligned.casefold():
        shown = f"it still says {claim.quote!r}"
    else:
        shown = f"for {claim.aligned!r} it says {claim.quote!r}"
    proof = f": {criterion.statement} {criterion.evidence}" if criterion is not None else ""
    return f"{fault}; {shown}{proof}"


def _criterion(rubric: Rubric, event: str) -> Criterion | None:
    return next((c for c in rubric.criteria if c.event == event and c.kind in REQUIRED), None)


def of_mismatch(rubric: Rubric, odd: Mismatch) -> str:
    """Say which connective does not fit which claims, and which kind they need."""
    cause, effect = (rubric.scenario.event_by_id[e].statement.rstrip(".") for e in (odd.cause, odd.effect))
    if not odd.linked:
        return f"{_UNSUITED}; {odd.joint.words!r} links {cause!r} and {effect!r}, but neither depends on the other"
    used = "consecutive" if odd.joint.consecutive else "concessive"
    needed = "concessive" if odd.joint.consecutive else "consecutive"
    return (
        f"{_UNSUITED}; {odd.joint.words!r} is {used}, but the values that the edit gives to {cause!r} and {effect!r} "
        f"call for a {needed} word"
    )
