"""Noun phrases of a text: their bounds, and what they can refer to.

Tags give the bounds, from a head noun to the left; the parse gives only the role of a phrase. A list of nouns and
endings (-er, -ist) identify persons, animals and groups; names count as persons unless their context rules it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlbridge.language.clauses.event_nouns import eventive_noun
from nlbridge.language.lexicon import word_class, word_order
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
