"""Clauses joined in one sentence: in a chain, side by side, or two effects of the same cause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause, Form
from nlbridge.language.clauses.unreal import CONDITIONS
from nlbridge.language.lexicon.connectives import Argument
from nlbridge.language.pipeline.inversion import inverted
from nlbridge.reading.links.barriers import had_come_of_it, listed, past_perfect, same_time, stative, went_on_as_before
from nlbridge.reading.links.edges import Edge, Rule
from nlbridge.reading.links.effects import of_many, shows_effect
from nlbridge.reading.links.neighbours import collective, neighbour, nouns
from nlbridge.reading.links.parallels import own_cause, parallel
from nlbridge.reading.links.pass_state import Reading

DEFINITE = frozenset({"the", "this", "that", "these", "those", "its", "his", "her", "their"})
POINTING = frozenset({"this", "that", "because"})


def coordinate(reading: Reading, k: int, clause: Clause, last: int) -> None:
    """Link a clause to the ones that it is joined to, as their effect or as one more of the same causes."""
    words = reading.words
    plain = [m for m in reading.mains if reading.clauses[m].opener is not Opener.RELATIVE]
    if clause.comma and plain and reading.clauses[plain[-1]].sentence == clause.sentence:
        last = plain[-1]
    verb = clause.verb if clause.verb is not None else clause.low
    own_subject = clause.subject is not None or words.nominal_before(clause.low, verb)
    if _with_the_one_before(reading, k, clause, last) or (own_subject and own_cause(reading, k, last)):
        return
    shared_subject = clause.form is not Form.NOMINAL and not own_subject
    shared = _conjoined_effect(reading, k, clause, last)
    common = shared or _common(reading, clause, last)
    if clause.opener is Opener.BREAK:
        neighbour(reading, k)
    elif shared_subject and not (common and clause.comma):
        _predicate(reading, k, last)
    elif common:
        _fork(reading, k, common, Rule.CONJOINED if shared else Rule.FORK)
    elif listed(words, clause):
        _fork(reading, k, reading.parents(last), Rule.FORK)
    elif _chained(reading, k, clause):
        reading.link(last, k, None, Rule.COORDINATE)


def _with_the_one_before(reading: Reading, k: int, clause: Clause, last: int) -> bool:
    """Link a clause as the one before is linked: a second explanation, or a thing of which the same is said."""
    explained = [e.effect for e in reading.edges if e.cause == last and e.rule is Rule.COLON]
    if explained:
        reading.link(k, explained[0], None, Rule.COLON)
        return True
    if inverted(reading.words, clause.low, clause.high) is None:
        return False
    _fork(reading, k, reading.parents(last), Rule.FORK)
    return True


def _fork(reading: Reading, k: int, common: Sequence[Edge], rule: Rule) -> None:
    """Give a clause the causes of the one that it is joined to."""
    reading.edges.extend(replace(edge, effect=k, confidence=rule.confidence, rule=rule) for edge in common)


def _predicate(reading: Reading, k: int, last: int) -> None:
    """Link a second predicate to what acts in both, or else to the first."""
    acting = _acting(reading, last)
    if not acting and parallel(reading, k, last):
        acting = [e.cause for e in reading.parents(last)]
    elif not acting:
        acting = [last]
    for source in acting:
        reading.link(source, k, None, Rule.SHARED_SUBJECT)


def _acting(reading: Reading, last: int) -> list[int]:
    """What acts in `the storm closed the pass and stranded the bus`, or in `it closed ... and stranded ...`."""
    clause = reading.clauses[last]
    first, verb = reading.words.lower[clause.low], clause.verb
    acts = first == "it" and verb is not None and reading.words.is_a(verb, "causative_verbs")
    if acts or clause.opener is Opener.SUBJECT or first in {"this", "which"}:
        return [e.cause for e in reading.parents(last)]
    return []


def _conjoined_effect(reading: Reading, k: int, clause: Clause, last: int) -> list[Edge]:
    """Causes said before A in `because X, A and B`, unless B takes up what A is about."""
    taken_up = nouns(reading.words, clause) & nouns(reading.words, reading.clauses[last])
    if _pronoun(reading, clause) or taken_up:
        return []
    before = [e for e in reading.parents(last) if e.connective and e.cause < last]
    if clause.comma and _takes_up(reading, last):
        return before
    return [e for e in before if reading.clauses[e.cause].sentence == clause.sentence and e.cause not in reading.mains]


def _takes_up(reading: Reading, k: int) -> bool:
    """Whether a clause opens its sentence with a signal that takes up the one before: `because of this`."""
    opens = k == 0 or reading.clauses[k - 1].sentence != reading.clauses[k].sentence
    return opens and any(POINTING & set(s.words) for s in reading.clauses[k].signals)


def _common(reading: Reading, clause: Clause, last: int) -> list[Edge]:
    """Causes of the clause before that may be causes of this one, too."""
    subject = reading.clauses[last].opener is Opener.SUBJECT
    first, other = reading.words.lower[clause.low], reading.words.lower[reading.clauses[last - subject].low]
    return reading.parents(last - subject) if first == other and first in DEFINITE - {"the"} else []


def _chained(reading: Reading, k: int, clause: Clause) -> bool:
    """Whether clauses joined by `and` are read as cause and effect rather than side by side."""
    if any(s and s.sign is Sign.INHIBITS for _, s, _ in reading.pending):
        return True
    before = past_perfect(reading, k) and not had_come_of_it(reading.words, clause)
    if before or same_time(reading.words, clause):
        return False
    if went_on_as_before(reading.words, clause):
        return False
    following = [c for c in reading.clauses[k + 1 :] if c.sentence > clause.sentence]
    effect = shows_effect(reading.words, clause)
    if following and _gathers(reading, following[0]) and not (effect and _own_pronoun(reading, clause)):
        return False
    if _side_by_side(reading, k, clause):
        return False
    if not clause.comma:
        return True
    begun = clause.sentence > 0 or _caused(reading, k - 1)
    return begun or _pronoun(reading, clause) or not following or of_many(reading.words, clause)


def _pronoun(reading: Reading, clause: Clause) -> bool:
    return any(reading.words.tags[i] in {"PRP", "PRP$"} for i in range(clause.low, clause.high))


def _caused(reading: Reading, k: int) -> bool:
    """Whether the clause before has a cause in its own sentence, with no word of cause between: the story is on."""
    return any(e.rule in {Rule.PREDICATE, Rule.FRONTED} for e in reading.parents(k))


def _own_pronoun(reading: Reading, clause: Clause) -> bool:
    """Whether the subject of a clause is a pronoun."""
    return reading.words.tags[clause.low] == "PRP"


def _side_by_side(reading: Reading, k: int, clause: Clause) -> bool:
    """Whether a state joined to an event waits with it for a result: `the bolt broke and the key was lost, so ...`."""
    following = reading.clauses[k + 1] if k + 1 < len(reading.clauses) else None
    if following is None or following.sentence != clause.sentence or not _gathers(reading, following):
        return False
    return following.opener is Opener.BREAK or (stative(reading, k) and not _pronoun(reading, clause))


def _gathers(reading: Reading, clause: Clause) -> bool:
    """Whether a sentence takes up all that the one before said; `without him` takes up one thing."""
    gathering = (s for s in clause.signals if s.words not in CONDITIONS)
    if any(s.follows is Argument.EFFECT and s.sign is Sign.PROMOTES for s in gathering):
        return True
    return collective(reading.words, clause)
