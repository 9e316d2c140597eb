"""A told scenario as an item: queries, answers with proofs, criteria, and a rewrite that our check accepts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from logic.errors import ReasoningError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.generate.graphs import Drawn
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared


def answers_of(prepared: Prepared) -> dict[str, str]:
    """Return what the engine answers for each event."""
    return {answer.event: str(answer.kind) for answer in prepared.rubric.derivation.answers}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedAnswer:
    """A rewrite that meets a rubric.

    Parameters
    ----------
    on_text
        What our check says of it that reads the text itself, offline; None where it is undecided.
    """

    text: str
    on_text: bool | None


def valid_answer(prepared: Prepared, scenario: Scenario, had: str, offered: Iterable[str]) -> CheckedAnswer | None:
    """Return the first rewrite that our check of the scenario calls valid: one that is offered, or the engine's own.

    One that the text alone refutes is taken only if there is no other.
    """
    refuted: CheckedAnswer | None = None
    for answer in dict.fromkeys(_rewrites(prepared, offered)):
        if _valid(scenario, had, answer) is not True:
            continue
        found = CheckedAnswer(text=answer, on_text=_valid(scenario.text, had, answer))
        if found.on_text is not False:
            return found
        refuted = refuted or found
    return refuted


def _valid(source: str | Scenario, had: str, answer: str) -> bool | None:
    from nlbridge.answering.answers import judge
    from nlbridge.answering.request import Request, Settings

    try:
        return judge(Request(source=source, had=had), answer, Settings())[1].valid
    except ReasoningError:
        return None


def _rewrites(prepared: Prepared, offered: Iterable[str]) -> Iterator[str]:
    from nlbridge.telling.representative import answer_or_reason

    yield from offered
    if own := answer_or_reason(prepared.rubric, clause=prepared.clause, sure=prepared.confidence).text:
        yield own


def item_row(drawn: Drawn, prepared: Prepared, scenario: Scenario, answer: CheckedAnswer) -> dict[str, Any]:
    """Return an item in our own form, without the id that it gets when it is kept.

    Each answer and each criterion has its proof in words.
    """
    from nlbridge.telling.cobe_item import cobe_item

    rubric = prepared.rubric
    return {
        "core": drawn.core,
        "graph": drawn.graph,
        "domain": drawn.domain,
        "text": scenario.text,
        "had": drawn.had,
        "queries": cobe_item(None, rubric, had=drawn.had, answer=answer.text)["Query"],
        "scenario": scenario.to_dict(),
        "do": dict(rubric.intervention),
        "answers": rubric.derivation.to_dict()["events"],
        "criteria": [
            {
                "kind": str(one.kind),
                "statement": one.statement,
                **{name: value for name in ("event", "cause", "effect") if (value := getattr(one, name))},
                "why": str(one.evidence),
            }
            for one in rubric.criteria
        ],
        "representative_answer": answer.text,
        "valid": {"by_scenario": True, "by_text": answer.on_text},
    }


def cobe_row(item: dict[str, Any]) -> dict[str, Any]:
    """Return a kept item in CoBe's published form, with the scenario that `score cobe` judges answers by."""
    from benchmarks.cobe.formal_scenario import formal_field
    from causalcore.scenario.file import scenario_from_dict
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import Request, Settings
    from nlbridge.telling.cobe_item import cobe_item

    scenario = scenario_from_dict(item["scenario"])
    rubric = prepare(Request(source=scenario, had=item["had"]), Settings()).rubric
    found = cobe_item(item["id"], rubric, had=item["had"], answer=item["representative_answer"])
    named = {"Domain": item["domain"].capitalize(), "Graph type": f"{item['graph'].capitalize()}-like"}
    return found | named | formal_field(item["scenario"], item["do"])
