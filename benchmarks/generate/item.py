"""A written scenario as an item: queries, answers with proofs, criteria, and an accepted rewrite."""

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
    """Return the engine's answer for each event."""
    return {answer.event: str(answer.kind) for answer in prepared.rubric.derivation.answers}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedAnswer:
    """A rewrite that meets a rubric.

    Parameters
    ----------
    on_text
        Verdict of the offline check that reads the text itself; None if undecided.
    """

    text: str
    on_text: bool | None


def valid_answer(prepared: Prepared, scenario: Scenario, had: str, offered: Iterable[str]) -> CheckedAnswer | None:
    """Return the first offered or engine-made rewrite that our check on the scenario calls valid.

    A rewrite that the check on the text alone refutes is the last resort.
    """
    refuted: CheckedAnswer | None = None
    for answer in dict.fromkeys(_rewrites(prepared, offered)):
        if _valid(scenario, had, answer) is not True:
            continue
        checked = CheckedAnswer(text=answer, on_text=_valid(scenario.text, had, answer))
        if checked.on_text is not False:
            return checked
        refuted = refuted or checked
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
    """Return an item in our own format, without the id that it gets when kept.

    Every answer and criterion has its proof in words.
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
                "kind": str(criterion.kind),
                "statement": criterion.statement,
                **{name: value for name in ("event", "cause", "effect") if (value := getattr(criterion, name))},
                "why": str(criterion.evidence),
            }
            for criterion in rubric.criteria
        ],
        "representative_answer": answer.text,
        "valid": {"by_scenario": True, "by_text": answer.on_text},
    }


def cobe_row(item: dict[str, Any]) -> dict[str, Any]:
    """Return a kept item in CoBe's published format, with the scenario that `score cobe` uses."""
    from benchmarks.cobe.formal_scenario import formal_field
    from causalcore.scenario.file import scenario_from_dict
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import Request, Settings
    from nlbridge.telling.cobe_item import cobe_item

    scenario = scenario_from_dict(item["scenario"])
    rubric = prepare(Request(source=scenario, had=item["had"]), Settings()).rubric
    row = cobe_item(item["id"], rubric, had=item["had"], answer=item["representative_answer"])
    labels = {"Domain": item["domain"].capitalize(), "Graph type": f"{item['graph'].capitalize()}-like"}
    return row | labels | formal_field(item["scenario"], item["do"])
