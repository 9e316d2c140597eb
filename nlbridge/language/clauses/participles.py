"""Participles that state an event of their own: `not knowing that it rained`, `a tyre having burst`."""

from __future__ import annotations

from nlbridge.language.clauses.clause import Open, Opener
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import FINITE, Words


def absolute_verb(words: Words, low: int, high: int) -> int | None:
    """Return a `having` or `being` that has its own subject: `a tyre having burst`, `his glasses being upstairs`."""
    verb = next((k for k in range(low, high) if words.tags[k] in FINITE | {"VBG"}), low)
    own = verb > low and words.lower[verb] in word_class("having_being") and words.nominal_before(low, verb)
    return verb if own else None


def only_reports(words: Words, low: int, high: int, current: Open) -> bool:
    """Whether the finite verb of a stretch belongs to what its participle says or thinks: `not knowing that it rained`.

    Without a comma before it, the participle may be the subject: `knowing that it was safe helped`.
    """
    if words.tags[words.skip_adverbs(low, high - 1)] != "VBG":
        return False
    fronted = words.forms[high : high + 1] == (",",) and words.tags[high + 1 : high + 2] != ("CC",)
    thinks = words.is_a(words.skip_adverbs(low, high - 1), "clause_taking_verbs")
    return current.opener is Opener.PARTICIPLE or (current.opener is Opener.START and fronted and thinks)


def brings_about(words: Words, i: int, current: Open) -> bool:
    """Whether a participle without a comma states the effect of a clause: `a tyre burst causing him to swerve`."""
    before = words.tags[i - 1]
    if words.lower[i] not in word_class("causing_participles") or not before.startswith(("NN", "VBN", "RP", "RB")):
        return False
    be = words.is_a(i - 1, "be_have_get")
    return i > current.start and not be and words.clause_verb(current.start, i) is not None
