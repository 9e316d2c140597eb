"""Several what-ifs of one text side by side: what each makes of each claim."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nlbridge.apps.studio.views.answers_view import answers_view, what_if_view
from nlbridge.apps.studio.views.derived import derived

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.document import Document, WhatIf

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
