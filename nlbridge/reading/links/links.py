"""Which event bears on which: signals first, then structure, then text order.

One pass over the clauses. A clause that states a cause waits for its main
clause; a clause that states an effect takes what stands before it. Neighbours
without a signal are linked with low confidence, except across barriers.
"""

from __future__ import annotations

from collections.abc import Sequence

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause, Form
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.barriers import past_perfect, stative
from nlbridge.reading.links.coordination import DEFINITE, coordinate
from nlbridge.reading.links.edges import Edge, Rule, acyclic
from nlbridge.reading.links.mechanisms import consistent, is_remark, with_sufficient
from nlbridge.reading.links.neighbours import goes_on, neighbour, nouns
from nlbridge.reading.links.pass_state import Reading
from nlbridge.reading.links.restatements import restated

CAUSE_KINDS = frozenset({SignalKind.SUBORDINATOR, SignalKind.PREPOSITION, SignalKind.JOINT})
REASONS = frozenset({"because", "since"})
RESULT_PARTICIPLES = word_class("causative_verbs")


def find_edges(words: Words, clauses: Sequence[Clause]) -> tuple[Edge, ...]:
    """Link the clauses of a text."""
    reading = Reading(words, clauses)
    remarks = [k for k, clause in enumerate(clauses) if is_remark(words, clause)]
    for k, clause in enumerate(clauses):
        if k not in remarks:
            _step(reading, k, clause)
    for cause, signal, rule in reading.pending:
        if reading.mains:
            reading.link(cause, reading.mains[-1], signal, rule)
    edges = acyclic(reading.edges)
    for remark in remarks:
        edges = with_sufficient(edges, words, clauses, remark)
    return consistent(edges)


def _step(reading: Reading, k: int, clause: Clause) -> None:
    signal = clause.opened_by(*CAUSE_KINDS)
    if signal and signal.follows is Argument.CAUSE:
        _cause(reading, k, clause, signal)
    elif clause.form in {Form.PARTICIPLE, Form.ADJECTIVE}:
        _participle(reading, k, clause)
    elif clause.opener is Opener.APPOSITION:
        return
    elif clause.opener is Opener.RELATIVE and not clause.opened_by(SignalKind.VERB):
        _relative(reading, k, clause)
    elif clause.form is Form.NOMINAL and not clause.signals and not _alone(reading, k):
        _phrase(reading, k)
    elif not _second_cause(reading, k, clause):
        _main(reading, k, clause)


def _alone(reading: Reading, k: int) -> bool:
    """Whether a stretch is its whole sentence and a result of it follows: then it states an event, verb or not."""
    if sum(c.sentence == reading.clauses[k].sentence for c in reading.clauses) > 1:
        return False
    return any(s.follows is Argument.EFFECT for c in reading.clauses[k + 1 : k + 2] for s in c.signals)


def _next_is_main(reading: Reading, k: int) -> bool:
    following = reading.clauses[k + 1] if k + 1 < len(reading.clauses) else None
    return (
        following is not None
        and following.sentence == reading.clauses[k].sentence
        and following.opener in {Opener.RESUME, Opener.AND, Opener.SUBJECT, Opener.SIGNAL}
    )


def _cause(reading: Reading, k: int, clause: Clause, signal: Signal) -> None:
    previous = [m for m in reading.mains if reading.clauses[m].sentence == clause.sentence]
    waits = not previous or _stands_before(reading, k)
    _take_up(reading, k, clause, signal)
    if waits or signal.kind is SignalKind.JOINT:
        reading.pending.append((k, signal, Rule.SIGNAL))
    else:
        _trails(reading, k, previous[-1], signal)


def _trails(reading: Reading, k: int, effect: int, signal: Signal) -> None:
    """Link a cause behind its effect, and behind a comma to what the same subject did before: `A and B, because of X`.

    What `X` comes of is no cause beside it.
    """
    effects = [effect]
    while reading.clauses[k].comma and (first := _same_subject_before(reading, effects[0])) is not None:
        effects.insert(0, first)
    behind = {e.cause for e in reading.parents(k)}
    for one in effects:
        guessed = [e for e in reading.edges if e.effect == one and e.cause in behind and e.connective is None]
        for edge in guessed:
            reading.edges.remove(edge)
        reading.link(k, one, signal)


def _same_subject_before(reading: Reading, k: int) -> int | None:
    found = (e.cause for e in reading.edges if e.effect == k and e.rule is Rule.SHARED_SUBJECT)
    before = next(found, None)
    same = before is not None and reading.clauses[before].sentence == reading.clauses[k].sentence
    return before if same else None


