"""Turning one event of a text into its contrary, where it stands.

A clause has its verb group negated (`nlbridge.language.forms.negation`). An event that is only
a noun phrase goes by its place in the sentence: after a preposition of cause it
is taken away (`Due to the storm` -> `Without the storm`), as a subject it takes
`no` and leaves the verb alone, as a complement it hands the negation to the
verb that governs it. What none of these can do is left to the statement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from causalcore.scenario.scenario import Event, Span
from nlbridge.language.forms.negation import Change, is_predicate, main_predicate, negations, reverse
from nlbridge.language.lexicon import word_class, word_phrases

Token = Any
CAUSE_PREPOSITIONS: Final = word_phrases("cause_prepositions")
CLEFTS: Final = (["it", "was"], ["it", "is"])
JOINERS: Final = word_class("cause_joiners")
INDEFINITE: Final = word_class("unnamed_determiners")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """How an event was turned.

    Parameters
    ----------
    changes
        Edits of the text; empty where another edit already carries the negation.
    carries
        Events whose negation these changes express as well.
    """

    changes: tuple[Change, ...]
    carries: tuple[str, ...] = ()


def turn(event: Event, doc: Any, events: Sequence[Event], moved: Mapping[str, bool]) -> Turned | None:
    """Turn one event into its contrary, or return None where no local edit does it.

    Parameters
    ----------
    events
        All events of the text that have a span.
    moved
        For each event id, whether it leaves its factual value.
    """
    if event.span is None:
        return None
    tokens = tokens_in(doc, event.span)
    if not tokens:
        return None
    inside = {token.i for token in tokens}
    tops = [t for t in tokens if (t.head.i not in inside or t.head.i == t.i) and not t.is_punct]
    degree = _result_of_degree(tokens[0], events, moved)
    infinitive = _bare_infinitive(tokens)
    if infinitive is not None:
        return _complement(event, infinitive, events, moved)
    clause = next((t for t in tops if is_predicate(t)), None)
    if (
        clause is not None
        and clause.tag_ == "VB"
        and not any(c.dep_.startswith("aux") and c.tag_ != "TO" for c in clause.children)
    ):
        return _complement(event, clause, events, moved)
    if clause is not None or _finite_inside(tokens, tops):
        head = main_predicate(tokens)
        changes = _clause(head, inside) if head is not None else ()
        return Turned(changes=(*degree, *changes)) if changes else None
    return _noun_phrase(event, tops[0], tokens, doc, events, moved) if tops else None


def _result_of_degree(first: Token, events: Sequence[Event], moved: Mapping[str, bool]) -> tuple[Change, ...]:
    """Turn `so loud that` of a degree that is denied into `loud, so`."""
    if first.i < 3 or first.nbor(-1).lower_ != "that":
        return ()
    that = first.nbor(-1)
    degree = next((t for t in first.doc[max(0, first.i - 5) : first.i - 1] if t.lower_ == "so"), None)
    owner = owner_of(degree, events) if degree is not None else None
    if degree is None or owner is None or not moved.get(owner.id, False):
        return ()
    start = that.nbor(-1).idx + len(that.nbor(-1).text)
    return (
        Change(start=degree.idx, end=degree.nbor(1).idx, text=""),
        Change(start=start, end=that.idx + len(that.text), text=", so"),
    )


def _bare_infinitive(tokens: Sequence[Token]) -> Token | None:
    """Return the infinitive of a noun phrase with one (`the governor to leave`), if there is no finite verb before."""
    for before, token in pairwise(tokens):
        if before.tag_ in {"VBD", "VBZ", "VBN", "VBG", "MD"}:
            return None
        if before.tag_ == "TO" and token.tag_ == "VB":
            return token
    return None


def tokens_in(doc: Any, span: Span) -> list[Token]:
    """Return the words within a span of characters."""
    return [t for t in doc if span[0] <= t.idx < span[1] and not t.is_space]


def _finite_inside(tokens: Sequence[Token], tops: Sequence[Token]) -> bool:
    """Whether a finite verb heads the words although the parse hangs them elsewhere."""
    if _ends_in_past(tokens):
        return True
    if any(t.tag_.startswith(("NN", "PRP")) and t.dep_.startswith(("nsubj", "obj", "obl", "nmod")) for t in tops[:1]):
        return any(t.dep_ == "root" for t in tokens if t.tag_.startswith("VB"))
    return any(t.tag_ in {"VBD", "VBZ", "VBP", "MD"} for t in tokens)


def _ends_in_past(tokens: Sequence[Token]) -> bool:
    """Whether a noun and a past tense that looks like a participle close the words: `the steel deck buckled`."""
    first, last = tokens[0], tokens[-1]
    introduced = first.i > 0 and first.nbor(-1).lower_ in word_class("complement_prepositions")
    if len(tokens) < 2 or introduced or first.tag_ == "IN" or not tokens[-2].tag_.startswith("NN"):
        return False
    head = main_predicate(tokens) if last.tag_ == "VBN" and last.dep_ == "acl" else None
    return head is not None and head.i == last.i


def _clause(head: Token, inside: set[int]) -> tuple[Change, ...]:
    """Reverse a clause, and what is coordinated with it inside the same event."""
    if indefinite := _indefinite_subject(head, inside):
        return (indefinite,)
    changes = list(reverse(head))
    if negations(head):
        return tuple(changes)
    shared = any(c.dep_ in {"aux", "aux:pass"} for c in head.children)
    for other in head.children:
        if other.dep_ != "conj" or other.i not in inside or not is_predicate(other):
            continue
        if not (shared and other.tag_ in {"VBN", "VB", "VBG"}):
            changes += reverse(other)
    return tuple(changes)


def _indefinite_subject(head: Token, inside: set[int]) -> Change | None:
    """Say `no gull landed` where `a gull` did: `a gull did not land` implies that there was a gull."""
    if negations(head) or any(c.dep_ == "conj" for c in head.children) or head.dep_ == "conj":
        return None
    subject = next((c for c in head.children if c.dep_.startswith("nsubj") and c.i < head.i), None)
    children = subject.children if subject is not None else ()
    article = next((c for c in children if c.lower_ in word_class("indefinite_articles") and c.i < head.i), None)
    if subject is None or article is None or subject.tag_ != "NN" or not {article.i, subject.i} <= inside:
        return None
    if any(t.tag_ in {"WDT", "WP"} or t.is_punct for t in head.doc[article.i : head.i]):
        return None
    return Change(start=article.idx, end=article.idx + len(article.text), text=cased("no", article.text))


def _complement(event: Event, head: Token, events: Sequence[Event], moved: Mapping[str, bool]) -> Turned | None:
    """Negate the verb that brings an infinitive about (`persuaded him to go`), or the infinitive itself."""
    governor = _governor(head, event.span)
    if governor is None:
        return Turned(changes=reverse(head))
    owner = owner_of(governor, events)
    if owner is None or owner.id == event.id:
        return Turned(changes=reverse(governor))
    if moved.get(owner.id, False):
        return Turned(changes=())
    return Turned(changes=reverse(head))


def _governor(token: Token, outside: Span | None = None) -> Token | None:
    """Return the verb above a token, and outside a span if one is given."""
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
    """Return the event in whose span a word stands: the shortest if several do."""
    holding = [e for e in events if e.span and e.span[0] <= token.idx < e.span[1]]
    return min(holding, key=lambda e: e.span[1] - e.span[0] if e.span else 0, default=None)


def _noun_phrase(
    event: Event, head: Token, tokens: Sequence[Token], doc: Any, events: Sequence[Event], moved: Mapping[str, bool]
) -> Turned | None:
    first = tokens[0]
    if _joint_or_cleft(first):
        return None
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
    """Negate the verb that a noun phrase depends on, or the noun phrase where the verb must stay."""
    if owner is None or owner.id == event.id:
        return Turned(changes=reverse(governor)) if not coordinated else None
    if moved.get(owner.id, False):
        return Turned(changes=())
    if first.lower_ in INDEFINITE:
        return Turned(changes=(Change(start=first.idx, end=first.idx + len(first.text), text="no"),))
    return None


def _subject(head: Token, first: Token, tokens: Sequence[Token], doc: Any, owner: Event) -> Turned | None:
    """Give an indefinite subject `no`; a definite one goes to the front: `Without the frost, nothing ...`."""
    last = tokens[-1]
    following = doc[last.i + 1] if last.i + 1 < len(doc) else None
    if following is None or not following.tag_.startswith(("VB", "MD")):
        return None
    if first.lower_ in INDEFINITE:
        no = Change(start=first.idx, end=first.idx + len(first.text), text=cased("no ", first.text).strip())
        return Turned(changes=(no,), carries=(owner.id,))
    if first.lower_ == head.lower_ or first.tag_ in {"JJ", "NN", "NNS"}:
        lowered = first.text if first.tag_.startswith("NNP") else first.text[:1].lower() + first.text[1:]
        no = Change(start=first.idx, end=first.idx + len(first.text), text=cased("no ", first.text) + lowered)
        return Turned(changes=(no,), carries=(owner.id,))
    if following.tag_ not in {"VBD", "MD"} or following.lower_ == "were":
        return None
    front = Change(
        start=first.idx,
        end=first.idx + len(first.text),
        text=cased("without ", first.text) + (first.text if first.tag_.startswith("NNP") else first.lower_),
    )
    end = last.idx + len(last.text)
    return Turned(changes=(front, Change(start=end, end=end, text=", nothing")), carries=(owner.id,))


def _joint_or_cleft(first: Token) -> bool:
    """Whether a phrase hangs on words that only join or point: `combined with`, `it was thanks to`."""
    words = [t.lower_ for t in first.doc[max(0, first.i - 4) : first.i]]
    joint = words[-1:] == ["with"] and words[-2:-1] != [] and words[-2] in JOINERS
    return joint or words[-1:-3:-1] == ["as", "well"] or any(words[i : i + 2] in CLEFTS for i in range(len(words) - 1))


def preposition_before(first: Token) -> tuple[Token, ...] | None:
    """Return the preposition of cause, reason or time right before a word."""
    for words in CAUSE_PREPOSITIONS:
        start = first.i - len(words)
        if start > 0 and first.doc[start - 1].lower_ in JOINERS:
            continue
        if start >= 0 and tuple(t.lower_ for t in first.doc[start : first.i]) == words:
            return tuple(first.doc[start : first.i])
    return None


def cased(text: str, model: str) -> str:
    """Give a text the capital of the word whose place it takes."""
    return text[:1].upper() + text[1:] if model[:1].isupper() else text
