"""Apply operations by name, and keep the history for undo and redo.

An operation is a JSON object: `{"op": "claim.rename", "claim": "e1", "statement": "It rained."}`. It is applied as a
whole, or refused with a reason and without any change.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Scenario
>>> document = Document(id="1", scenario=Scenario(events=(Event(id="e1", statement="It raned."),)), read=True)
>>> renamed = apply(document, {"op": "claim.rename", "claim": "e1", "statement": "It rained."}, Scenario)
>>> renamed.scenario.events[0].statement
'It rained.'
>>> history = History(present=Document(id="1"))
>>> changed = history.applied({"op": "review", "reviewed": True}, Scenario)
>>> changed.present.reviewed, changed.undone().present.reviewed, changed.undone().redone() == changed
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from inspect import Parameter, signature
from typing import Any, Final, get_args, get_type_hints

from pydantic import BaseModel, ValidationError, create_model

from logic.errors import ReasoningError, brief
from nlbridge.apps.studio.document import reading_operations as reading
from nlbridge.apps.studio.document import review_operations as review
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.reading_operations import Reader

OPERATIONS: Final[dict[str, tuple[Callable[..., Document], str]]] = {
    "text.set": (reading.set_text, "another text"),
    "text.read": (reading.read_again, "reading the text anew"),
    "scenario.set": (reading.set_scenario, "another reading"),
    "claim.add": (reading.add_claim, "adding a claim"),
    "claim.remove": (reading.remove_claim, "removing {claim}"),
    "claim.rename": (reading.rename_claim, "renaming {claim}"),
    "claim.span": (reading.move_claim, "moving the ends of {claim}"),
    "claim.restate": (reading.restate_claim, "restating {claim}"),
    "claim.set": (reading.set_claim, "the values of {claim}"),
    "claim.split": (reading.split_claim, "splitting {claim}"),
    "claim.merge": (reading.merge_claims, "merging {claim} and {other}"),
    "mechanism.set": (reading.set_mechanism, "the formula of {claim}"),
    "latent.add": (reading.add_latent, "adding background"),
    "latent.rename": (reading.rename_latent, "renaming {latent}"),
    "latent.remove": (reading.remove_latent, "removing {latent}"),
    "link.add": (reading.add_link, "linking {cause} to {effect}"),
    "link.set": (reading.set_link, "changing the link {cause} to {effect}"),
    "link.reverse": (reading.reverse_link, "turning the link {cause} to {effect}"),
    "link.remove": (reading.remove_link, "removing the link {cause} to {effect}"),
    "what_if.say": (review.say_what_if, "the what-if"),
    "what_if.set": (review.set_what_if, "the what-if"),
    "what_if.clear": (review.clear_what_if, "dropping the what-if"),
    "what_if.keep": (review.keep_what_if, "keeping the what-if"),
    "what_if.take": (review.take_what_if, "another what-if"),
    "what_if.drop": (review.drop_what_if, "dropping a kept what-if"),
    "reply": (review.answer_doubt, "an answer"),
    "rewrite.add": (review.add_rewrites, "adding rewrites"),
    "rewrite.set": (review.set_rewrite, "changing {rewrite}"),
    "rewrite.remove": (review.remove_rewrite, "removing {rewrite}"),
    "label": (review.add_label, "a label on {rewrite}"),
    "review": (review.set_reviewed, "the mark of review"),
    "note": (review.set_note, "the note"),
    "title": (review.set_title, "the name of the text"),
    "claim.confirm": (reading.confirm_claim, "confirming {claim}"),
}
"""Values of `op`: the function, and the label beside `undo` and `redo`."""

MOST_STEPS: Final = 200
"""Steps that can be undone."""


def apply(document: Document, operation: object, reader: Reader) -> Document:
    """Return the document after an operation, given as parsed JSON; `reader` reads texts for operations that need it.

    Raises `ReasoningError` if it is impossible: a field is missing or malformed, a claim does not exist, or links would
    form a cycle.
    """
    name, given = _named(operation)
    work, _ = OPERATIONS[name]
    try:
        fields = _fields_of(name).model_validate(given)
    except ValidationError as wrong:
        raise _refusal(name, wrong) from wrong
    arguments = {field: getattr(fields, field) for field in fields.model_fields_set}
    return work(document, *([reader] if "reader" in signature(work).parameters else []), **arguments)


def _named(operation: object) -> tuple[str, dict[str, Any]]:
    """Return the name of an operation and its fields, or raise `StudioError`."""
    if not isinstance(operation, Mapping):
        kind = type(operation).__name__
        message = f'expected an operation like {{"op": "review", "reviewed": true}}, got {kind}; send an object'
        raise StudioError(message)
    name = operation.get("op")
    if not isinstance(name, str) or name not in OPERATIONS:
        message = f"expected one of the operations {', '.join(OPERATIONS)}, got {str(name)[:60]!r}; see the reference"
        raise StudioError(message)
    return name, dict(operation)


@cache
def _fields_of(name: str) -> type[BaseModel]:
    """Return a model of the fields of an operation, from the keywords of its function."""
    work, _ = OPERATIONS[name]
    hints, fields = get_type_hints(work, include_extras=True), dict[str, Any]()
    for parameter in signature(work).parameters.values():
        if parameter.kind is Parameter.VAR_KEYWORD:
            (more,) = get_args(hints[parameter.name])
            fields |= {field: (kind, None) for field, kind in get_type_hints(more, include_extras=True).items()}
        elif parameter.kind is Parameter.KEYWORD_ONLY:
            fields[parameter.name] = (
                hints[parameter.name],
                ... if parameter.default is Parameter.empty else parameter.default,
            )
    return create_model(name, **fields)


def _refusal(name: str, wrong: ValidationError) -> ReasoningError:
    first = wrong.errors(include_url=False)[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, ReasoningError):
        return cause
    field = brief(".".join(map(str, first["loc"])))
    if first["type"] == "missing":
        return StudioError(f"expected the field {field} in {name}, got none; add it")
    expected = cause or first["msg"].removeprefix("Input should be ")
    return StudioError(f"expected {field} to be {expected}, got {brief(first['input'])}; correct it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The label of a change, with the document on its other side."""

    told: str
    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A document and the steps to the documents before and after it, in both directions with the nearest step last."""

    present: Document
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    def applied(self, operation: object, reader: Reader) -> History:
        """Return the history after an operation; errors as for `apply`."""
        document, (name, given) = apply(self.present, operation, reader), _named(operation)
        shown = {field: str(value)[:20] for field, value in given.items()}
        return self.changed(document, OPERATIONS[name][1].format_map(shown))

    def changed(self, document: Document, words: str) -> History:
        """Return the history with a step to another document; an equal document adds no step."""
        if document == self.present:
            return self
        step = Step(told=words, document=self.present)
        return History(present=document, past=(*self.past, step)[-MOST_STEPS:])

    def undone(self) -> History:
        """Return the history with its last step undone."""
        if not self.past:
            message = "expected a change to take back, got none; the text is as it was opened"
            raise StudioError(message)
        last = self.past[-1]
        step = Step(told=last.told, document=self.present)
        return replace(self, present=last.document, past=self.past[:-1], future=(*self.future, step))

    def redone(self) -> History:
        """Return the history with the step undone last redone."""
        if not self.future:
            message = "expected a change that was taken back, got none; there is nothing to do again"
            raise StudioError(message)
        following = self.future[-1]
        step = Step(told=following.told, document=self.present)
        return replace(self, present=following.document, past=(*self.past, step), future=self.future[:-1])
