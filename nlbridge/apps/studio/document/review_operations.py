"""Operations on what-ifs, answers to doubts, rewrites, labels, and the state of review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from pydantic import StrictBool, StrictInt, StrictStr  # noqa: TC002  pydantic reads the annotations at run time

from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Link, Provenance
from logic.errors import ReasoningError
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.result import MARKS, VERDICTS
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import WHOLE, Document, Label, Rewrite, StudioError, WhatIf, doubts_of
from nlbridge.apps.studio.document.reading_operations import Words, in_lines
from nlbridge.telling.to_check import escaped

MOST_REWRITES: Final = 200
OUTCOMES: Final = tuple(MARKS)
"""Possible labels on a criterion."""
WHOLE_VERDICTS: Final = tuple(VERDICTS.values())
"""Possible labels on a rewrite."""
LONGEST_NOTE: Final = 2_000
LONGEST_ID: Final = 400
LONGEST_TITLE: Final = 120
MOST_WHAT_IFS: Final = 12
"""Most what-ifs of a text that are shown side by side."""


def say_what_if(document: Document, *, had: Words) -> Document:
    """Set a what-if in words."""
    return _supposing(document, WhatIf(had=had))


def set_what_if(document: Document, *, do: dict[str, StrictStr]) -> Document:
    """Set a what-if as values of claims."""
    intervention_on(document.scenario, do)
    return _supposing(document, WhatIf(do=tuple(do.items())))


def clear_what_if(document: Document) -> Document:
    """Remove the what-if."""
    return _supposing(document, None)


def keep_what_if(document: Document) -> Document:
    """Keep the what-if, to show it beside others."""
    what_if = document.what_if
    if what_if is None:
        message = "expected a what-if to keep, got none; enter a what-if first"
        raise StudioError(message)
    others = tuple(kept for kept in document.kept if kept != what_if)
    if len(others) >= MOST_WHAT_IFS:
        message = f"expected at most {MOST_WHAT_IFS} what-ifs beside each other, got one more; drop one"
        raise StudioError(message)
    return replace(document, kept=(*others, what_if))


def take_what_if(document: Document, *, place: StrictInt) -> Document:
    """Make a kept what-if the current one."""
    what_if = document.kept[_place(document, place)]
    if what_if.do:
        intervention_on(document.scenario, dict(what_if.do))
    return _supposing(document, what_if)


def drop_what_if(document: Document, *, place: StrictInt) -> Document:
    """Drop a kept what-if."""
    index = _place(document, place)
    return replace(document, kept=(*document.kept[:index], *document.kept[index + 1 :]))


def _place(document: Document, place: int) -> int:
    if not 0 <= place < len(document.kept):
        message = f"expected the place of one of {len(document.kept)} kept what-ifs, got {place}; choose one of them"
        raise StudioError(message)
    return place


def _supposing(document: Document, what_if: WhatIf | None) -> Document:
    """Return the document under another what-if, keeping only answers about links, which do not depend on it."""
    replies = tuple(given for given in document.replies if given[0].startswith("link:"))
    by_model = tuple(doubt for doubt in document.by_model if doubt.startswith("link:"))
    return replace(document, what_if=what_if, replies=replies, by_model=by_model)


def answer_doubt(document: Document, *, doubt: StrictStr, reply: Reply | None) -> Document:
    """Answer a doubt, or remove the answer."""
    of_what_if = document.what_if is not None and doubt.startswith("what-if:") and len(doubt) <= LONGEST_ID
    is_known = of_what_if or doubt in doubts_of(document.scenario) or _shown_link(document, doubt) is not None
    if not is_known:
        message = f"expected the id of a doubt about this text, got {doubt[:60]!r}; take one of the queue"
        raise StudioError(message)
    by_person = replace(document, by_model=tuple(other for other in document.by_model if other != doubt))
    return _answered(by_person, doubt, reply)


def answered_by_model(document: Document, replies: Mapping[str, Reply]) -> Document:
    """Return the document with a model's answers to doubts, given before the person's."""
    for doubt, reply in replies.items():
        document = replace(document, by_model=(*document.by_model, doubt))
        try:
            document = _answered(document, doubt, None if reply is Reply.UNSURE else reply)
        except ReasoningError:  # Links would form a cycle: the person decides.
            continue
    return document


def _answered(document: Document, doubt: str, reply: Reply | None) -> Document:
    """Return the document with a new answer to a doubt, or with none."""
    others, scenario = tuple(given for given in document.replies if given[0] != doubt), document.scenario
    shown = _shown_link(document, doubt)
    if shown is not None and reply in {Reply.YES, Reply.NO}:
        scenario = replace(scenario, links=(*scenario.links, shown))
        check_scenario(scenario)
    replies = others if reply is None else (*others, (doubt, reply))
    answered = replace(document, scenario=scenario, replies=replies)
    check_scenario(answered.corrected)
    return answered


def _shown_link(document: Document, doubt: str) -> Link | None:
    """Return the link of a doubt if only the what-if shows it; an answer adds it, confirmed or refused."""
    kind, _, ends = doubt.partition(":")
    names = {escaped(event.id): event.id for event in document.scenario.events} if kind == "link" else {}
    cause, _, effect = ends.partition("->")
    if cause not in names or effect not in names or doubt in doubts_of(document.scenario):
        return None
    return Link(cause=names[cause], effect=names[effect], confidence=0.5, provenance=Provenance.WORDS)


def add_rewrites(document: Document, *, text: Words | None = None, texts: list[StrictStr] | None = None) -> Document:
    """Add one rewrite, or several."""
    if texts is None and text is not None:
        texts = [text]
    if texts is None:
        message = "expected the field 'text' in rewrite.add, got none; add it"
        raise StudioError(message)
    if len(document.rewrites) + len(texts) > MOST_REWRITES:
        message = f"expected at most {MOST_REWRITES} rewrites of a text, got more; remove some, or use `verify --jsonl`"
        raise StudioError(message)
    return replace(document, rewrites=with_rewrites(document.rewrites, texts))


def with_rewrites(present: tuple[Rewrite, ...], texts: Iterable[str]) -> tuple[Rewrite, ...]:
    """Return the rewrites with new ones added, whose numbers continue."""
    first = max((int(rewrite.id[1:]) for rewrite in present if rewrite.id[1:].isdecimal()), default=0) + 1
    added = (
        Rewrite(id=f"r{number}", text=in_lines(checked(text, "rewrite"))) for number, text in enumerate(texts, first)
    )
    return (*present, *added)


def set_rewrite(document: Document, *, rewrite: StrictStr, text: Words) -> Document:
    """Replace the text of a rewrite and remove its labels."""
    changed = replace(_rewrite_of(document, rewrite), text=in_lines(text))
    rewrites = tuple(changed if other.id == rewrite else other for other in document.rewrites)
    return replace(document, rewrites=rewrites, labels=_labels_of_others(document, rewrite))


def remove_rewrite(document: Document, *, rewrite: StrictStr) -> Document:
    """Remove a rewrite and its labels."""
    removed = _rewrite_of(document, rewrite)
    rewrites = tuple(other for other in document.rewrites if other != removed)
    return replace(document, rewrites=rewrites, labels=_labels_of_others(document, rewrite))


def _rewrite_of(document: Document, name: str) -> Rewrite:
    for rewrite in document.rewrites:
        if rewrite.id == name:
            return rewrite
    message = f"expected a rewrite of this text, got {name[:60]!r}; add it first"
    raise StudioError(message)


def _labels_of_others(document: Document, rewrite: str) -> tuple[Label, ...]:
    return tuple(label for label in document.labels if label.rewrite != rewrite)


def add_label(
    document: Document,
    *,
    rewrite: StrictStr,
    criterion: StrictStr,
    said: StrictStr | None,
    verdict: StrictStr = "",
    note: StrictStr = "",
) -> Document:
    """Label a verdict, or remove the label."""
    _rewrite_of(document, rewrite)
    others = tuple(old for old in document.labels if (old.rewrite, old.criterion) != (rewrite, criterion))
    if said is None:
        return replace(document, labels=others)
    allowed = WHOLE_VERDICTS if criterion == WHOLE else OUTCOMES
    if said not in allowed or not 0 < len(criterion) <= LONGEST_ID:
        message = f"expected {', '.join(allowed)} for {criterion[:60]!r}, got {said[:60]!r}; choose one"
        raise StudioError(message)
    label = Label(rewrite=rewrite, criterion=criterion, verdict=verdict, said=said, note=_checked_note(note))
    return replace(document, labels=(*others, label))


def set_reviewed(document: Document, *, reviewed: StrictBool) -> Document:
    """Mark the text as reviewed, or as not reviewed."""
    return replace(document, reviewed=reviewed)


def set_note(document: Document, *, note: StrictStr = "") -> Document:
    """Set the note on the text."""
    return replace(document, note=_checked_note(note))


def _checked_note(note: str) -> str:
    if len(note) > LONGEST_NOTE:
        message = f"expected a note of at most {LONGEST_NOTE} characters, got {len(note)}; shorten it"
        raise StudioError(message)
    return checked(note, "note") if note.strip() else ""


def set_title(document: Document, *, title: StrictStr) -> Document:
    """Set the title of the text in the list; empty means its first words."""
    title = title.strip()
    if len(title) > LONGEST_TITLE:
        message = f"expected a name of at most {LONGEST_TITLE} characters, got {len(title)}; shorten it"
        raise StudioError(message)
    return replace(document, title=checked(title, "title") if title else "")
