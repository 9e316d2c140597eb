"""Clauses that claim nothing about what happened: questions, instructions, wishes, plans, thanks, asides, doubts.

A clause in such a sentence that states a fact is kept: `Use the stairs, because the lift failed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from nlbridge.language.clauses.clause import Clause, Opener
from nlbridge.language.clauses.signal_senses import is_comment
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import SHORT_FORMS, first_words, opens, phrases
from nlbridge.language.lexicon.connectives import signals_at
from nlbridge.language.pipeline.dictionary import entry, past_tense
from nlbridge.language.pipeline.words import CLOSERS, STOPS, Words

LINKING: Final = word_class("line_openers")
"""Words that may precede the opening phrase of a sentence."""
OF_ITS_OWN: Final = frozenset({Opener.BREAK, Opener.COMMA, Opener.AND, Opener.SIGNAL, Opener.RESUME})
"""Openers of a clause that may state a fact beside a wish or an instruction."""
KINDS: Final = ("courtesy", "wish", "instruction", "plan")
"""Kinds of sentence that an opening phrase of the lexicon determines."""
POLITE: Final = word_class("polite_words")
OBLIGING: Final = word_class("obliging_adverbs")
"""Polite words that also tell how something was done: `My neighbour kindly covered the hole`."""
ADVERBS: Final = word_class("command_adverbs")
"""Words that may precede an imperative."""
OBJECTS: Final = frozenset({"DT", "PRP$", "PDT", "CD"})
"""Tags that may begin the object of an imperative."""
OBJECT_PRONOUNS: Final = word_class("asked_objects")
BASES: Final = frozenset({"VB", "VBP", "NN", "NNP", "JJ", "UH", "RB"})
"""Tags that the tagger gives imperatives."""
STILL: Final = word_class("ongoing_adverbs")
"""Adverbs of a current state: `Use the stairs, because the paint is still wet`."""
HAVE: Final = word_class("bare_have")
SHORT: Final = 4
"""Most words of a clause that only names a speaker: `Mr Boyle says`, `says the lab`."""
SPEAKER_STARTS: Final = (("DT",), ("NNP",), ("PRP$",))
"""Tags that begin the name of a speaker."""
LABEL: Final = 2
"""Most words of a label inside a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a text: its words [low, high), and its clauses by their position in the text.

    Parameters
    ----------
    start
        Its first word after punctuation and words such as `and`.
    said
        Its words in lower case, without punctuation.
    in_past
        Whether it has a past tense or a perfect.
    """

    words: Words
    low: int
    high: int
    clauses: Mapping[int, Clause]
    start: int
    said: str
    in_past: bool


def cut(words: Words, clauses: Sequence[Clause]) -> tuple[Sentence, ...]:
    """Return the sentences of a text that have clauses."""
    inside: dict[int, dict[int, Clause]] = {}
    for k, clause in enumerate(clauses):
        inside.setdefault(clause.sentence, {})[k] = clause
    return tuple(
        Sentence(
            words=words,
            low=low,
            high=high,
            clauses=inside[number],
            start=_start(words, low, high),
            said=" ".join(word for word in words.lower[low:high] if word[:1].isalnum()),
            in_past=in_past(words, low, high),
        )
        for number in inside
        for low, high in [words.sentences[number]]
    )


def _start(words: Words, low: int, high: int) -> int:
    while low < high - 1 and (
        words.lower[low] in LINKING or words.forms[low] in STOPS or not words.lower[low][:1].isalnum()
    ):
        low += 1
    later = opens(words.lower[low:high], "hereafter")
    return min(low + later + 1, high - 1) if later and words.forms[low + later : low + later + 1] == (",",) else low


def in_past(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a past tense or a perfect."""
    return "VBD" in words.tags[low:high] or in_perfect(words, low, high)


def in_perfect(words: Words, low: int, high: int) -> bool:
    """Whether a stretch has a perfect: `has just failed`, not `have it removed`."""
    for i in range(low, high):
        if words.lower[i] in word_class("perfect_have"):
            after = words.tags[i + 1 : min(i + 4, high)]
            if "VBN" in after and not {"PRP", "DT"} & set(after[: after.index("VBN")]):
                return True
    return False


