"""What a correction changes: the answers that are others than before it.

Examples
--------
>>> from dataclasses import replace
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> from nlbridge.apps.studio.document.document import WhatIf
>>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
>>> read = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),))
>>> before = Document(id="1", scenario=read, what_if=WhatIf(do=(("e1", "false"),)))
>>> effects(before, replace(before, scenario=replace(read, links=())))
[{'claim': 'e2', 'statement': 'The roof leaked.', 'before': 'changed', 'after': 'unchanged'}]
"""

from __future__ import annotations

from typing import Any

from nlbridge.apps.studio.document.document import Document
from nlbridge.apps.studio.views.derived import derived


def effects(before: Document, after: Document) -> list[dict[str, Any]] | None:
    """Return the answers that a correction changed, in the order of the text.

    None where the two cannot be compared: nothing is supposed, something else is, or one of them has no answers.
    """
    if before.what_if is None or before.what_if != after.what_if:
        return None
    was, now = _answers(before), _answers(after)
    if was is None or now is None:
        return None
    statements = {event.id: event.statement for event in after.scenario.events}
    return [
        {"claim": claim, "statement": statements[claim], "before": was[claim], "after": answer}
        for claim, answer in now.items()
        if claim in was and claim in statements and was[claim] != answer
    ]


def _answers(document: Document) -> dict[str, str] | None:
    """Return the answer on each claim, with the way in which a quantity moves."""
    prepared = derived(document).prepared
    if prepared is None:
        return None
    return {
        answer.event: f"{answer.kind}, {answer.direction}" if answer.direction else str(answer.kind)
        for answer in prepared.rubric.derivation.answers
    }
