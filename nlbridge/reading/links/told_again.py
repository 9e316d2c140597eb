"""Claims that a text makes twice: as a repetition, by a pronoun, or by a noun: `The board closed it. The closure ...`.

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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon import word_class, word_order, word_phrases
from nlbridge.language.lexicon.connectives import Argument, SignalKind
from nlbridge.language.meaning.sentences import NEGATORS
from nlbridge.language.meaning.word_similarity import stem
from nlbridge.language.pipeline.dictionary import verb_lemma
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge, Rule, acyclic

EMPTY: Final = word_class("empty_beside_nouns")
"""Words without a meaning of their own."""
DEGREES: Final = word_class("degree_adverbs")
"""Words that a repetition may leave out: `unusually low`, then `low`."""
LEAST: Final = 2
"""Fewest words of a claim that counts as a repetition."""
PLACING: Final = word_class("placing_prepositions")
"""Words that open the place or time of an event."""
DESCRIBING: Final = word_class("describing_prepositions")
"""Prepositions that open what describes a noun: `the lift in building C`."""
ENDING: Final = ("NN", "CD")
"""Beginnings of the tags of words that may end the description of a noun."""
BESIDE: Final = ("NN", "JJ", "CD", "DT", "PRP$", "POS", "VBG", "VBN", "HYPH")
"""Beginnings of the tags of words in a noun phrase before its noun."""
VERBAL: Final = ("VB", "MD", "RB")
"""Beginnings of the tags of words that open a predicate."""
OWNERS: Final = word_class("third_person_possessives")
"""Words that describe nothing by themselves: `her old car`, then `her car`."""
UNSAID: Final = NEGATORS | word_class("scarce_quantifiers")
"""Words that leave little or nothing of what they stand before."""
PRO_PREDICATES: Final = word_phrases("pro_predicates")
"""What stands for the predicate of the clause before: `it did so because ...`."""
NOT_IN_FULL: Final = {"n't": "not", "n’t": "not"}
"""So that `didn't glow` and `did not glow` are one denial."""
NEAR: Final = 1
"""Most sentences back to a claim that a pronoun takes up."""
CERTAIN: Final = 0.97
"""Chance of a link that follows from the words: `fog closed the harbour` needs fog."""
DOERS: Final = word_order("doer_suffixes")
WEATHER: Final = word_class("weather", "weather_nouns")
DEFINITE: Final = word_class("definite_determiners")
INDEFINITE: Final = word_class("indefinite_articles")
AGENTS: Final = word_class("agent_prepositions")


def duplicates(words: Words, clauses: Sequence[Clause], statements: Mapping[int, str]) -> dict[int, int]:
    """Return the clauses that only repeat an earlier one, each with that clause, by position."""
    positions = tuple(statements)
    found = {positions[k]: positions[j] for k, j in repeats(list(statements.values())).items()}
    found |= named_again(words, clauses, {k: each for k, each in statements.items() if k not in found})
    for k in (k for k in positions if k not in found):
        first = recalled(words, clauses, k, [j for j in positions if j < k and j not in found])
        if first is not None:
            found[k] = first
    for k in sorted(found):  # a claim that is told three times repeats its first mention
        found[k] = found.get(found[k], found[k])
    return found


def repeats(statements: Sequence[str]) -> dict[int, int]:
    """Return the repetitions among statements: the position of each, with that of the earlier statement.

    Examples
    --------
    >>> repeats(["The server room overheated on Tuesday.", "Both fans had stopped.", "The server room overheated."])
    {2: 0}
    >>> repeats(["The tide was unusually low.", "The tide was low."])
    {1: 0}
    >>> repeats(["The van was late on Monday.", "The van was late on Tuesday.", "The van was not late."])
    {}
    """
    content = [_content(statement.split()) for statement in statements]
    earlier: dict[int, int] = {}
    for k, words in enumerate(content):
        before = next((j for j in range(k) if j not in earlier and _says(content[j], words)), None)
        if before is not None and len(words) >= LEAST:
            earlier[k] = before
    return earlier


def recalled(words: Words, clauses: Sequence[Clause], k: int, earlier: Iterable[int]) -> int | None:
    """Return which earlier clause is recalled by one that is a reason or gets one; None if none or several.

    `The goods lift in building C stood still. Because the lift stood still, Ann took the stairs.`
    `The gate was open. It was open because the latch had rusted.`
    """
    explained = _gets_a_reason(clauses, k)
    if not (explained or _gives_a_reason(clauses[k])):
        return None
    low, high = clauses[k].low, clauses[k].high
    if words.lower[low] in word_class("definite_determiners"):
        said = _told(words, clauses[k])
        found = [j for j in earlier if said and (told := _told(words, clauses[j])) and said.recalls(told)]
        return found[0] if len(found) == 1 else None
    if not words.is_a(low, "third_person_subjects"):
        return None
    if explained and words.lower[low + 1 : high] in PRO_PREDICATES:
        found = _beside(words, clauses, k, earlier)
    else:
        found = _said_alike(words, clauses, k, earlier)
    near = found and clauses[k].sentence - clauses[found[0]].sentence <= NEAR
    return found[0] if near and len(found) == 1 else None


def _beside(words: Words, clauses: Sequence[Clause], k: int, earlier: Iterable[int]) -> list[int]:
    """Return the main clauses of the nearest sentence before clause `k`, its own included; none if one is denied."""
    main = [j for j in earlier if _is_main(clauses[j])]
    near = [j for j in main if clauses[j].sentence == clauses[main[-1]].sentence]
    return [] if any(_denials(words, clauses[j]) for j in near) else near


def _said_alike(words: Words, clauses: Sequence[Clause], k: int, earlier: Iterable[int]) -> list[int]:
    """Return the earlier clauses that say of their subject what clause `k` says of a pronoun, as surely as it does."""
    said, denied = _predicate(words, clauses[k]), _denials(words, clauses[k])
    if not said or not words.tags[clauses[k].low + 1].startswith("VB"):
        return []  # `it probably failed`, `it would have passed`
    alike = (j for j in earlier if _says(_predicate(words, clauses[j]), said) and _is_told(words, clauses[j]))
    return [j for j in alike if _denials(words, clauses[j]) == denied]


def _gives_a_reason(clause: Clause) -> bool:
    signal = clause.opened_by(SignalKind.SUBORDINATOR)
    return signal is not None and signal.follows is Argument.CAUSE


def _gets_a_reason(clauses: Sequence[Clause], k: int) -> bool:
    """Whether the next clause of the sentence gives a reason for a clause: `because of the rain`."""
    if k + 1 == len(clauses) or clauses[k + 1].sentence != clauses[k].sentence:
        return False
    signal = clauses[k + 1].opened_by(SignalKind.SUBORDINATOR, SignalKind.PREPOSITION)
    if signal is None or signal.follows is not Argument.CAUSE or signal.sign is not Sign.PROMOTES:
        return False
    return not word_class("reason_words").isdisjoint(signal.words)


def _is_main(clause: Clause) -> bool:
    beside = clause.opened_by(SignalKind.SUBORDINATOR, SignalKind.PREPOSITION, SignalKind.BARRIER)
    return clause.verb is not None and beside is None


def _is_told(words: Words, clause: Clause) -> bool:
    """Whether a clause says that something happened, not that it may have: `could fail`, `probably failed`."""
    inside = range(clause.low, clause.high)
    return not any(words.tags[i] == "MD" or words.is_a(i, "possible_hedges") for i in inside)


def _denials(words: Words, clause: Clause) -> frozenset[str]:
    return UNSAID.intersection(NOT_IN_FULL.get(word, word) for word in words.lower[clause.low : clause.high])


def _predicate(words: Words, clause: Clause) -> tuple[str, ...]:
    """Return what a clause says from its first verb on, without auxiliaries; a passive verb differs from an active."""
    low = next((i for i in range(clause.low, clause.high) if words.tags[i].startswith("VB")), clause.high)
    said, passive = [], False
    for i in range(low, clause.high):
        if words.is_a(i, "be_have_get"):
            passive = words.lemmas[i] != "have"
            continue
        word = words.lemmas[i] if words.tags[i].startswith("VB") else words.lower[i]
        word = NOT_IN_FULL.get(word, word)
        said.append(f"be {word}" if passive and words.tags[i] == "VBN" else word)
    return _content(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A clause as the noun of its subject, the words that describe it, and the predicate."""

    noun: str
    described: frozenset[str]
    predicate: tuple[str, ...]

    def recalls(self, told: _Told) -> bool:
        """Return whether this says of a thing that was described before what was said of it there."""
        return self.noun == told.noun and self.described <= told.described and _says(told.predicate, self.predicate)


