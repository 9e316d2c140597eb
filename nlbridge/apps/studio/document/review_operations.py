"""What a person supposes, answers and judges: the what-if, doubts, rewrites, labels, and that a text is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from causalcore.scenario.rules import check_scenario
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import WHOLE, Document, Label, Rewrite, StudioError, WhatIf
from nlbridge.apps.studio.document.edited_scenario import doubts_of
from nlbridge.apps.studio.document.fields import Fields
from nlbridge.apps.studio.document.text_operations import in_lines

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
    return replace(document, what_if=WhatIf(had=fields.words("had")), replies=_not_of_what_if(document))


def set_what_if(document: Document, fields: Fields) -> Document:
    """Suppose values of claims."""
    values = fields.mapping("do")
    if not all(isinstance(value, str) for value in values.values()):
        message = f"expected values as texts, got {str(values)[:60]}; quote them"
        raise StudioError(message)
    intervention_on(document.scenario, values)
    return replace(document, what_if=WhatIf(do=tuple(values.items())), replies=_not_of_what_if(document))


def clear_what_if(document: Document, _: Fields) -> Document:
    """Suppose nothing."""
    return replace(document, what_if=None, replies=_not_of_what_if(document))


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
    return replace(document, what_if=what_if, replies=_not_of_what_if(document))


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


def _not_of_what_if(document: Document) -> tuple[tuple[str, Reply], ...]:
    """Return the answers that hold whatever is supposed: those about links."""
    return tuple(given for given in document.replies if given[0].startswith("link:"))


def answer_doubt(document: Document, fields: Fields) -> Document:
    """Answer a doubt, or take the answer back."""
    doubt = fields.string("doubt")
    if doubt not in doubts_of(document.scenario) and not _of_what_if(document, doubt):
        message = f"expected the id of a doubt about this text, got {doubt[:60]!r}; take one of the queue"
        raise StudioError(message)
    others = tuple(given for given in document.replies if given[0] != doubt)
    own = () if fields.value("reply") is None else ((doubt, fields.choice("reply", Reply)),)
    answered = replace(document, replies=(*others, *own))
    check_scenario(answered.corrected)
    return answered


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
