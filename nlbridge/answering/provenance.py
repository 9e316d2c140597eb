"""Who an answer or a link comes from: given, the words, a language model, both, or confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.answering.basis import Source

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Link
    from nlbridge.answering.request import Prepared

NAMES: Final = {Source.OFFLINE: "words", Source.MODEL: "model", Source.GIVEN: "given"}


def answer_provenance(prepared: Prepared, event: str) -> str:
    """Return who read what an answer rests on; `both` where the words alone lead to the same answer.

    Examples
    --------
    >>> from nlbridge.answering.answers import prepare
    >>> from nlbridge.answering.request import Request, Settings
    >>> asked = Request(source="The pump failed, so the cellar flooded.", had="the pump not failed")
    >>> answer_provenance(prepare(asked, Settings()), "e2")
    'words'
    """
    basis = prepared.basis
    if basis is not None and event in basis.alike:
        return "both"
    return _read_by(prepared)


def link_provenance(prepared: Prepared, link: Link) -> str:
    """Return who read a link; one that a person gave or confirmed is certain, and `given`."""
    basis = prepared.basis
    if link.confidence == 1:
        return "given"
    if basis is not None and (link.cause, link.effect) in basis.links_alike:
        return "both"
    return _read_by(prepared)


def _read_by(prepared: Prepared) -> str:
    if prepared.basis is not None:
        return NAMES[prepared.basis.reading]
    return "words" if prepared.rubric.scenario.read else "given"