def _stands_before(reading: Reading, k: int) -> bool:
    """Whether the main clause of a cause follows it, maybe after more: `partly because A and partly because B, C`."""
    following = k + 1
    while following < len(reading.clauses) and _joined_cause(reading, following):
        following += 1
    return _next_is_main(reading, following - 1) and reading.clauses[following].opener is Opener.RESUME


def _joined_cause(reading: Reading, k: int) -> bool:
    """Whether `and` joins a cause with a signal of its own to the one before."""
    clause, words = reading.clauses[k], reading.words
    signal = clause.opened_by(*CAUSE_KINDS)
    joined = signal is not None and signal.place is not None and words.lower[signal.place[0] - 1] == "and"
    return joined and clause.sentence == reading.clauses[k - 1].sentence


def _take_up(reading: Reading, k: int, clause: Clause, signal: Signal) -> None:
    """Link what a cause refers back to: `because of the thefts`, `with her seat gone`, `because they could not`."""
    words = reading.words
    if _restates(reading, k) or not reading.mains:
        return
    if clause.form is not Form.NOMINAL:
        _take_up_clause(reading, k, signal)
        return
    if words.lower[clause.low] in {"with", "without"}:
        neighbour(reading, k)
        return
    _take_up_noun(reading, k, clause)


def _take_up_noun(reading: Reading, k: int, clause: Clause) -> None:
    """Link a cause to the last event that has its noun, one of the story if there is one.

    `because of his injury` names someone's part in what happened, without its noun.
    """
    words, aside = reading.words, reading.asides | reading.backgrounds
    head = words.head_noun(clause.low, clause.high)
    if head is None or words.lower[clause.low] not in DEFINITE:
        return
    stem = words.lemmas[head].lower()[:5]
    told = [m for m in reading.mains if reading.clauses[m].sentence not in aside]
    for main in (*reversed(told), *reversed(reading.mains)):
        other = reading.clauses[main]
        if any(words.lower[i].startswith(stem) for i in range(other.low, other.high)):
            reading.link(main, k, None, Rule.ANAPHOR)
            return
    if words.tags[clause.low] == "PRP$" and words.is_a(head, "event_nouns"):
        reading.link(reading.last_main(), k, None, Rule.ANAPHOR)


def _take_up_clause(reading: Reading, k: int, signal: Signal) -> None:
    """Link a reason that goes on from the sentence before, whether it stands before or behind its effect."""
    if reading.clauses[reading.mains[-1]].sentence == reading.clauses[k].sentence:
        if signal.words[-1] in REASONS:
            _go_back(reading, k)
    elif goes_on(reading, k):
        neighbour(reading, k)


def _go_back(reading: Reading, k: int) -> None:
    """Link a reason behind its effect to the sentence before, where it speaks of a thing of that sentence."""
    clause = reading.clauses[k]
    own = nouns(reading.words, clause)
    for main in reversed(reading.mains):
        other = reading.clauses[main]
        if other.sentence < clause.sentence and own & nouns(reading.words, other):
            reading.link(main, k, None, Rule.TIED)
            return


def _restates(reading: Reading, k: int) -> bool:
    """Link a clause to the earlier one that it states again, if there is one."""
    earlier = restated(reading.words, reading.clauses, k)
    if earlier is None:
        return False
    reading.edges.append(Edge(cause=earlier, effect=k, confidence=Rule.RESTATED.confidence, rule=Rule.RESTATED))
    return True


def _phrase(reading: Reading, k: int) -> None:
    """A subject, or a second conjunct of a cause: it waits for its predicate."""
    clause = reading.clauses[k]
    if clause.opener is Opener.AND and reading.pending and reading.pending[-1][0] == k - 1:
        _, signal, rule = reading.pending[-1]
        reading.pending.append((k, signal, rule))
        return
    if not _argument_follows(reading, k):
        return
    if not _restates(reading, k) and reading.mains and reading.words.lower[clause.low] not in {"a", "an"}:
        _unsignalled(reading, k, clause)
    reading.pending.append((k, None, Rule.PREDICATE))


