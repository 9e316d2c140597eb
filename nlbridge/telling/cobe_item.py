"""A rubric as an item of CoBe, or its criteria alone: others can ask models about their own text, and score them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.rubric import CriterionKind
from nlbridge.errors import BridgeError
from nlbridge.reading.quantities import level
from nlbridge.supposing.hypothetical_clause import parse_had, parse_request, parts_of
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
    asked = parse_had(clause) if clause else parse_request(query or "")
    finite = " and ".join(part.finite for part in parts_of(asked))
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


def criteria_in_cobe_form(rubric: Rubric) -> dict[str, str]:
    """Return the four strings of CoBe's criteria; one that does not apply is empty.

    The first two list claims of the original text: those that must stay and those that must not.
    """
    scenario = rubric.scenario
    kept = {criterion.event for criterion in rubric.criteria if criterion.kind is CriterionKind.UNCHANGED}
    moved = {answer.event for answer in rubric.derivation.answers if answer.kind is AnswerKind.CHANGED}
    moved |= {name for name, value in rubric.intervention if value != scenario.event(name).fact}
    return {
        "unchanged": " ".join(event.statement for event in scenario.events if event.id in kept),
        "changed": " ".join(event.statement for event in scenario.events if event.id in moved),
        "numeric": _numeric(rubric),
        "latent": " ".join(latent.statement for latent in scenario.latents),
    }


def _numeric(rubric: Rubric) -> str:
    sentences = []
    for criterion in rubric.criteria:
        if criterion.kind is CriterionKind.NUMERIC and criterion.event:
            claim = rubric.scenario.event(criterion.event).statement.rstrip(".")
            stated = level(claim)
            than = stated.words if stated is not None else "stated"
            way = f"{criterion.expected} than {than}" if criterion.expected else "another value"
            sentences.append(f"Numerical change expected: {claim}: {way}.")
    return " ".join(sentences)
