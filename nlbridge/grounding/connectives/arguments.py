"""Connectives of a passage, and which stretches of it they join.

A connective claims agreement (because, so) or disagreement (despite, but) of two stretches, a cause and an effect.
Adverbs and conjunctions of result refer back to the clause or sentence before. Those of reason and concession take the
clause after them, up to the comma before the main clause. "Combined with" takes both sides. A stretch ends at the next
break or connective.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.lexicon import word_class, word_order, word_phrases
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, inventory
from nlbridge.language.meaning.sentences import (
    AUXILIARIES,
    DETERMINERS,
    ENDS,
    FUNCTION,
    NEGATORS,
    Word,
    begin_of,
    end_of,
    verbal,
)

_NOT_CAUSAL: Final = {
    ("so", "far"), ("so", "much"), ("so", "many"), ("so", "as"), ("since", "then"), ("yet", "again"),
}  # fmt: skip
"""A form and the next word that together mean something else."""
_NOT_AFTER: Final = {
    **{joint: word_class(f"before_no_{joint}") for joint in word_order("turned_joints")},
    **dict.fromkeys(word_order("causing_forms"), word_class("before_no_causing")),
}
"""Words after which a form gives neither reason nor result."""
_AS_ELSE: Final = word_class("as_otherwise")
"""Words after `as` when it compares, limits or gives a time."""
_SEASONS: Final = word_class("since_times")
_BREAKS: Final = word_class("and_but") | {",", ";", ":"}
_POINTING: Final = word_class("connective_pointers")
_WITHIN: Final = 9
"""Words after a conjunction in which its clause has a verb."""
_ADVERBS: Final = word_class("inner_adverbs")


class Side(StrEnum):
    """Where a connective has its cause."""

    AFTER = "after"
    """After its words: `because it rained`."""
    BACK = "back"
    """Before them: `it rained; therefore`."""
    JOINED = "joined"
    """On both sides: `the rain, combined with the wind`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A connective that always claims reason or concession."""

    words: tuple[str, ...]
    consecutive: bool
    side: Side


@cache
def forms() -> Mapping[str, tuple[Form, ...]]:
    """Return the connectives by their first word, the longest first.

    These are the inventory's forms that claim a reason or a concession in any context, the same with a pointer back
    (`in defiance of that`), and verbs and phrases that do so in an edit.

    Examples
    --------
    >>> [(" ".join(form.words), form.consecutive, str(form.side)) for form in forms()["none"]]
    [('none the less', False, 'back')]
    """
    by_words: dict[tuple[str, ...], Form] = {}
    for form in (*_listed(), *_pointing_back(), *_only_in_edits()):
        by_words.setdefault(form.words, form)
    index: dict[str, list[Form]] = {}
    for form in sorted(by_words.values(), key=lambda form: -len(form.words)):
        index.setdefault(form.words[0], []).append(form)
    return {first: tuple(beginning) for first, beginning in index.items()}


def _listed() -> Iterator[Form]:
    for signal in _claiming():
        consecutive = signal.sign is Sign.PROMOTES
        both_sides = signal.kind is SignalKind.JOINT
        side = Side.JOINED if both_sides else Side.AFTER if signal.follows is Argument.CAUSE else Side.BACK
        yield Form(words=signal.words, consecutive=consecutive, side=side)


def _claiming() -> Iterator[Signal]:
    """Yield the signals of the inventory that claim a reason or a concession in any context."""
    kinds = {SignalKind.SUBORDINATOR, SignalKind.PREPOSITION, SignalKind.ADVERB, SignalKind.COORDINATOR}
    for signal in inventory():
        of_kind = signal.kind in kinds or (signal.kind is SignalKind.JOINT and str(signal) in word_class("both_sides"))
        weak = signal.sign is Sign.PROMOTES and (signal.strength is not Strength.NECESSARY or _weakened(signal))
        if of_kind and (signal.kind is SignalKind.JOINT or not weak) and str(signal) not in word_class("unclaiming"):
            yield signal


def _weakened(signal: Signal) -> bool:
    """Return whether a signal is a shorter one with a word in front that weakens or moves it: `mainly because`."""
    ends = {signal.words[i:] for i in range(1, len(signal.words))}
    return any(other.words in ends and other.sign is signal.sign for other in inventory())


def _pointing_back() -> Iterator[Form]:
    for signal in _claiming():
        for pointer in word_order("connective_pointers", "connective_relatives"):
            if signal.kind is SignalKind.PREPOSITION:
                consecutive = signal.sign is Sign.PROMOTES
                yield Form(words=(*signal.words, pointer), consecutive=consecutive, side=Side.BACK)


def _only_in_edits() -> Iterator[Form]:
    for words in word_phrases("causing_forms", "causing_phrases"):
        yield Form(words=words, consecutive=True, side=Side.BACK)
    for words in word_phrases("overcoming_phrases"):
        yield Form(words=words, consecutive=False, side=Side.BACK)
    yield Form(words=("for",), consecutive=True, side=Side.AFTER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """A connective with the stretches of the edit that it joins."""

    words: str
    consecutive: bool
    place: int
    cause: tuple[int, int]
    effect: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hit:
    start: int
    end: int
    consecutive: bool
    side: Side


def joints(edit: tuple[Word, ...]) -> tuple[Joint, ...]:
    """Find the connectives of a passage and what they join."""
    texts = [w.text for w in edit]
    hits: list[_Hit] = []
    index = 0
    while index < len(texts):
        hit = _hit(texts, index)
        if hit is not None:
            hits.append(hit)
            index = hit.end - 1
        index += 1
    return tuple(_joint(texts, hit, hits) for hit in hits)


def _hit(texts: list[str], index: int) -> _Hit | None:
    for form in forms().get(texts[index], ()):
        end = index + len(form.words)
        if tuple(texts[index:end]) == form.words and _causal(texts, index, form.words):
            if len(form.words) > 1 and form.words[-1] in _POINTING and _determines(texts, end):
                continue  # `because of this noise`: the pointer belongs to the noun.
            return _Hit(start=index, end=end, consecutive=form.consecutive, side=form.side)
    return None


def _causal(texts: list[str], index: int, form: tuple[str, ...]) -> bool:
    """Return whether a form means reason or result here."""
    before = texts[index - 1] if index else "."
    after = texts[index + len(form)] if index + len(form) < len(texts) else "."
    first = texts[index]
    leads_on = (form[0], *texts[index + 1 : index + 2]) in _NOT_CAUSAL
    if leads_on or before in _NOT_AFTER.get(first, ()) or _ends(form, after):
        return False
    if form == ("so",):
        return "that" not in texts[index + 1 : index + 4]
    if form == ("so", "that"):
        return before == ","
    if form == ("since",):
        return not (after[0].isdigit() or after in _SEASONS) and _clausal(texts, index + 1)
    if form == ("as",):
        opening = before in ENDS | _BREAKS or index == 0
        return opening and after not in _AS_ELSE and _clausal(texts, index + 1)
    if form == ("still",):
        return before in ENDS or (before in _BREAKS and after == ",")  # `stood still, so`
    if form == ("for",):
        return before == "," and not after[0].isdigit() and any(verbal(t) for t in texts[index + 2 : index + 9])
    return True


def _ends(form: tuple[str, ...], after: str) -> bool:
    """Return whether `stop` means to end, for lack of an object: `the crane did not stop with its load in the air`."""
    function = after in FUNCTION and after not in DETERMINERS | word_class("asked_objects")
    return form[-1] == "stop" and (function or not after[0].isalnum() or after.endswith("ing"))


def _determines(texts: list[str], place: int) -> bool:
    """Return whether the pointer before a word is its determiner: `this noise`, but not `this he left`."""
    word = texts[place] if place < len(texts) else "."
    return word[0].isalnum() and word not in FUNCTION | NEGATORS and not verbal(word)


def _clausal(texts: list[str], start: int) -> bool:
    """Return whether a clause with a verb begins at a place: `since it rained`, but not `since his retirement`."""
    last = next((i for i in range(start, len(texts)) if not texts[i][0].isalnum()), len(texts))
    return any(t in AUXILIARIES or t.endswith("n't") or verbal(t) for t in texts[start : min(last, start + _WITHIN)])


def _joint(texts: list[str], hit: _Hit, hits: list[_Hit]) -> Joint:
    first, last = begin_of(texts, hit.start, ENDS), end_of(texts, hit.start, ENDS)
    following = min([h.start for h in hits if hit.start < h.start < last], default=last)
    # A clause of reason belongs to the cause that a later "so" refers to.
    sides = {hit.side, Side.BACK}
    previous = max([h.start for h in hits if first <= h.start < hit.start and h.side in sides], default=first)
    stretches = {Side.BACK: _looking_back, Side.JOINED: _joining, Side.AFTER: _looking_on}[hit.side]
    cause, effect = stretches(texts, hit, (first, last), (previous, following))
    words = " ".join(texts[hit.start : hit.end])
    return Joint(words=words, consecutive=hit.consecutive, place=hit.start, cause=cause, effect=effect)


Stretch = tuple[int, int]


def _looking_back(texts: list[str], hit: _Hit, sentence: Stretch, near: Stretch) -> tuple[Stretch, Stretch]:
    first = sentence[0]
    previous, following = near
    opens, effect_from = hit.start, hit.end
    if " ".join(texts[hit.start : hit.end]) in _ADVERBS:
        opens = max(first, begin_of(texts, hit.start, _BREAKS))
        effect_from = opens if hit.start - opens > 1 else hit.end
        if hit.start > first + 1 and texts[hit.start - 1] == ",":
            opens = max(first, begin_of(texts, hit.start - 1, _BREAKS))
            effect_from = opens
            if texts[hit.end : hit.end + 1] == [","] and texts[hit.end + 1 : hit.end + 2] in (["and"], ["but"]):
                following = hit.start  # `was not cancelled, however, and ...`: the next clause is another's.
    if opens - first < 3:
        cause = (begin_of(texts, first - 2, ENDS), end_of(texts, first - 2, ENDS)) if first > 1 else (first, opens)
    else:
        cause = (min(previous, opens), opens)
    return cause, (effect_from, following)


def _joining(texts: list[str], hit: _Hit, sentence: Stretch, near: Stretch) -> tuple[Stretch, Stretch]:
    first, last = sentence
    comma = _main_clause(texts, hit.end, last)
    begin = near[0] if near[0] < hit.start - 1 else first
    if comma is None:
        return (begin, last), (hit.end, last)
    if hit.start - first < 3 and first > 1:
        begin = begin_of(texts, first - 2, ENDS)
    return (begin, comma), (comma, last)


def _looking_on(texts: list[str], hit: _Hit, sentence: Stretch, near: Stretch) -> tuple[Stretch, Stretch]:
    first, last = sentence
    previous, following = near
    fronted = hit.start - first < 3 or (texts[hit.start - 1] == "and" and previous - first < 3)
    comma = _main_clause(texts, hit.end, last)
    if fronted and comma is not None:
        cut = following if following > comma + 1 else last
        return (hit.end, comma), (comma, cut)
    stop = min(following, end_of(texts, hit.end + 1, {",", ";"}))
    begin = previous if previous < hit.start and not fronted else first
    return (hit.end, stop), (begin, hit.start)


def _main_clause(texts: list[str], start: int, last: int) -> int | None:
    """Return the comma before the main clause: the first that neither another reason nor a list follows."""
    commas = [i for i in range(start + 1, last) if texts[i] == ","]
    for comma, after in pairwise([*commas, last]):
        if comma + 1 < after and texts[comma + 1] not in word_class("no_main_clause"):
            return comma
    return commas[-1] if commas else None
