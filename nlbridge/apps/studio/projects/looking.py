"""What a process computes for the page of one text: derivation, verdicts, pictures, exports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.exports import text_export
from nlbridge.apps.studio.views.answers_view import proof_view, what_ifs_view
from nlbridge.apps.studio.views.derived import derived
from nlbridge.apps.studio.views.pictures import graph_svg, rubric_svg
from nlbridge.apps.studio.views.rewrites_view import Judged, rewrites_view
from nlbridge.apps.studio.views.rubric_text import answer_view, prepared_of, rubric_view
from nlbridge.apps.studio.views.view import view

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.document import Document
    from nlbridge.judging.report import Report

JUDGING: Final = 20.0
"""Seconds that the verdict on one rewrite may take."""
Reports = tuple[tuple[str, "Report"], ...]
"""Texts of rewrites with what a model said of them."""
_JUDGED: Final = Judged(seconds=JUDGING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What there is to see of a text.

    Parameters
    ----------
    view
        All that a page draws.
    doubts
        Doubts that have no answer.
    """

    view: dict[str, Any]
    doubts: int

    @property
    def is_whole(self) -> bool:
        """Tell whether no verdict is still to come."""
        return all(row["verdict"] != "pending" for row in self.view["rewrites"])


def look(document: Document, reports: Reports = ()) -> Look:
    """Return what there is to see of a text; verdicts on rewrites as far as they are there in a second.

    Examples
    --------
    >>> from nlbridge.apps.studio.document.document import Document
    >>> look(Document(id="1")).doubts
    0
    """
    drawn = view(document, _judged(document, reports))
    return Look(view=drawn, doubts=drawn["queue"]["open"])


def _judged(document: Document, reports: Reports) -> Judged:
    """Return the verdicts that are known in this process, with those of a model in their place."""
    prepared = derived(document).prepared if reports else None
    if prepared is not None:
        for text, report in reports:
            _JUDGED.keep(prepared, text, report)
    return _JUDGED


def verdict_on(document: Document, rewrite: object, criterion: object, reports: Reports = ()) -> str:
    """Return what the verifier says of a rewrite, or of a criterion of it; empty if it says nothing."""
    wanted = replace(document, rewrites=tuple(one for one in document.rewrites if one.id == rewrite))
    for row in rewrites_view(wanted, derived(document), _judged(document, reports), float("inf")):
        if criterion == "whole":
            return str(row["verdict"] or "")
        for one in row["criteria"]:
            if one["id"] == criterion:
                return str(one["verdict"])
    return ""


def proof_of(document: Document, claim: str) -> dict[str, Any]:
    """Return the whole proof of what happens to a claim."""
    return proof_view(derived(document), claim)


def rubric_of(document: Document) -> dict[str, Any]:
    """Return the rubric, each criterion with its reason."""
    return rubric_view(prepared_of(derived(document)).rubric)


def what_ifs_of(document: Document) -> dict[str, Any]:
    """Return what each kept what-if makes of each claim."""
    return {"what_ifs": what_ifs_view(document)}


def answer_of(document: Document) -> dict[str, str]:
    """Return the representative answer."""
    return answer_view(derived(document))


def picture_of(document: Document, of: str) -> str:
    """Draw the graph or the rubric of a text as SVG.

    Raises
    ------
    StudioError
        For another picture.
    """
    if of not in {"graph", "rubric"}:
        message = f"expected a picture of graph or rubric, got {of[:40]!r}; choose one of them"
        raise StudioError(message)
    return graph_svg(derived(document)) if of == "graph" else rubric_svg(document, derived(document))


def export_of(document: Document, form: str) -> str:
    """Write the result of one text."""
    return text_export(document, form)
