"""A language model as the judge of an edit: CoBe's own, to compare with; its verdict is the model's, not the engine's.

The model answers up to five questions by one character, T or F: connectives (Q0), claims that must stay (Q1), claims
that must change (Q2), and quantities and background if the item has them. An edit is valid if every applicable question
is answered T. Source: Raghavan et al., CoBe, appendix C.2, in our own words.

The model reads the edit that it judges. Text that addresses the model gets no verdict, but subtler text may fool it. If
that matters, use the engine's verdict.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.structured import ask
from nlbridge.grounding.passage import passage
from nlbridge.judging.report import ErrorClass
from nlbridge.language.quotation import shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_REPLY: Final = 4
"""Most tokens of a one-character reply."""


class Question(StrEnum):
    """A question about an edit."""

    CONNECTIVES = "connectives"
    UNCHANGED = "unchanged"
    CHANGED = "changed"
    NUMERIC = "numeric"
    LATENT = "latent"


ERRORS: Final = {
    Question.CONNECTIVES: ErrorClass.E3,
    Question.UNCHANGED: ErrorClass.E1,
    Question.CHANGED: ErrorClass.E2,
    Question.NUMERIC: ErrorClass.E4,
    Question.LATENT: ErrorClass.E5,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelJudgement:
    """A model's judgement of an edit.

    Parameters
    ----------
    answers
        For each applicable question: True, False, or None without a usable answer.
    valid
        None if a question has no answer and none is answered F.
    """

    answers: tuple[tuple[Question, bool | None], ...]
    valid: bool | None
    errors: tuple[ErrorClass, ...]
    reasons: tuple[str, ...] = ()


async def judge_with_model(edit: str, criteria: Mapping[str, str], respondent: Respondent) -> ModelJudgement:
    """Ask a model whether an edit meets CoBe's criteria.

    Parameters
    ----------
    criteria
        Claims under `unchanged`, `changed`, `numeric` and `latent`, as
        returned by `nlbridge.telling.cobe_item.criteria_in_cobe_form`; empty ones are not asked about.

    Examples
    --------
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> who = Respondent(chat=ScriptedModel(["T", "F"]), model="any")
    >>> criteria = {"unchanged": "It rained."}
    >>> found = asyncio.run(judge_with_model("It did not rain.", criteria, who))
    >>> found.valid, [str(error) for error in found.errors]
    (False, ['E1'])
    """
    asked = [Question.CONNECTIVES, *(q for q in list(Question)[1:] if criteria.get(q, "").strip())]
    if phrases := signs(edit, beside=" ".join(criteria.values())):
        reason = f"the edit addresses the model: {shown(phrases[0])}"
        return ModelJudgement(answers=tuple((q, None) for q in asked), valid=None, errors=(), reasons=(reason,))
    text = passage(edit)
    answers = await asyncio.gather(*(_answer(question, text, criteria, respondent) for question in asked))
    given = tuple(zip(asked, (answer for answer, _ in answers), strict=True))
    errors = tuple(sorted(ERRORS[question] for question, answer in given if answer is False))
    undecided = any(answer is None for _, answer in given)
    return ModelJudgement(
        answers=given,
        valid=False if errors else None if undecided else True,
        errors=errors,
        reasons=tuple(reason for _, reason in answers if reason),
    )


async def _answer(
    question: Question, edit: str, criteria: Mapping[str, str], respondent: Respondent
) -> tuple[bool | None, str]:
    texts = {"edit": edit} if question is Question.CONNECTIVES else {"edit": edit, "claims": criteria[question]}
    request = load_prompt(f"judge-{question}").fill(
        respondent, repeat=0, max_tokens=LONGEST_REPLY, top_logprobs=None, **texts
    )
    try:
        return (await ask(respondent.chat, request, letter)).value, ""
    except ReplyError as unusable:
        return None, f"{question}: {unusable}"


def letter(reply: str) -> bool:
    """Read a reply that must be T or F and nothing else.

    Examples
    --------
    >>> letter("T"), letter("F")
    (True, False)
    """
    if reply not in {"T", "F"}:
        message = f"expected exactly one character, T or F, got {shown(reply)}; answer with it alone"
        raise ReplyError(message)
    return reply == "T"
