"""Reasons that a sentence denies to give the right one: `was not closed because of rain but because a pier cracked`.

The denial belongs to the first reason: the bridge was closed, and the rain did not close it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.pipeline.words import Words

NOT_BECAUSE: Final = ("not", "because")


def with_denied_reasons(words: Words, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Move the denial of a claim to its first reason, where a second one follows behind `but`."""
    result = list(clauses)
    for k in range(len(clauses) - 2):
        claim, first, second = clauses[k : k + 3]
        denial = next((i for i in range(claim.low, claim.high) if words.lower[i] in word_class("not_forms")), None)
        given = _given(first)
        if denial is None or given is None or claim.form is not Form.FINITE:
            continue
        # `but because of the strike the owner stayed` gives a reason of something else.
        goes_on = k + 3 < len(clauses) and clauses[k + 3].opener is Opener.RESUME
        if not claim.sentence == first.sentence == second.sentence or goes_on or not _behind_but(words, second):
            continue
        denied = replace(signals_at(NOT_BECAUSE, 0)[0], place=given.place)
        # A signal inside a clause is left out of its statement: so is the denial.
        aside = replace(denied, words=("...",), kind=SignalKind.ADVERB, place=(denial, denial + 1))
        result[k] = replace(claim, signals=(*claim.signals, aside))
        result[k + 1] = replace(first, signals=(denied,))
        result[k + 2] = replace(second, signals=tuple(s for s in second.signals if s.words != ("but",)))
    return tuple(result)


def _behind_but(words: Words, clause: Clause) -> bool:
    """Whether a clause is a reason behind `but`."""
    given = _given(clause)
    if given is None or given.place is None:
        return False
    return words.lower[given.place[0] - 1] == "but" or any(signal.words == ("but",) for signal in clause.signals)


def _given(clause: Clause) -> Signal | None:
    """Return the signal that makes a clause a reason."""
    kinds = {SignalKind.SUBORDINATOR, SignalKind.PREPOSITION}
    causes = (s for s in clause.signals if s.kind in kinds and s.follows is Argument.CAUSE and s.sign is Sign.PROMOTES)
    return next((s for s in causes if not word_class("reason_words").isdisjoint(s.words)), None)
