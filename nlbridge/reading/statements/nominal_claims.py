"""The claim of a noun phrase as a clause: `Due to the storm` -> `There was a storm`.

A state that modifies the head becomes the predicate (`the dry summer` -> `the summer was dry`). So does a relative
clause or a participle (`the gale that swept in` -> `the gale swept in`). Events take place; anything else existed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.noun_phrases import (
    NOUNS,
    NounPhrase,
    is_plural,
    is_undone,
    lowered,
    phrase_start,
    taken_up,
    text_of,
)
from nlbridge.language.forms.negation import MASS
from nlbridge.language.lexicon import word_class, word_order, word_pairs
from nlbridge.language.pipeline.dictionary import article, entry
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.passive_claims import affected_claim
from nlbridge.reading.statements.shared_subjects import named

GROUP: Final = ("VB", "MD", "RB")
OBJECT: Final = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "CD"})
NEGATIVE: Final = word_class("nominal_negators")
DEFINITE: Final = word_class("pointing_determiners")
LIMITING: Final = word_class("limiting_adjectives")
"""Adjectives that do not describe a thing."""
HELD: Final = word_class("held_nouns")
"""Events that people have."""
SAID: Final = word_class("said_nouns")
"""Events that come to people."""
STATES: Final = word_class("result_states")
OWNERS: Final = word_pairs("subject_of_possessive")
ABSTRACT: Final = word_order("abstract_suffixes")
SINGULAR: Final = word_order("singular_endings")


def relative_claim(words: Words, clauses: Sequence[Clause], k: int, said: str) -> str:
    """Return the claim of relative clause `k`; `said` is the words after its pronoun, without connectives."""
    clause = clauses[k]
    first, high = clause.low, clause.high
    if words.lower[first + 1 : first + 3] == ("of", "which"):
        return f"{words.lower[first]} of these {text_of(words, first + 3, high)}"
    if words.tags[first] == "IN" and words.lower[first + 1] in word_class("relative_objects"):
        return text_of(words, first + 2 + words.is_a(first + 2, "times"), high)  # `by which time the bank had closed`
    noun = clause.subject or noun_before(words, first)
    verb = words.skip_adverbs(first + 1, high - 1)
    if words.lower[first] == "whose":
        return f"{_named(words, clauses, noun)}'s {text_of(words, first + 1, high)}"
    if clause.verb is None:
        return text_of(words, first + 1, high)
    if words.nominal_before(first + 1, clause.verb):
        return _acted_on(words, clause, noun)
    whole = words.lower[first] == "which" or (first > 0 and words.is_a(first - 1, "summary_nouns"))
    claim = affected_claim(words, clauses, verb, high) if whole and not is_undone(words, first, verb) else None
    if claim is not None:
        return claim
    acts = verb + 1 < high and words.tags[verb + 1] in {"DT", "PRP", "PRP$", "NNP"}
    if words.lower[first] == "which" and acts and words.is_a(verb, "causative_verbs"):
        noun = None
    return f"{_named(words, clauses, noun)} {said}"


def _acted_on(words: Words, clause: Clause, noun: tuple[int, int] | None) -> str:
    """Put the object of a relative clause after its verb, if that has no other: `which the crowd took for a joke`."""
    first, high, end = clause.low, clause.high, clause.verb or clause.low
    while end < high and words.tags[end].startswith(GROUP):
        end += 1
    end += words.tags[end : end + 2] == ("RP", "TO")
    infinitive = words.tags[end : end + 2] == ("TO", "VB") and end + 2 == high
    if infinitive and not words.is_a(end - 1, "object_infinitive_verbs"):
        end = high  # `which she came to like`, not `which she left to cool`
    missing = words.lower[first] in word_class("relative_object_pronouns") and words.tags[high - 1] not in {"IN", "TO"}
    if not missing or (end < high and words.tags[end] in OBJECT):
        return text_of(words, first + 1, high)
    thing = "this"
    if noun is not None:
        low, after = noun
        hanging = low > 1 and words.tags[low - 1] in {"IN", "CC"} and words.tags[low - 2] in NOUNS
        thing = thing if hanging else taken_up(words, NounPhrase(low=low, high=after, head=after - 1))
    return f"{text_of(words, first + 1, end)} {thing} {text_of(words, end, high)}".rstrip()


def _named(words: Words, clauses: Sequence[Clause], noun: tuple[int, int] | None) -> str:
    return "this" if noun is None else named(words, clauses, noun)


def noun_before(words: Words, low: int) -> tuple[int, int] | None:
    """Return the noun phrase right before a relative pronoun, without its comma."""
    end = low - 1 if low and words.forms[low - 1] == "," else low
    return (phrase_start(words, 0, end - 1), end) if end and words.tags[end - 1] in NOUNS else None


def nominal_claim(
    words: Words, low: int, high: int, after: str | None, *, absolute: bool = False, owner: bool = False
) -> str:
    """Return the claim of a noun phrase.

    Parameters
    ----------
    low, high
        The words of the phrase, including a preposition before it.
    after
        The subject of the clause that the phrase precedes, if any.
    absolute
        Whether `with` or a similar word opens it, so it may contain a predicate: `with the road closed`.
    owner
        Whether a possessive pronoun in it can be resolved.
    """
    start = _unprefixed(words, low, high)
    if words.lower[start] == "without":
        return lacking_claim(words, start + 1, high)
    head = words.head_noun(start, high)
    if head is None or words.lower[start] in NEGATIVE:
        return _exists(words, start, high, head)
    situated = _situated(words, low, start, high, after)
    if situated is not None:
        return situated
    return (
        _predicate_inside(words, start, head, high, absolute=absolute)
        or _of_its_head(words, start, head, high)
        or _owned(words, start, head, high, owner=owner)
        or _exists(words, start, high, head)
    )


def lacking_claim(words: Words, low: int, high: int) -> str:
    """Return the claim that what a noun phrase names was missing."""
    low += words.lower[low] in word_class("lacked_determiners")
    head = words.head_noun(low, high)
    return f"there {_was(words, head, low) if head is not None else 'was'} no {text_of(words, low, high)}"


def _unprefixed(words: Words, low: int, high: int) -> int:
    """Return where the phrase begins after its preposition."""
    i = low
    while i < high - 1 and (words.tags[i] in {"IN", "TO"} or (words.tags[i] in {"RB", "PDT"} and i + 1 < high - 1)):
        if (
            words.lower[i] in NEGATIVE
            or words.tags[i + 1] == "HYPH"
            or (words.tags[i] != "IN" and words.tags[i + 1] not in {"IN", "DT", "RB"})
        ):
            break
        i += 1
    return i


def _situated(words: Words, low: int, start: int, high: int, after: str | None) -> str | None:
    """Return the claim of a time, or of a measurement or state of mind of the following clause's subject."""
    if high - start <= 2 and words.is_a(high - 1, "times") and words.tags[high - 1] != "NNS":
        return f"it was {lowered(words, start, text_of(words, start, high))}"
    if start == low or after is None:
        return None
    measured = words.tags[start] == "CD" and words.lower[start - 1] == "at"
    minded = words.tags[start] == "PRP$" and words.lower[start - 1] == "in" and high - start <= 3
    return f"{after} was {lowered(words, low, text_of(words, low, high))}" if measured or minded else None


