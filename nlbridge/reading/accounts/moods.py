"""Which sentences tell nothing that happened: questions, instructions, wishes, plans, thanks, replies.

A clause of such a sentence that tells a fact of its own stays: `Use the stairs, because the lift failed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nlbridge.language.clauses.clause import Clause, Opener
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import SHORT_FORMS, opens, phrases
from nlbridge.language.lexicon.connectives import signals_at
from nlbridge.language.pipeline.dictionary import entry, past_tense
from nlbridge.language.pipeline.words import CLOSERS, STOPS, Words

LINKING: Final = word_class("line_openers")
"""Words that may stand before a phrase that opens a sentence."""
OF_ITS_OWN: Final = frozenset({Opener.BREAK, Opener.COMMA, Opener.AND, Opener.SIGNAL, Opener.RESUME})
"""What opens a clause that may tell a fact beside a wish or an instruction."""
KINDS: Final = {"courtesy": "courtesy", "wish": "wish", "instruction": "instruction", "plan": "plan"}
POLITE: Final = word_class("polite_words")
ADVERBS: Final = word_class("command_adverbs")
"""Words that may stand before an imperative."""
OBJECTS: Final = frozenset({"DT", "PRP$", "PDT", "CD"})
"""Tags of what may begin the object of an imperative."""
OBJECT_PRONOUNS: Final = word_class("asked_objects")
BASES: Final = frozenset({"VB", "VBP", "NN", "NNP", "JJ", "UH", "RB"})
"""Tags that an imperative gets."""
STILL: Final = word_class("ongoing_adverbs")
"""Words of a state that is so now: `Use the stairs, because the paint is still wet`."""
PERFECT: Final = word_class("bare_have")


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
    return found


def _of_sentence(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> Iterator[tuple[int, str]]:
    whole = _kind_of_all(words, clauses, sentence)
    if whole is not None:
        yield from ((k, whole) for k in sentence.clauses)
        return
    start = beginning(words, sentence.low, sentence.high)
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
            start = beginning(words, sentence.low, sentence.high)
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


def _kind_of_all(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> str | None:
    """Return the kind of a sentence that claims nothing as a whole, None of any other."""
    if _asks(words, sentence):
        return "question"
    said = " ".join(word for word in words.lower[sentence.low : sentence.high] if word[:1].isalnum())
    if said in phrases("reply"):
        return "reply"
    if said.startswith("may ") and words.tags[beginning(words, sentence.low, sentence.high)] == "MD":
        return "wish"
    if _introduces(words, sentence):
        return "courtesy"
    return None if tells(words, sentence.low, sentence.high) else _not_yet(words, clauses, sentence)


def _introduces(words: Words, sentence: Sentence) -> bool:
    """Whether the first sentence of a text only says who speaks: `This is Bram from the tyre shop`."""
    low = beginning(words, sentence.low, sentence.high)
    first = not any(word[:1].isalnum() for word in words.lower[: sentence.low]) and len(sentence.clauses) == 1
    length = opens(words.lower[low : sentence.high], "introduction") if first else 0
    return bool(length) and words.tags[low + length : low + length + 1] == ("NNP",)


def _not_yet(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> str | None:
    """Return the kind of a sentence that only says what has to be: `Keys must be returned by noon`."""
    only = clauses[sentence.clauses[0]].verb if len(sentence.clauses) == 1 else None
    if only is None or words.tags[only] != "MD" or PERFECT & set(words.lower[only : only + 3]):
        return None
    many = words.tags[only - 1] == "NNS" and sentence.low == only - 1
    owed = words.lower[only] in word_class("due_modals")
    barred = words.lower[only] == "may" and words.lower[only + 1 : only + 2] == ("not",)
    return "instruction" if many and (owed or barred) else None


def _asks(words: Words, sentence: Sentence) -> bool:
    last = sentence.high - 1
    while last > sentence.low and words.forms[last] in CLOSERS:
        last -= 1
    return words.forms[last] == "?"


def beginning(words: Words, low: int, high: int) -> int:
    """Return where a sentence begins behind marks and words such as `and`."""
    while low < high - 1 and (
        words.lower[low] in LINKING or words.forms[low] in STOPS or not words.lower[low][:1].isalnum()
    ):
        low += 1
    later = opens(words.lower[low:high], "hereafter")
    return min(low + later + 1, high - 1) if later and words.forms[low + later : low + later + 1] == (",",) else low


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
    low = beginning(words, clause.low, clause.high)
    kind, _ = _opened(words, low, clause.high)
    if kind in {"courtesy", "instruction", "wish"} and not (kind == "wish" and clause.opener is Opener.AND):
        return kind
    asks = clause.opener in {Opener.BREAK, Opener.COMMA, Opener.START} and _imperative(words, low, clause.high)
    return "instruction" if asks else None


def _own_fact(words: Words, clause: Clause, kind: str) -> bool:
    """Whether a clause beside a wish, a plan or an instruction tells a fact."""
    if kind == "plan" and clause.opener is Opener.BREAK and clause.verb is not None:
        return True
    present = clause.verb is not None and STILL & set(words.lower[clause.low : clause.high])
    return clause.opener in OF_ITS_OWN and (bool(present) or tells(words, clause.low, clause.high))


def tells(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a verb in the past, or a perfect."""
    return any(words.tags[i] == "VBD" for i in range(low, high)) or perfect(words, low, high)


