"""Counterfactual verbs: `Without the pump the hold would have flooded`, `Had nobody come, the hold would have flooded`.

Each states two facts: what follows `without` was there, or what `had` opens was not so; and what `would have` happened
did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from nlbridge.language.clauses.clause import PREVENTED, SUPPOSED, Clause, Opener
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Signal
from nlbridge.language.pipeline.dictionary import has_form
from nlbridge.language.pipeline.words import STOPS, Words

DENIALS: Final = word_class("denying_adverbs")
CONDITIONS: Final = frozenset(word_phrases("unreal_conditions"))
"""Signals whose effect is stated counterfactually; they are no signals without a `would have`."""
SUPPOSING: Final = frozenset({("if",), ("had",), ("unless",), PREVENTED.words})
"""Words of the signals that counterfactual conditions get; no entry of the inventory has them."""
REACH: Final = 5
VERBAL: Final = frozenset({"VBN", "VBD", "JJ"})
"""Tags that the tagger gives participles."""
NEAR: Final = 6
"""Clauses before and after a clause that are searched for its condition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrealVerb:
    """`would never have sunk`: where the verb group begins, its participle, and whether it is negated.

    A condition (`had the pump not failed`) also has the words [low, high) of its subject.
    """

    modal: int
    participle: int
    denied: bool
    subject: tuple[int, int] | None = None


def unreal_verb(words: Words, low: int, high: int) -> UnrealVerb | None:
    """Return the first counterfactual verb group of a stretch."""
    for i in range(low, high):
        if words.lower[i] not in word_class("unreal_modals"):
            continue
        have = next((j for j in range(i + 1, min(i + REACH, high)) if words.lower[j] in word_class("bare_have")), None)
        if have is None or any(words.forms[j] in STOPS for j in range(i, have)):
            continue
        participle = have + 1
        while participle < high and words.tags[participle] in {"RB", "RBR"}:
            participle += 1
        if participle < high and (words.tags[participle] in VERBAL or has_form(words.lower[participle], "VBN")):
            denied = any(words.lower[j] in DENIALS for j in range(i, participle))
            return UnrealVerb(modal=i, participle=participle, denied=denied)
    return None


def condition_after(words: Words, i: int, start: int) -> bool:
    """Whether the `if`, `unless` or `had` at word `i` begins a condition after what would have happened."""
    told = unreal_verb(words, start, i) if words.lower[i - 1] != "even" else None
    if told is None or words.is_a(told.participle, "asking_verbs"):
        return False  # `would have asked if ...`
    stop = words.next_stop(i, len(words.forms))
    had = next((k for k in range(i, stop) if words.lower[k] == "had"), stop)
    verb = next((k for k in range(had + 1, stop) if words.tags[k].startswith(("VB", "MD"))), stop)
    described = not {"WP", "WDT"}.isdisjoint(words.tags[start : told.modal])  # `who would have sung had a cold`
    return not described and verb < stop and words.tags[verb] in VERBAL and words.nominal_before(i + 1, verb)


def conditioned(words: Words, clauses: Sequence[Clause], k: int) -> UnrealVerb | None:
    """Return the counterfactual verb of clause `k`, a condition or its consequence, if its sentence has both."""
    clause = clauses[k]
    condition = _supposed(words, clause)
    verb = condition or unreal_verb(words, clause.low, clause.high)
    if verb is None:
        return None
    near = [c for c in clauses[max(0, k - NEAR) : k + NEAR] if c.sentence == clause.sentence and c is not clause]
    if condition is not None:
        return condition if any(unreal_verb(words, c.low, c.high) for c in near) else None
    has_signal = any(signal.words in CONDITIONS for c in (clause, *near) for signal in c.signals)
    prevented = k + 1 < len(clauses) and PREVENTED.words in {signal.words for signal in clauses[k + 1].signals}
    return verb if has_signal or prevented or any(_supposed(words, c) for c in near) else None


def with_signals(words: Words, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Give each counterfactual condition its `if` or `had` as a signal: what did not happen depended on it.

    No signal if there are several conditions or if the result would have happened anyway.
    """
    return tuple(
        replace(clause, signals=(*clause.signals, _signal(words, clause.low)))
        if _supposed(words, clause) and _hangs_on(words, clauses, k)
        else _preventing(words, clauses, k)
        for k, clause in enumerate(clauses)
    )


def _preventing(words: Words, clauses: Sequence[Clause], k: int) -> Clause:
    """Return clause `k`; what its `but` says to have prevented is its effect: `would have come, but the axle broke`."""
    clause, before = clauses[k], clauses[k - 1] if k else None
    but = next((signal for signal in clause.signals if signal.words == ("but",)), None)
    if but is None or before is None or before.sentence != clause.sentence or clause.verb is None:
        return clause
    verb = unreal_verb(words, before.low, before.high)
    if verb is None or words.is_a(verb.participle, "liking_verbs"):  # `would have liked tea, but drank coffee`
        return clause
    sentence = [other for other in clauses[:k] if other.sentence == clause.sentence]
    told = any(signal.words in CONDITIONS for other in sentence for signal in other.signals)
    if told or any(_supposed(words, other) for other in sentence) or unreal_verb(words, clause.low, clause.high):
        return clause
    others = tuple(signal for signal in clause.signals if signal is not but)
    return replace(clause, signals=(*others, replace(PREVENTED, place=but.place)), opener=Opener.RESUME)


def _hangs_on(words: Words, clauses: Sequence[Clause], k: int) -> bool:
    """Whether the sentence of a condition says what, and only on this condition, would have happened."""
    beside = [other for other in clauses if other.sentence == clauses[k].sentence]
    conditions = [clause for clause in beside if _supposed(words, clause)]
    results = [c for c in beside if c not in conditions and unreal_verb(words, c.low, c.high)]
    said = {words.lower[i] for c in results for i in range(max(c.low - 1, 0), c.high)}
    return len(conditions) == 1 and bool(results) and word_class("all_the_same", "indirect_questions").isdisjoint(said)


def _signal(words: Words, low: int) -> Signal:
    return replace(SUPPOSED, words=(words.lower[low],), place=(low, low + 1))


def _supposed(words: Words, clause: Clause) -> UnrealVerb | None:
    """Return the verb of a counterfactual condition: `had nobody checked it`, `if the pump had not failed`."""
    inverted = words.lower[clause.low] == "had"
    opens = not clause.low or not words.forms[clause.low - 1][0].isalnum() or words.tags[clause.low - 1] == "CC"
    opens = opens or clause.opener is Opener.RESUME
    if not opens or not (inverted or words.lower[clause.low] in word_class("if_unless")):
        return None
    had = next((i for i in range(clause.low, clause.high) if words.lower[i] == "had"), clause.high)
    start = had + 1 if inverted else clause.low + 1
    verbs = (i for i in range(had + 1, clause.high) if words.tags[i].startswith("VB"))
    participle = next(verbs, None)
    if participle is None or words.tags[participle] == "VBG":
        return None
    end = participle if inverted else had
    while end > start and words.tags[end - 1].startswith("RB"):
        end -= 1
    named = words.nominal_before(start, end) and not any(words.stop(i) for i in range(clause.low, participle))
    denied = any(words.lower[i] in DENIALS for i in range(clause.low, participle))
    denied = denied != (words.lower[clause.low] == "unless")
    subject = (start, end)
    return UnrealVerb(modal=had, participle=participle, denied=denied, subject=subject) if named else None