def moods(all_sentences: Sequence[Sentence]) -> dict[int, str]:
    """Return the clauses that claim nothing about what happened, with their kind."""
    kinds: dict[int, str] = {}
    ordered = False
    for sentence in all_sentences:
        own_kinds = dict(_moods_of(sentence))
        continues_instruction = ordered and "instruction" not in own_kinds.values() and _orders_on(sentence)
        ordered = continues_instruction or all(own_kinds.get(k) == "instruction" for k in sentence.clauses)
        kinds |= dict.fromkeys(sentence.clauses, "instruction") if continues_instruction else own_kinds
    return kinds


def _orders_on(sentence: Sentence) -> bool:
    """Whether a sentence after an instruction is one too, although its verb may be a past tense: `Beat the eggs`."""
    words, start = sentence.words, sentence.start
    return past_tense(words.lower[start]) and _infinitive(words, start) and _takes_object(words, start, sentence.high)


def _moods_of(sentence: Sentence) -> Iterator[tuple[int, str]]:
    whole = _kind_of_all(sentence)
    if whole is not None:
        yield from ((k, whole) for k in sentence.clauses)
        return
    words, start = sentence.words, sentence.start
    kind, length = _opened(words, start, sentence.high)
    if kind is None and _imperative(words, start, sentence.high):
        kind, length = "instruction", 1
    for k, clause in sentence.clauses.items():
        if kind is not None and (clause.low < start + length or not _own_fact(words, clause)):
            yield k, kind
        elif clause.low > start:
            inner = _start(words, clause.low, clause.high)
            opened, _ = _opened(words, inner, clause.high)
            asks = clause.opener in {Opener.BREAK, Opener.COMMA, Opener.START}
            if opened is not None and opened != "plan":
                yield k, opened
            elif asks and _imperative(words, inner, clause.high):
                yield k, "instruction"


def _kind_of_all(sentence: Sentence) -> str | None:
    """Return the kind of a sentence that claims nothing as a whole, else None."""
    words, start = sentence.words, sentence.start
    last = sentence.high - 1
    while last > sentence.low and words.forms[last] in CLOSERS:
        last -= 1
    if words.forms[last] == "?":
        return "question"
    if sentence.said in phrases("reply"):
        return "reply"
    if sentence.said.startswith("may ") and words.tags[start] == "MD":
        return "wish"
    first = not any(word[:1].isalnum() for word in words.lower[: sentence.low])
    if first and len(sentence.clauses) == 1:  # `This is Bram from the tyre shop`
        introduced = start + opens(words.lower[start : sentence.high], "introduction")
        if introduced > start and words.tags[introduced : introduced + 1] == ("NNP",):
            return "courtesy"
    only = next(iter(sentence.clauses.values())).verb if len(sentence.clauses) == 1 else None
    if only is None or words.tags[only] != "MD" or sentence.in_past or HAVE & set(words.lower[only : only + 3]):
        return None
    barred = words.lower[only : only + 2] == ("may", "not")
    due = words.lower[only] in word_class("due_modals") or barred  # `Keys must be returned by noon`
    return "instruction" if due and words.tags[only - 1] == "NNS" and sentence.low == only - 1 else None


def _opened(words: Words, low: int, high: int) -> tuple[str | None, int]:
    """Return the kind and length of the phrase that opens a stretch; None and 0 if there is none."""
    stretch = words.lower[low:high]
    for kind in _kinds_by_first_word().get(stretch[0], ()) if stretch else ():
        length = opens(stretch, kind)
        if not length or any(len(signal.words) > length for signal in signals_at(words.lower, low)):
            continue  # `thanks to the rain` names a cause
        have = HAVE & set(words.lower[low + length : min(low + length + 3, high)])
        back = have or in_past(words, low, words.next_stop(low, high))
        if not (back and kind in {"instruction", "plan"}):  # `we should have`, `tomorrow's bread was baked`
            return kind, length
    return None, 0


