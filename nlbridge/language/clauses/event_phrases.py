"""Phrases that state their own events inside a stretch with a verb.

`In the January cold the pipe burst`, `a burst tyre delayed the coach`, `either A or B would have been enough to ...`:
the phrase becomes a clause of its own. A sentence that sets a cause apart from its effect becomes two: `It was a loose
wire that started the fire`, `What stopped the line was a jammed conveyor`, `The cause of the outage was a bad fuse`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlbridge.language.clauses.clause import ABSOLUTE, EITHER, Clause, Form, Opener
from nlbridge.language.clauses.noun_phrases import eventive, eventive_noun, is_undone, time_end
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind
from nlbridge.language.pipeline.words import ENDS, Words

POINTERS = word_class("pointers")
"""Words that only refer back."""
HAPPENING_IN = word_class("happening_prepositions")
"""Prepositions before an event noun at the start of a sentence: `upon the king's death`."""
NOUN_TAGS = frozenset({"NN", "NNS"})
LINKING = word_class("linking_verbs")
"""Verbs that say how or where their subject is, without an object."""
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


def parts(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Split off a fronted phrase, and an event that is the subject of a verb."""
    verb = clause.verb
    if set_apart := _set_apart(words, clause):
        return set_apart
    if verb is None:
        return _causes_apart(words, clause)
    if clause.opened_by(SignalKind.PREPOSITION):
        return _phrase_and_clause(words, clause, verb)
    if clause.opened_by(SignalKind.JOINT):  # `the drought along with the dam dried out the marsh`
        return _as_phrase(clause, clause.low, verb), _as_predicate(clause, verb, verb)
    end = _fronted_end(words, clause.low, verb)
    if end is None:
        return _subject(words, clause, verb)
    preposition = next((i for i in range(clause.low, end) if words.tags[i] == "IN"), None)
    place = None if preposition is None else (preposition, preposition + 1)
    phrase = _as_phrase(clause, clause.low, end, replace(ABSOLUTE, place=place))
    main = replace(clause, low=end + (words.forms[end] == ","), opener=Opener.RESUME)
    return (*_causes_apart(words, phrase), *_subject(words, main, verb))


def _as_phrase(clause: Clause, low: int, high: int, signal: Signal | None = None) -> Clause:
    """Return a part of a clause as a phrase, with the signal if one is given, else with those of the clause."""
    signals = (signal,) if signal else clause.signals
    return replace(clause, low=low, high=high, verb=None, form=Form.NOMINAL, signals=signals)


def _as_predicate(clause: Clause, low: int, verb: int) -> Clause:
    """Return the part of a clause that begins after an event as its subject."""
    return replace(clause, low=low, verb=verb, opener=Opener.SUBJECT, signals=(), comma=False)


def _phrase_and_clause(words: Words, clause: Clause, verb: int) -> tuple[Clause, ...]:
    """Separate a phrase from its main clause if no comma does: `due to the frost the pipe burst`."""
    if words.lower[clause.low] in POINTERS and clause.low + 1 < verb:
        rest = tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in clause.signals)
        return _subject(words, replace(clause, low=clause.low + 1, signals=rest), verb)
    end = _phrase_end(words, clause.low, verb) or _bare_subject(words, clause, verb)
    if end is None or end >= verb:
        return (_as_phrase(clause, clause.low, clause.high),)
    main = replace(clause, low=end, signals=(), opener=Opener.RESUME)
    return (_as_phrase(clause, clause.low, end), *_subject(words, main, verb))


