"""Turns events of a text into their contraries in place, and connectives into those that fit.

In a clause, the verb group is negated (`nlbridge.language.forms.negation`). An event that is only a noun phrase depends
on its place in the sentence: after a preposition of cause it is removed (`Due to the storm` -> `Without the storm`); as
a subject it gets `no` and the verb stays; as a complement the governing verb is negated. What none of these can turn is
rewritten from its statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from causalcore.derivation.rubric import fitting_connective
from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Span
from nlbridge.language.forms.negation import Change, is_predicate, main_predicate, negations, reverse
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.pipeline.spelling import in_lower_case

Token = Any
CAUSE_PREPOSITIONS: Final = word_phrases("cause_prepositions")
JOINERS: Final = word_class("cause_joiners")
INDEFINITE: Final = word_class("unnamed_determiners")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """The changes that turn an event into its contrary, and the other events whose negation they express as well.

    There are no changes if another edit already carries the negation.
    """

    changes: tuple[Change, ...]
    carries: tuple[str, ...] = ()


def turn(event: Event, doc: Any, events: Sequence[Event], moved: Mapping[str, bool]) -> Turned | None:
    """Turn one event into its contrary; return None if no local edit does it.

    `events` holds all events with a span; `moved` says for each event whether it leaves its factual value.
    """
    if event.span is None:
        return None
    tokens = tokens_in(doc, event.span)
    if not tokens:
        return None
    inside = {token.i for token in tokens}
    tops = [t for t in tokens if (t.head.i not in inside or t.head.i == t.i) and not t.is_punct]
    clause = next((t for t in tops if is_predicate(t)), None)
    infinitive = _bare_infinitive(tokens, clause)
    if infinitive is not None:
        return _complement(event, infinitive, events, moved)
    if clause is not None or _finite_inside(tokens, tops):
        head = main_predicate(tokens)
        changes = _clause(head, inside) if head is not None else ()
        return Turned(changes=changes) if changes else None
    return _noun_phrase(event, tops[0], tokens, doc, events, moved) if tops else None


def _bare_infinitive(tokens: Sequence[Token], clause: Token | None) -> Token | None:
    """Return the infinitive of a phrase (`the governor to leave`) unless a verb precedes, or that heads its clause."""
    for before, token in pairwise(tokens):
        if before.tag_ in {"VBD", "VBZ", "VBN", "VBG", "MD"}:
            break
        if before.tag_ == "TO" and token.tag_ == "VB":
            return token
    if clause is None or clause.tag_ != "VB":
        return None
    return None if any(c.dep_.startswith("aux") and c.tag_ != "TO" for c in clause.children) else clause


def tokens_in(doc: Any, span: Span) -> list[Token]:
    """Return the words within a span of characters."""
    return [t for t in doc if span[0] <= t.idx < span[1] and not t.is_space]


def _finite_inside(tokens: Sequence[Token], tops: Sequence[Token]) -> bool:
    """Return whether a finite verb heads the words although the parse attaches them elsewhere."""
    if any(t.tag_.startswith(("NN", "PRP")) and t.dep_.startswith(("nsubj", "obj", "obl", "nmod")) for t in tops[:1]):
        return any(t.dep_ == "root" for t in tokens if t.tag_.startswith("VB"))
    return any(t.tag_ in {"VBD", "VBZ", "VBP", "MD"} for t in tokens)


def _clause(head: Token, inside: set[int]) -> tuple[Change, ...]:
    """Negate a clause, and what is coordinated with it inside the same event, or affirm one that is negated."""
    changes = list(reverse(head))
    if negations(head):
        return tuple(changes)
    shared = any(c.dep_ in {"aux", "aux:pass"} for c in head.children)
    for conjunct in head.children:
        if conjunct.dep_ != "conj" or conjunct.i not in inside or not is_predicate(conjunct):
            continue
        if not (shared and conjunct.tag_ in {"VBN", "VB", "VBG"}):
            changes += reverse(conjunct)
    return tuple(changes)


def _complement(event: Event, head: Token, events: Sequence[Event], moved: Mapping[str, bool]) -> Turned | None:
    """Negate the verb that governs an infinitive (`persuaded him to go`), or the infinitive itself."""
    governor = _governor(head, event.span)
    if governor is None:
        return Turned(changes=reverse(head))
    owner = owner_of(governor, events)
    if owner is None or owner.id == event.id:
        return Turned(changes=reverse(governor))
    return Turned(changes=() if moved.get(owner.id, False) else reverse(head))


def _governor(token: Token, outside: Span | None = None) -> Token | None:
    """Return the verb that governs a token, outside a span if one is given."""
    low, high = outside or (0, 0)
    here = token
    for _ in range(4):
        if here.head.i == here.i:
            break
        here = here.head
        if here.tag_.startswith("VB") and here.tag_ not in {"VB", "VBG"} and not low <= here.idx < high:
            return here
    before = (t for t in reversed(list(token.sent)) if t.i < token.i and t.tag_ == "VBD" and not low <= t.idx < high)
    return next(before, None) if token.tag_ == "VB" else None


def owner_of(token: Token, events: Sequence[Event]) -> Event | None:
    """Return the event whose span has a word; the one with the shortest span if there are several."""
    return _shortest(e for e in events if e.span and e.span[0] <= token.idx < e.span[1])


def _shortest(events: Iterable[Event]) -> Event | None:
    return min(events, key=lambda e: e.span[1] - e.span[0] if e.span else 0, default=None)


def _noun_phrase(
    event: Event, head: Token, tokens: Sequence[Token], doc: Any, events: Sequence[Event], moved: Mapping[str, bool]
) -> Turned | None:
    first = tokens[0]
    if preposition := preposition_before(first):
        start = preposition[0]
        return Turned(changes=(Change(start=start.idx, end=first.idx, text=cased("without ", start.text)),))
    governor = _governor(head)
    if governor is None:
        return None
    owner = owner_of(governor, events)
    if governor.i < head.i:
        coordinated = head.dep_ == "conj" or any(child.dep_ == "conj" for child in head.children)
        return _object(event, governor, first, owner, moved, coordinated=coordinated)
    if owner is None or not moved.get(owner.id, False) or negations(governor):
        return None
    return _subject(head, first, tokens, doc, owner)


def _object(
    event: Event, governor: Token, first: Token, owner: Event | None, moved: Mapping[str, bool], *, coordinated: bool
) -> Turned | None:
    """Negate the verb that governs a noun phrase, or the noun phrase if the verb must stay."""
    if owner is None or owner.id == event.id:
        return Turned(changes=reverse(governor)) if not coordinated else None
    if moved.get(owner.id, False):
        return Turned(changes=())
    return Turned(changes=(_replaced(first, "no"),)) if first.lower_ in INDEFINITE else None


def _subject(head: Token, first: Token, tokens: Sequence[Token], doc: Any, owner: Event) -> Turned | None:
    """Give an indefinite subject `no`; move a definite one to the front: `Without the frost, nothing ...`."""
    last = tokens[-1]
    following = doc[last.i + 1] if last.i + 1 < len(doc) else None
    if following is None or not following.tag_.startswith(("VB", "MD")):
        return None
    if first.lower_ in INDEFINITE:
        return Turned(changes=(_replaced(first, cased("no", first.text)),), carries=(owner.id,))
    named = first.tag_.startswith("NNP")
    if first.lower_ == head.lower_ or first.tag_ in {"JJ", "NN", "NNS"}:
        lowered = first.text if named or not first.is_title else first.lower_  # `DNA damage` keeps its capitals
        return Turned(changes=(_replaced(first, cased("no ", first.text) + lowered),), carries=(owner.id,))
    if following.tag_ not in {"VBD", "MD"} or following.lower_ == "were":
        return None
    front = _replaced(first, cased("without ", first.text) + (first.text if named else first.lower_))
    end = last.idx + len(last.text)
    return Turned(changes=(front, Change(start=end, end=end, text=", nothing")), carries=(owner.id,))


def _replaced(token: Token, text: str) -> Change:
    return Change(start=token.idx, end=token.idx + len(token.text), text=text)


def preposition_before(first: Token) -> tuple[Token, ...] | None:
    """Return the preposition of cause, reason or time right before a word."""
    for words in CAUSE_PREPOSITIONS:
        start = first.i - len(words)
        if start > 0 and first.doc[start - 1].lower_ in JOINERS:
            continue
        if start >= 0 and in_lower_case(first.doc[start : first.i]) == words:
            return tuple(first.doc[start : first.i])
    return None


def cased(text: str, model: str) -> str:
    """Capitalize a text like the word that it replaces."""
    return text[:1].upper() + text[1:] if model[:1].isupper() else text


# ---------------------------------------------------------------- connectives that fit

BACKWARD: Final = word_class("pointed_at")
CONCESSIVE: Final = {
    SignalKind.SUBORDINATOR: "although",
    SignalKind.PREPOSITION: "despite",
    SignalKind.COORDINATOR: "but",
    SignalKind.ADVERB: "even so",
    SignalKind.JOINT: "despite",
}
CONSECUTIVE: Final = {
    SignalKind.SUBORDINATOR: "because",
    SignalKind.PREPOSITION: "because of",
    SignalKind.COORDINATOR: "and",
    SignalKind.ADVERB: "as a result",
    SignalKind.JOINT: "combined with",
}
VAGUE: Final = word_class("vague_connectives")
"""Words that are only sometimes signals, and fit either way."""
TIMES: Final = word_class("time_connectives")
"""Signals of time that are exchanged only if their event does not happen."""
STOPS: Final = frozenset({".", ",", ";", ":", "!", "?"})
REACH: Final = 24
"""Most characters between a signal and the event that it introduces."""


def turned_connectives(doc: Any, scenario: Scenario, values: Mapping[str, str]) -> tuple[Change, ...]:
    """Return the changes that make every connective of a text fit the values of the events."""
    tokens = [token for token in doc if not token.is_space]
    lower = in_lower_case(tokens)
    changes: list[Change] = []
    position = 0
    while position < len(tokens):
        signal = next((s for s in signals_at(lower, position) if s.kind in CONCESSIVE), None)
        if signal is None or str(signal) in VAGUE or not _joins_clauses(signal, lower, position, tokens):
            position += 1
            continue
        after = position + len(signal.words)
        start, end = tokens[position].idx, tokens[after - 1].idx + len(tokens[after - 1].text)
        needed = _needed(signal, (start, end), lower[after] if after < len(lower) else "", scenario, values)
        if str(signal) in TIMES:
            event = _introduced((start, end), scenario.events)
            turns = event is not None and values.get(event.id, event.fact) != event.fact
        else:
            turns = (needed == "concessive") != (signal.sign is Sign.INHIBITS)
        if needed and turns:
            word = _word(signal, needed, position, lower)
            if _closes(signal, position, after, lower):
                start, word = tokens[position - 1].idx + len(tokens[position - 1].text), ""
            changes.append(Change(start=start, end=end, text=cased(word, tokens[position].text)))
        position = after
    return tuple(changes)


def _closes(signal: Signal, position: int, after: int, lower: Sequence[str]) -> bool:
    """Return whether an adverb ends its clause, where its counterpart cannot be: `failed all the same`."""
    ends = after >= len(lower) or lower[after] in STOPS
    return signal.kind is SignalKind.ADVERB and position > 0 and lower[position - 1] not in STOPS and ends


def _other_use(signal: str, before: Any) -> bool:
    """Return whether the word before shows that this is no connective: `had given`, `did so`, `nothing but pork`."""
    return (
        (signal == "given" and before.lemma_ in word_class("be_have"))
        or (signal == "so" and before.lemma_ == "do")
        or (signal == "but" and before.lower_ in word_class("except_pronouns"))
    )


def _joins_clauses(signal: Signal, lower: Sequence[str], position: int, tokens: Sequence[Any]) -> bool:
    """Return whether an ambiguous word (`as`, `since`, `so`, `for`) opens a clause, or `combined with` a phrase."""
    after = position + len(signal.words)
    if after >= len(tokens):
        return signal.kind is SignalKind.ADVERB
    if lower[after] == "of" or (position > 0 and _other_use(str(signal), tokens[position - 1])):
        return False
    if signal.kind is SignalKind.JOINT:
        return signal.words[-1] == "with"
    opens = position == 0 or lower[position - 1] in word_class("and_but") | {".", ",", ";"}
    if str(signal) in word_class("joining_as") and signal.kind is SignalKind.SUBORDINATOR:
        return opens and tokens[after].tag_ in {"DT", "PRP", "PRP$", "NNP", "NN", "NNS", "EX"}
    if str(signal) in TIMES:
        return opens
    if str(signal) == "so":
        return (position > 0 and lower[position - 1] in {",", ";"}) or tokens[after].tag_ not in {"JJ", "RB", "CC"}
    return True


def _word(signal: Signal, needed: str, position: int, lower: Sequence[str]) -> str:
    concessive = needed == "concessive"
    before = lower[position - 1] if position else ""
    is_adverb = signal.kind is SignalKind.ADVERB
    joins = (
        signal.words[0] == "which"
        or str(signal) in word_class("so_forms")
        or (signal.kind is SignalKind.SUBORDINATOR and signal.follows is Argument.EFFECT)
        or (before == "," and signal.words[-1] == "that")
    )
    inside = is_adverb and before not in {"", ".", ",", ";", "and", "!", "?"}
    if joins or (is_adverb and not inside and str(signal) == "so"):
        return "but" if concessive else "so"
    if inside:
        return "nevertheless" if concessive else "therefore"
    return (CONCESSIVE if concessive else CONSECUTIVE)[signal.kind]


def _needed(
    signal: Signal, where: tuple[int, int], following: str, scenario: Scenario, values: Mapping[str, str]
) -> str | None:
    """Return the kind of connective that all links of a signal require; None if they disagree."""
    event = _introduced(where, scenario.events)
    if event is None or event.span is None:
        return None
    backward = signal.follows is Argument.EFFECT or following in BACKWARD
    if not backward and "," in scenario.text[where[1] : max(where[1], event.span[0])]:
        return None
    links = [link for link in scenario.links if (link.effect if backward else link.cause) == event.id]
    stated = [link for link in links if link.connective] or links
    links = stated if backward else _nearest(links, where[1], scenario)
    kinds = {
        fitting_connective(link, values[link.cause], values[link.effect], scenario)
        for link in links
        if link.cause in values and link.effect in values
    }
    kinds.discard(None)
    return next(iter(kinds)) if len(kinds) == 1 else None


def _nearest(links: Sequence[Link], position: int, scenario: Scenario) -> list[Link]:
    """Return the link to the nearest effect in the text, which is in the clause that a signal introduces."""

    def distance(link: Link) -> int:
        span = scenario.event(link.effect).span
        return abs(span[0] - position) if span else len(scenario.text)

    return sorted(links, key=distance)[:1]


def _introduced(where: tuple[int, int], events: Sequence[Event]) -> Event | None:
    """Return the event that contains a signal, or the next one to start after it."""
    if holding := _shortest(e for e in events if e.span and e.span[0] < where[0] and where[1] <= e.span[1]):
        return holding
    later = (e for e in events if e.span and e.span[0] >= where[0] and e.span[0] - where[1] <= REACH)
    return min(later, key=lambda e: e.span[0] if e.span else 0, default=None)
