"""The what-if as it was understood, what happens to each claim, and the whole proof of one answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from causalcore.derivation.wording import value_phrase
from nlbridge.apps.studio.document.document import StudioError, what_if_to_dict
from nlbridge.apps.studio.views.derived import derived, said
from nlbridge.apps.studio.views.graph_view import Ways
from nlbridge.telling.graph_drawing import states
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from causalcore.derivation.derivation import Answer
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.studio.document.document import Document, WhatIf
    from nlbridge.apps.studio.views.derived import Derived


_NO_LIKELIER = frozenset({"open", "unknown"})


def what_if_view(document: Document, found: Derived) -> dict[str, Any] | None:
    """Return what is supposed: as it was given, and as it was understood."""
    if document.what_if is None:
        return None
    prepared = found.prepared
    return {
        "given": what_if_to_dict(document.what_if),
        "words": prepared.clause if prepared else None,
        "do": dict(prepared.rubric.intervention) if prepared else dict(document.what_if.do),
        "sentence": _sentence(prepared) if prepared else "",
        "confidence": round(prepared.confidence, 4) if prepared else None,
        "doubtful": prepared is not None and prepared.confidence < UNDOUBTED,
        "problem": found.misfit or None,
    }


def _sentence(prepared: Prepared) -> str:
    scenario = prepared.rubric.scenario
    told = [value_phrase(scenario.event(name), value) for name, value in prepared.rubric.intervention]
    return f"Supposed: {' and '.join(told)}."


def answers_view(document: Document, found: Derived) -> list[dict[str, Any]]:
    """Return what happens to each claim, in the order of the text."""
    if found.prepared is None:
        return []
    rubric, by_hand = found.prepared.rubric, dict(said(document))
    state = states(rubric)
    statements = {event.id: event.statement for event in rubric.scenario.events}
    told = {criterion.event: criterion.statement for criterion in rubric.criteria if criterion.event}
    return [
        {
            "claim": answer.event,
            "statement": statements[answer.event],
            "state": str(state[answer.event]),
            "likeliest": None if str(answer.likeliest) in _NO_LIKELIER else str(answer.likeliest),
            "direction": str(answer.direction) if answer.direction else None,
            "value": answer.value,
            "gone": answer.void,
            "confidence": round(answer.confidence, 4),
            "doubtful": answer.confidence < UNDOUBTED,
            "by_hand": answer.event in by_hand,
            "told": told.get(answer.event, ""),
        }
        for answer in rubric.derivation.answers
    ]


def why(answer: Answer) -> str:
    """Return the last step to an answer, and what speaks against it."""
    return f"{answer.step} Not said: {answer.doubt}." if answer.doubt else str(answer.step)


def proof_view(found: Derived, claim: str) -> dict[str, Any]:
    """Return the whole proof of what happens to a claim: sentences, constraints, or worlds that differ.

    Raises
    ------
    StudioError
        If there is no answer for that claim.
    """
    answers = found.prepared.rubric.derivation.answers if found.prepared else ()
    for answer in answers:
        if answer.event == claim and found.prepared is not None:
            evidence = answer.evidence.to_dict()
            if answer.doubt:
                evidence["sentences"] = [*answer.evidence.sentences, f"Not said: {answer.doubt}"]
            return {"claim": claim, **evidence, "path": Ways(found.prepared.rubric).to(claim)}
    message = f"expected a claim with an answer, got {claim[:60]!r}; suppose something first"
    raise StudioError(message)


_TAKEN = ("state", "direction", "value", "confidence", "doubtful")


def what_ifs_view(document: Document) -> list[dict[str, Any]]:
    """Return each kept what-if with the answers under it, and whether it is the one that is supposed now.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> from nlbridge.apps.studio.document.document import Document, WhatIf
    >>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    >>> read = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),))
    >>> dry, sound = WhatIf(do=(("e1", "false"),)), WhatIf(do=(("e2", "false"),))
    >>> shown = what_ifs_view(Document(id="1", scenario=read, what_if=dry, kept=(dry, sound)))
    >>> [(one["now"], one["answers"]["e1"]["state"], one["answers"]["e2"]["state"]) for one in shown]
    [(True, 'intervened', 'changed'), (False, 'unchanged', 'intervened')]
    """
    return [_column(document, what_if) for what_if in document.kept]


def _column(document: Document, what_if: WhatIf) -> dict[str, Any]:
    supposed = replace(document, what_if=what_if)
    found = derived(supposed)
    answers = answers_view(supposed, found)
    return {
        "now": document.what_if == what_if,
        "what_if": what_if_view(supposed, found),
        "answers": {row["claim"]: {name: row[name] for name in _TAKEN} for row in answers},
    }
