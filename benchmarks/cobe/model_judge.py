"""The paper's own scorer: a language model judges whether a response meets the criteria (appendix C.2).

Its verdicts are reported beside those of the rubrics and replace none. It judges by the dataset's criteria or, if none
of an item's criteria says what must change, by criteria derived from text and query.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.cobe.edit_judge import Question, judge_with_model
from benchmarks.cobe.rubric import claims_of, derived_rubric
from benchmarks.cobe.score import unanswered
from benchmarks.runs.run_folder import prompts_digest
from benchmarks.runs.scores import Blame, SampleOutcome, Score
from logic.errors import ReasoningError
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.cobe.assisted import Helped, Pending
    from benchmarks.runs.item import Generation, Item
    from nlbridge.answering.request import Settings
    from nlbridge.chat.client.endpoint import Endpoint

Criteria = tuple[tuple[Question, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVerdicts:
    """A model's verdicts.

    Parameters
    ----------
    found
        Scores by key.
    failed
        Keys without a reply from the endpoint; they have no verdict, and the next run asks again.
    """

    found: Mapping[str, Score] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    response: str
    criteria: Criteria


def judge_settings() -> dict[str, Any]:
    """Return the settings, other than the model, that affect a model's verdicts."""
    return {"judge": True, "judge_prompts_sha256": prompts_digest(*(f"judge-{question}" for question in Question))}


def ask_judge(
    pending: Sequence[Pending], settings: Settings, helped: Mapping[str, Helped], endpoint: Endpoint
) -> ModelVerdicts:
    """Ask a model about responses; ask only once about the same response and criteria.

    Parameters
    ----------
    settings
        How to read texts from which criteria are derived.
    helped
        Rubrics derived with a model's help, by key.
    """
    respondent = Respondent(chat=endpoint.model, model=endpoint.name)
    scores: dict[str, Score] = {}
    failed: dict[str, str] = {}
    keys: dict[_Asked, list[str]] = {}
    for key, item, generation in pending:
        asked = _asked(item, generation, settings, helped.get(key))
        if isinstance(asked, Score):
            scores[key] = asked
        else:
            keys.setdefault(asked, []).append(key)

    async def about(asked: _Asked) -> Score:
        return await judge_with_model(asked.response, dict(asked.criteria), respondent)

    for outcome in endpoint.ask_all(about, tuple(keys)):
        if outcome.value is not None:
            scores |= dict.fromkeys(keys[outcome.item], outcome.value)
        else:
            failed |= dict.fromkeys(keys[outcome.item], f"the model did not judge: {outcome.error}")
    return ModelVerdicts(found=scores, failed=failed)


def _asked(item: Item, generation: Generation, settings: Settings, helped: Helped | None) -> _Asked | Score:
    if (failed := unanswered(generation)) is not None:
        return failed
    try:
        return _Asked(response=generation.response, criteria=_criteria(item, generation, settings, helped))
    except ReasoningError as unread:
        return Score(outcome=SampleOutcome.UNDETERMINED, reasons=(str(unread),), blame=Blame.GRADER)


def _criteria(item: Item, generation: Generation, settings: Settings, helped: Helped | None) -> Criteria:
    from nlbridge.telling.cobe_item import criteria_in_cobe_form

    claims = claims_of(item)
    if claims.changed or claims.numeric:
        texts = {Question(kind): " ".join(sentences) for kind, sentences in asdict(claims).items()}
    else:
        if isinstance(helped, Exception):
            raise helped
        prepared = helped[0] if helped is not None else derived_rubric(item, generation.query_index, settings)
        texts = {Question(kind): words for kind, words in criteria_in_cobe_form(prepared.rubric).items()}
    return tuple((question, words) for question, words in texts.items() if words)