def _argument_follows(reading: Reading, k: int) -> bool:
    """Whether a predicate for the phrase comes in the same sentence."""
    rest = [c for c in reading.clauses[k + 1 :] if c.sentence == reading.clauses[k].sentence]
    return any(
        c.opener is Opener.SUBJECT
        or c.opened_by(SignalKind.VERB, SignalKind.JOINT) is not None
        or (c.opener is Opener.RESUME and c.verb is not None and c.verb <= c.low + 2)
        for c in rest[:3]
    )


def _participle(reading: Reading, k: int, clause: Clause) -> None:
    words = reading.words
    first = words.skip_adverbs(clause.low, clause.high - 1)
    previous = [m for m in reading.mains if reading.clauses[m].sentence == clause.sentence]
    if clause.opener is Opener.AND and previous and words.tags[first] == "VBN":
        _main(reading, k, clause)
        return
    if clause.opener is Opener.PARTICIPLE and _within_subject(reading, k) and words.tags[first] != "VBG":
        reading.pending.append((k, None, Rule.FRONTED))
        return
    if clause.opener is Opener.PARTICIPLE and previous:
        if words.tags[first] == "VBG":
            causal = words.lemmas[first] in RESULT_PARTICIPLES
            reading.link(previous[-1], k, None, Rule.RESULT_PARTICIPLE if causal else Rule.PARTICIPLE)
            reading.mains.append(k)
        else:
            reading.link(k, previous[-1], None, Rule.RELATIVE)
        return
    if reading.mains and not previous:
        neighbour(reading, k)
    reading.pending.append((k, None, Rule.FRONTED))


def _within_subject(reading: Reading, k: int) -> bool:
    """Whether a participle stands between a subject and its verb: `the hills, no longer mown, lost their orchids`."""
    following = reading.clauses[k + 1] if k + 1 < len(reading.clauses) else None
    return following is not None and following.subject is not None and following.sentence == reading.clauses[k].sentence


def _relative(reading: Reading, k: int, clause: Clause) -> None:
    previous = [m for m in reading.mains if reading.clauses[m].sentence == clause.sentence]
    if _describes(reading, k):
        return
    if past_perfect(reading, k):
        if _next_is_main(reading, k) and reading.words.lower[clause.low] == "who":
            reading.pending.append((k, None, Rule.BACKGROUND))
        return
    words, verb = reading.words, clause.verb if clause.verb is not None else clause.low
    if words.lower[clause.low] == "where" and not any(words.tags[i] == "PRP" for i in range(clause.low, verb)):
        return
    if previous and not stative(reading, k):
        reading.link(previous[-1], k, None, Rule.RELATIVE)
        reading.mains.append(k)


def _describes(reading: Reading, k: int) -> bool:
    """Whether `who` between a subject and its verb says what someone is or can do: `Ida, who could not swim, ...`."""
    clause, words = reading.clauses[k], reading.words
    if words.lower[clause.low] != "who" or clause.verb is None or not _within_subject(reading, k):
        return False
    return words.tags[clause.verb] == "MD" or stative(reading, k)


def _second_cause(reading: Reading, k: int, clause: Clause) -> bool:
    """Let the second of two clauses under one subordinator wait with the first: `because A and B, C`."""
    if clause.opener is not Opener.AND or clause.signals:
        return False
    if _trailing_cause(reading, k, clause):
        return True
    if not reading.pending or reading.pending[-1][0] != k - 1:
        return False
    if k + 1 == len(reading.clauses):
        return False
    following = reading.clauses[k + 1]
    if following.sentence != clause.sentence or not following.comma or following.opener in {Opener.AND, Opener.SIGNAL}:
        return False
    _, signal, rule = reading.pending[-1]
    reading.pending.append((k, signal, rule))
    return True


def _trailing_cause(reading: Reading, k: int, clause: Clause) -> bool:
    """Link the second of two causes after their effect: `C because A and B`."""
    before = reading.clauses[k - 1]
    signal = before.opened_by(SignalKind.SUBORDINATOR)
    if clause.comma or signal is None or signal.follows is not Argument.CAUSE or before.sentence != clause.sentence:
        return False
    effects = [e.effect for e in reading.edges if e.cause == k - 1 and e.connective == str(signal) and e.effect < k - 1]
    for effect in effects:
        reading.link(k, effect, signal)
    return bool(effects)