def _causes_apart(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Separate two causes in one phrase: `due to the frost and a lack of salt`."""
    signal = clause.opened_by(SignalKind.PREPOSITION)
    middle = _conjunction(words, clause.low, clause.high) if signal and signal.follows is Argument.CAUSE else None
    if middle is None:
        return (clause,)
    low = clause.low + (words.lower[clause.low] in word_class("both_either"))
    return replace(clause, low=low, high=middle), replace(clause, low=middle + 1, opener=Opener.AND)


def _conjunction(words: Words, low: int, high: int) -> int | None:
    """Return the position of an `and` or `or` that joins two noun phrases."""
    conjunctions = (i for i in range(low + 1, high - 2) if words.lower[i] in word_class("and_or"))
    return next((i for i in conjunctions if words.tags[i + 1] in {"DT", "PRP$"}), None)


def _fronted_end(words: Words, low: int, verb: int) -> int | None:
    """Return the end of an opening phrase that states a condition: weather, or `with` and its object."""
    start = next((i for i in range(low, verb) if words.tags[i] not in {"RB", "PDT"}), verb)
    if words.tags[start] != "IN" and words.lower[low] != "all":
        return None
    comma = next((k for k in range(start, verb) if words.forms[k] == ","), None)
    if words.lower[start] in word_class("with_without") and comma is not None:
        return None if comma == start + 2 and words.tags[start + 1] == "PRP" else comma
    end = comma if comma is not None else _phrase_end(words, start + 1, verb)
    if end is None or end >= verb or end - start < 2:
        return None
    return end if _states_condition(words, start, end) else None


def _states_condition(words: Words, low: int, high: int) -> bool:
    """Whether a phrase is about weather, an event or a measurement: `at 40 degrees`."""
    head = words.head_noun(low + 1, high)
    if words.lower[low] == "at" and words.tags[low + 1] == "CD" and head is not None:
        return not words.is_a(head, "times") and words.tags[head] == "NNS"
    if head is not None and words.lower[low] in HAPPENING_IN and words.is_a(head, "event_nouns"):
        return True
    return any(
        (words.tags[k].startswith("NN") and words.is_a(k, "weather"))
        or (words.tags[k].startswith("JJ") and words.is_a(k, "condition_adjectives"))
        for k in range(low + 1, high)
    )


def _phrase_end(words: Words, low: int, verb: int) -> int | None:
    """Return where a noun phrase ends and the subject begins, by tags or the parse: `for want of hay farmers sold`."""
    has_noun = False
    for i in range(low, verb):
        name = words.tags[i] == "NNP" and not words.tags[i - 1].startswith("NNP")
        opens = name or words.tags[i] in {"DT", "PRP$", "PRP", "EX"}
        if has_noun and opens and words.tags[i - 1] not in {"IN", "TO", "CC"}:
            return i
        has_noun = has_noun or words.tags[i].startswith("NN")
    governors = {verb, words.heads[verb]} if verb < len(words.heads) else set()
    heads = [i for i in range(low, verb) if words.relations[i].startswith("nsubj") and words.heads[i] in governors]
    if not has_noun or not heads:
        return None
    start = heads[-1]
    while start > low and _under(words, start - 1, heads[-1]):
        start -= 1
    return start if start > low and words.tags[start - 1] not in {"IN", "TO", "CC"} else None


def _bare_subject(words: Words, clause: Clause, verb: int) -> int | None:
    """Return where a subject (the last noun) begins after a fronted phrase: `due to the war indigo was dear`."""
    place = clause.signals[0].place
    head = verb - 1
    while head > clause.low and words.tags[head].startswith("RB"):
        head -= 1
    first = next((i for i in range(clause.low, head) if words.tags[i] in NOUN_TAGS), None)
    fronted = place is not None and (not place[0] or words.forms[place[0] - 1] in ENDS)
    if first is None or not fronted or words.tags[head] not in NOUN_TAGS or words.tags[head - 1] in {"IN", "TO", "CC"}:
        return None
    start = head
    while start - 1 > first and words.tags[start - 1] == "JJ":
        start -= 1
    return start if words.tags[start - 1] not in {"IN", "TO", "CC", "DT", "PRP$", "POS"} else None


def _under(words: Words, i: int, head: int) -> bool:
    """Whether word `i` depends on `head`, directly or over at most three words."""
    for _ in range(4):
        if i == head:
            return True
        i = words.heads[i]
    return i == head


def _subject(words: Words, clause: Clause, verb: int) -> tuple[Clause, ...]:
    """Separate an event that is the subject of a verb from its predicate, and two such events from each other."""
    if clause.opener is Opener.RELATIVE or clause.subject is not None:
        return (clause,)
    if alternatives := _alternatives(words, clause, verb):
        return alternatives
    low = time_end(words, clause.low, verb) or clause.low
    end = words.before_adverbs(verb) + 1
    if (
        is_undone(words, end, verb)
        or not _takes_object(words, low, verb, clause.high)
        or not eventive(words, low, end, acts=words.is_a(verb, "causative_verbs"))
    ):
        return (clause,)
    subject, predicate = _as_phrase(clause, low, end), _as_predicate(clause, end, verb)
    high = end - (words.lower[end - 1] in word_class("together_words"))
    middle = _conjunction(words, low, high)
    if middle is None or words.head_noun(low, middle) is None or words.head_noun(middle + 1, high) is None:
        return subject, predicate
    first = replace(subject, low=low + (words.lower[low] == "both"), high=middle)
    return first, replace(subject, low=middle + 1, high=high, opener=Opener.AND, signals=()), predicate


def _alternatives(words: Words, clause: Clause, verb: int) -> tuple[Clause, ...]:
    """Split `Either A or B would have been enough to ...` into two causes and their effect."""
    if words.lower[clause.low] != "either" or "or" not in words.lower[clause.low : verb]:
        return ()
    middle = words.lower.index("or", clause.low, verb)
    infinitive = next((k for k in range(verb, clause.high - 1) if words.lower[k] == "to"), verb - 1)
    signal = replace(EITHER, place=(clause.low, clause.low + 1))
    first = _as_phrase(clause, clause.low + 1, middle, signal)
    second = replace(first, low=middle + 1, high=verb, opener=Opener.AND)
    return first, second, _as_predicate(clause, infinitive + 1, verb)


def _takes_object(words: Words, low: int, verb: int, high: int) -> bool:
    """Whether a verb that can have an event as its subject has an object, maybe after a particle."""
    after = verb + 1
    if after >= high or words.lemmas[verb].lower() in LINKING or words.makes_idiom(verb):
        return False
    if words.is_a(verb, "measuring_verbs"):
        return False  # `the wind exceeded 14 m/s`
    head = words.head_noun(low, words.next_stop(low, verb))
    if not words.is_a(verb, "causative_verbs") and not (head is not None and eventive_noun(words, head)):
        return False
    if words.tags[after] in {"RP", "RB", "IN"} and after + 1 < high and words.relations[after] != "case":
        after += 1
    if _only_a_time(words, after, high):
        return False
    return words.tags[after] in {"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD"}


def _only_a_time(words: Words, low: int, high: int) -> bool:
    """Whether a time, not an object, follows a verb: `broke down last night`, `blew open this morning`."""
    if words.is_a(low, "times") and (low + 1 == high or words.tags[low] == "NNP"):
        return True  # `the strike started Monday`
    described = words.tags[low] == "JJ" and words.lower[low] in word_class("result_states")
    low += described and low + 1 < high
    head = words.head_noun(low, high)
    if head is None or not words.is_a(head, "times") or any(words.tags[k] in {"IN", "TO"} for k in range(low, head)):
        return False
    return words.lower[low] in word_class("time_pointers") or words.relations[head].startswith(("obl", "advmod"))


def _set_apart(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Split a sentence that sets its cause apart into cause and effect; return nothing for any other."""
    if clause.high - clause.low < SHORTEST:
        return ()
    first, apart = words.lower[clause.low], tuple[Clause, ...]()
    if first in word_class("cleft_pronouns"):
        apart = _cleft(words, clause)
    elif first == "what":
        apart = _pseudo_cleft(words, clause)
    return apart or (_named_cause(words, clause) if words.tags[clause.low] in {"DT", "PRP$"} else ())


def _cleft(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`It was the cold that killed the battery`."""
    low = clause.low
    if words.lower[low + 1] not in word_class("is_was"):
        return ()
    that = next((i for i in range(low + 3, clause.high - 2) if words.lower[i] in word_class("cleft_relatives")), None)
    if that is None or not _brings_about(words, that + 1) or words.is_a(that - 1, "summary_nouns"):
        return ()  # `it was a mistake that cost them dear`
    if not word_class("negators").isdisjoint(words.lower[low:that]):
        return ()
    if not (eventive(words, low + 2, that, acts=True) or words.is_a(that - 1, "weather")):
        return ()
    cause = _as_phrase(clause, low + 2, that, replace(CLEFT, place=(low, low + 2)))
    return cause, _as_predicate(clause, that + 1, that + 1)


def _pseudo_cleft(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`What stopped the line was a jammed conveyor`."""
    low = clause.low
    if not _brings_about(words, low + 1):
        return ()
    be = next((i for i in range(low + 3, clause.high - 1) if words.lower[i] in word_class("is_was")), None)
    if be is None or not _may_cause(words, be + 1, clause.high):
        return ()
    cause = _as_phrase(clause, be + 1, clause.high, replace(PSEUDO_CLEFT, place=(low, low + 1)))
    return replace(_as_predicate(clause, low + 1, low + 1), high=be, opener=clause.opener), cause


def _named_cause(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`The cause of the outage was an expired certificate`, `The reason it closed was that the rent had doubled`."""
    low, high = clause.low, clause.high
    noun = next((i for i in range(low + 1, min(low + 4, high)) if words.is_a(i, "cause_nouns")), None)
    if noun is None:
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
    effect = _as_phrase(clause, first, be) if verb is None else replace(clause, low=first, high=be, verb=verb)
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
    return _as_phrase(clause, low, clause.high, signal) if named else None


def _may_cause(words: Words, low: int, high: int) -> bool:
    """Whether a noun phrase can be a cause; a mystery or a matter of dispute is none."""
    head = words.head_noun(low, high)
    return head is not None and not words.is_a(head, "undecided_nouns") and eventive(words, low, high, acts=True)


def _brings_about(words: Words, verb: int) -> bool:
    """Whether a finite verb of causing stands at a place, with an object."""
    acts = (
        words.tags[verb].startswith(("VBD", "VBZ"))
        and words.is_a(verb, "causative_verbs")
        and not words.makes_idiom(verb)
    )
    return acts and words.tags[verb + 1] in {"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "JJ", "CD", "RP"}
