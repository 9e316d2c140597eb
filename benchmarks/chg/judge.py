"""A language model as rater of counter-hypotheses; it decides only what the rubric leaves open."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.chg.counter_hypothesis_rating import Question, rate
from benchmarks.chg.response import UNRATED, Ratings
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.chg.data import ChgItem
    from benchmarks.runs.generation import Asking
    from nlbridge.chat.replies.chat import ChatModel

PROMPT: Final = "rate-counter-hypothesis"


def asking(item: ChgItem, text: str, model_name: str) -> Asking:
    """Return the question for the ratings of one response; an unusable reply rates nothing."""
    question = Question(
        premise=item.premise,
        strengthener=item.strengthener,
        weakener=item.weakener,
        hypothesis=item.hypothesis,
        response=text,
    )

    async def ask(model: ChatModel) -> Mapping[str, Any]:
        rated = await rate(question, Respondent(chat=model, model=model_name))
        if rated.rating is None:
            return {"ratings": None, "why": rated.why}
        one = rated.rating
        ratings = Ratings(
            difference=one.difference,
            consistent=one.consistent,
            fluency=one.fluency,
            human_like=one.human_like,
            repeats_weakener=one.repeats,
            neutral=one.neutral and one.consistent > 1,  # "without bias or contradiction", section 4.2
            stronger_with_weakener=one.support_in_altered > one.support_in_base,
        )
        return {"ratings": asdict(ratings), "support": [one.support_in_base, one.support_in_altered], "why": rated.why}

    return ask


def ratings_of(row: Mapping[str, Any]) -> Ratings:
    """Read stored ratings."""
    return replace(UNRATED, **row["ratings"]) if row["ratings"] else UNRATED