def _main(reading: Reading, k: int, clause: Clause) -> None:
    barrier = _leaves_story(reading, k, clause)
    result = next((s for s in clause.signals if s.follows is Argument.EFFECT), None)
    verb = clause.opened_by(SignalKind.VERB)
    had_pending = [p for p in reading.pending if p[0] < k]
    if verb and verb.follows is Argument.CAUSE:
        _explains(reading, k, verb)
        return
    if verb and reading.pending:
        _link_all(reading, [cause for cause, _, _ in had_pending], k, verb)
        reading.pending.clear()
    elif result:
        _link_all(reading, _sources(reading, k, clause), k, result)
    elif barrier:
        _share_first_cause(reading, k, clause)
    elif reading.mains and not _explained(reading, clause, had_pending):
        _unsignalled(reading, k, clause)
    for cause, signal, rule in had_pending:
        reading.link(cause, k, signal, rule)
    reading.pending.clear()
    reading.mains.append(k)


def _link_all(reading: Reading, causes: Sequence[int], k: int, signal: Signal) -> None:
    for cause in causes:
        reading.link(cause, k, signal)


def _share_first_cause(reading: Reading, k: int, clause: Clause) -> None:
    """Link both sides of `while` to a reason that opens their sentence: `When X, A, while B`.

    Without a comma, `while` gives the time of A and not what happened beside it.
    """
    if not clause.comma:
        return
    first = next((m for m in range(k) if reading.clauses[m].sentence == clause.sentence), k)
    signal = reading.clauses[first].opened_by(SignalKind.SUBORDINATOR)
    if signal is None or signal.follows is not Argument.CAUSE or signal.sign is not Sign.PROMOTES:
        return
    if any(e.cause == first and e.effect < k for e in reading.edges):
        reading.link(first, k, signal)


def _leaves_story(reading: Reading, k: int, clause: Clause) -> bool:
    """Whether a word such as `meanwhile` opens a clause; at the head of a sentence it makes an aside of it."""
    barrier = clause.opened_by(SignalKind.BARRIER) is not None
    if barrier and (k == 0 or reading.clauses[k - 1].sentence != clause.sentence):
        reading.asides.add(clause.sentence)
    return barrier


def _explained(reading: Reading, clause: Clause, waiting: Sequence[tuple[int, Signal | None, Rule]]) -> bool:
    """Whether a clause has its cause before it: one that comes from what was said, or a second `since`.

    In `A, and since B, C` the two bring about C together, if A has no reason of its own.
    """
    if any(reading.parents(cause) for cause, _, _ in waiting):
        return True
    signalled = any(s and REASONS & set(s.words) and s.sign is Sign.PROMOTES for _, s, _ in waiting)
    before = reading.mains[-1]
    if not signalled or reading.clauses[before].sentence != clause.sentence:
        return False
    joined = any(s and s.place and reading.words.lower[s.place[0] - 1] == "and" for _, s, _ in waiting)
    return not joined or any(edge.connective for edge in reading.parents(before))


def _explains(reading: Reading, k: int, verb: Signal) -> None:
    """`The blackout stemmed from a fault`: the subject is the effect."""
    subject = reading.pending.pop()[0] if reading.pending else (reading.mains[-1] if reading.mains else None)
    if subject is not None:
        reading.link(k, subject, verb)
    reading.mains.append(k)


def _sources(reading: Reading, k: int, clause: Clause) -> list[int]:
    """What a result signal takes up: the clause before it, with its unlinked siblings."""
    if not reading.mains:
        return []
    last = reading.mains[-1] if clause.sentence in reading.asides else reading.last_main()
    group = reading.leaves(reading.clauses[last].sentence)
    if last not in group:
        return [last]
    if clause.sentence == reading.clauses[last].sentence:
        group = [m for m in group if m == last or (not reading.parents(m) and not reading.parents(last))]
    return [m for m in group if m == last or not reading.clauses[last].opened_by(SignalKind.BARRIER)]


def _unsignalled(reading: Reading, k: int, clause: Clause) -> None:
    last = reading.mains[-1]
    before = reading.clauses[last]
    if clause.opener is Opener.SUBJECT or (clause.form is Form.NOMINAL and _alone(reading, k)):
        return
    if before.sentence != clause.sentence:
        neighbour(reading, k)
    elif before.opened_by(SignalKind.BARRIER) and clause.opener in {Opener.COMMA, Opener.RESUME}:
        return
    elif clause.opener is Opener.BREAK and reading.words.forms[clause.low - 1] == ":" and reading.leaf(last):
        reading.link(k, last, None, Rule.COLON)
    elif clause.opener in {Opener.AND, Opener.COMMA, Opener.RESUME, Opener.BREAK, Opener.SIGNAL}:
        coordinate(reading, k, clause, last)
