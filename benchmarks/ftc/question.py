"""The questions to a model: a label with its explanation, then labels of the counterfactuals that follow from it.

The model plays both of the paper's parts: the explainer under test, and the task model that should act accordingly.
Probabilities come from the letters' log-probabilities; an endpoint without them yields no response.
"""

from __future__ import annotations

import math
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import MalformedItemError
from benchmarks.ftc.data import ExplainedItem, Prediction, prediction
from benchmarks.ftc.score import case_name
from benchmarks.runs.generation import Question
from benchmarks.runs.writing import ALTERNATIVES, letter_scores, write_label
from logic.errors import brief
from logic.relations.nli import Label
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import load_prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.ftc.explanations.counterfactual_hypothesis import CounterfactualHypothesis, Rewriting
    from benchmarks.runs.generation import Asking
    from nlbridge.chat.replies.chat import ChatModel
    from nlbridge.chat.replies.prompt import Respondent

PROMPT: Final = "write-label"
PREDICTIONS: Final = "predictions.jsonl"
_LETTERS: Final = tuple(label.value for label in (Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL))


def explanation_questions(items: Iterable[ExplainedItem], respondent: Respondent) -> Iterator[Question]:
    """Yield a question for the label and explanation of each item with a premise."""
    for item in items:
        if item.premise is not None:
            yield Question(
                key=item.id, ask=_explanation(item.premise, item.hypothesis, respondent), row={"id": item.id}
            )


def explained_by(item: ExplainedItem, row: Mapping[str, Any]) -> ExplainedItem:
    """Return an item with a model's label and explanation."""
    label, explanation = row.get("label"), row.get("explanation")
    if label not in _LETTERS or not isinstance(explanation, str):
        message = f"expected a label E, C or N and an explanation for {item.id}, got {brief(row)}; ask again"
        raise MalformedItemError(message)
    return replace(item, label=Label(label), explanation=explanation)


def label_questions(
    items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting], respondent: Respondent
) -> Iterator[Question]:
    """Yield a question for the label of each counterfactual."""
    for item, one in _counterfactuals(items, rewritings):
        yield Question(
            key=_key(item, one),
            ask=_probabilities(item.premise or "", one.hypothesis, respondent),
            row={"id": item.id, "case": case_name(one), "hypothesis": one.hypothesis, "label": one.label.value},
        )


def predictions_of(
    items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting], rows: Mapping[str, Mapping[str, Any]]
) -> tuple[Prediction, ...]:
    """Return the predictions for these counterfactuals; ignore those for other rewrites in `rows`."""
    wanted = (_key(item, one) for item, one in _counterfactuals(items, rewritings))
    return tuple(prediction(rows[key], f"{PREDICTIONS}, {key}") for key in wanted if key in rows)


def _counterfactuals(
    items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]
) -> Iterator[tuple[ExplainedItem, CounterfactualHypothesis]]:
    for item, rewriting in zip(items, rewritings, strict=True):
        for one in rewriting.counterfactuals:
            yield item, one


def _key(item: ExplainedItem, one: CounterfactualHypothesis) -> str:
    digest = sha256(f"{item.premise}\0{one.hypothesis}".encode()).hexdigest()[:8]
    return "-".join(part for part in (item.id, case_name(one), digest) if part)


def _explanation(premise: str, hypothesis: str, respondent: Respondent) -> Asking:
    async def ask(model: ChatModel) -> Mapping[str, Any]:
        found = await write_label(premise, hypothesis, replace(respondent, chat=model))
        shares = found.probabilities
        return {
            "label": found.label.value,
            "probabilities": None if shares is None else {label.value: share for label, share in shares.items()},
            "explanation": found.explanation,
        }

    return ask


def _probabilities(premise: str, hypothesis: str, respondent: Respondent) -> Asking:
    request = load_prompt(PROMPT).fill(
        respondent, max_tokens=1, top_logprobs=ALTERNATIVES, premise=premise, hypothesis=hypothesis
    )

    async def ask(model: ChatModel) -> Mapping[str, Any]:
        scores = letter_scores(await model.reply(request), _LETTERS)
        if scores is None:
            message = "expected log-probabilities of E, C and N, got none; ask an endpoint that gives them"
            raise ReplyError(message)
        return {"probabilities": {name: math.exp(score) for name, score in scores.items()}}

    return ask
