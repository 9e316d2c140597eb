"""Which sentences tell nothing that happened: questions, instructions, wishes, plans, thanks, general rules.

A clause of such a sentence that tells a fact of its own stays: `Use the stairs, because the lift failed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.unreal import UNREAL
from nlbridge.language.lexicon.account_phrases import opens, phrases
from nlbridge.language.lexicon.connectives import signals_at
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.past_forms import past_tense
from nlbridge.language.pipeline.words import CLOSERS, INVARIANT, STOPS, Words

LINKING: Final = frozenset(
    {"and", "so", "but", "then", "also", "well", "ok", "okay", "yes", "no", "now", "first", "anyway"}
)
"""Words that may stand before a phrase that opens a sentence."""
OF_ITS_OWN: Final = frozenset({Opener.BREAK, Opener.COMMA, Opener.AND, Opener.SIGNAL, Opener.RESUME})
"""What opens a clause that may tell a fact beside a wish or an instruction."""
GENERAL: Final = "general rule"
KINDS: Final = {"courtesy": "courtesy", "wish": "wish", "instruction": "instruction", "plan": "plan"}
POLITE: Final = frozenset({"please", "kindly"})
ADVERBS: Final = frozenset("please kindly just then so also always never first next now not n't do simply".split())
"""Words that may stand before an imperative."""
OBJECTS: Final = frozenset({"DT", "PRP$", "PDT", "CD"})
"""Tags of what may begin the object of an imperative."""
OBJECT_PRONOUNS: Final = frozenset({"it", "them", "him", "me", "us", "everything", "everyone", "nothing"})
BASES: Final = frozenset({"VB", "VBP", "NN", "NNP", "JJ", "UH", "RB"})
"""Tags that an imperative gets."""
ASKED: Final = frozenset(
    "ask see know wonder check doubt say tell care matter mind test look find decide as even only".split()
)
"""Words before an `if` that opens no condition."""
PERFECT: Final = frozenset({"have", "'ve"})
DEFINITE: Final = frozenset(
    "the this that these those my your his her its our their i we he she they it today now still currently here there "
    "yet tonight meanwhile already".split()
)
"""Words of a present state of affairs, not of a general rule."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its words [low, high), and the positions of its clauses."""

    low: int
    high: int
    clauses: tuple[int, ...]


def moods(words: Words, clauses: Sequence[Clause], all_sentences: Sequence[Sentence]) -> dict[int, str]:
    """Return the clauses that claim nothing about what happened, with their kind."""
    found: dict[int, str] = {}
    for sentence in all_sentences:
        found |= dict(_of_sentence(words, clauses, sentence))
    found |= dict(_further_orders(words, all_sentences, found))
    advice = any(kind == "instruction" for kind in found.values())
    rules = {k for sentence in all_sentences for k in _conditional(words, clauses, sentence)}
    telling = any(tells(words, s.low, s.high) for s in all_sentences)
    for sentence in all_sentences:
        if (telling or rules or advice) and _general(words, sentence, among_rules=bool(rules) or not telling):
            rules |= set(sentence.clauses)
    return dict.fromkeys(rules, GENERAL) | found


