"""Noun phrases of a text: their bounds, what they can refer to, and which name an event or a time.

Tags give the bounds, from a head noun to the left; the parse gives only the role of a phrase. A list of nouns and
endings (-er, -ist) identify persons, animals and groups; names count as persons unless their context rules it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.lexicon.connectives import Signal, SignalKind
from nlbridge.language.pipeline.dictionary import entry, singular
from nlbridge.language.pipeline.words import ENDS, Words

BEFORE_HEAD: Final = frozenset("DT PDT PRP$ JJ JJR JJS CD NN NNS NNP NNPS POS VBN VBG HYPH $".split())
PHRASE_STARTS: Final = frozenset({"DT", "PRP", "PRP$", "EX", "PDT"})
"""Tags that begin a noun phrase and cannot continue one."""
PHRASE_WORDS: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "CD", "VBG", "VBN", "RB"})
NOUNS: Final = frozenset({"NN", "NNS", "NNP", "NNPS"})
SINGLE: Final = word_class("single_determiners")
ARTICLES: Final = word_class("unnamed_determiners")
PLACE: Final = word_class("place_prepositions")
TITLES: Final = word_class("titles")
AGENTS: Final = word_order("agent_endings")
MALE: Final = word_class("male_nouns")
FEMALE: Final = word_class("female_nouns")
WITHIN: Final = frozenset({"DT", "CD", "JJ", "JJR", "NN", "NNS", "NNP", "VBG", "PDT", "POS"})
"""Tags of the words in a time phrase."""
OPENING: Final = frozenset({"DT", "CD", "PDT", "JJ", "RB"})
TEMPORAL: Final = word_class("temporal_adjectives")
"""Adjectives that only say which time or how much of it; `a dry summer` states more."""
PERFECT: Final = word_class("perfect_auxiliaries")
DENYING: Final = word_class("empty_words")
"""Words before a phrase that did not happen, so it is not an event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NounPhrase:
    """Words [low, high) that end with their head noun."""

    low: int
    high: int
    head: int


def phrases(words: Words, low: int, high: int) -> tuple[NounPhrase, ...]:
    """Return the noun phrases of a range, in order; a possessor is a phrase of its own."""
    results = []
    for i in range(low, high):
        nominal = words.tags[i] in NOUNS and (i + 1 >= high or words.tags[i + 1] not in NOUNS | {"HYPH"})
        if nominal:
            results.append(NounPhrase(low=phrase_start(words, low, i), high=i + 1, head=i))
    return tuple(results)


def phrase_start(words: Words, low: int, head: int) -> int:
    """Return where the phrase of a head noun begins, not before `low`."""
    start = _hyphenated(words, low, head)
    while start > low and _goes_before(words, start - 1, low):
        if words.tags[start] in {"DT", "PRP$"} and words.tags[start - 1] != "PDT":
            break
        if words.tags[start] in {"NNP", "PRP$", "DT"} and words.is_a(start - 1, "times"):
            break
        start = _hyphenated(words, low, start - 1)
    if start > low + 1 and words.tags[start - 1] == "RB" and words.tags[start - 2] in {"DT", "PRP$"}:
        return start - 2
    return start


def _hyphenated(words: Words, low: int, i: int) -> int:
    """Return the first part of the hyphenated word that ends at word `i`: `on-call`, `door-to-door`."""
    while i > low + 1 and words.tags[i - 1] == "HYPH" and words.ends[i - 2] == words.starts[i - 1]:
        i -= 2
    return i


def _goes_before(words: Words, i: int, low: int) -> bool:
    """Whether a word may precede a noun in its phrase; a participle needs a determiner or the like before it."""
    tag = words.tags[i]
    year = tag == "CD" and len(words.forms[i]) == 4 and words.forms[i].isdigit()
    if year and i > low and words.tags[i - 1] == "IN":
        return False  # `in the spring of 1961 workmen dug`
    if words.forms[i] in {"'", "’"}:
        return i > low and words.tags[i - 1] in NOUNS
    if tag in {"VBN", "VBG", "VBD"}:
        before = i - 2 if i - 1 > low and words.tags[i - 1] == "RB" else i - 1
        return before >= low and words.tags[before] in {"DT", "PRP$", "POS", "JJ", "CD"}
    return tag in BEFORE_HEAD


