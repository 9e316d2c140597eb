"""A language model as the judge of an edit: CoBe's own, to compare with; its verdict is the model's, not the engine's.

The model answers up to five questions by one character, T or F: connectives (Q0), claims that must stay (Q1), claims
that must change (Q2), and quantities and background if the item has them. An edit is valid if every applicable question
is answered T. Source: Raghavan et al., CoBe, appendix C.2, in our own words.

The model reads the edit that it judges. Text that addresses the model gets no verdict, but subtler text may fool it. If
that matters, use the engine's verdict.
"""

from __future__ import annotations

import asyncio
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from benchmarks.runs.scores import Blame, Judgement, SampleOutcome, Score
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.structured import ask
from nlbridge.grounding.passage import passage
from nlbridge.judging.report import CriterionOutcome as Met
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


async def judge_with_model(edit: str, criteria: Mapping[str, str], respondent: Respondent) -> Score:
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
    >>> found = asyncio.run(judge_with_model("It did not rain.", {"unchanged": "It rained."}, who))
    >>> print(found.outcome, found.errors)
    incorrect ('E1',)
    """
    asked = [Question.CONNECTIVES, *(q for q in list(Question)[1:] if criteria.get(q, "").strip())]
    if phrases := signs(edit, beside=" ".join(criteria.values())):
        reason = f"the edit addresses the model: {shown(phrases[0])}"
        return score_of(dict.fromkeys(asked), criteria, (reason,))
    text = passage(edit)
    answers = await asyncio.gather(*(_answer(question, text, criteria, respondent) for question in asked))
    given = dict(zip(asked, (answer for answer, _ in answers), strict=True))
    return score_of(given, criteria, tuple(reason for _, reason in answers if reason))


def score_of(
    answers: Mapping[Question, bool | None], criteria: Mapping[str, str], reasons: tuple[str, ...] = ()
) -> Score:
    """Return the score that a model's answers make; unusable ones are the grader's fault.

    Examples
    --------
    >>> found = score_of({Question.UNCHANGED: None}, {"unchanged": "It rained."})
    >>> print(found.outcome, found.blame)
    undetermined grader
    """
    denied = [question for question, answer in answers.items() if answer is False]
    undecided = not denied and None in answers.values()
    decided = SampleOutcome.INCORRECT if denied else SampleOutcome.CORRECT
    met = {True: Met.PASS, False: Met.FAIL, None: Met.UNDETERMINED}
    return Score(
        outcome=SampleOutcome.UNDETERMINED if undecided else decided,
        errors=tuple(sorted(str(ERRORS[question]) for question in denied)),
        reasons=(*(f"{question}: the model answers F" for question in denied), *reasons),
        blame=Blame.GRADER if undecided else None,
        criteria=tuple(
            Judgement(
                kind=str(question), statement=criteria.get(question, ""), verdict=str(met[answer]), quote="", why=""
            )
            for question, answer in answers.items()
        ),
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