def _told(words: Words, clause: Clause) -> _Told | None:
    """Split a clause whose subject is a noun with what describes it; return None for any other."""
    low, high = clause.low, clause.high
    before = next((k for k in range(low, high) if not words.tags[k].startswith(BESIDE)), high)
    noun = next((k for k in reversed(range(low, before)) if words.tags[k].startswith("NN")), None)
    if noun is None or (low and words.lower[low - 1] in word_class("condition_words")):
        return None
    verb = next((k for k in range(noun + 1, high) if words.tags[k].startswith(VERBAL)), high)
    behind = range(noun + 1, verb)
    if behind and not (words.lower[noun + 1] in DESCRIBING and words.tags[verb - 1].startswith(ENDING)):
        return None
    subject = [words.lower[k] for k in (*range(low, noun), *behind)]
    predicate = _content(words.lower[verb:high])
    if not predicate or not UNSAID.isdisjoint(subject):
        return None
    return _Told(noun=words.lower[noun], described=frozenset(_content(subject)) - OWNERS, predicate=predicate)


def _content(words: Iterable[str]) -> tuple[str, ...]:
    bare = (word.strip(".,;:!?\"'“”‘’()").lower() for word in words)
    return tuple(word for word in bare if word and word not in EMPTY)


def _says(whole: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether a statement equals another one, or equals it without its degree or the place or time at its end."""
    if DEGREES.isdisjoint(said):
        whole = tuple(word for word in whole if word not in DEGREES)
    rest = whole[len(said) :]
    return whole[: len(said)] == said and (not rest or rest[0] in PLACING)


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

    Such a noun comes from the verb of the event, or from what the event brings in: `a truck crossed the bridge ...
    because of the truck`. No noun that names something else as well (`fired Ann ... the fire`), or that could name two
    events.
    """
    found = {}
    for k, head in _mentions(words, clauses, statements).items():
        told = [j for j in statements if j < k]
        events = [j for j in told if _does(words, clauses[j], head)]
        having = [j for j in told if _has(words, clauses[j], head)]
        if words.is_a(head, "nouns_of_more"):
            continue
        if len(events) == 1 and not having:
            found[k] = events[0]
        elif not events and len(having) == 1 and _brings_in(words, clauses[having[0]], head):
            found[k] = having[0]
    return found


def _brings_in(words: Words, clause: Clause, head: int) -> bool:
    """Whether a clause affirms something of a noun with `a`, as its subject or object: `was met with a petition`."""
    inside = range(clause.low + 1, clause.high)
    if clause.verb is None or not NEGATORS.isdisjoint(words.lower[clause.low : clause.high]):
        return False
    noun = next((i for i in inside if words.tags[i].startswith("NN") and words.lemmas[i] == words.lemmas[head]), None)
    if noun is None:
        return False
    article = next(
        (i for i in range(noun - 1, clause.low - 1, -1) if not words.tags[i].startswith(("JJ", "VBN"))), noun
    )
    governor = article - 1 if article > clause.low and words.tags[article - 1] == "IN" else None
    acts = governor is None or (words.lower[governor] in AGENTS and words.tags[governor - 1] == "VBN")
    return words.lower[article] in INDEFINITE and acts


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
