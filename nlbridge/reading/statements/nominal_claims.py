"""The claim of a noun phrase as a clause: `Due to the storm` -> `There was a storm`.

What the phrase says of its head is the claim where it says a state (`the dry
summer` -> `the summer was dry`); a relative clause or a participle is turned into
the predicate (`the gale that swept in` -> `the gale swept in`); what happened
takes place; all else existed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.noun_phrases import (
    NOUNS,
    NounPhrase,
    is_plural,
    lowered,
    phrase_start,
    taken_up,
    text_of,
)
from nlbridge.language.clauses.signal_senses import eventive_noun
from nlbridge.language.forms.negation import MASS
from nlbridge.language.lexicon import word_class, word_order, word_pairs
from nlbridge.language.pipeline.dictionary import article
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.passive_claims import affected_claim
from nlbridge.reading.statements.shared_subjects import named, resolved

LYING: Final = word_class("lying_prepositions")
"""Prepositions before a place that something has or is in: of `a team from Dover, whose ...` the team is meant."""
GROUP: Final = ("VB", "MD", "RB")
OBJECT: Final = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "CD"})


def relative_claim(words: Words, clauses: Sequence[Clause], k: int, said: str) -> str:
    """State relative clause `k`.

    Parameters
    ----------
    said
        What follows its pronoun, connectives left out.
    """
    clause = clauses[k]
    first, high = clause.low, clause.high
    if words.lower[first + 1 : first + 3] == ("of", "which"):
        return _of_these(words, clause)
    if words.tags[first] == "IN" and words.lower[first + 1] in word_class("relative_objects"):
        return text_of(words, first + 2, high)
    noun = clause.subject or noun_before(words, first)
    verb = words.skip_adverbs(first + 1, high - 1)
    if words.lower[first] == "whose":
        return _owned_by(words, clauses, clause, noun)
    if clause.verb is None:
        return text_of(words, first + 1, high)
    if words.nominal_before(first + 1, clause.verb):
        return _acted_on(words, clause, noun)
    told = affected_claim(words, verb, high) if words.lower[first] == "which" else None
    if told is not None:
        return resolved(words, clauses, told)
    acts = verb + 1 < high and words.tags[verb + 1] in {"DT", "PRP", "PRP$", "NNP"}
    if words.lower[first] == "which" and acts and words.is_a(verb, "causative_verbs"):
        noun = None
    return f"{_named(words, clauses, noun)} {said}"


def _of_these(words: Words, clause: Clause) -> str:
    """`some of which sank`, `most of which he sold`."""
    first, high = clause.low, clause.high
    rest = text_of(words, first + 3, high)
    acted = clause.verb is not None and words.nominal_before(first + 3, clause.verb)
    these = f"{words.lower[first]} of these"
    return f"{rest} {these}" if acted else f"{these} {rest}"


def _owned_by(words: Words, clauses: Sequence[Clause], clause: Clause, noun: tuple[int, int] | None) -> str:
    """`a team from Dover, whose divers found ...`: the divers of the team; else the owner in the genitive."""
    outer = _outer(words, noun) if noun is not None and clause.subject is None else None
    if outer is None or clause.verb is None:
        return f"{_named(words, clauses, noun)}'s {text_of(words, clause.low + 1, clause.high)}"
    owner = text_of(words, outer[0] + (words.tags[outer[0]] == "DT"), outer[1])
    return (
        f"the {text_of(words, clause.low + 1, clause.verb)} of the {owner} {text_of(words, clause.verb, clause.high)}"
    )


def _outer(words: Words, noun: tuple[int, int]) -> tuple[int, int] | None:
    """Return the phrase that a name of a place hangs on."""
    low = noun[0]
    place = words.tags[noun[1] - 1].startswith("NNP") and low > 1 and words.lower[low - 1] in LYING
    if not place or words.tags[low - 2] not in {"NN", "NNS"}:
        return None
    return phrase_start(words, 0, low - 2), low - 1


def _acted_on(words: Words, clause: Clause, noun: tuple[int, int] | None) -> str:
    """`which the crowd took for a joke`: what is acted on goes behind its verb, where that has no other object."""
    first, high, end = clause.low, clause.high, clause.verb or clause.low
    while end < high and words.tags[end].startswith(GROUP):
        end += 1
    missing = words.lower[first] in word_class("relative_object_pronouns") and words.tags[high - 1] not in {"IN", "TO"}
    if not missing or (end < high and words.tags[end] in OBJECT):
        return text_of(words, first + 1, high)
    thing = _mentioned(words, noun) if noun is not None else "this"
    return f"{text_of(words, first + 1, end)} {thing} {text_of(words, end, high)}".rstrip()


def _mentioned(words: Words, noun: tuple[int, int]) -> str:
    """Name a thing again; `this` where the relative clause may go with the phrase that it hangs on."""
    low, high = noun
    hanging = low > 1 and words.tags[low - 1] in {"IN", "CC"} and words.tags[low - 2] in NOUNS
    return "this" if hanging else taken_up(words, NounPhrase(low=low, high=high, head=high - 1))


def _named(words: Words, clauses: Sequence[Clause], noun: tuple[int, int] | None) -> str:
    return "this" if noun is None else named(words, clauses, noun)


def noun_before(words: Words, low: int) -> tuple[int, int] | None:
    """Return the noun phrase right before a relative pronoun, its comma left out."""
    end = low - 1 if low and words.forms[low - 1] == "," else low
    if end < 1 or words.tags[end - 1] not in NOUNS:
        return None
    return phrase_start(words, 0, end - 1), end


NEGATIVE: Final = word_class("nominal_negators")
DEFINITE: Final = word_class("pointing_determiners")
RELATIVE: Final = word_class("relative_subjects")
LIMITING: Final = word_class("limiting_adjectives")
"""Adjectives that do not say what a thing is like."""
HELD: Final = word_class("held_nouns")
"""Events that one has."""
SAID: Final = word_class("said_nouns")
"""Events that come to someone."""
AWAY: Final = word_class("away_particles")
ABSENT: Final = word_class("absent_states")
STATES: Final = word_class("result_states")
OWNERS: Final = word_pairs("subject_of_possessive")
ABSTRACT: Final = word_order("abstract_suffixes")


def nominal_claim(
    words: Words, low: int, high: int, after: str | None, *, absolute: bool = False, owner: bool = False
) -> str:
    """State what a noun phrase says happened, or was so.

    Parameters
    ----------
    low, high
        The words of the phrase, a preposition before it included.
    after
        The subject of the clause that the phrase precedes, where there is one.
    absolute
        Whether `with` opens it, so that it may hold a predicate: `with the road closed`.
    owner
        Whether it can be said whom a possessive pronoun in it stands for.
    """
    start = _unprefixed(words, low, high)
    if words.lower[start] == "without" and start + 1 < high:
        return lacking_claim(words, start + 1, high)
    head = words.head_noun(start, high)
    if head is None or words.lower[start] in NEGATIVE:
        return _exists(words, start, high, head)
    situated = _situated(words, low, start, high, after)
    if situated is not None:
        return situated
    told = _clause_inside(words, start, head, high) or _predicate_inside(words, start, head, high, absolute=absolute)
    return (
        told
        or _of_its_head(words, start, head, high)
        or _owned(words, start, head, high, owner=owner)
        or _exists(words, start, high, head)
    )


def lacking_claim(words: Words, low: int, high: int) -> str:
    """State that what a noun phrase names was not there."""
    low += words.lower[low] in word_class("lacked_determiners")
    head = words.head_noun(low, high)
    plural = head is not None and is_plural(words, head, low)
    return f"there {'were' if plural else 'was'} no {text_of(words, low, high)}"


def _unprefixed(words: Words, low: int, high: int) -> int:
    """Return where the phrase begins behind its preposition."""
    i = low
    while i < high - 1 and (words.tags[i] in {"IN", "TO"} or (words.tags[i] in {"RB", "PDT"} and i + 1 < high - 1)):
        if words.lower[i] in NEGATIVE or (words.tags[i] != "IN" and words.tags[i + 1] not in {"IN", "DT", "RB"}):
            break
        i += 1
    return i


def _situated(words: Words, low: int, start: int, high: int, after: str | None) -> str | None:
    """A time of day, a measure, or a state of mind that the subject was in."""
    if high - start <= 2 and words.is_a(high - 1, "times") and words.tags[high - 1] != "NNS":
        return f"it was {lowered(words, start, text_of(words, start, high))}"
    if start == low or after is None:
        return None
    measured = words.tags[start] == "CD" and words.lower[start - 1] == "at"
    minded = words.tags[start] == "PRP$" and words.lower[start - 1] == "in" and high - start <= 3
    if not (measured or minded):
        return None
    return f"{after} was {lowered(words, low, text_of(words, low, high))}"


def _clause_inside(words: Words, start: int, head: int, high: int) -> str | None:
    """`the gale that swept in`, `the news that no fleet would sail`, `her tales filled him with joy`."""
    if head + 2 >= high:
        return None
    noun = lowered(words, start, text_of(words, start, head + 1))
    definite = words.lower[start] not in word_class("unnamed_determiners") and words.tags[start] not in {"CD"}
    if words.lower[head + 1] in RELATIVE and definite:
        verb = words.skip_adverbs(head + 2, high - 1)
        if words.finite(verb):
            return f"{noun} {text_of(words, head + 2, high)}"
        later = words.clause_verb(head + 2, high)
        if words.lower[head + 1] == "that" and later is not None and eventive_noun(words, head):
            return f"{noun} was that {text_of(words, head + 2, high)}"
    return None


def _predicate_inside(words: Words, start: int, head: int, high: int, *, absolute: bool) -> str | None:
    """`the bridge closed`, `the wells running low`: a noun and what happened to it."""
    if head + 1 >= high or not (absolute or words.lower[start] in DEFINITE or words.tags[start] == "PRP$"):
        return None
    after = words.skip_adverbs(head + 1, high - 1)
    noun = lowered(words, start, text_of(words, start, head + 1))
    if words.tags[head] == "NNP" and words.is_a(head, "times"):
        noun = text_of(words, start + (words.lower[start] == "the"), head + 1)
    participle = words.tags[after] in {"VBN", "VBG", "VBD"} or (absolute and words.tags[after] in {"JJ", "RP"})
    out = after == high - 1 and (words.lower[after] in ABSENT or (absolute and words.lower[after] in AWAY))
    if not (participle or out):
        return None
    be = "were" if is_plural(words, head, start) else "was"
    return f"{noun} {be} {text_of(words, head + 1, high)}"


def _of_its_head(words: Words, start: int, head: int, high: int) -> str | None:
    """`the dry summer of 1642` -> `the summer of 1642 was dry`."""
    first = phrase_start(words, start, head)
    if first != start or (words.lower[start] not in DEFINITE and not _possessive(words, start, head)):
        return None
    first = _owner_end(words, start, head) + 1
    end = head
    while end > first and words.tags[end - 1] in NOUNS:
        end -= 1
    last = end - 1
    if last < first or words.lower[last] in LIMITING:
        return None
    state = (
        words.tags[last] in {"VBN", "VBD"} or words.lower[last] in STATES or words.is_a(last, "condition_adjectives")
    )
    if not (state or (words.is_a(head, "weather") and words.tags[last] == "JJ")):
        return None
    low = last
    while low > first and words.tags[low - 1] == "RB":
        low -= 1
    be = "were" if is_plural(words, head, start) else "was"
    det = lowered(words, start, text_of(words, start, low))
    return f"{det} {text_of(words, end, high)} {be} {text_of(words, low, end)}"


def _owner_end(words: Words, start: int, head: int) -> int:
    """Return the last word of the determiner or of the possessor."""
    marks = [i for i in range(start, head) if words.tags[i] == "POS"]
    return marks[-1] if marks else start


def _possessive(words: Words, start: int, head: int) -> bool:
    return words.tags[start] == "PRP$" or any(words.tags[i] == "POS" for i in range(start, head))


def _owned(words: Words, start: int, head: int, high: int, *, owner: bool) -> str | None:
    """`the mill's closure` took place; `the bakery's landlord` is what the bakery had."""
    if not _possessive(words, start, head):
        return None
    whole = lowered(words, start, text_of(words, start, high))
    if words.lower[head] in SAID:
        return f"{whole} came"
    if words.lower[head] not in HELD and _happens(words, head):
        return f"{whole} took place"
    if words.tags[start] == "PRP$":
        return _had(words, start, head, high, OWNERS[words.lower[start]]) if owner else None
    mark = _owner_end(words, start, head)
    return _had(words, mark, head, high, lowered(words, start, text_of(words, start, mark)))


def _had(words: Words, mark: int, head: int, high: int, owner: str) -> str:
    return f"{owner} had {_indefinite(words, mark + 1, head, text_of(words, mark + 1, high))}"


def _happens(words: Words, head: int) -> bool:
    """Whether a noun names what happens at a time, by list or by an ending that makes nouns of verbs."""
    return words.is_a(head, "event_nouns") or words.lower[head].endswith(word_order("happening_suffixes"))


def _indefinite(words: Words, low: int, head: int, thing: str) -> str:
    """Put an article before a singular noun that can be counted."""
    lemma = words.lemmas[head].lower()
    mass = lemma in MASS or lemma.endswith(ABSTRACT) or words.tags[head].startswith("NNP")
    if mass or is_plural(words, head, low) or words.tags[low] in {"CD", "DT", "PRP$"} or words.lower[low] == "no":
        return thing
    return f"{article(thing)} {thing}"


def _exists(words: Words, start: int, high: int, head: int | None) -> str:
    plural = head is not None and is_plural(words, head, start)
    text = lowered(words, start, text_of(words, start, high))
    limited = start + 1 < high and words.lower[start + 1] in LIMITING - word_class("renewing_adjectives")
    if head == high - 1 and words.lower[start] == "the" and start + 1 < high and not limited:
        text = _indefinite(words, start + 1, head, text_of(words, start + 1, high))
    return f"there {'were' if plural else 'was'} {text}"