def _predicate_inside(words: Words, start: int, head: int, high: int, *, absolute: bool) -> str | None:
    """Return the claim of a predicate after the head: `the gale that swept in`, `the bridge closed`."""
    if head + 1 >= high:
        return None
    noun = lowered(words, start, text_of(words, start, head + 1))
    definite = words.lower[start] not in word_class("unnamed_determiners") and words.tags[start] != "CD"
    if words.lower[head + 1] in word_class("relative_subjects") and definite and head + 2 < high:
        return (
            f"{noun} {text_of(words, head + 2, high)}" if words.finite(words.skip_adverbs(head + 2, high - 1)) else None
        )
    tag = words.tags[words.skip_adverbs(head + 1, high - 1)]
    pointed = absolute or words.lower[start] in DEFINITE or words.tags[start] == "PRP$"
    if not pointed or not (tag in {"VBN", "VBG", "VBD"} or (absolute and tag in {"JJ", "RP"})):
        return None
    rest = head + 1 + (words.lower[head + 1] == "being" and head + 2 < high)
    if words.tags[head] == "NNP" and words.is_a(head, "times"):
        noun = text_of(words, start + (words.lower[start] == "the"), head + 1)
    return f"{noun} {_was(words, head, start)} {text_of(words, rest, high)}"


def _was(words: Words, head: int, start: int) -> str:
    return "were" if is_plural(words, head, start) or _unknown_plural(words, head) else "was"