def _of_sentence(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> Iterator[tuple[int, str]]:
    if _asks(words, sentence):
        yield from ((k, "question") for k in sentence.clauses)
        return
    start = _start(words, sentence.low, sentence.high)
    kind, length = _opened(words, start, sentence.high)
    if kind is None and _imperative(words, start, sentence.high):
        kind, length = "instruction", 1
    for k in sentence.clauses:
        clause = clauses[k]
        if kind is not None and (clause.low < start + length or not _own_fact(words, clause, kind)):
            yield k, kind
            continue
        inner = _inner(words, clause) if clause.low > start else None
        if inner is not None:
            yield k, inner


def _further_orders(
    words: Words, all_sentences: Sequence[Sentence], found: Mapping[int, str]
) -> Iterator[tuple[int, str]]:
    """Yield what is an instruction because the sentence before it is one: `Chop the onions. Beat the eggs.`."""
    before = False
    for sentence in all_sentences:
        ordered = [found.get(k) == "instruction" for k in sentence.clauses]
        if before and ordered and not any(ordered):
            start = _start(words, sentence.low, sentence.high)
            further = (
                past_tense(words.lower[start])
                and _infinitive(words, start)
                and _takes_object(words, start, sentence.high)
            )
            if further:
                yield from ((k, "instruction") for k in sentence.clauses)
            before = further
        elif ordered:
            before = all(ordered)


def _asks(words: Words, sentence: Sentence) -> bool:
    last = sentence.high - 1
    while last > sentence.low and words.forms[last] in CLOSERS:
        last -= 1
    return words.forms[last] == "?"


def _start(words: Words, low: int, high: int) -> int:
    """Return where a sentence begins behind marks and words such as `and`."""
    while low < high - 1 and (
        words.lower[low] in LINKING or words.forms[low] in STOPS or not words.lower[low][:1].isalnum()
    ):
        low += 1
    return low


def _opened(words: Words, low: int, high: int) -> tuple[str | None, int]:
    """Return the kind of the phrase that opens a stretch, and its length."""
    said = words.lower[low:high]
    for kind in KINDS:
        length = opens(said, kind)
        if length and any(len(signal.words) > length for signal in signals_at(words.lower, low)):
            continue  # `thanks to the rain` names a cause
        if length and not (kind in {"instruction", "plan"} and _looks_back(words, kind, low, low + length, high)):
            return kind, length
    return None, 0


def _looks_back(words: Words, kind: str, low: int, end: int, high: int) -> bool:
    """Whether `we should` goes on with `have`, or tells what was: `tomorrow's bread was baked`."""
    ahead = words.lower[end : min(end + 3, high)]
    stop = words.next_stop(low, high)
    refused = words.lower[end : end + 1] in (("not",), ("never",), ("n't",))
    return (
        (refused and kind == "plan")
        or bool(PERFECT & set(ahead))
        or words.lower[end : end + 1] == ("'s",)
        or tells(words, low, stop)
    )


def _inner(words: Words, clause: Clause) -> str | None:
    """Return the kind of a clause that is none of the facts of its sentence: `the errors stopped, thanks`."""
    low = _start(words, clause.low, clause.high)
    kind, _ = _opened(words, low, clause.high)
    if kind in {"courtesy", "instruction", "wish"} and not (kind == "wish" and clause.opener is Opener.AND):
        return kind
    asks = clause.opener in {Opener.BREAK, Opener.COMMA, Opener.START} and _imperative(words, low, clause.high)
    return "instruction" if asks else None


def _own_fact(words: Words, clause: Clause, kind: str) -> bool:
    """Whether a clause beside a wish, a plan or an instruction tells a fact."""
    if kind == "plan" and clause.opener is Opener.BREAK and clause.verb is not None:
        return True
    return clause.opener in OF_ITS_OWN and tells(words, clause.low, clause.high)


def tells(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a verb in the past, or a perfect."""
    for i in range(low, high):
        if words.tags[i] == "VBD":
            return True
        if words.lower[i] in {"has", "have", "'ve"} and any(
            words.tags[j] == "VBN" for j in range(i + 1, min(i + 4, high))
        ):
            return True
    return False


def _imperative(words: Words, low: int, high: int) -> bool:
    """Whether a stretch begins with an imperative, which some taggers take for a noun: `Order a queen`.

    A word that is also a noun or a past tense needs an object behind it that no noun could stand before.
    """
    i = low
    while i < high - 1 and words.lower[i] in ADVERBS:
        i += 1
    if POLITE & set(words.lower[low:i]) or (POLITE & set(words.lower[i : words.next_stop(i, high)])):
        return True
    if i >= high or words.tags[i] not in BASES or not _infinitive(words, i):
        return False
    if words.lower[i] in phrases("imperative") and words.tags[i + 1 : i + 2] in (("DT",), ("PRP$",)):
        return True
    if _past_verb(words, i, words.next_stop(i, high)):
        return False
    if words.lower[i - 1 : i] == ("n't",) or words.lower[max(low, i - 2) : i] == ("do", "not"):
        return True
    if past_tense(words.lower[i]) or words.lower[i] in {"have", "am", "are", "do", "may", "can"}:
        return False
    plain = "NOUN" not in entry(words.lower[i]) and words.tags[i] in {"VB", "VBP"}
    return _takes_object(words, i, high) or plain or _usual(words, i, high)


def _usual(words: Words, i: int, high: int) -> bool:
    """Whether a usual imperative opens a stretch that has no verb: `Call Piet above 24`, `Check alarms each shift`."""
    if words.lower[i] not in phrases("imperative") or i + 1 >= high or words.lower[i + 1] == "of":
        return False
    stop = words.next_stop(i, high)
    bare = not any(words.tags[j] in {"VBN", "VBZ", "VBP", "MD"} for j in range(i + 1, stop))
    return bare and (words.tags[i + 1].startswith(("NN", "JJ", "CD", "IN", "RP", "RB", "TO")) or words.tags[i] == "VB")


def _infinitive(words: Words, i: int) -> bool:
    return words.lower[i] in entry(words.lower[i]).get("VERB", ()) and not words.forms[i].isupper()


def _whenever(words: Words, low: int, high: int) -> bool:
    """Whether a clause with `when` speaks of a kind of thing: `when a bearing runs dry`, not `when she sings`."""
    for i in range(low, high - 1):
        if words.lower[i] == "when":
            named = words.lower[i + 1] in {"a", "an", "you", "someone", "somebody"}
            return named or words.tags[i + 1] in {"NNS", "NN", "JJ"}
    return False


def _past_verb(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a finite verb in the past that no other subject in it goes with."""
    return any(words.tags[j] == "VBD" or words.lower[j] in {"has", "is", "was"} for j in range(low + 1, high))


def _takes_object(words: Words, i: int, high: int) -> bool:
    """Whether an object follows a verb: an article or a possessive before a noun, a pronoun, a number before one."""
    after = i + 1
    while after < high - 1 and words.tags[after] == "RP":
        after += 1
    if after >= high - 1 or words.forms[after] == "A":
        return after < high and words.lower[after] in OBJECT_PRONOUNS
    if words.lower[after] in OBJECT_PRONOUNS:
        return True
    named = words.is_a(i, "weather") or words.is_a(i, "event_nouns") or words.is_a(i, "times")
    counted = words.tags[after] == "CD"
    follows = words.tags[after + 1].startswith(("NN", "JJ") if counted else ("NN", "JJ", "CD", "VBN", "VBG"))
    return not named and words.tags[after] in OBJECTS and follows


def _conditional(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> Iterator[int]:
    """Yield the clauses that say what holds whenever something does: `if the water is too hot, the yeast dies`."""
    for part in _parts(clauses, sentence):
        low, high = clauses[part[0]].low, clauses[part[-1]].high
        low = max(sentence.low, low - 1)
        if not tells(words, low, high) and any(_condition(words, i, sentence.low, high) for i in range(low, high)):
            yield from part


def _parts(clauses: Sequence[Clause], sentence: Sentence) -> Iterator[tuple[int, ...]]:
    """Yield the clauses of a sentence between semicolons, colons and dashes."""
    part: list[int] = []
    for k in sentence.clauses:
        if part and clauses[k].opener is Opener.BREAK:
            yield tuple(part)
            part = []
        part.append(k)
    if part:
        yield tuple(part)


def _condition(words: Words, i: int, low: int, high: int) -> bool:
    """Whether a condition in the present opens at word `i`."""
    length = opens(words.lower[i:high], "when")
    if not length or (i > low and words.lemmas[i - 1].lower() in ASKED):
        return False
    verb = words.clause_verb(i + length, high)
    return verb is not None and words.tags[verb] in {"VBZ", "VBP", "MD"} and words.lower[verb] not in UNREAL


def _general(words: Words, sentence: Sentence, *, among_rules: bool) -> bool:
    """Whether a sentence in the present speaks of a kind of thing: `A piglet needs 32 degrees`, `Iron rusts`.

    A bare noun as the subject is enough only beside other rules: `Tourists photograph it daily` tells a fact.
    """
    start = _start(words, sentence.low, sentence.high)
    verb = words.clause_verb(start, sentence.high)
    if verb is None or words.tags[verb] not in {"VBZ", "VBP"} or tells(words, sentence.low, sentence.high):
        return False
    if _whenever(words, start, sentence.high) or opens(words.lower[start : sentence.high], "rule"):
        return True
    if words.lower[verb] in INVARIANT or words.lemmas[verb] in {"be", "have", "seem"}:
        return False
    head = words.head_noun(start, verb)
    if head is None or words.tags[head] not in {"NN", "NNS"} or DEFINITE & set(words.lower[start : sentence.high]):
        return False
    if words.lower[start] in {"a", "an"}:
        return True
    return among_rules and words.tags[start] in {"NNS", "NN", "JJ", "VBN"}
