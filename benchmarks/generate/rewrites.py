"""Rewrites by template: connected sentences first, then plain ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from benchmarks.generate.families import sentence
from benchmarks.generate.graphs import BESIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from benchmarks.generate.graphs import Drawn
    from causalcore.scenario.scenario import Span

REWRITES: Final[Mapping[str, Mapping[str, str]]] = {
    "chain": {"root": "{root}, so {left}. Therefore {end}.", "left": "{root}, but {left}, so {end}."},
    "fork": {
        "root": "{root}, so {left}, and {right}.",
        "left": "{root}, but {left}. {right}.",
        "right": "{root}, but {right}. {left}.",
    },
    "collider": {"left": "{right}, but {left}, so {end}.", "right": "{left}, but {right}, so {end}."},
    "diamond": {
        "root": "{root}, so {left}, and {right}. Therefore {end}.",
        "left": "{root}, but {left}. Therefore {end}, although {right}.",
        "right": "{root}, but {right}. Therefore {end}, although {left}.",
    },
    "backup": {"threat": "{threat}, so {help}, and {good}.", "help": "{threat}, but {help}, so {good}."},
    "either": {"first": "{first}, but {second}, so {effect}.", "second": "{second}, but {first}, so {effect}."},
    "preempted": {"first": "{first}, but {second}, so {effect}. {idle}."},
}
"""Templates by graph and negated role; our check decides whether a rewrite is valid."""

_PLACE: Final = re.compile(r"(^|\. )?\{(\w+)\}")


def rewrites(drawn: Drawn, spans: Mapping[str, Span], answers: Mapping[str, str]) -> Iterator[str]:
    """Write what would have happened: by the contrary of each changed event, or by a plain denial.

    Parameters
    ----------
    answers
        By event, numbered in text order.

    Examples
    --------
    >>> from benchmarks.generate.families import clause_from
    >>> from benchmarks.generate.graphs import Drawn
    >>> words = {"root": "the dam | broke | ~ the dam held", "left": "the mill | stopped | ~ the mill ran"}
    >>> words["end"] = "the miller | slept | ~ the miller worked"
    >>> clauses = {role: clause_from(one) for role, one in words.items()}
    >>> drawn = Drawn(core=1, graph="chain", domain="mill", clauses=clauses, supposed="left")
    >>> spans = {"root": (0, 1), "left": (1, 2), "end": (2, 3)}
    >>> next(rewrites(drawn, spans, {"e1": "unchanged", "e2": "changed", "e3": "changed"}))
    'The dam broke, but the mill ran, so the miller worked.'
    """
    roles = sorted(spans, key=lambda role: spans[role])
    changed = {role: answers[f"e{place}"] == "changed" for place, role in enumerate(roles, 1)}
    connected = REWRITES[drawn.graph][drawn.supposed]
    connected += "".join(f" {{{role}}}." for role in roles if role.startswith(BESIDE))
    separate = " ".join(f"{{{role}}}." for role in roles)
    for words in (connected, separate):
        for form in ("contrary", "denied"):
            clauses = {role: getattr(drawn.clauses[role], form if changed[role] else "told") for role in roles}
            yield _told(words, clauses)


def _told(words: str, clauses: Mapping[str, str]) -> str:
    """Fill in clauses; capitalise at the start of a sentence."""

    def placed(place: re.Match[str]) -> str:
        clause = clauses[place[2]]
        return clause if place[1] is None else place[1] + sentence(clause).removesuffix(".")

    return _PLACE.sub(placed, words)
