"""Operations by their names, and a document with one of them applied.

An operation is an object of JSON: `{"op": "claim.rename", "claim": "e1", "statement": "It rained."}`. It is applied
whole, or refused with a sentence that says why; a refused one changes nothing.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Scenario
>>> document = Document(id="1", scenario=Scenario(events=(Event(id="e1", statement="It raned."),)), read=True)
>>> renamed = apply(document, {"op": "claim.rename", "claim": "e1", "statement": "It rained."}, Scenario)
>>> renamed.scenario.events[0].statement
'It rained.'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from nlbridge.apps.studio.document import (
    claim_operations,
    review_operations,
    text_operations,
)
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.fields import Fields
from nlbridge.apps.studio.document.text_operations import Reader

_READING: Final[dict[str, Callable[[Document, Fields, Reader], Document]]] = {
    "text.set": text_operations.set_text,
    "text.read": text_operations.read_again,
    "scenario.set": text_operations.set_scenario,
}
"""Operations that may read a text."""

_PLAIN: Final[dict[str, Callable[[Document, Fields], Document]]] = {
    "claim.add": claim_operations.add_claim,
    "claim.remove": claim_operations.remove_claim,
    "claim.rename": claim_operations.rename_claim,
    "claim.span": claim_operations.move_claim,
    "claim.restate": claim_operations.restate_claim,
    "claim.set": claim_operations.set_claim,
    "claim.split": claim_operations.split_claim,
    "claim.merge": claim_operations.merge_claims,
    "mechanism.set": claim_operations.set_mechanism,
    "latent.add": claim_operations.add_latent,
    "latent.rename": claim_operations.rename_latent,
    "latent.remove": claim_operations.remove_latent,
    "link.add": claim_operations.add_link,
    "link.set": claim_operations.set_link,
    "link.reverse": claim_operations.reverse_link,
    "link.remove": claim_operations.remove_link,
    "what_if.say": review_operations.say_what_if,
    "what_if.set": review_operations.set_what_if,
    "what_if.clear": review_operations.clear_what_if,
    "what_if.keep": review_operations.keep_what_if,
    "what_if.take": review_operations.take_what_if,
    "what_if.drop": review_operations.drop_what_if,
    "reply": review_operations.answer_doubt,
    "rewrite.add": review_operations.add_rewrites,
    "rewrite.set": review_operations.set_rewrite,
    "rewrite.remove": review_operations.remove_rewrite,
    "label": review_operations.add_label,
    "review": review_operations.set_reviewed,
    "note": review_operations.set_note,
    "title": review_operations.set_title,
    "claim.confirm": claim_operations.confirm_claim,
}

NAMES: Final = (*_READING, *_PLAIN)
"""What may stand under `op`."""

_TOLD: Final = {
    "text.set": "another text",
    "text.read": "reading the text anew",
    "scenario.set": "another reading",
    "claim.add": "adding a claim",
    "claim.remove": "removing {claim}",
    "claim.rename": "renaming {claim}",
    "claim.span": "moving the ends of {claim}",
    "claim.restate": "restating {claim}",
    "claim.set": "the values of {claim}",
    "claim.split": "splitting {claim}",
    "claim.merge": "merging {claim} and {other}",
    "mechanism.set": "the formula of {claim}",
    "latent.add": "adding background",
    "latent.rename": "renaming {latent}",
    "latent.remove": "removing {latent}",
    "link.add": "linking {cause} to {effect}",
    "link.set": "changing the link {cause} to {effect}",
    "link.reverse": "turning the link {cause} to {effect}",
    "link.remove": "removing the link {cause} to {effect}",
    "what_if.say": "the what-if",
    "what_if.set": "the what-if",
    "what_if.clear": "dropping the what-if",
    "what_if.keep": "keeping the what-if",
    "what_if.take": "another what-if",
    "what_if.drop": "dropping a kept what-if",
    "reply": "an answer",
    "rewrite.add": "adding rewrites",
    "rewrite.set": "changing {rewrite}",
    "rewrite.remove": "removing {rewrite}",
    "label": "a label on {rewrite}",
    "review": "the mark of review",
    "note": "the note",
    "title": "the name of the text",
    "claim.confirm": "confirming {claim}",
}


def apply(document: Document, operation: object, reader: Reader) -> Document:
    """Return the document after an operation.

    Parameters
    ----------
    operation
        What JSON holds.
    reader
        Reads texts, for the operations that need it.

    Raises
    ------
    ReasoningError
        If it cannot be carried out: a field is missing or of another form, a claim is not there, causes would run in a
        circle.
    """
    fields = _fields(operation)
    name = fields.value("op")
    if name in _READING:
        return _READING[name](document, fields, reader)
    return _PLAIN[name](document, fields)


def in_words(operation: object) -> str:
    """Say in a few words what an operation does, for `undo` and `redo`.

    Examples
    --------
    >>> in_words({"op": "claim.rename", "claim": "e1", "statement": "It rained."})
    'renaming e1'
    """
    fields = _fields(operation)
    given = {name: str(fields.value(name))[:20] for name in _PLACES if name in fields}
    return _TOLD[fields.value("op")].format_map(dict.fromkeys(_PLACES, "?") | given)


_PLACES: Final = ("claim", "other", "latent", "cause", "effect", "rewrite")


def _fields(operation: object) -> Fields:
    if not isinstance(operation, Mapping):
        got = type(operation).__name__
        message = f'expected an operation like {{"op": "review", "reviewed": true}}, got {got}; send an object'
        raise StudioError(message)
    name = operation.get("op")
    if not isinstance(name, str) or name not in NAMES:
        message = f"expected one of the operations {', '.join(NAMES)}, got {str(name)[:60]!r}; see the reference"
        raise StudioError(message)
    return Fields(operation)
