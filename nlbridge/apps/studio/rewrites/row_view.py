"""One rewrite beside its text, with marked differences and the words of each criterion.

Examples
--------
>>> differing("It rained all day.", "It snowed all day.")
([(3, 9)], [(3, 9)])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, Final

from nlbridge.apps.studio.rewrites.rewrite_table import Judged
from nlbridge.apps.studio.views.graph_view import Mark, segments

_PIECE: Final = re.compile(r"\w+|\s+|[^\w\s]")
Spans = list[tuple[int, int]]


def differing(text: str, edit: str) -> tuple[Spans, Spans]:
    """Return what stands in the text alone, and what stands in the edit alone, word by word."""
    one, other = list(_PIECE.finditer(text)), list(_PIECE.finditer(edit))
    matcher = SequenceMatcher(None, [m[0] for m in one], [m[0] for m in other], autojunk=False)
    gone: Spans = []
    new: Spans = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        if a < b:
            gone.append((one[a].start(), one[b - 1].end()))
        if c < d:
            new.append((other[c].start(), other[d - 1].end()))
    return gone, new


def row_view(one: Judged) -> dict[str, Any]:
    """Return all that is shown of one rewrite."""
    judgement = one.judgement or {}
    criteria = [_criterion(place, given, judgement) for place, given in enumerate(judgement.get("criteria", ()))]
    gone, new = differing(one.row.text, one.row.edit)
    in_text = [(row["id"], row["claim_span"]) for row in criteria if row["claim_span"]]
    in_edit = [(row["id"], row["span"]) for row in criteria if row["span"]]
    return {
        "key": one.key,
        "id": one.key,
        "item": one.row.item,
        "model": one.row.model,
        "supposed": _supposed(one.row.asked),
        "do": judgement.get("what_if", {}).get("do"),
        "verdict": one.state,
        "confidence": judgement.get("confidence"),
        "score": judgement.get("score"),
        "errors": one.errors,
        "reasons": list(judgement.get("reasons", ())),
        "problem": judgement.get("error"),
        "provenance": _provenance(judgement),
        "criteria": criteria,
        "text": _pieces(one.row.text, gone, in_text),
        "edit": _pieces(one.row.edit, new, in_edit),
        "said": one.said,
        "note": one.note,
        "agrees": one.agrees,
    }


def _supposed(asked: Mapping[str, Any]) -> str:
    if asked.get("do"):
        return "; ".join(f"{name}: {value}" for name, value in dict(asked["do"]).items())
    return str(asked.get("had") or asked.get("query") or "")


def _provenance(judgement: Mapping[str, Any]) -> str | None:
    kinds = {row.get("provenance") for row in judgement.get("criteria", ())}
    if not kinds:
        return None
    return "model" if "model" in kinds else "words"


def _criterion(place: int, given: Mapping[str, Any], judgement: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": f"c{place}",
        "kind": given["kind"],
        "required": given["required"],
        "statement": given["statement"],
        "verdict": given["verdict"],
        "confidence": given["confidence"],
        "error": given["error"],
        "quote": given["quote"],
        "span": given["span"],
        "claim_span": _claim_span(given, judgement),
        "why": given["why"],
        "provenance": given["provenance"],
    }


def _claim_span(given: Mapping[str, Any], judgement: Mapping[str, Any]) -> list[int] | None:
    """Return where the text says what a criterion is about: the claim, or the word of the link."""
    for event in judgement.get("events", ()):
        if event["id"] == given.get("event"):
            return list(event["span"]) if event["span"] else None
    for link in judgement.get("links", ()):
        if (link["cause"], link["effect"]) == (given.get("cause"), given.get("effect")):
            return list(link["span"]) if link["span"] else None
    return None


def _pieces(text: str, differs: Spans, marked: Iterable[tuple[str, list[int]]]) -> list[dict[str, Any]]:
    marks = [Mark(start, end, "differs", "differs") for start, end in differs]
    marks += [Mark(span[0], span[1], "criterion", name) for name, span in marked]
    return [
        {"text": cut.text, "differs": bool(cut.of_kind("differs")), "criteria": cut.of_kind("criterion")}
        for cut in segments(text, marks)
    ]
