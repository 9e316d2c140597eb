"""A rubric as an item of CoBe, so that others can ask models about their own text and score the answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from nlbridge.errors import BridgeError
from nlbridge.supposing.hypothetical_clause import Request, parse_had, parse_request, parts_of
from nlbridge.telling.criteria_wording import criteria_in_cobe_form
from nlbridge.telling.representative import answer_or_reason

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric

PHRASINGS: Final = (
    "Rewrite the original text, based on what would have happened instead had {clause}.",
    "Based on the preceding text, rewrite the scenario to reflect what happens if {finite}.",
    "Rewrite the above passage to illustrate what would have occurred had {clause}.",
)
"""The three phrasings of the benchmark's queries (CoBe, section 3.1)."""

_ID: Final = re.compile(r"(\d+)v(\d+)")


class NoQueryError(BridgeError, ValueError):
    """An intervention that no clause of the benchmark's queries can express."""


def cobe_item(
    row_id: object, rubric: Rubric, *, had: str | None = None, query: str | None = None, answer: str | None = None
) -> dict[str, Any]:
    """Return a text, its queries and its derived criteria in the published JSON.

    Parameters
    ----------
    row_id
        `12v3` becomes core 12, variation 3; anything else a core number computed from the text, variation 1.
    had, query
        The what-if as the user gave it; a whole query is then the only phrasing. With neither, the clause is made from
        the intervention.
    answer
        The representative answer; written here if left out.

    Raises
    ------
    NoQueryError
        If the intervention sets something other than whether events happened, and is not given in words.
    """
    text = rubric.scenario.text or " ".join(event.statement for event in rubric.scenario.events)
    named = _ID.fullmatch(str(row_id))
    criteria = criteria_in_cobe_form(rubric)
    clause = had or ("" if query else _clause(rubric))
    finite = _finite(parse_had(clause) if clause else parse_request(query or ""))
    queries = [query] if query else [phrasing.format(clause=clause, finite=finite) for phrasing in PHRASINGS]
    if answer is None:
        answer = answer_or_reason(rubric, clause=finite if had or query else None).text
    return {
        "Core Set ID": int(named[1]) if named else crc32(text.encode("utf-8")),
        "Variation ID": int(named[2]) if named else 1,
        "Domain": "unspecified",
        "Variation text": text,
        "Query": queries,
        "Representative answer": answer,
        "Evaluation criteria": [
            criteria["unchanged"],
            criteria["changed"],
            *(criteria[name] for name in ("numeric", "latent") if criteria[name]),
        ],
    }


def _finite(asked: Request) -> str:
    return " and ".join(part.finite for part in parts_of(asked))


def _clause(rubric: Rubric) -> str:
    parts = []
    for name, value in rubric.intervention:
        statement = rubric.scenario.event(name).statement.rstrip(".")
        if value not in {"true", "false"}:
            message = f"expected the what-if in words, got do({name}={value}); give it with --had or --query"
            raise NoQueryError(message)
        been = "been" if value == "true" else "not been"
        parts.append(f"it {been} the case that {statement[0].lower()}{statement[1:]}")
    return " and ".join(parts)
