"""Claims that speak of something which exists, or goes on, only if another event happened.

Source: `docs/explanation/semantics.md`, section 1; the triggers are those of Levinson (1983), Pragmatics, chapter 4.
What is used to do a thing is used while it is done; a repair presupposes the damage, a return that someone left,
`stopped` and `resumed` that it went on, `again` that it was so before, a factive verb its complement. Only a clause of
the same text that states what is presupposed counts: nothing is made up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form
from nlbridge.language.meaning.alignment import lemmas
from nlbridge.language.meaning.veridicality import factive
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge, reaches
from nlbridge.reading.links.mechanisms import NEGATIONS, adverse
from nlbridge.reading.links.restatements import derived

MEANS: Final = frozenset({"use", "employ", "wield"})
PHASES: Final = frozenset("resume restart stop cease quit finish complete continue interrupt abandon".split())
REPAIRS: Final = frozenset(
    "repair mend fix restore rebuild heal cure patch reattach refill relight rescue salvage retrieve recover".split()
)
HARMS: Final = frozenset("break crack tear snap collapse stop wreck smash shatter wear rust rot".split())
RETURNS: Final = frozenset({"return"})
LEAVING: Final = frozenset("leave depart flee go travel sail emigrate move run set drive walk fly".split())
CONTENT: Final = ("NN", "VB", "JJ")
LIGHT: Final = frozenset({"be", "have", "do", "go", "get", "hour", "day", "week", "month", "year", "time", "place"})
PRONOUNS: Final = frozenset({"it", "them", "him", "her", "he", "she", "they"})


def presuppositions(words: Words, clauses: Sequence[Clause]) -> dict[int, int]:
    """Return which clause each clause presupposes, by position."""
    found: dict[int, int] = {}
    for k, clause in enumerate(clauses):
        presupposed = _means(words, clauses, k)
        if presupposed is None and not _denied(words, clause):
            presupposed = _earlier(words, clauses, k)
        if presupposed is not None and found.get(presupposed) != k:
            found[k] = presupposed
    return found


def without_reversed(edges: Sequence[Edge], presupposed: dict[int, int]) -> tuple[Edge, ...]:
    """Drop the links from a claim to what it presupposes: it cannot bring that about."""
    return tuple(edge for edge in edges if presupposed.get(edge.cause) != edge.effect)


def acyclic_only(edges: Sequence[Edge], presupposed: dict[int, int]) -> dict[int, int]:
    """Keep what closes no circle with the links."""
    below: dict[int, set[int]] = {}
    for edge in edges:
        below.setdefault(edge.cause, set()).add(edge.effect)
    kept = {}
    for claim, basis in presupposed.items():
        if not reaches(below, claim, basis):
            below.setdefault(basis, set()).add(claim)
            kept[claim] = basis
    return kept


def _means(words: Words, clauses: Sequence[Clause], k: int) -> int | None:
    """The clause that says what the means is used for: `using a torch, she crossed the moor`."""
    clause = clauses[k]
    opening = words.skip_adverbs(clause.low, clause.high - 1)
    if clause.form is not Form.PARTICIPLE or words.tags[opening] != "VBG":
        return None
    if lemmas(words.lower[opening]).isdisjoint(MEANS):
        return None
    beside = (k + 1, k - 1) if clause.low == 0 or clauses[k - 1].sentence != clause.sentence else (k - 1, k + 1)
    return next((j for j in beside if 0 <= j < len(clauses) and _main(words, clauses[j], clause)), None)


def _main(words: Words, other: Clause, clause: Clause) -> bool:
    return other.sentence == clause.sentence and other.verb is not None and other.form is Form.FINITE


def _earlier(words: Words, clauses: Sequence[Clause], k: int) -> int | None:
    """The nearest clause before that states what this one takes for granted."""
    clause = clauses[k]
    if clause.verb is None:
        return None
    verb = _head(words, clause)
    said = lemmas(words.lower[verb])
    before = [j for j in range(k - 1, -1, -1) if not _denied(words, clauses[j])]
    if said & REPAIRS:
        return next((j for j in before if _damaged(words, clauses, j, k, verb)), None)
    if said & PHASES or (words.lower[verb + 1 : verb + 2] == ("that",) and any(factive(lemma) for lemma in said)):
        return next((j for j in before if _takes_up(words, clauses[j], verb + 1, clause.high)), None)
    if said & RETURNS and not _object(words, verb + 1, clause.high):
        return next((j for j in before if _departs(words, clauses[j])), None)
    if "again" in words.lower[clause.low : clause.high]:
        return next((j for j in before if _verbs(words, clauses[j]) & {_lemma(words, verb)} - LIGHT), None)
    return None


def _head(words: Words, clause: Clause) -> int:
    """Return the main verb of a clause: the last of its verb group."""
    at = clause.verb if clause.verb is not None else clause.low
    while at + 1 < clause.high and words.tags[at] in {"VBD", "VBZ", "VBP", "MD"} and words.has_auxiliary(at + 1):
        following = words.skip_adverbs(at + 1, clause.high)
        if following >= clause.high or not words.tags[following].startswith("VB"):
            break
        at = following
    return at


def _lemma(words: Words, i: int) -> str:
    return words.lemmas[i].lower()


def _verbs(words: Words, clause: Clause) -> frozenset[str]:
    return frozenset(_lemma(words, i) for i in range(clause.low, clause.high) if words.tags[i].startswith("VB"))


def _denied(words: Words, clause: Clause) -> bool:
    return not NEGATIONS.isdisjoint(words.lower[clause.low : clause.high])


def _content(words: Words, low: int, high: int) -> tuple[str, ...]:
    said = (i for i in range(low, high) if words.tags[i].startswith(CONTENT))
    return tuple(_lemma(words, i) for i in said if _lemma(words, i) not in LIGHT)


def _takes_up(words: Words, other: Clause, low: int, high: int) -> bool:
    """Whether the first thing said after a verb of phase or knowledge is what another clause states."""
    object_ = _content(words, low, high)
    stated = _content(words, other.low, other.high)
    if not object_ or other.verb is None:
        return False
    happens = frozenset(_verbs(words, other)) - LIGHT
    return any(derived(object_[0], verb) for verb in happens) or (
        len(object_) > 1 and all(any(derived(word, earlier) for earlier in stated) for word in object_)
    )


def _damaged(words: Words, clauses: Sequence[Clause], j: int, k: int, verb: int) -> bool:
    """Whether clause `j` says that harm came to what clause `k` puts right."""
    if not adverse(words, clauses[j]) and HARMS.isdisjoint(_verbs(words, clauses[j])):
        return False
    after = _content(words, verb + 1, clauses[k].high)
    pronoun = words.lower[verb + 1 : verb + 2] in {(word,) for word in PRONOUNS}
    harmed = _content(words, clauses[j].low, clauses[j].high)
    return (pronoun and clauses[k].sentence - clauses[j].sentence <= 1) or (bool(after) and after[0] in harmed)


def _object(words: Words, low: int, high: int) -> bool:
    return low < high and words.tags[low] in {"DT", "PRP", "PRP$", "NN", "NNS"}


def _departs(words: Words, clause: Clause) -> bool:
    return clause.verb is not None and not lemmas(words.lower[_head(words, clause)]).isdisjoint(LEAVING)