def is_plural(words: Words, head: int, low: int) -> bool:
    """Whether a head noun is plural; a noun that equals its dictionary singular is not, unless it names persons."""
    if words.tags[head] not in {"NNS", "NNPS"} or words.lower[low] in SINGLE:
        return False
    named = words.tags[head] == "NNPS" and words.tags[low] == "DT"
    word = words.lower[head]
    return named or singular(word) != word or words.is_a(head, "persons")


def is_person(words: Words, phrase: NounPhrase) -> bool:
    """Whether `he` or `she` may refer to a phrase."""
    head = phrase.head
    if words.tags[head].startswith("NNP"):
        other = any(words.is_a(head, name) for name in ("times", "weather", "event_nouns"))
        titled = any(words.lower[i] in TITLES for i in range(phrase.low, phrase.high))
        numbered = any(character.isdigit() for character in words.forms[head])  # `A9`
        owner = words.tags[phrase.high : phrase.high + 1] == ("POS",)
        placed = phrase.low > 0 and words.lower[phrase.low - 1] in PLACE
        return not (other or numbered) and words.tags[phrase.low] != "DT" and (titled or owner or not placed)
    lemma = words.lemmas[head].lower()
    agent = lemma in MALE | FEMALE or (len(lemma) > 5 and lemma.endswith(AGENTS))
    return words.tags[head] == "NN" and (words.is_a(head, "persons") or agent)


def gender(words: Words, phrase: NounPhrase) -> str:
    """Return `he` or `she` if a gendered title or noun is in the phrase, else an empty string."""
    forms = {words.lower[i].rstrip(".") for i in range(phrase.low, phrase.high)}
    if forms & MALE:
        return "he"
    return "she" if forms & FEMALE else ""


def is_subject(words: Words, phrase: NounPhrase) -> bool:
    """Whether a phrase is the subject of a clause, by the parse."""
    return words.relations[phrase.head].startswith("nsubj")


def text_of(words: Words, low: int, high: int) -> str:
    """Return the words [low, high) verbatim."""
    return words.text[words.starts[low] : words.ends[high - 1]] if high > low else ""


def lowered(words: Words, low: int, text: str) -> str:
    """Lower the initial capital of a text that begins at word `low`, unless that is a name."""
    form = words.forms[low]
    if low and words.tags[low] in {"JJ", "NNS"} and words.forms[low - 1].isalpha():
        return text  # `because of French strikes`: only the first word of a sentence has a capital for its position
    happens = eventive_noun(words, low) and (not low or words.forms[low - 1] in ENDS)  # `Fog closed the harbour`
    proper = words.tags[low].startswith("NNP") and not happens
    proper = proper or form == "I" or (len(form) > 1 and form.isupper())
    return text if proper else text[:1].lower() + text[1:]


def is_unknown_name(words: Words, i: int) -> bool:
    """Whether a word is capitalized and not in the dictionary: the tagger takes `Marta` for a common noun."""
    capital = len(words.forms[i]) > 1 and words.forms[i].istitle() and words.forms[i].isalpha()
    return capital and words.tags[i] == "NN" and not entry(words.lower[i])


def taken_up(words: Words, phrase: NounPhrase) -> str:
    """Return how a phrase is mentioned again: `a vent` becomes `the vent`."""
    low = phrase.low
    named = words.tags[phrase.head] == "NNP" or is_unknown_name(words, phrase.head)
    if named and words.lower[low] not in ARTICLES:
        return text_of(words, low, phrase.high)
    if words.lower[low] in ARTICLES:
        return f"the {text_of(words, low + 1, phrase.high)}"
    text = lowered(words, low, text_of(words, low, phrase.high))
    definite = words.tags[low] in {"DT", "PDT", "PRP$"} or words.tags[low].startswith("NNP")
    owned = any(words.tags[i] == "POS" for i in range(low, phrase.head))
    return text if definite or owned else f"the {text}"


def name_end(words: Words, low: int, high: int) -> int | None:
    """Return the end of the names that open a phrase within a sentence; None if none, or if one is an event or time."""
    end = low
    while end < high and (words.forms[end][:1].isupper() or (end > low and words.lower[end] == "and")):
        end += 1
    end -= end > low and words.lower[end - 1] == "and"
    happens = any(words.is_a(k, kind) for k in range(low, end) for kind in ("weather", "event_nouns", "times"))
    return None if end == low or happens else end


def eventive_noun(words: Words, i: int) -> bool:
    """Whether a noun names something that happens, by list or by ending."""
    if words.is_a(i, "event_nouns") or words.is_a(i, "weather"):
        return True
    return len(words.lower[i]) > 6 and words.lower[i].endswith(word_order("eventive_suffixes"))


