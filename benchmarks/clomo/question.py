"""The question to a model: the item's own instruction, argument and premises, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.runs.generation import Question
from nlbridge.chat.replies.chat import ChatRequest, Message, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.clomo.data import ClomoItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Sampling options of a model; None leaves the endpoint's default."""

    temperature: float | None = None
    seed: int | None = None
    reply_tokens: int | None = None


def questions(items: Iterable[ClomoItem], model: str, sampling: Sampling) -> Iterator[Question]:
    """Yield one question for each item, in order (zero-shot, as in the published files)."""
    for item in items:
        request = ChatRequest(
            model=model,
            messages=(Message(role=Role.USER, content=item.task),),
            temperature=sampling.temperature,
            seed=sampling.seed,
            max_tokens=sampling.reply_tokens,
        )
        yield Question(key=item.id, request=request, row={"id": item.id})
