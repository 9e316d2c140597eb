"""What-ifs that put another value in the place of the text's: `had she been mixing an Old Fashioned`.

Source: `docs/explanation/semantics.md`, section 1: a choice has named values. A claim becomes one where the what-if
keeps its verb and names something else beside it, names what it replaces (`by rail instead of by road`), or has the
same subject do something else to something else. A denial or an opposite makes no choice: it undoes the claim.

Examples
--------
>>> from nlbridge.supposing.hypothetical_clause import parts_of
>>> from nlbridge.supposing.request import parse_had
>>> negroni = Event(id="e1", statement="Lena mixed a Negroni.")
>>> choice = as_choice(parts_of(parse_had("Lena been mixing an Old Fashioned"))[0], negroni, None)
>>> choice.values if choice else None
('a Negroni', 'an Old Fashioned')
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from causalcore.scenario.scenario import Event, Kind
from nlbridge.language.forms.inflection import past
from nlbridge.language.meaning.word_similarity import Item, best, denials, items
from nlbridge.reading.quantities import trend
from nlbridge.supposing.hypothetical_clause import Part

THINGS: Final = ("NN", "CD", "JJ", "VBN")
STATES: Final = frozenset({"be", "have", "do", "keep", "stay", "remain", "leave"})
OPENING: Final = frozenset({"DT", "PRP$", "JJ", "CD", "NN", "NNS", "NNP", "NNPS"})


def as_choice(part: Part, event: Event, instead_of: str | None) -> Event | None:
    """Return the event as a choice between the fact and what the what-if names, or None where it names nothing."""
    stated = items(event.statement)
    if event.kind is not Kind.EVENT or part.absent or denials(part.tokens) or denials(stated) or trend(event.statement):
        return None
    fact, other = _predicate(stated), _predicate(part.tokens)
    if not fact or not other or _opposed(other, fact):
        return None
    values = _values(part, event, fact, other, instead_of)
    if values is None or values[0] == values[1] or not all(values):
        return None
    return replace(event, kind=Kind.CHOICE, values=values, fact=values[0])


def _predicate(said: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the words from the main verb on; none where there is only `be`, or no verb."""
    for k, item in enumerate(said):
        if k and item.tag[:2] == "VB" and item.lemma not in STATES:
            return said[k:]
    return ()


def _opposed(other: tuple[Item, ...], fact: tuple[Item, ...]) -> bool:
    lemmas = [item.lemma for item in fact if item.content]
    return any(best(item.lemma, lemmas)[1] for item in other if item.content)


def _values(
    part: Part, event: Event, fact: tuple[Item, ...], other: tuple[Item, ...], instead_of: str | None
) -> tuple[str, str] | None:
    replaced, named = _new(fact, other), _new(other, fact)
    if instead_of and not any(best(item.lemma, [i.lemma for i in fact])[0] for item in items(instead_of)):
        return None
    if not replaced or not named or not _same_subject(part, event):
        return None
    if best(other[0].lemma, [fact[0].lemma])[0] > 0:
        return _rest(event.statement, fact[1:]), _rest(part.words, other[1:])
    if _acts(fact) and _acts(other):
        return _rest(event.statement, fact), f"{past(other[0].lower)} {_rest(part.words, other[1:])}"
    return None


def _new(said: tuple[Item, ...], against: tuple[Item, ...]) -> bool:
    """Whether a predicate names a thing that another does not."""
    known = [item.lemma for item in against]
    return any(item.tag.startswith(THINGS) and item.content and best(item.lemma, known)[0] == 0 for item in said[1:])


def _acts(predicate: tuple[Item, ...]) -> bool:
    """Whether a verb has an object right after it."""
    return len(predicate) > 1 and predicate[1].tag in OPENING


def _same_subject(part: Part, event: Event) -> bool:
    """Whether the what-if speaks of the event's own subject; a pronoun may."""
    verb = next((k for k, item in enumerate(part.tokens) if item.tag[:2] in {"VB", "MD"}), 0)
    stated = items(event.statement)
    own = [item.lemma for item in stated[: len(stated) - len(_predicate(stated))]]
    subject = part.tokens[:verb]
    pronoun = any(item.tag == "PRP" for item in subject)
    return pronoun or any(item.tag.startswith("NN") and best(item.lemma, own)[0] > 0 for item in subject)


def _rest(text: str, said: tuple[Item, ...]) -> str:
    """Return the words of a text from the first of the items on, as it writes them."""
    if not said:
        return ""
    words = text.rstrip(". ").split()
    low = next((k for k in range(len(words)) if _tail(words[k:]) == _tail([i.lower for i in said])), None)
    return " ".join(words[low:]).strip(" .,;") if low is not None else " ".join(item.lower for item in said)


def _tail(words: list[str]) -> str:
    return "".join(c for word in words for c in word.lower() if c.isalnum())


__all__ = ["as_choice"]