def eventive(words: Words, low: int, high: int, *, acts: bool = False) -> bool:
    """Whether a subject may state an event: not a pronoun, a name, a person, or `this`.

    A bare noun states weather only, unless it `acts` on something: `strikes delayed the trains`.
    """
    head = words.head_noun(low, high)
    if words.tags[low] in {"IN", "RB", "PRP", "EX"} or words.lower[low] in DENYING:
        return False
    low += words.lower[low] == "both" and words.tags[low + 1] in {"DT", "PRP$"}
    if head is None or words.is_a(head, "eventless_nouns") or words.lower[low] in word_class("event_pointers"):
        return False
    if head > low and words.is_a(head, "crews") and words.lower[head - 1] in word_class("crew_times"):
        return False
    happens = eventive_noun(words, head)
    capital = head > low and words.forms[head][:1].isupper() and not happens  # `Old Marn`
    named = capital or (words.tags[head].startswith("NNP") and not (happens and head == low))  # `Fog closed the port`
    if named and not words.is_a(head, "times"):
        return False
    if head == low or (words.tags[low] not in {"DT", "PRP$", "NNP"} and words.tags[head] == "NNS"):
        weather = words.is_a(head, "weather") and not words.tags[head].startswith("NNP")
        return weather or (acts and happens)
    modified = any(
        words.tags[k] in {"JJ", "VBN", "VBG", "POS", "IN", "JJR", "JJS"}
        or words.is_a(k, "weather")
        or words.is_a(k, "event_nouns")
        for k in range(low, high)
    )
    return modified or words.lower[low] in word_class("indefinite_articles") or words.tags[low] != "DT"


def is_undone(words: Words, low: int, high: int) -> bool:
    """Whether a word before a verb says that it did not come to it: `nearly killed the vines`, `never harmed them`."""
    return not word_class("nearly_words", "negators").isdisjoint(words.lower[low:high])


def time_end(words: Words, low: int, high: int) -> int | None:
    """Return the end of a time without a preposition that begins at `low`, if a subject follows it.

    A second time may depend on the first: `one Sunday in May a boy fell`. In `the winter storm broke` the time only
    describes the subject, according to the parse.
    """
    first = low + 1 if words.lower[low] in word_class("late_early") and low + 1 < high else low
    end = _time_phrase(words, first, high) if words.tags[first] in OPENING else None
    while end is not None and end + 1 < high and words.lower[end] in word_class("after_time_prepositions"):
        further = _time_phrase(words, end + 1, high)
        if further is None:
            break
        end = further
    if end is None or end >= high:
        return None
    if words.lower[end] in word_class("later_adverbs") and end + 1 < high:
        end += 1
    if words.tags[end] in PHRASE_STARTS:
        return end if words.lower[end] not in word_class("demonstratives") or end + 1 < high else None
    adverbial = words.relations[end - 1].startswith(("obl", "advmod"))
    return end if adverbial and words.tags[end] in PHRASE_WORDS else None


def _time_phrase(words: Words, low: int, high: int) -> int | None:
    """Return the end of a single time phrase, whose last word is a time."""
    last = None
    for i in range(low, min(low + 5, high)):
        described = words.tags[i] in {"JJ", "JJR", "VBG"} and words.lower[i] not in TEMPORAL
        if described or words.tags[i] not in WITHIN or (i > low and words.tags[i] in PHRASE_STARTS):
            break
        year = words.tags[i] == "CD" and words.lower[i].isdigit() and len(words.lower[i]) == 4
        if year or words.is_a(i, "times"):
            last = i
    return None if last is None else last + 1


def stretch_end(words: Words, low: int, high: int, signal: Signal | None) -> int:
    """Return where a stretch ends without a measure of the `after` behind it, or the auxiliary of the verb behind it.

    `shut two days after the dam broke`, `the closure has meant a detour`
    """
    at = high - 1
    if signal is not None and signal.kind is SignalKind.VERB:
        last = at
        while last > low and (words.tags[last].startswith("RB") or words.forms[last] == ","):
            last -= 1
        return last if last > low and words.lower[last] in PERFECT else high
    measured = signal is not None and signal.words == ("after",) and at >= low and words.is_a(at, "times")
    if not measured:
        return high
    start = phrase_start(words, low, at)
    whole = start == low or (words.tags[start - 1] != "IN" and not words.is_a(start - 1, "lasting_verbs"))
    return start if whole and (words.tags[start] in {"CD", "DT"} or words.tags[at] == "NNS") else high
