"""Sentences that set a cause apart from its effect.

`It was a loose wire that started the fire`, `What stopped the line was a jammed conveyor`, `The cause of the outage was
an expired certificate`: two events, each a stretch of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlbridge.language.clauses.clause import ABSOLUTE, Clause, Form, Opener
from nlbridge.language.clauses.event_nouns import eventive
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Signal, SignalKind
from nlbridge.language.pipeline.words import Words

CLEFT = replace(
    ABSOLUTE,
    words=("it", "...", "that"),
    confidence=0.9,
    example="It was [C:a loose wire] that [E:started the fire].",
)
PSEUDO_CLEFT = replace(
    CLEFT, words=("what", "...", "was"), example="What [E:stopped the line] was [C:a jammed conveyor]."
)
NAMED_CAUSE = replace(
    CLEFT,
    words=("cause", "...", "was"),
    example="The cause of [E:the outage] was [C:an expired certificate].",
)
SHORTEST: Final = 5
"""Fewest words of such a sentence."""
FINITE: Final = ("VBD", "VBZ")


def apart(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Split a sentence that sets its cause apart into cause and effect; return nothing for any other."""
    if clause.high - clause.low < SHORTEST:
        return ()
    return _cleft(words, clause) or _pseudo_cleft(words, clause) or _named_cause(words, clause)


def _cleft(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`It was the cold that killed the battery`."""
    low = clause.low
    if words.lower[low] not in word_class("cleft_pronouns") or words.lower[low + 1] not in word_class("is_was"):
        return ()
    that = next((i for i in range(low + 3, clause.high - 2) if words.lower[i] in word_class("cleft_relatives")), None)
    if that is None or not _brings_about(words, that + 1) or words.is_a(that - 1, "summary_nouns"):
        return ()  # `it was a mistake that cost them dear`
    if not word_class("negators").isdisjoint(words.lower[low:that]):
        return ()
    if not (eventive(words, low + 2, that, acts=True) or words.is_a(that - 1, "weather")):
        return ()
    cause = _phrase(clause, low + 2, that, replace(CLEFT, place=(low, low + 2)))
    return cause, _predicate(clause, that + 1)


def _pseudo_cleft(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`What stopped the line was a jammed conveyor`."""
    low = clause.low
    if words.lower[low] != "what" or not _brings_about(words, low + 1):
        return ()
    be = next((i for i in range(low + 3, clause.high - 1) if words.lower[i] in word_class("is_was")), None)
    if be is None or not _may_cause(words, be + 1, clause.high):
        return ()
    cause = _phrase(clause, be + 1, clause.high, replace(PSEUDO_CLEFT, place=(low, low + 1)))
    return replace(_predicate(clause, low + 1), high=be, opener=clause.opener), cause


def _named_cause(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`The cause of the outage was an expired certificate`, `The reason it closed was that the rent had doubled`."""
    low, high = clause.low, clause.high
    noun = next((i for i in range(low + 1, min(low + 4, high)) if words.is_a(i, "cause_nouns")), None)
    if noun is None or words.tags[low] not in {"DT", "PRP$"}:
        return ()
    phrase = words.lower[noun + 1] in word_class("cause_noun_prepositions")
    if not phrase and not words.is_a(noun, "reason_nouns"):
        return ()  # `the trigger Ann pulled`
    first = noun + 1 + (phrase or words.lower[noun + 1] in word_class("reason_relatives"))
    be = _be_after(words, first, high, first_one=phrase)
    verb = None if phrase or be is None else words.clause_verb(first, be)
    if be is None or (verb is None and not phrase) or words.head_noun(first, be) is None:
        return ()
    if verb is not None and words.is_a(verb, "reason_giving_verbs"):
        return ()  # `the reason the mayor gave`
    effect = _phrase(clause, first, be) if verb is None else replace(clause, low=first, high=be, verb=verb)
    cause = _cause(words, clause, be + 1)
    return (replace(effect, signals=clause.signals), cause) if cause else ()


def _be_after(words: Words, low: int, high: int, *, first_one: bool) -> int | None:
    """Return the `was` before the cause: the first one, or after a clause the one before `that`, else the last."""
    places = [i for i in range(low + 1, high - 1) if words.lower[i] in word_class("is_was")]
    if first_one:
        return places[0] if places else None
    return next((i for i in places if words.lower[i + 1] == "that"), places[-1] if places else None)


def _cause(words: Words, clause: Clause, low: int) -> Clause | None:
    """Return the cause that begins at a word, a clause with `that` or a noun phrase."""
    signal = replace(NAMED_CAUSE, place=(low - 1, low))
    if words.lower[low] == "that" and low + 1 < clause.high:
        verb = words.clause_verb(low + 1, clause.high)
        told = replace(signal, kind=SignalKind.SUBORDINATOR, place=(low - 1, low + 1))
        opened = replace(clause, low=low + 1, verb=verb, form=Form.FINITE, opener=Opener.SIGNAL, signals=(told,))
        return opened if verb is not None else None
    named = words.tags[low] in {"DT", "PRP$", "JJ", "NN", "NNS", "VBG"} and _may_cause(words, low, clause.high)
    return _phrase(clause, low, clause.high, signal) if named else None


def _may_cause(words: Words, low: int, high: int) -> bool:
    """Whether a noun phrase can be a cause; a mystery or a matter of dispute is none."""
    head = words.head_noun(low, high)
    return head is not None and not words.is_a(head, "undecided_nouns") and eventive(words, low, high, acts=True)


def _brings_about(words: Words, verb: int) -> bool:
    """Whether a finite verb of causing stands at a place, with an object."""
    acts = words.tags[verb].startswith(FINITE) and words.is_a(verb, "causative_verbs") and not words.makes_idiom(verb)
    return acts and words.tags[verb + 1] in {"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "JJ", "CD", "RP"}


def _phrase(clause: Clause, low: int, high: int, signal: Signal | None = None) -> Clause:
    signals = (signal,) if signal else ()
    return replace(clause, low=low, high=high, verb=None, form=Form.NOMINAL, signals=signals)


def _predicate(clause: Clause, verb: int) -> Clause:
    return replace(clause, low=verb, verb=verb, opener=Opener.SUBJECT, signals=(), comma=False)
