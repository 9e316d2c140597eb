"""Two things that one happening does to two things, and which of two results goes with which.

`It killed the blossom and burst the pipe. As a result there was no fruit, and the hens went thirsty`: neither of the
two effects of the frost brings about the other, and each has a result of its own, told by a shared noun or by order.
"""

from __future__ import annotations

from typing import Final

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.signal_senses import eventive_noun
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.neighbours import nouns
from nlbridge.reading.links.pass_state import Reading

POINTING: Final = frozenset({"it", "this", "that", "which"})
OBJECT: Final = frozenset({"DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD"})


def parallel(reading: Reading, k: int, last: int) -> bool:
    """Whether a second predicate says what else the happening did that is the subject of both."""
    words, first, second = reading.words, reading.clauses[last], reading.clauses[k]
    if not (_acts_on(words, first) and _acts_on(words, second)) or nouns(words, first) & nouns(words, second):
        return False
    if any(words.tags[i] in {"PRP", "PRP$"} for i in range(second.low, second.high)):
        return False
    if words.lower[first.low] in POINTING:
        return any(_tells_of_happening(words, reading.clauses[e.cause]) for e in reading.parents(last))
    return _happening(words, first)


def _acts_on(words: Words, clause: Clause) -> bool:
    """Whether an object follows the verb of a clause, a particle between them allowed."""
    if clause.verb is None:
        return False
    after = clause.verb + 1
    after += after < clause.high and words.tags[after] == "RP"
    return after < clause.high and words.tags[after] in OBJECT


def _happening(words: Words, clause: Clause) -> bool:
    """Whether the subject of a clause, or what a phrase names, is something that happens."""
    head = words.head_noun(clause.low, clause.verb if clause.verb is not None else clause.high)
    return head is not None and eventive_noun(words, head)


def _tells_of_happening(words: Words, clause: Clause) -> bool:
    return any(words.tags[i].startswith("NN") and eventive_noun(words, i) for i in range(clause.low, clause.high))


def own_cause(reading: Reading, k: int, last: int) -> bool:
    """Give each of two joined results the one of two earlier effects that it comes of; tell whether there were two."""
    sources = [e.cause for e in reading.edges if e.effect == last and e.sign is Sign.PROMOTES]
    if len(sources) != 2 or not _two_effects(reading, sources[0], sources[1], last):
        return False
    straight = _shared(reading, sources[0], last) + _shared(reading, sources[1], k)
    crossed = _shared(reading, sources[1], last) + _shared(reading, sources[0], k)
    mine = sources[0] if crossed > straight else sources[1]
    known = next(e for e in reading.edges if (e.cause, e.effect) == (mine, last))
    reading.edges.remove(known)
    reading.link(mine, k, None, known.rule)
    return True


def _two_effects(reading: Reading, one: int, two: int, last: int) -> bool:
    """Whether two causes are said in one earlier sentence as two things that one happening did."""
    said = {reading.clauses[m].sentence for m in (one, two)}
    return len(said) == 1 and reading.clauses[last].sentence not in said and parallel(reading, two, one)


def _shared(reading: Reading, one: int, two: int) -> int:
    return len(nouns(reading.words, reading.clauses[one]) & nouns(reading.words, reading.clauses[two]))


__all__ = ["own_cause", "parallel"]
