"""What a model is asked for CoBe: the text and one phrasing of the query, and nothing else.

The benchmark tests plain requests without prompt engineering, so there is no system message and no example.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from benchmarks.generation import Question
from nlbridge.llm.chat import ChatRequest, Message, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.item import Item

PROMPT: Final = "{text}\n\n{query}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How a model draws its responses.

    Parameters
    ----------
    temperature, seed, reply_tokens
        As in the protocol; None leaves the endpoint's default, as the paper does.
    repeats
        How often each phrasing is asked.
    """

    temperature: float | None = None
    seed: int | None = None
    reply_tokens: int | None = None
    repeats: int = 1


def questions(items: Iterable[Item], model: str, sampling: Sampling) -> Iterator[Question]:
    r"""Yield one question for each phrasing of each item, in order.

    Examples
    --------
    >>> from benchmarks.item import Item
    >>> item = Item(id="1v1", core="1", domain="d", text="It rained.", queries=("What if it had not?",))
    >>> [question] = questions([item], "m", Sampling())
    >>> question.key, question.request.messages[0].content
    ('1v1-q0', 'It rained.\n\nWhat if it had not?')
    """
    for item in items:
        for query_index, query in enumerate(item.queries):
            for repeat in range(sampling.repeats):
                yield Question(
                    key=f"{item.id}-q{query_index}" + (f"-r{repeat}" if repeat else ""),
                    request=ChatRequest(
                        model=model,
                        messages=(Message(role=Role.USER, content=_filled(item.text, query)),),
                        temperature=sampling.temperature,
                        seed=sampling.seed,
                        max_tokens=sampling.reply_tokens,
                        repeat=repeat,
                    ),
                    row={"id": item.id, "query_index": query_index, "repeat": repeat},
                )


def prompt_digest() -> str:
    """Return the SHA-256 of the prompt."""
    return sha256(PROMPT.encode()).hexdigest()


def _filled(text: str, query: str) -> str:
    before, _, after = PROMPT.partition("{text}")
    return before + text + after.replace("{query}", query, 1)
