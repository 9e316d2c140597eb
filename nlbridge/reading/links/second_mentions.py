"""Events and weather that a text names again by a noun: `The board closed the pool. Because of the closure ...`.

Examples
--------
>>> from nlbridge.reading.reader import read
>>> told = read("The shop closed. Because of the closure, two clerks left.")
>>> [event.statement for event in told.events], [(one.words, one.repeats) for one in told.left_out]
(['The shop closed.', 'Two clerks left.'], [('the closure', 'e1')])
>>> told = read("Snow lay on the lane. Because of the snow, the vet came late.")
>>> [(told.event(k.cause).statement, told.event(k.effect).statement) for k in told.links][0]
('There was snow.', 'Snow lay on the lane.')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.meaning.word_relations import NEGATORS
from nlbridge.language.meaning.word_similarity import stem
from nlbridge.language.pipeline.dictionary import verb_lemma
from nlbridge.reading.links.edges import Edge, Rule, acyclic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nlbridge.language.clauses.clause import Clause
    from nlbridge.language.pipeline.words import Words

CERTAIN: Final = 0.97
"""Chance of a link that follows from the words: `fog closed the harbour` needs fog."""
DOERS: Final = word_order("doer_suffixes")
WEATHER: Final = word_class("weather", "weather_nouns")
DEFINITE: Final = word_class("definite_determiners")
INDEFINITE: Final = word_class("indefinite_articles")


def with_second_mentions(
    edges: Sequence[Edge], words: Words, clauses: Sequence[Clause], statements: Mapping[int, str]
) -> tuple[Edge, ...]:
    """Add the links from weather that a noun with `the` names to what an earlier claim says it did: it must be there.

    `statements` holds the claims that are not repetitions.
    """
    added = {
        (k, j): Edge(cause=k, effect=j, confidence=CERTAIN, rule=Rule.LEARNT)
        for k, head in _mentions(words, clauses, statements).items()
        for j in statements
        if j < k and _introduces(words, clauses[j], head)
    }
    if not added:
        return tuple(edges)
    kept = [e for e in edges if e.connective or not {(e.cause, e.effect), (e.effect, e.cause)} & added.keys()]
    return acyclic((*kept, *added.values()))


def named_again(words: Words, clauses: Sequence[Clause], statements: Mapping[int, str]) -> dict[int, int]:
    """Return the nouns with `the` that only name an earlier event again: the position of each, with that of the event.

    No noun that names something else as well (`fired Ann ... the fire`), that an earlier claim already has, or that
    could name two events.
    """
    found = {}
    for k, head in _mentions(words, clauses, statements).items():
        told = [j for j in statements if j < k]
        events = [j for j in told if _does(words, clauses[j], head)]
        unclear = words.is_a(head, "nouns_of_more") or any(_has(words, clauses[j], head) for j in told)
        if len(events) == 1 and not unclear:
            found[k] = events[0]
    return found


def _has(words: Words, clause: Clause, head: int) -> bool:
    """Whether a clause has the noun at `head` itself."""
    nouns = (i for i in range(clause.low, clause.high) if words.tags[i].startswith("NN"))
    return any(words.lemmas[i].lower() == words.lemmas[head].lower() for i in nouns)


def _mentions(words: Words, clauses: Sequence[Clause], statements: Mapping[int, str]) -> dict[int, int]:
    """Return the phrases of a determiner and a noun that state an event: the position of each, and its noun."""
    mentions = {}
    for k, statement in statements.items():
        low, high = clauses[k].low, clauses[k].high
        opened = statement.split()[:2] in (["There", "was"], ["There", "were"])
        if clauses[k].verb is None and opened and high - low >= 2 and words.lower[high - 2] in DEFINITE:
            mentions[k] = high - 1
    return mentions


def _does(words: Words, clause: Clause, head: int) -> bool:
    """Return whether the verb of a clause affirms what a noun names, and the noun is not in the clause."""
    inside = range(clause.low, clause.high)
    if any(words.lower[i] in NEGATORS for i in inside) or clause.verb is None:
        return False
    noun = words.lemmas[head].lower()
    if noun.endswith(DOERS) and not words.is_a(head, "event_nouns"):
        return False
    if _has(words, clause, head):
        return False
    verbs = (verb_lemma(words.lower[i]) for i in inside if words.tags[i] in {"VBD", "VBN"})
    return any(verb is not None and stem(verb) == stem(noun) for verb in verbs)


def _introduces(words: Words, clause: Clause, head: int) -> bool:
    """Return whether weather without `the` is the subject of a clause that says what it did."""
    low = clause.low + (words.lower[clause.low] in INDEFINITE)
    alike = words.lemmas[low].lower() == words.lemmas[head].lower() and words.tags[low].startswith("NN")
    weather = words.lower[low] in WEATHER
    return weather and alike and clause.verb == low + 1 and words.lemmas[low + 1] != "be"