@cache
def _kinds_by_first_word() -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of sentence that a phrase with this first word may open, in the order of `KINDS`."""
    index: dict[str, tuple[str, ...]] = {}
    for kind in KINDS:
        for first in first_words(kind):
            index[first] = (*index.get(first, ()), kind)
    return index


def _own_fact(words: Words, clause: Clause) -> bool:
    """Whether a clause beside a wish, plan or instruction states a fact."""
    still = not STILL.isdisjoint(words.lower[clause.low : clause.high])
    return clause.opener in OF_ITS_OWN and (still or in_past(words, clause.low, clause.high))


def _imperative(words: Words, low: int, high: int) -> bool:
    """Whether a stretch begins with an imperative; one that may be a noun or past needs an object: `Order a queen`."""
    i = low
    while i < high - 1 and words.lower[i] in ADVERBS:
        i += 1
    stop = words.next_stop(i, high)
    polite = (k for k in range(low, stop - 1) if words.lower[k] in POLITE)
    if any(k < i or words.lower[k] not in OBLIGING or not past_tense(words.lower[k + 1]) for k in polite):
        return True
    if words.tags[i] not in BASES or not _infinitive(words, i):
        return False
    usual = words.lower[i] in phrases("imperative")
    if usual and words.tags[i + 1 : i + 2] in (("DT",), ("PRP$",)):
        return True
    past = any(
        words.tags[j] == "VBD" or words.lower[j] in word_class("present_before_past") for j in range(i + 1, stop)
    )
    if past or past_tense(words.lower[i]) or words.lower[i] in word_class("question_openers"):
        return False
    plain = "NOUN" not in entry(words.lower[i]) and words.tags[i] in {"VB", "VBP"}
    bare = {"VBN", "VBZ", "VBP", "MD"}.isdisjoint(words.tags[i + 1 : stop])
    called = i + 1 < high and words.tags[i + 1].startswith(("NN", "JJ", "CD", "IN", "RP", "RB", "TO"))
    return plain or (usual and bare and called) or _takes_object(words, i, high)


def _infinitive(words: Words, i: int) -> bool:
    return words.lower[i] in entry(words.lower[i]).get("VERB", ()) and not words.forms[i].isupper()


def _takes_object(words: Words, i: int, high: int) -> bool:
    """Whether an object follows a verb: a pronoun, or a noun after a determiner, a possessive or a number."""
    after = i + 1
    while after < high - 1 and words.tags[after] == "RP":
        after += 1
    if after >= high - 1:
        return False
    if words.lower[after] in OBJECT_PRONOUNS:
        return True
    counted = words.tags[after] == "CD"
    if counted and words.tags[i].startswith("NN"):
        return False  # `Tank 2 empty`
    named = any(words.is_a(i, name) for name in ("weather", "event_nouns", "times"))
    follows = words.tags[after + 1].startswith(("NN", "JJ") if counted else ("NN", "JJ", "CD", "VBN", "VBG"))
    return not named and words.tags[after] in OBJECTS and follows


def asides(sentence: Sentence) -> Iterator[tuple[int, str]]:
    """Yield the clauses that claim nothing (labels, asides, doubts, denied reasons, tasks), with their kind."""
    words, low = sentence.words, sentence.low
    colon = next((i for i in range(low, min(low + SHORT, sentence.high)) if words.forms[i] == ":"), low)
    if " ".join(words.lower[low:colon]) in phrases("task") and not sentence.in_past:
        yield from ((k, "task") for k in sentence.clauses)  # `Recommendation: fit a closer`
        return
    denied = False
    for k, clause in sentence.clauses.items():
        denied = any(signal.denies for signal in clause.signals) or (denied and _goes_on(words, clause))
        if _is_label(clause, sentence) or _only_dates(words, clause):
            yield k, "label"
        elif _before_leaving(words, clause) or _only_frames(words, clause, alone=len(sentence.clauses) == 1):
            yield k, "aside"
        elif _doubts(clause, sentence):
            yield k, "doubt"
        elif denied:
            yield k, "denied reason"


def _goes_on(words: Words, clause: Clause) -> bool:
    """Whether a clause continues the reason before it: `not because it was old (and dull, or because it was cheap)`."""
    predicate = clause.opener is Opener.RESUME and clause.verb == clause.low
    joined = clause.opener is Opener.AND and not (clause.signals or clause.comma)
    place = clause.signals[0].place if clause.signals else None
    return predicate or joined or (place is not None and words.lower[place[0] - 1] == "or")


def _is_label(clause: Clause, sentence: Sentence) -> bool:
    """Whether a clause is a label before a colon: `Omar: his laptop ...`, `The good: ...`."""
    words = sentence.words
    if clause.verb is not None or words.forms[clause.high : clause.high + 1] != (":",):
        return False
    label = words.lower[clause.low : clause.high]
    if " ".join(label) in {*phrases("heading"), *phrases("task"), *phrases("header")}:
        return True
    head = words.head_noun(clause.low, clause.high)
    if head is not None and clause.low == sentence.low and words.is_a(head, "account_nouns"):
        return True  # `A quick update on the boiler: ...`
    capital = words.forms[clause.low][:1].isupper() and clause.low == sentence.low
    return capital and len(label) <= LABEL and not any(past_tense(word) for word in label)


def _only_dates(words: Words, clause: Clause) -> bool:
    """Whether a clause is a date and nothing else: `Thursday.` or `Monday, 3 May`."""
    inside = range(clause.low, clause.high)
    named = {i for i in inside if words.tags[i].startswith("NNP") and words.is_a(i, "times")}
    return bool(named) and all(i in named or words.tags[i] == "CD" or words.stop(i) for i in inside)


def _before_leaving(words: Words, clause: Clause) -> bool:
    """Whether a clause only announces what is said before the writer leaves: `short hand-over before I log off`."""
    verb = clause.verb
    if verb is None or words.tags[verb] != "VBP" or verb - clause.low < 3 or clause.signals:
        return False
    head = words.head_noun(clause.low, verb - 2)
    announced = head is not None and words.is_a(head, "account_nouns")
    if not announced and words.lower[clause.low] not in word_class("announcing_words"):
        return False
    leaves = words.lower[verb - 2] in word_class("leaving_openers")
    return leaves and words.lower[verb - 1] in word_class("first_persons")


def _only_frames(words: Words, clause: Clause, *, alone: bool) -> bool:
    """Whether a clause only says who says, thinks, noticed or expected so."""
    forms = words.lower[clause.low : clause.high]
    if " ".join("is" if word == "'s" else SHORT_FORMS.get(word, word) for word in forms) in phrases("aside"):
        return True
    if alone or clause.signals or clause.verb is None:
        return False
    if forms[0] in word_class("comment_openers"):
        return is_comment(words, clause.low, clause.high)
    if len(forms) > SHORT:
        return False
    lemma = words.lemmas[clause.verb].lower()
    if clause.comma and lemma in phrases("speaking") and words.is_a(clause.verb, "clause_taking_verbs"):
        inverted = clause.verb == clause.low and words.tags[clause.low + 1 : clause.low + 2] in SPEAKER_STARTS
        if clause.verb == clause.high - 1 or (lemma == "say" and inverted):
            return True  # `..., the court said`, `..., said the mayor`
    return words.tags[clause.verb] == "VBZ" and lemma in phrases("speaking")


def _doubts(clause: Clause, sentence: Sentence) -> bool:
    """Whether a clause says that it is unknown which of several things happened."""
    farthest = max(len(phrase.split()) for phrase in phrases("doubt")) + 2  # the phrase and the word after it
    high = min(sentence.high, clause.high + farthest)
    words = [SHORT_FORMS.get(word, word) for word in sentence.words.lower[clause.low : high]]
    text, limit = " ".join(words), len(" ".join(words[: clause.high - clause.low])) + 4
    phrase = next((candidate for candidate in phrases("doubt") if 0 <= text.find(candidate) < limit), None)
    rest = text.partition(phrase)[2].split() if phrase else []
    return bool(rest) and rest[0] in phrases("doubted")