def perfect(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a perfect: `has just failed`, not `have it removed`."""
    for i in range(low, high):
        if words.lower[i] in word_class("perfect_have"):
            after = words.tags[i + 1 : min(i + 4, high)]
            if "VBN" in after and not {"PRP", "DT"} & set(after[: after.index("VBN")]):
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
    if past_tense(words.lower[i]) or words.lower[i] in word_class("question_openers"):
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


def _past_verb(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a finite verb in the past that no other subject in it goes with."""
    return any(
        words.tags[j] == "VBD" or words.lower[j] in word_class("present_before_past") for j in range(low + 1, high)
    )


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
    if counted and words.tags[i].startswith("NN"):
        return False  # `Tank 2 empty`
    follows = words.tags[after + 1].startswith(("NN", "JJ") if counted else ("NN", "JJ", "CD", "VBN", "VBG"))
    return not named and words.tags[after] in OBJECTS and follows


SHORT: Final = 4
"""Words that a clause which only names a speaker has at most: `Mr Boyle says`, `says the lab`."""
LABEL: Final = 2
"""Words that a label inside a line has at most."""


def asides(words: Words, clauses: Sequence[Clause], all_sentences: Sequence[Sentence]) -> Iterator[tuple[int, str]]:
    """Yield the clauses that frame others, with their kind."""
    for sentence in all_sentences:
        if _is_task(words, sentence):
            yield from ((k, "task") for k in sentence.clauses)
            continue
        for k in sentence.clauses:
            clause = clauses[k]
            if _is_label(words, clause, sentence):
                yield k, "label"
            elif _frames(words, clause, alone=len(sentence.clauses) == 1):
                yield k, "aside"
            elif _doubts(words, clause, sentence):
                yield k, "doubt"


def _is_task(words: Words, sentence: Sentence) -> bool:
    """Whether a sentence is headed by what calls for something: `Recommendation: fit a closer`."""
    colon = next(
        (i for i in range(sentence.low, min(sentence.low + SHORT, sentence.high)) if words.forms[i] == ":"), None
    )
    headed = colon is not None and " ".join(words.lower[sentence.low : colon]) in phrases("task")
    return headed and not tells(words, sentence.low, sentence.high)


def _is_label(words: Words, clause: Clause, sentence: Sentence) -> bool:
    """Whether a clause is what a colon closes at the head of a sentence: `Omar: his laptop ...`, `The good: ...`."""
    if clause.verb is not None or clause.high >= sentence.high or words.forms[clause.high] != ":":
        return False
    said = words.lower[clause.low : clause.high]
    if " ".join(said) in {*phrases("heading"), *phrases("task"), *phrases("header")}:
        return True
    capital = words.forms[clause.low][:1].isupper() and clause.low == sentence.low
    return capital and len(said) <= LABEL and not any(past_tense(word) for word in said)


def _frames(words: Words, clause: Clause, *, alone: bool) -> bool:
    """Whether a clause says no more than who says or thinks so."""
    said = " ".join(
        SHORT_FORMS.get(word, word) if word != "'s" else "is" for word in words.lower[clause.low : clause.high]
    )
    if said in phrases("aside"):
        return True
    if alone or clause.signals or clause.high - clause.low > SHORT:
        return False
    return (
        clause.verb is not None
        and words.tags[clause.verb] == "VBZ"
        and words.lemmas[clause.verb].lower() in phrases("speaking")
    )


def _doubts(words: Words, clause: Clause, sentence: Sentence) -> bool:
    """Whether a clause says that nobody knows which of several things it was."""
    farthest = max(len(phrase.split()) for phrase in phrases("doubt")) + 2  # The phrase and the word behind it.
    high = min(sentence.high, clause.high + farthest)
    said = " ".join(SHORT_FORMS.get(word, word) for word in words.lower[clause.low : high])
    for phrase in phrases("doubt"):
        at = said.find(phrase)
        if 0 <= at < len(" ".join(words.lower[clause.low : clause.high])) + 4:
            rest = said[at + len(phrase) :].split()
            return bool(rest) and rest[0] in phrases("doubted")
    return False
