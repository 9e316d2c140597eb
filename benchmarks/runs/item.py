"""Items of text-editing benchmarks, and generations that answer them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Formal:
    """The source of a text: a scenario, and the what-if as an intervention on it."""

    scenario: Scenario
    do: Intervention

    def __str__(self) -> str:
        """Write both as one line of JSON."""
        return json.dumps({"scenario": self.scenario.to_dict(), "do": dict(self.do)}, sort_keys=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A text with phrasings of one what-if.

    Parameters
    ----------
    id
        Name of the item, e.g. `307v8`.
    core
        Items with one core are variations of one scenario, and not independent.
    queries
        The phrasings.
    criteria
        The dataset's own criteria, verbatim.
    graph_type
        Shape of the causal graph, if the dataset names it.
    formal
        The scenario to judge by; without one, the text is read.
    """

    id: str
    core: str
    domain: str
    text: str
    queries: tuple[str, ...]
    criteria: tuple[str, ...] = ()
    graph_type: str | None = None
    formal: Formal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """A model's answer to one phrasing of an item.

    Parameters
    ----------
    correct
        A human's or judge's verdict, if any.
    failed
        The error classes that this verdict names.
    finish_reason, refusal
        The endpoint's report on the reply, if known.
    """

    item: str
    query_index: int
    model: str
    response: str
    correct: bool | None = None
    failed: tuple[str, ...] = ()
    finish_reason: str | None = None
    refusal: str | None = None

    def key(self, item: Item) -> str:
        """Return a key that changes with everything that affects the verdict.

        Examples
        --------
        >>> item = Item(id="1v1", core="1", domain="d", text="It rained.", queries=("What if not?",))
        >>> Generation(item="1v1", query_index=0, model="m", response="It did not rain.").key(item)
        '1v1-q0-m-25121190'
        """
        finish = [self.finish_reason or "stop", self.refusal or ""]
        ending = finish if finish != ["stop", ""] else []
        formal = [] if item.formal is None else [str(item.formal)]
        parts = (item.text, item.queries[self.query_index], *item.criteria, *formal, self.response, *ending)
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return f"{self.item}-q{self.query_index}-{self.model}-{digest}"
