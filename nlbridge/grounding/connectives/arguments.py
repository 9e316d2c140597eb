"""Connectives of a passage, and which stretches of it they join.

A connective claims agreement (because, so) or disagreement (despite, but) of
two stretches: a cause and an effect. Adverbs and conjunctions of result look
back to the clause or sentence before; those of reason and concession take the
clause after them, up to the comma before the main clause; "combined with" takes
both sides. The stretches end at the next break or connective.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.meaning.alignment import AUXILIARIES, FUNCTION, NEGATORS, Word, verbal

# words -> (consecutive?, where the cause is: "after" the words, "back" before them, "joined" on both sides)
_FORMS: Final = {
    "because of this": (True, "back"),
    "because of that": (True, "back"),
    "because of it": (True, "back"),
    "because of which": (True, "back"),
    "for this reason": (True, "back"),
    "for that reason": (True, "back"),
    "that is why": (True, "back"),
    "this is why": (True, "back"),
    "which is why": (True, "back"),
    "in consequence": (True, "back"),
    "thanks to that": (True, "back"),
    "thanks to it": (True, "back"),
    "due to this": (True, "back"),
    "due to that": (True, "back"),
    "owing to this": (True, "back"),
    "as a result": (True, "back"),
    "as a consequence": (True, "back"),
    "thanks to this": (True, "back"),
    "which meant": (True, "back"),
    "which made": (True, "back"),
    "which led": (True, "back"),
    "this meant": (True, "back"),
    "this forced": (True, "back"),
    "consequently": (True, "back"),
    "therefore": (True, "back"),
    "accordingly": (True, "back"),
    "hence": (True, "back"),
    "thus": (True, "back"),
    "so": (True, "back"),
    "so that": (True, "back"),
    "because of": (True, "after"),
    "because": (True, "after"),
    "since": (True, "after"),
    "as": (True, "after"),
    "due to": (True, "after"),
    "owing to": (True, "after"),
    "thanks to": (True, "after"),
    "as a result of": (True, "after"),
    "on account of": (True, "after"),
    "combined with": (True, "joined"),
    "together with": (True, "joined"),
    "despite this": (False, "back"),
    "despite that": (False, "back"),
    "despite it": (False, "back"),
    "in spite of this": (False, "back"),
    "in spite of that": (False, "back"),
    "in spite of it": (False, "back"),
    "for all that": (False, "back"),
    "even so": (False, "back"),
    "all the same": (False, "back"),
    "nevertheless": (False, "back"),
    "nonetheless": (False, "back"),
    "however": (False, "back"),
    "anyway": (False, "back"),
    "regardless": (False, "back"),
    "yet": (False, "back"),
    "but": (False, "back"),
    "still": (False, "back"),
    "did not stop": (False, "back"),
    "did not prevent": (False, "back"),
    "could not stop": (False, "back"),
    "could not prevent": (False, "back"),
    "failed to stop": (False, "back"),
    "failed to prevent": (False, "back"),
    "led to": (True, "back"),
    "caused": (True, "back"),
    "forced": (True, "back"),
    "allowed": (True, "back"),
    "enabled": (True, "back"),
    "prompted": (True, "back"),
    "for": (True, "after"),
    "even though": (False, "after"),
    "although": (False, "after"),
    "though": (False, "after"),
    "despite": (False, "after"),
    "in spite of": (False, "after"),
    "even with": (False, "after"),
    "notwithstanding": (False, "after"),
    "regardless of": (False, "after"),
    "undeterred by": (False, "after"),
    "even if": (False, "after"),
}
FORMS: Final = sorted(((tuple(form.split()), kind) for form, kind in _FORMS.items()), key=lambda f: -len(f[0]))
_BY_FIRST: Final = {
    first: tuple(entry for entry in FORMS if entry[0][0] == first) for first in {form[0] for form, _ in FORMS}
}
_NOT_CAUSAL: Final = {
    ("so", "far"), ("so", "much"), ("so", "many"), ("so", "as"), ("since", "then"), ("yet", "again"),
}  # fmt: skip
_NOT_AFTER: Final = {
    **{joint: word_class(f"before_no_{joint}") for joint in word_order("turned_joints")},
    **dict.fromkeys(word_order("causing_forms"), word_class("before_no_causing")),
}
"""Words after which a form is none of reason or result."""
_AS_ELSE: Final = word_class("as_otherwise")
"""Words after which `as` compares, limits or tells a time."""
_SEASONS: Final = word_class("since_times")
_ENDS: Final = frozenset({".", "!", "?"})
_BREAKS: Final = word_class("and_but") | {",", ";", ":"}
_POINTING: Final = word_class("connective_pointers")
_WITHIN: Final = 9
"""Words after a conjunction among which its clause has a verb."""
_ADVERBS: Final = word_class("inner_adverbs")


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
    side: str


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
    for form, (consecutive, side) in _BY_FIRST.get(texts[index], ()):
        if tuple(texts[index : index + len(form)]) == form and _causal(texts, index, form):
            if len(form) > 1 and form[-1] in _POINTING and _determines(texts, index + len(form)):
                continue  # `because of this noise`: the pointer belongs to the noun.
            return _Hit(start=index, end=index + len(form), consecutive=consecutive, side=side)
    return None


def _causal(texts: list[str], index: int, form: tuple[str, ...]) -> bool:
    """Tell whether a form mentions reason or result here."""
    before = texts[index - 1] if index else "."
    after = texts[index + len(form)] if index + len(form) < len(texts) else "."
    first = texts[index]
    if (first, *texts[index + 1 : index + 2]) in _NOT_CAUSAL or before in _NOT_AFTER.get(first, ()):
        return False
    if form == ("so",):
        return "that" not in texts[index + 1 : index + 4]
    if form == ("so", "that"):
        return before == ","
    if form == ("since",):
        return not (after[0].isdigit() or after in _SEASONS) and _clausal(texts, index + 1)
    if form == ("as",):
        opening = before in _ENDS | _BREAKS or index == 0
        return opening and after not in _AS_ELSE and _clausal(texts, index + 1)
    if form == ("still",):
        return before in _ENDS or after == ","
    if form == ("for",):
        return before == "," and not after[0].isdigit() and any(verbal(t) for t in texts[index + 2 : index + 9])
    return True


def _determines(texts: list[str], place: int) -> bool:
    """Tell whether the pointer before a word is its determiner: `this noise`, but not `this he left`."""
    word = texts[place] if place < len(texts) else "."
    return word[0].isalnum() and word not in FUNCTION | NEGATORS and not verbal(word)


def _clausal(texts: list[str], start: int) -> bool:
    """Tell whether a clause with a verb begins at a place: `since it rained`, but not `since his retirement`."""
    last = next((i for i in range(start, len(texts)) if not texts[i][0].isalnum()), len(texts))
    return any(t in AUXILIARIES or t.endswith("n't") or verbal(t) for t in texts[start : min(last, start + _WITHIN)])


def _sentence(texts: list[str], place: int) -> tuple[int, int]:
    first, last = place, place
    while first > 0 and texts[first - 1] not in _ENDS:
        first -= 1
    while last < len(texts) and texts[last] not in _ENDS:
        last += 1
    return first, last


def _joint(texts: list[str], hit: _Hit, hits: list[_Hit]) -> Joint:
    first, last = _sentence(texts, hit.start)
    following = min([h.start for h in hits if hit.start < h.start < last], default=last)
    # A clause of reason belongs to the cause that a later "so" looks back to.
    sides = {hit.side, "back"}
    previous = max([h.start for h in hits if first <= h.start < hit.start and h.side in sides], default=first)
    stretches = {"back": _looking_back, "joined": _joining, "after": _looking_on}[hit.side]
    cause, effect = stretches(texts, hit, (first, last), (previous, following))
    words = " ".join(texts[hit.start : hit.end])
    return Joint(words=words, consecutive=hit.consecutive, place=hit.start, cause=cause, effect=effect)


Stretch = tuple[int, int]


def _looking_back(texts: list[str], hit: _Hit, sentence: Stretch, near: Stretch) -> tuple[Stretch, Stretch]:
    first = sentence[0]
    previous, following = near
    opens, effect_from = hit.start, hit.end
    if texts[hit.start] in _ADVERBS or texts[hit.start : hit.end] == ["all", "the", "same"]:
        opens = max([i + 1 for i in range(first, hit.start) if texts[i] in _BREAKS], default=first)
        effect_from = opens if hit.start - opens > 1 or texts[hit.start - 1] == "," else hit.end
        if hit.start > first + 1 and texts[hit.start - 1] == ",":
            opens = max([i + 1 for i in range(first, hit.start - 1) if texts[i] in _BREAKS], default=first)
            effect_from = opens
            if texts[hit.end : hit.end + 1] == [","] and texts[hit.end + 1 : hit.end + 2] in (["and"], ["but"]):
                following = hit.start  # `was not cancelled, however, and ...`: the next clause is another's.
    if opens - first < 3:
        cause = _sentence(texts, first - 2) if first > 1 else (first, opens)
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
        begin = _sentence(texts, first - 2)[0]
    return (begin, comma), (comma, last)


def _looking_on(texts: list[str], hit: _Hit, sentence: Stretch, near: Stretch) -> tuple[Stretch, Stretch]:
    first, last = sentence
    previous, following = near
    fronted = hit.start - first < 3 or (texts[hit.start - 1] == "and" and previous - first < 3)
    comma = _main_clause(texts, hit.end, last)
    if fronted and comma is not None:
        cut = following if following > comma + 1 else last
        return (hit.end, comma), (comma, cut)
    stop = next((i for i in range(hit.end + 1, following) if texts[i] in {",", ";"}), following)
    begin = previous if previous < hit.start and not fronted else first
    return (hit.end, stop), (begin, hit.start)


def _main_clause(texts: list[str], start: int, last: int) -> int | None:
    """Return the comma before the main clause: the first after which no further reason and no list goes on."""
    commas = [i for i in range(start + 1, last) if texts[i] == ","]
    for comma, after in pairwise([*commas, last]):
        if comma + 1 < after and texts[comma + 1] not in word_class("no_main_clause"):
            return comma
    return commas[-1] if commas else None
