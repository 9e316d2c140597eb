"""Rewrites of a text for a counterfactual world: in place, or claim by claim.

`edited` changes the original in place: it negates clauses and exchanges connectives. A sentence with an event that it
cannot turn into its contrary is rewritten from the statements of its events. `retold` states every event on its own,
with a concessive if its cause requires one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from causalcore.derivation.derivation import AnswerKind, compile_scenario
from causalcore.derivation.rubric import Rubric, fitting_connective
from causalcore.scenario.scenario import Event, Kind, Scenario
from nlbridge.language.forms.negation import Change, apply_changes, main_predicate
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import has_form, inflect, singular
from nlbridge.language.pipeline.parsing import parsed
from nlbridge.supposing.chosen_values import told, value_changes
from nlbridge.telling.turning import tokens_in, turn, turned_connectives

LIKELY_CHANGED: Final = 0.7
"""Least chance of a change at which an open claim is rewritten as changed."""


def edited(rubric: Rubric, values: Mapping[str, str], clause: str | None = None) -> str:
    """Change the original text in place, keeping what stays verbatim.

    `clause` is the what-if in the unreal past, to use its own words; if it is None, its event is negated.
    """
    scenario = rubric.scenario
    if not scenario.text:
        return retold(rubric, values, clause)
    moved = {event.id: values[event.id] != event.fact for event in scenario.events}
    with parsed([scenario.text]) as (doc,):
        return _edited(doc, scenario, values, moved, _own_words(rubric, clause))


def _edited(
    doc: Any, scenario: Scenario, values: Mapping[str, str], moved: Mapping[str, bool], own_words: Mapping[str, str]
) -> str:
    spanned = tuple(event for event in scenario.events if event.span)
    chosen = value_changes(scenario, values)
    chosen |= {e.id: change for e in spanned if e.id in own_words and (change := _put(e, own_words[e.id], doc))}
    mentions = second_mentions(scenario)
    moved = {**moved, **{mention.id: moved[name] for name, mention in mentions}}
    undone = tuple(event for event in spanned if moved[event.id] and event.id not in chosen)
    undone += tuple(mention for _, mention in mentions if moved[mention.id])
    turned = {event.id: turn(event, doc, spanned, moved) for event in undone}
    retold = {event.span[0] for event in undone if turned[event.id] is None and event.span}
    carried = {name for done in turned.values() if done for name in done.carries}
    own = {event: done.changes for event in undone if (done := turned[event.id]) and event.id not in carried}
    changes = [*_in_place(own), *chosen.values()]
    changed_spans = [(change.start, max(change.end, change.start + 1)) for change in changes]
    changes += [
        change
        for change in turned_connectives(doc, scenario, values)
        if not any(start < change.end and change.start < end for start, end in changed_spans)
    ]
    return _written(doc, scenario, values, retold, changes)


def second_mentions(scenario: Scenario) -> tuple[tuple[str, Event], ...]:
    """Return the repetitions in a text as events of their own, each with the id of the event that it repeats."""
    return tuple(
        (event.id, replace(event, id=f"{event.id}, mention {number}", span=span))
        for event in scenario.events
        for number, span in enumerate(scenario.told_again(event.id), start=2)
    )


def _put(event: Event, clause: str, doc: Any) -> Change | None:
    """Put a what-if in place of its event if that is a clause of its own in the past; else return None."""
    start, end = event.span or (0, 0)
    tokens = tokens_in(doc, (start, end))
    head = main_predicate(tokens)
    if head is None or not any(c.dep_.startswith("nsubj") and start <= c.idx < head.idx for c in head.children):
        return None
    words = in_plain_past(clause, earlier=" had " in doc.text[start:end])
    if not words or not any(t.tag_ == "VBD" for t in (head, *head.children)):
        return None
    opens = tokens[0].i == 0 or tokens[0].nbor(-1).text in {".", "!", "?"}
    return Change(start=start, end=end, text=words[:1].upper() + words[1:] if opens else words)


def in_plain_past(clause: str, *, earlier: bool = False) -> str:
    """Turn a what-if from the unreal past into the plain past: `the pump had held` becomes `the pump held`.

    Return an empty string if it denies or joins something, or has no verb that can be put into the plain past.
    `earlier` says that the text has the event in the past perfect; the clause is then returned unchanged.

    Examples
    --------
    >>> in_plain_past("the gates had been closed"), in_plain_past("nobody had slept")
    ('the gates were closed', 'nobody slept')
    """
    with parsed([clause]) as (doc,):
        had = next((t for t in doc if t.lower_ == "had"), None)
        after = list(doc[had.i + 1 :]) if had is not None else []
        verb = next((t for t in after if not t.tag_.startswith("RB")), None)
        if had is None or verb is None or any(t.lower_ in word_class("not_forms") or t.tag_ == "CC" for t in after):
            return ""
        if earlier:
            return clause
        if verb.lower_ == "been":
            past_form = "were" if _several(doc[verb.i :] if doc[0].lower_ == "there" else doc[: had.i]) else "was"
        else:
            past_form = verb.lower_ if has_form(verb.lower_, "VBD") else inflect(verb.lemma_.lower(), "VBD")
        gone = Change(start=had.idx, end=had.nbor(1).idx, text="")
        return apply_changes(clause, (gone, Change(start=verb.idx, end=verb.idx + len(verb.text), text=past_form)))


def _several(subject: Any) -> bool:
    linked = next((k for k, t in enumerate(subject) if t.tag_ == "IN"), len(subject))
    nouns = [t for t in subject[:linked] if t.tag_.startswith(("NN", "PRP"))]
    if not nouns or nouns[-1].text[:1].isupper():
        return False
    last = nouns[-1].lower_
    plural = nouns[-1].tag_ == "NNS" and singular(last) != last
    return plural or last in word_class("many_subjects") or any(t.tag_ == "CC" for t in subject)


def _in_place(own: Mapping[Event, tuple[Change, ...]]) -> list[Change]:
    """Combine the changes of all events; a verb after an event is left to the event that negates it itself."""
    kept: list[Change] = []
    for event, changes in own.items():
        end = event.span[1] if event.span else math.inf
        others = {change.start for other, other_changes in own.items() if other != event for change in other_changes}
        shared = any(change.start >= end and change.start in others for change in changes)
        kept += [change for change in changes if not shared or change.start < end]
    return kept


def retold(rubric: Rubric, values: Mapping[str, str], clause: str | None = None) -> str:
    """State every event on its own, in the order of the scenario; see `edited` for the clause."""
    own = {name: in_plain_past(words) for name, words in _own_words(rubric, clause).items()}
    return _retell(rubric.scenario.events, rubric.scenario, values, own)


def _own_words(rubric: Rubric, clause: str | None) -> dict[str, str]:
    """Return the what-if by its event, if it sets a single one to another value."""
    if not clause or len(rubric.intervention.assignments) != 1:
        return {}
    name, value = rubric.intervention.assignments[0]
    return {name: clause} if value != rubric.scenario.event(name).fact else {}


def _written(doc: Any, scenario: Scenario, values: Mapping[str, str], retold: set[int], changes: list[Change]) -> str:
    """Write sentence by sentence: edited in place, or rewritten from statements if that cannot turn one of its events.

    `retold` holds where such events start.
    """
    text, pieces = scenario.text, []
    for start, end in _sentences(text, doc):
        inside = tuple(e for e in scenario.events if e.span and start <= e.span[0] < end)
        if any(start <= place < end for place in retold):
            pieces.append(_retell(inside, scenario, values))
            continue
        local = [
            Change(start=c.start - start, end=c.end - start, text=c.text) for c in changes if start <= c.start < end
        ]
        pieces.append(apply_changes(text[start:end], local).strip())
    return " ".join(piece for piece in pieces if piece)


def _sentences(text: str, doc: Any) -> tuple[tuple[int, int], ...]:
    ends = [t.idx + len(t.text) for t in doc if t.text in {".", "!", "?"}]
    bounds = [0, *ends]
    if bounds[-1] < len(text.rstrip()):
        bounds.append(len(text))
    return tuple(pairwise(bounds))


def _retell(
    events: tuple[Event, ...], scenario: Scenario, values: Mapping[str, str], own: Mapping[str, str] | None = None
) -> str:
    """State each event of a sentence on its own, with a concessive if its cause requires one."""
    claims: list[str] = []
    order: list[str] = []
    for event in events:
        words = (own or {}).get(event.id, "")
        claim = f"{words[:1].upper()}{words[1:]}." if words else f"{told(event, values[event.id]).rstrip('.')}."
        overcome = [
            link.cause
            for link in scenario.links
            if link.effect == event.id
            and link.cause in order
            and fitting_connective(link, values[link.cause], values[link.effect], scenario) == "concessive"
        ]
        free = not overcome or not any(link.effect == order[-1] for link in scenario.links)
        if overcome and order[-1] not in overcome and free:  # Another root may be stated after it.
            at = order.index(overcome[-1])
            order.append(order.pop(at))
            claims.append(claims.pop(at))
        order.append(event.id)
        claims.append(
            f"Even so, {words or _lowered(claim).rstrip('.')}." if overcome and order[-2] in overcome else claim
        )
    return " ".join(claims)


def _lowered(sentence: str) -> str:
    """Lower the first letter of a sentence unless it starts with a name."""
    with parsed([sentence]) as (doc,):
        named = doc[0].tag_.startswith("NNP") or doc[0].text == "I"
    return sentence if named else sentence[:1].lower() + sentence[1:]


def chosen_world(rubric: Rubric) -> dict[str, str]:
    """Choose one counterfactual world: forced values, and the likelier value where the rubric leaves a choice."""
    scenario = rubric.scenario
    values: dict[str, str] = {}
    open_events: list[Event] = []
    for event in scenario.events:
        if event.id in rubric.intervention:
            values[event.id] = rubric.intervention[event.id]
            continue
        answer = rubric.derivation.answer(event.id)
        if answer.kind is AnswerKind.CHANGED:
            values[event.id] = answer.value or _other(event)
        else:
            values[event.id] = event.fact
            if answer.kind is not AnswerKind.UNCHANGED:
                open_events.append(event)
    if open_events:
        _settle(rubric, values, open_events)
    return values


def _settle(rubric: Rubric, values: dict[str, str], open_events: list[Event]) -> None:
    """Settle open events one by one along the text, consistent with the scenario: kept unless a change is likely."""
    compiled = compile_scenario(rubric.scenario)
    settled = {e.id for e in rubric.scenario.events if e.kind is Kind.EVENT} - {e.id for e in open_events}
    sure = {name: value for name, value in values.items() if name in settled}
    for event in open_events:
        chance = rubric.derivation.answer(event.id).expected
        likely, rest = event.fact, _other(event)
        if chance is not None and chance >= LIKELY_CHANGED and event.kind is Kind.EVENT:
            likely, rest = rest, likely
        contradicts = compiled.judge(rubric.intervention, {**sure, event.id: likely}).status == "inconsistent"
        values[event.id] = rest if contradicts else likely
        sure[event.id] = values[event.id]


def _other(event: Event) -> str:
    return next((value for value in event.values if value != event.fact), event.fact)
