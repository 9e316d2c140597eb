"""What a person supposes, answers and judges: the what-if, doubts, rewrites, labels, and that a text is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Link, Provenance
from logic.errors import ReasoningError
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import WHOLE, Document, Label, Rewrite, StudioError, WhatIf, doubts_of
from nlbridge.apps.studio.document.fields import Fields
from nlbridge.apps.studio.document.text_operations import in_lines
from nlbridge.telling.to_check import escaped

MOST_REWRITES: Final = 200
VERDICTS: Final = ("pass", "fail", "undetermined")
"""What may be said of a criterion."""
WHOLE_VERDICTS: Final = ("valid", "invalid", "undetermined")
"""What may be said of a rewrite."""
LONGEST_NOTE: Final = 2_000
LONGEST_ID: Final = 400
LONGEST_TITLE: Final = 120
MOST_WHAT_IFS: Final = 12
"""What-ifs of a text that are shown side by side."""


def say_what_if(document: Document, fields: Fields) -> Document:
    """Suppose something in words."""
    return _supposing(document, WhatIf(had=fields.words("had")))


def set_what_if(document: Document, fields: Fields) -> Document:
    """Suppose values of claims."""
    values = fields.mapping("do")
    if not all(isinstance(value, str) for value in values.values()):
        message = f"expected values as texts, got {str(values)[:60]}; quote them"
        raise StudioError(message)
    intervention_on(document.scenario, values)
    return _supposing(document, WhatIf(do=tuple(values.items())))


def clear_what_if(document: Document, _: Fields) -> Document:
    """Suppose nothing."""
    return _supposing(document, None)


def keep_what_if(document: Document, _: Fields) -> Document:
    """Put the what-if aside, to be shown beside others."""
    what_if = document.what_if
    if what_if is None:
        message = "expected a what-if to keep, got none; suppose something first"
        raise StudioError(message)
    others = tuple(one for one in document.kept if one != what_if)
    if len(others) >= MOST_WHAT_IFS:
        message = f"expected at most {MOST_WHAT_IFS} what-ifs beside each other, got one more; drop one"
        raise StudioError(message)
    return replace(document, kept=(*others, what_if))


def take_what_if(document: Document, fields: Fields) -> Document:
    """Suppose again what was put aside."""
    what_if = document.kept[_place(document, fields)]
    check = dict(what_if.do)
    if check:
        intervention_on(document.scenario, check)
    return _supposing(document, what_if)


def drop_what_if(document: Document, fields: Fields) -> Document:
    """Take a what-if off the side."""
    gone = _place(document, fields)
    return replace(document, kept=tuple(one for place, one in enumerate(document.kept) if place != gone))


def _place(document: Document, fields: Fields) -> int:
    place = fields.offset("place")
    if not 0 <= place < len(document.kept):
        message = f"expected the place of one of {len(document.kept)} kept what-ifs, got {place}; choose one of them"
        raise StudioError(message)
    return place


def set_title(document: Document, fields: Fields) -> Document:
    """Give the text a name in the list; an empty one stands for its first words."""
    title = fields.string("title").strip()
    if len(title) > LONGEST_TITLE:
        message = f"expected a name of at most {LONGEST_TITLE} characters, got {len(title)}; shorten it"
        raise StudioError(message)
    return replace(document, title=checked(title, "title") if title else "")


def _supposing(document: Document, what_if: WhatIf | None) -> Document:
    """Return the document under another what-if; answers about links hold whatever is supposed, and no others do."""
    replies = tuple(given for given in document.replies if given[0].startswith("link:"))
    by_model = tuple(doubt for doubt in document.by_model if doubt.startswith("link:"))
    return replace(document, what_if=what_if, replies=replies, by_model=by_model)


def answer_doubt(document: Document, fields: Fields) -> Document:
    """Answer a doubt, or take the answer back."""
    doubt = fields.string("doubt")
    shown = _shown_link(document, doubt)
    if shown is None and doubt not in doubts_of(document.scenario) and not _of_what_if(document, doubt):
        message = f"expected the id of a doubt about this text, got {doubt[:60]!r}; take one of the queue"
        raise StudioError(message)
    reply = None if fields.value("reply") is None else fields.choice("reply", Reply)
    by_model = tuple(one for one in document.by_model if one != doubt)
    answered = replace(_answered(document, doubt, reply, shown), by_model=by_model)
    check_scenario(answered.corrected)
    return answered


def answered_by_model(document: Document, replies: Mapping[str, Reply]) -> Document:
    """Return the document with what a model answered, before the person, to doubts without an answer."""
    for doubt, reply in replies.items():
        told = None if reply is Reply.UNSURE else reply
        answered = _answered(document, doubt, told, _shown_link(document, doubt))
        answered = replace(answered, by_model=(*document.by_model, doubt))
        try:
            check_scenario(answered.corrected)
        except ReasoningError:  # Causes would run in a circle: that is for the person to see.
            answered = replace(document, by_model=(*document.by_model, doubt))
        document = answered
    return document


def _answered(document: Document, doubt: str, reply: Reply | None, shown: Link | None) -> Document:
    """Return the document with an answer in the place of another, or without one."""
    others = tuple(given for given in document.replies if given[0] != doubt)
    scenario = document.scenario
    if shown is not None and reply in {Reply.YES, Reply.NO}:
        scenario = replace(scenario, links=(*scenario.links, shown))
    return replace(document, scenario=scenario, replies=others if reply is None else (*others, (doubt, reply)))


def _shown_link(document: Document, doubt: str) -> Link | None:
    """Return the link that a doubt is about where the reading lacks it: the reader shows it under a what-if alone.

    Who answers takes it into the reading, confirmed or refused.
    """
    kind, _, ends = doubt.partition(":")
    names = {escaped(event.id): event.id for event in document.scenario.events} if kind == "link" else {}
    cause, _, effect = ends.partition("->")
    if cause not in names or effect not in names or doubt in doubts_of(document.scenario):
        return None
    return Link(cause=names[cause], effect=names[effect], confidence=0.5, provenance=Provenance.WORDS)


def _of_what_if(document: Document, doubt: str) -> bool:
    return document.what_if is not None and doubt.startswith("what-if:") and len(doubt) <= LONGEST_ID


def add_rewrites(document: Document, fields: Fields) -> Document:
    """Add one rewrite, or several."""
    texts = fields.strings("texts") if "texts" in fields else (fields.words("text"),)
    if len(document.rewrites) + len(texts) > MOST_REWRITES:
        message = f"expected at most {MOST_REWRITES} rewrites of a text, got more; remove some, or use `verify --jsonl`"
        raise StudioError(message)
    return replace(document, rewrites=with_rewrites(document.rewrites, texts))


def with_rewrites(present: tuple[Rewrite, ...], texts: Iterable[str]) -> tuple[Rewrite, ...]:
    """Return the rewrites with further ones, named by the next numbers."""
    numbers = [int(one.id[1:]) for one in present if one.id[1:].isdecimal()]
    first = max(numbers, default=0) + 1
    added = (
        Rewrite(id=f"r{number}", text=in_lines(checked(text, "rewrite"))) for number, text in enumerate(texts, first)
    )
    return (*present, *added)


def set_rewrite(document: Document, fields: Fields) -> Document:
    """Write a rewrite again; what was said of the verdicts on it is forgotten."""
    said = replace(_rewrite_of(document, fields), text=in_lines(fields.words("text")))
    rewrites = tuple(said if one.id == said.id else one for one in document.rewrites)
    return replace(document, rewrites=rewrites, labels=_labels_of_others(document, said.id))


def remove_rewrite(document: Document, fields: Fields) -> Document:
    """Remove a rewrite and what was said of it."""
    gone = _rewrite_of(document, fields).id
    rewrites = tuple(one for one in document.rewrites if one.id != gone)
    return replace(document, rewrites=rewrites, labels=_labels_of_others(document, gone))


def _rewrite_of(document: Document, fields: Fields) -> Rewrite:
    name = fields.string("rewrite")
    for rewrite in document.rewrites:
        if rewrite.id == name:
            return rewrite
    message = f"expected a rewrite of this text, got {name[:60]!r}; add it first"
    raise StudioError(message)


def _labels_of_others(document: Document, rewrite: str) -> tuple[Label, ...]:
    return tuple(label for label in document.labels if label.rewrite != rewrite)


def add_label(document: Document, fields: Fields) -> Document:
    """Say of a verdict what one thinks of it oneself, or take that back."""
    rewrite, criterion = _rewrite_of(document, fields).id, fields.string("criterion")
    others = tuple(one for one in document.labels if (one.rewrite, one.criterion) != (rewrite, criterion))
    if fields.value("said") is None:
        return replace(document, labels=others)
    said, among = fields.string("said"), WHOLE_VERDICTS if criterion == WHOLE else VERDICTS
    if said not in among or not 0 < len(criterion) <= LONGEST_ID:
        message = f"expected {', '.join(among)} for {criterion[:60]!r}, got {said[:60]!r}; choose one"
        raise StudioError(message)
    verdict = fields.string("verdict") if "verdict" in fields else ""
    label = Label(rewrite=rewrite, criterion=criterion, verdict=verdict, said=said, note=_note(fields))
    return replace(document, labels=(*others, label))


def set_reviewed(document: Document, fields: Fields) -> Document:
    """Say that the text is done, or that it is not."""
    return replace(document, reviewed=fields.flag("reviewed"))


def set_note(document: Document, fields: Fields) -> Document:
    """Write a remark on the text."""
    return replace(document, note=_note(fields))


def _note(fields: Fields) -> str:
    note = fields.string("note") if "note" in fields else ""
    if len(note) > LONGEST_NOTE:
        message = f"expected a note of at most {LONGEST_NOTE} characters, got {len(note)}; shorten it"
        raise StudioError(message)
    return checked(note, "note") if note.strip() else ""
