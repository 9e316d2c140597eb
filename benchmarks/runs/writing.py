"""Generations: a model's answers to the benchmarks' tasks.

Prompts state the task plainly, without fences or advice, because the model is under test; its output is ordinary data.
Labels and choices have probabilities only if the endpoint returns log-probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from logic.relations.nli import Label
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import shown

if TYPE_CHECKING:
    from nlbridge.chat.replies.chat import ChatReply

ALTERNATIVES: Final = 20
"""Requested log-probabilities for a letter; endpoints cap them at 20 or fewer."""

LABEL_WORDS: Final = {Label.ENTAILMENT: "entailed", Label.CONTRADICTION: "contradicted", Label.NEUTRAL: "neither"}
"""How a prompt describes each label to the model."""

_LETTERS: Final = {"E": Label.ENTAILMENT, "C": Label.CONTRADICTION, "N": Label.NEUTRAL}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedLabel:
    """A label with its explanation.

    Parameters
    ----------
    probabilities
        Of E, C and N, normalised; None if the endpoint lacks a log-probability of any of them.
    """

    label: Label
    probabilities: Mapping[Label, float] | None
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredChoices:
    """Natural log-probabilities of the choices, averaged over rotations and normalised."""

    logprobs: tuple[float, ...]


async def _written(name: str, respondent: Respondent, repeat: int, **texts: str) -> str:
    request = load_prompt(name).fill(respondent, repeat=repeat, max_tokens=None, top_logprobs=None, **texts)
    reply = await respondent.chat.reply(request)
    if not reply.text.strip():
        message = f"expected an answer to {name}, got an empty one; ask again or another model"
        raise ReplyError(message)
    return reply.text.strip()


async def write_label(premise: str, hypothesis: str, respondent: Respondent, *, repeat: int = 0) -> ExplainedLabel:
    """Label a hypothesis by one letter, with probabilities if available, then explain the label in a sentence."""
    request = load_prompt("write-label").fill(
        respondent, repeat=repeat, max_tokens=1, top_logprobs=ALTERNATIVES, premise=premise, hypothesis=hypothesis
    )
    reply = await respondent.chat.reply(request)
    scores = letter_scores(reply, tuple(_LETTERS))
    if scores is None:
        label = (await ask(respondent.chat, replace(request, top_logprobs=None, max_tokens=4), _letter)).value
        probabilities = None
    else:
        probabilities = {_LETTERS[name]: math.exp(score) for name, score in scores.items()}
        label = max(probabilities, key=lambda one: probabilities[one])
    words = LABEL_WORDS[label]
    explanation = await _written(
        "write-explanation", respondent, repeat, premise=premise, hypothesis=hypothesis, label=words
    )
    return ExplainedLabel(label=label, probabilities=probabilities, explanation=explanation)


def _letter(reply: str) -> Label:
    if reply.rstrip(".") not in _LETTERS:
        message = f"expected one letter of E, C and N, got {shown(reply)}; answer with it alone"
        raise ReplyError(message)
    return _LETTERS[reply.rstrip(".")]


def letter_scores(reply: ChatReply, letters: Sequence[str]) -> dict[str, float] | None:
    """Return normalised log-probabilities of letters at the first position of a reply.

    Returns
    -------
    dict or None
        None unless the endpoint gives those of every letter: a missing one is not zero.

    Examples
    --------
    >>> from nlbridge.chat.replies.chat import ChatReply, TokenScore
    >>> place = TokenScore(token="E", logprob=-0.2, alternatives=(("E", -0.2), ("C", -2.2), (" E", -5.2)))
    >>> letter_scores(ChatReply(text="E", logprobs=(place,)), ["E", "C"])["C"] < -2
    True
    """
    if not reply.logprobs:
        return None
    first = reply.logprobs[0]
    seen = dict(first.alternatives) | {first.token: first.logprob}
    sums = {name: sum(math.exp(score) for token, score in seen.items() if token.strip() == name) for name in letters}
    total = sum(sums.values())
    if not all(sums.values()):
        return None
    return {name: math.log(mass / total) for name, mass in sums.items()}


async def score_completions(
    context: str, completions: Sequence[str], respondent: Respondent, *, repeat: int = 0
) -> ScoredChoices | None:
    """Return the model's log-probability of each completion.

    Chat endpoints do not return the log-probability of a given text. The prompt therefore offers the completions as
    choices A, B ... in every rotation, and averages the letters' log-probabilities to cancel position bias.

    Returns
    -------
    ScoredChoices or None
        None unless the endpoint gives log-probabilities of every letter.

    Shapes
    ------
    logprobs : one for each completion
    """
    letters = [chr(ord("A") + k) for k in range(len(completions))]
    totals = [0.0] * len(completions)
    for shift in range(len(completions)):
        order = [(k + shift) % len(completions) for k in range(len(completions))]
        offered = "\n".join(f"{name}. {completions[k]}" for name, k in zip(letters, order, strict=True))
        request = load_prompt("score-completions").fill(
            respondent, repeat=repeat, max_tokens=1, top_logprobs=ALTERNATIVES, context=context, choices=offered
        )
        scores = letter_scores(await respondent.chat.reply(request), letters)
        if scores is None:
            return None
        for name, k in zip(letters, order, strict=True):
            totals[k] += scores[name] / len(completions)
    total = math.log(sum(math.exp(score) for score in totals))
    return ScoredChoices(logprobs=tuple(score - total for score in totals))