def _unknown_plural(words: Words, head: int) -> bool:
    """Whether a noun that the dictionary lacks looks like a plural: `timeouts`."""
    word = words.lower[head]
    written = words.tags[head] in {"NN", "NNS"} and words.forms[head] in {word, word.capitalize()}
    return written and word.endswith("s") and not word.endswith(SINGULAR) and not entry(word)


def _of_its_head(words: Words, start: int, head: int, high: int) -> str | None:
    """`the dry summer of 1642` -> `the summer of 1642 was dry`."""
    if phrase_start(words, start, head) != start or not (
        words.lower[start] in DEFINITE or _owned_by(words, start, head)
    ):
        return None
    first, end = _owner_end(words, start, head) + 1, head
    while end > first and words.tags[end - 1] in NOUNS:
        end -= 1
    last = end - 1
    if last < first or words.lower[last] in LIMITING:
        return None
    stated = words.tags[last] in {"VBN", "VBD"} or words.lower[last] in STATES
    weather = words.is_a(head, "weather") and words.tags[last] == "JJ"
    if not (stated or weather or words.is_a(last, "condition_adjectives")):
        return None
    noun = f"{lowered(words, start, text_of(words, start, last))} {text_of(words, end, high)}"
    return f"{noun} {_was(words, head, start)} {words.forms[last]}"


def _owner_end(words: Words, start: int, head: int) -> int:
    """Return the position of the last possessive mark before the head, or of the determiner."""
    marks = [i for i in range(start, head) if words.tags[i] == "POS"]
    return marks[-1] if marks else start


def _owned_by(words: Words, start: int, head: int) -> bool:
    return words.tags[start] == "PRP$" or "POS" in words.tags[start:head]


def _owned(words: Words, start: int, head: int, high: int, *, owner: bool) -> str | None:
    """Return that `the mill's closure` took place, or that the bakery had a landlord for `the bakery's landlord`."""
    if not _owned_by(words, start, head):
        return None
    whole = lowered(words, start, text_of(words, start, high))
    if words.lower[head] in SAID:
        return f"{whole} came"
    happens = words.is_a(head, "event_nouns") or words.lower[head].endswith(word_order("happening_suffixes"))
    if words.lower[head] not in HELD and happens:
        return f"{whole} took place"
    if words.tags[start] != "PRP$" and words.is_a(_owner_end(words, start, head) - 1, "times"):
        return None  # `after Friday's change of shift`
    mark, who = start, OWNERS.get(words.lower[start])
    if words.tags[start] != "PRP$":
        mark = _owner_end(words, start, head)
        who = lowered(words, start, text_of(words, start, mark))
    elif not owner and (words.lower[start] not in word_class("speaking_owners") or words.is_a(head, "persons")):
        return None
    return f"{who} had {_indefinite(words, mark + 1, head, text_of(words, mark + 1, high))}"


def _indefinite(words: Words, low: int, head: int, thing: str) -> str:
    """Put an indefinite article before a singular count noun."""
    lemma = words.lemmas[head].lower()
    abstract = lemma.endswith(ABSTRACT) and lemma not in word_class("countable_abstracts")
    mass = lemma in MASS or abstract or words.tags[head].startswith("NNP")
    return thing if mass or is_plural(words, head, low) else f"{article(thing)} {thing}"


def _is_new(words: Words, start: int, head: int, *, whole: bool) -> bool:
    """Whether a definite phrase can introduce its thing: `the leak in the loft`."""
    first = words.lower[start]
    if whole:
        return first == "the" or (first in word_class("thing_owners") and words.tags[start - 1] in {"IN", "TO"})
    placed = words.lower[head + 1] in word_class("place_prepositions") and words.lower[head + 1] != "of"
    return first == "the" and placed and words.is_a(head, "event_nouns")


def _exists(words: Words, start: int, high: int, head: int | None) -> str:
    text = lowered(words, start, text_of(words, start, high))
    limited = words.lower[start + 1 : start + 2]
    fresh = not LIMITING.difference(word_class("renewing_adjectives")).intersection(limited)
    if head is not None and head > start and fresh and _is_new(words, start, head, whole=head == high - 1):
        text = _indefinite(words, start + 1, head, text_of(words, start + 1, high))
    return f"there {_was(words, head, start) if head is not None else 'was'} {text}"
