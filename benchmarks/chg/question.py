"""The question to a model: base premise, hypothesis and altered premise (Abdolmaleki et al., Figure 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from benchmarks.runs.generation import Question, Sampling
from nlbridge.chat.replies.prompt import load_prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.chg.data import ChgItem
    from nlbridge.chat.replies.prompt import Respondent

PROMPT: Final = "write-counter-hypothesis"


def questions(items: Iterable[ChgItem], respondent: Respondent, sampling: Sampling) -> Iterator[Question]:
    """Yield one question for each item, in order."""
    prompt = load_prompt(PROMPT)
    for item in items:
        request = prompt.fill(
            respondent, base=item.base_premise, hypothesis=item.hypothesis, altered=item.altered_premise
        )
        yield Question(key=item.id, request=sampling.of(request), row={"id": item.id})
