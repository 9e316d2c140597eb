"""Whether `and`, `or` or `nor` joins two clauses, each with its own verb."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlbridge.language.clauses.clause import Cut, Open, Opener
from nlbridge.language.clauses.inversions import inversion
from nlbridge.language.clauses.signal_senses import OPENERS, signal_at
from nlbridge.language.clauses.unreal_verbs import unreal_verb
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import SignalKind, signals_at
from nlbridge.language.pipeline.words import Words

OTHERWISE: Final = ("otherwise",)
"""The signal that `or` stands for before what would have happened."""
CONJUNCTIONS: Final = word_class("coordinators")
SUBJECT: Final = frozenset("DT PDT PRP PRP$ NN NNS NNP NNPS JJ JJR JJS CD POS HYPH RB EX MD".split())
"""Tags in a subject, and of adverbs between it and its verb."""


def coordination(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary at `and`, `or` or `nor` if each side has its own verb."""
    alternative = words.lower[i] == "or" and "either" in words.lower[current.start : i]
    j = i + 1
    aside = current.opener is Opener.PARTICIPLE and words.forms[i - 1] == ","
    resumed = current.signal is not None and current.signal.kind is SignalKind.PREPOSITION and j < high
    resumed = resumed and words.finite(words.skip_adverbs(j, high - 1))  # `left after the war and moved to Leeds`
    resumed = resumed or _behind_a_phrase(words, i, high, current)
    aside = aside or (current.opener is Opener.PARTICIPLE and words.tags[current.start] == words.tags[j] == "VBG")
    if alternative or j >= high or _ends_between(words, i, current.start):
        return None
    if not (words.clause_verb(current.start, i) is not None or aside or resumed):
        return None
    end = words.next_stop(j, words.without_marks(high))
    denied = words.lower[i] == "nor" and (words.inverted(i, end) or inversion(words, j, end)) is not None
    if denied or words.inverted(j, end) is not None:
        return Cut(gap=words.lower[i] == "and", opener=Opener.AND)
    if words.lower[i] == "or" and unreal_verb(words, j, end) is not None:  # `took a taxi, or she would have missed it`
        return Cut(gap=1, opener=Opener.SIGNAL, signal=replace(signals_at(OTHERWISE, 0)[0], place=(i, j)))
    if words.lower[j] in OPENERS and (nested := signal_at(words, j, high, current)):
        return Cut(gap=1 + len(nested.words), opener=Opener.SIGNAL, signal=nested)
    holds_verb = _verb_conjunct(words, i, high) or _clause_conjunct(words, j, high)
    return Cut(gap=1, opener=Opener.AND) if holds_verb else None


def _ends_between(words: Words, i: int, start: int) -> bool:
    """Whether `and` joins the two limits of `between 9:12 and 9:40`."""
    low = next((j for j in range(i - 1, start - 1, -1) if words.lower[j] == "between"), None)
    return low is not None and all(words.tags[j] in SUBJECT for j in range(low + 1, i))


def _behind_a_phrase(words: Words, i: int, high: int, current: Open) -> bool:
    """Whether a clause follows the conjunction at `i` after a phrase: `because of the strike, and Eva was late`."""
    kinds = {SignalKind.PREPOSITION, SignalKind.VERB}
    phrase = current.signal is not None and current.signal.kind in kinds
    if not phrase or i + 1 >= high or any(map(words.finite, range(current.start, i))):
        return False
    acts = words.lower[i + 1] in word_class("subject_pronouns") and words.finite(words.skip_adverbs(i + 2, high - 1))
    return (words.forms[i - 1] == "," or acts) and _clause_conjunct(words, i + 1, high)  # `because of ice and it fell`


def _verb_conjunct(words: Words, i: int, high: int) -> bool:
    """Whether a second predicate of the same subject follows the conjunction at `i`."""
    k = words.skip_adverbs(i + 1, high - 1)
    if words.forms[k] == ",":
        k = words.skip_adverbs(k + 1, high - 1)
    if words.finite(k):
        return True
    if words.relations[k] != "conj" or words.forms[i - 1] == ",":
        return False
    return (words.tags[k], words.tags[words.heads[k]]) in {("VBN", "VBN"), ("VBN", "VBD"), ("VBG", "VBG")}


def _clause_conjunct(words: Words, low: int, high: int) -> bool:
    """Whether a second clause with its own subject begins at `low`."""
    stop = words.next_stop(low, high)
    short = stop < high and stop - low <= 6 and words.clause_verb(low, stop) is None
    continues = stop + 1 < high and words.lower[stop + 1] in CONJUNCTIONS
    if short and not continues and words.tags[low] in {"IN", "RB"}:
        stop = words.next_stop(stop + 1, high)  # a comma after a short opening phrase does not end the clause
    verb = words.clause_verb(low, stop)
    comma = stop + 1 < high and words.forms[stop] == ","
    if verb is None and comma and words.relative_follows(stop + 1, high):
        verb = words.clause_verb(low, high)
    if verb is None and comma:  # `the hills, no longer mown, lost their orchids`
        end = words.next_stop(stop + 1, high)
        if end + 1 < high and words.forms[end] == ",":
            described = words.tags[words.skip_adverbs(stop + 1, end)] in {"VBN", "VBG", "JJ", "DT"}
            after = words.skip_adverbs(end + 1, high - 1)
            verb = after if described and words.finite(after) else None
    return verb is not None and words.nominal_before(low, verb)
