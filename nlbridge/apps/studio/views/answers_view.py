"""The what-if as understood, the answer for each claim with its proof, and the rubric."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from causalcore.derivation.wording import value_phrase
from nlbridge.apps.studio.document.document import Document, StudioError, what_if_to_dict
from nlbridge.apps.studio.views.derived import Derived, derived, prepared_of, said
from nlbridge.apps.studio.views.graph_view import Ways, link_key
from nlbridge.telling.graph_drawing import states
from nlbridge.weights.thresholds import UNDOUBTED

SECTIONS: Final = {
    CriterionKind.INTERVENTION: "Supposed",
    CriterionKind.CHANGED: "Must change",
    CriterionKind.NUMERIC: "Moves",
    CriterionKind.UNCHANGED: "Must stay",
    CriterionKind.LATENT: "Background stays",
    CriterionKind.CONNECTIVE: "Connectives",
    CriterionKind.OPEN: "Open",
}
"""Kinds of criteria in display order."""


def what_if_view(document: Document, found: Derived) -> dict[str, Any] | None:
    """Return the what-if as given and as understood."""
    if document.what_if is None:
        return None
    row = {
        "given": what_if_to_dict(document.what_if),
        "words": None,
        "do": dict(document.what_if.do),
        "sentence": "",
        "confidence": None,
        "doubtful": False,
        "problem": found.misfit or None,
    }
    if (prepared := found.prepared) is None:
        return row
    do, scenario = prepared.rubric.intervention, prepared.rubric.scenario
    supposed = " and ".join(value_phrase(scenario.event(name), value) for name, value in do)
    return row | {
        "words": prepared.clause,
        "do": dict(do),
        "sentence": f"Supposed: {supposed}.",
        "confidence": round(prepared.confidence, 4),
        "doubtful": prepared.confidence < UNDOUBTED,
    }


def answers_view(document: Document, found: Derived) -> list[dict[str, Any]]:
    """Return the answer for each claim, in text order."""
    if found.prepared is None:
        return []
    rubric, by_hand = found.prepared.rubric, dict(said(document))
    state = states(rubric)
    criteria = {criterion.event: criterion.statement for criterion in rubric.criteria if criterion.event}
    return [
        {
            "claim": answer.event,
            "statement": rubric.scenario.event(answer.event).statement,
            "state": str(state[answer.event]),
            "likeliest": None if str(answer.likeliest) in {"open", "unknown"} else str(answer.likeliest),
            "direction": str(answer.direction) if answer.direction else None,
            "value": answer.value,
            "gone": answer.void,
            "confidence": round(answer.confidence, 4),
            "doubtful": answer.confidence < UNDOUBTED,
            "by_hand": answer.event in by_hand,
            "told": criteria.get(answer.event, ""),
        }
        for answer in rubric.derivation.answers
    ]


def proof_view(document: Document, claim: str) -> dict[str, Any]:
    """Return the proof of the answer for a claim: sentences, constraints, or differing worlds."""
    prepared = derived(document).prepared
    for answer in prepared.rubric.derivation.answers if prepared else ():
        if answer.event == claim and prepared is not None:
            evidence = answer.evidence.to_dict()
            if answer.doubt:
                evidence["sentences"] = [*answer.evidence.sentences, f"Not said: {answer.doubt}"]
            return {"claim": claim, **evidence, "path": Ways(prepared.rubric).to(claim)}
    message = f"expected a claim with an answer, got {claim[:60]!r}; enter a what-if first"
    raise StudioError(message)


def what_ifs_view(document: Document) -> dict[str, Any]:
    """Return each kept what-if with its answers, and whether it is the current one.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> from nlbridge.apps.studio.document.document import Document, WhatIf
    >>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    >>> read = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),))
    >>> dry, sound = WhatIf(do=(("e1", "false"),)), WhatIf(do=(("e2", "false"),))
    >>> shown = what_ifs_view(Document(id="1", scenario=read, what_if=dry, kept=(dry, sound)))
    >>> [(one["now"], one["answers"]["e1"]["state"], one["answers"]["e2"]["state"]) for one in shown["what_ifs"]]
    [(True, 'intervened', 'changed'), (False, 'unchanged', 'intervened')]
    """
    columns = []
    for what_if in document.kept:
        supposed = replace(document, what_if=what_if)
        result = derived(supposed)
        answers = {
            row["claim"]: {name: row[name] for name in ("state", "direction", "value", "confidence", "doubtful")}
            for row in answers_view(supposed, result)
        }
        is_current = document.what_if == what_if
        columns.append({"now": is_current, "what_if": what_if_view(supposed, result), "answers": answers})
    return {"what_ifs": columns}


def criterion_id(criterion: Criterion) -> str:
    """Return the id of a criterion within its rubric: `changed:e2`, `connective:e1->e2`."""
    return f"{criterion.kind}:{criterion.event if criterion.event is not None else link_of_criterion(criterion)}"


def link_of_criterion(criterion: Criterion) -> str | None:
    """Return the name of the link of a connective criterion; None for other criteria."""
    if criterion.cause is None or criterion.effect is None:
        return None
    return link_key(criterion.cause, criterion.effect)


def rubric_view(document: Document) -> dict[str, Any]:
    """Return the criteria of the rubric by kind, each with its reason."""
    rubric, sections = prepared_of(document).rubric, []
    for kind, title in SECTIONS.items():
        criteria = [
            {
                "id": criterion_id(criterion),
                "kind": str(kind),
                "claim": criterion.event,
                "link": link_of_criterion(criterion),
                "statement": criterion.statement,
                "confidence": round(criterion.confidence, 4),
                "doubtful": criterion.confidence < UNDOUBTED,
                "why": str(criterion.step),
                "expected": criterion.expected,
            }
            for criterion in rubric.of_kind(kind)
        ]
        if criteria:
            sections.append({"kind": str(kind), "title": title, "criteria": criteria})
    return {"sections": sections}
