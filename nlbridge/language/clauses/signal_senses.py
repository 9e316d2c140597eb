"""Whether a word that may signal a cause does so where it stands.

`as`, `since`, `after`, `so` and `by` have other uses; what follows tells them apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.boundary import Open, Opener
from nlbridge.language.clauses.time_phrases import time_end
from nlbridge.language.clauses.unreal import CONDITIONS, supposed
from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.pipeline.tense_repairs import inverted
from nlbridge.language.pipeline.words import ENDS, STOPS, Words

HEDGES: Final = {
    ("perhaps",): Strength.POSSIBLE,
    ("maybe",): Strength.POSSIBLE,
    ("possibly",): Strength.POSSIBLE,
    ("probably",): Strength.POSSIBLE,
    ("presumably",): Strength.POSSIBLE,
    ("partly",): Strength.CONTRIBUTING,
    ("partially",): Strength.CONTRIBUTING,
    ("in", "part"): Strength.CONTRIBUTING,
    ("not", "least"): Strength.CONTRIBUTING,
}
"""What makes the signal behind it say less."""
COMPARED = word_class("compared_before_as")
"""Words that make a following `as` a comparison."""

WITH_AFTER = word_class("with_verbs")
"""Verbs whose `after` says whom or what they are about: `named after a saint`, `looked after the goats`."""


def signal_at(words: Words, i: int, high: int, current: Open) -> Signal | None:
    """Return the longest signal at word `i` that does its work there, if there is one."""
    for signal in signals_at(words.lower, i):
        if i + len(signal.words) < high and _fits(words, signal, i, high, current):
            return replace(signal, place=(i, i + len(signal.words)))
    return _hedged_at(words, i, high, current)


def _hedged_at(words: Words, i: int, high: int, current: Open) -> Signal | None:
    """Return the signal behind a hedge at word `i`: `perhaps for that reason`, `in part because of the thefts`."""
    for hedge, strength in HEDGES.items():
        after = i + len(hedge)
        if words.lower[i:after] != hedge or after >= high:
            continue
        signal = signal_at(
            words, after, high, replace(current, start=after) if _initial(words, i, current) else current
        )
        if signal is None or signal.place is None or signal.sign is Sign.INHIBITS or signal.follows is Argument.NONE:
            return None
        weaker = strength if signal.strength is Strength.NECESSARY else signal.strength
        return replace(signal, words=hedge + signal.words, strength=weaker, place=(i, signal.place[1]))
    return None


def _fits(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    after = i + len(signal.words)
    initial = _initial(words, i, current)
    if _otherwise_used(words, signal, i, high, current):
        return False
    match signal.kind:
        case SignalKind.SUBORDINATOR:
            return _subordinates(words, signal, i, high)
        case SignalKind.BARRIER:
            return (initial or signal.words[0] in word_class("contrast_conjunctions")) and clause_follows(
                words, after, high
            )
        case SignalKind.PREPOSITION:
            return _phrase_fits(words, signal, i, high, initial=initial)
        case SignalKind.COORDINATOR:
            return _contrasts(words, i, after, high, current)
        case SignalKind.ADVERB:
            degree = signal.words == ("so",) and words.tags[after] in {"JJ", "RB"} and words.forms[i - 1] not in STOPS
            free = initial and not degree and not _closes(words, i, after)
            return free and words.clause_verb(after, high) is not None
        case SignalKind.VERB | SignalKind.JOINT:
            points_back = words.lower[after : after + 1] in (("that",), ("this",), ("it",))
            return signal.kind is SignalKind.VERB or (not points_back and _joins_causes(words, i, current))


def _joins_causes(words: Words, i: int, current: Open) -> bool:
    """Whether `along with` joins two subjects, not two objects: `sold the farm along with the cattle`."""
    heads = (words.head_noun(current.start, i), words.head_noun(i, words.next_stop(i, len(words.forms))))
    if any(head is not None and words.is_a(head, "persons") for head in heads):
        return False
    return words.forms[i - 1] == "," or words.clause_verb(current.start, i) is None


def _initial(words: Words, i: int, current: Open) -> bool:
    return i == current.start or words.forms[i - 1] in STOPS or words.lower[i - 1] in word_class("and_but")


def _otherwise_used(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    """Whether a signal is none here: `and so was the barn`, `without` where nothing would have been."""
    after = i + len(signal.words)
    if signal.words == ("instead",) and words.lower[after] == "of":
        return True
    if signal.words[-1] == "so" and inverted(words, after - 1, words.next_stop(after, high)) is not None:
        return True
    return signal.words in CONDITIONS and not supposed(words, i, current.start, high)


def _compares(words: Words, verb: int, high: int) -> bool:
    """Whether a clause behind `as` compares and gives no reason: `as they were`, `as she does every night`."""
    if words.lower[verb] in word_class("do_forms"):
        return not any(words.tags[i] == "VB" for i in range(verb, min(verb + 4, high)))
    if words.lemmas[verb] not in word_class("be_have"):
        return False
    return verb + 1 >= high or words.forms[verb + 1] in STOPS | ENDS


def _closes(words: Words, i: int, after: int) -> bool:
    """Whether an adverb ends the clause before it: `the hall was warm, however, and the choir ...`."""
    if not i or words.forms[i - 1] != "," or words.forms[after] not in {",", ";", ":"}:
        return False
    return words.forms[after] != "," or words.lower[after + 1 : after + 2] in (("and",), ("but",), ("or",))


def _subordinates(words: Words, signal: Signal, i: int, high: int) -> bool:
    after, first = i + len(signal.words), signal.words[0]
    if signal.words[-1] in word_class("lasting_time_conjunctions") and words.is_a(after, "times"):
        return False
    if signal.words == ("after",) and i and words.lower[after] in {"another", words.lower[i - 1]}:
        return False  # `one after another`, `day after day`
    if first in word_class("limit_conjunctions") and time_end(words, after, high) is not None:
        return False
    if signal.words == ("as",) and i and (words.lower[i - 1] in COMPARED or words.lower[after] == "well"):
        return False
    if first == "after" and i and (words.lemmas[i - 1].lower() in WITH_AFTER or _in_turn(words, i)):
        return False
    if first in word_class("time_conjunctions") and not _clause_follows_here(words, after, high):
        return False
    verb = words.clause_verb(after, high)
    if signal.words == ("as",) and verb is not None and _compares(words, verb, high):
        return False
    return clause_follows(words, after, high)


def _in_turn(words: Words, i: int) -> bool:
    """Whether `after` says that the like came in turn: `day after day`, `one singer after another`."""
    if words.lower[i - 1] == words.lower[i + 1]:
        return True
    return words.lower[i + 1] == "another" and "one" in words.lower[max(0, i - 4) : i]


def _contrasts(words: Words, i: int, after: int, high: int, current: Open) -> bool:
    """Whether `but` joins clauses, or opens a sentence."""
    opens = current.opener is Opener.START and i == current.start
    if not opens and words.clause_verb(current.start, i) is None:
        return False
    return words.finite(words.skip_adverbs(after, high - 1)) or clause_follows(words, after, high)


def _clause_follows_here(words: Words, low: int, high: int) -> bool:
    """Stricter than `_clause_follows`: the verb precedes the next mark, close to its subject."""
    stop = words.next_stop(low, high)
    verb = words.clause_verb(low, stop)
    if verb is None or not words.nominal_before(low, verb):
        return False
    return verb - low <= 8


def _phrase_fits(words: Words, signal: Signal, i: int, high: int, *, initial: bool) -> bool:
    after = i + len(signal.words)
    if signal.words == ("by",):
        head = words.head_noun(after, words.next_stop(after, high))
        passive = i > 0 and words.tags[i - 1] in {"VBN", "RB"} and words.tags[after] in {"DT", "JJ", "PRP$", "NN"}
        return passive and head is not None and eventive_noun(words, head)
    if signal.words == ("given",) and i and words.lemmas[i - 1].lower() in word_class("be_have_get"):
        return False
    if signal.words[0] == "following" and not (initial and i == 0):
        return False
    if signal.words == ("after",):
        if i and (words.lemmas[i - 1].lower() in WITH_AFTER or _in_turn(words, i)):
            return False
        head = words.head_noun(after, words.next_stop(after, high))
        plain = head is None or words.is_a(head, "times") or words.tags[head] == "NNP" or words.is_a(head, "persons")
        return not plain and words.tags[after] != "CD" and words.tags[after] != "PRP"
    return True


def clause_follows(words: Words, low: int, high: int) -> bool:
    """Whether a subject and its verb follow."""
    stop = words.next_stop(low, high)
    verb = words.clause_verb(low, stop)
    if verb is None:
        verb = words.clause_verb(low, high)
    return verb is not None and words.nominal_before(low, verb)


def eventive_noun(words: Words, i: int) -> bool:
    """Whether a noun names something that happens, by list or by ending."""
    if words.is_a(i, "event_nouns") or words.is_a(i, "weather"):
        return True
    return len(words.lower[i]) > 6 and words.lower[i].endswith(word_order("eventive_suffixes"))
