"""The question to a model: the text and one phrasing of the query, and nothing else.

The benchmark tests plain requests, so there is no system message and no example.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from benchmarks.runs.generation import Question, Sampling
from nlbridge.chat.replies.prompt import load_prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.runs.item import Item
    from nlbridge.chat.replies.prompt import Respondent

PROMPT: Final = "write-edit"


def questions(items: Iterable[Item], respondent: Respondent, sampling: Sampling) -> Iterator[Question]:
    """Yield one question for each phrasing of each item, in order."""
    prompt = load_prompt(PROMPT)
    for item in items:
        for query_index, query in enumerate(item.queries):
            for repeat in range(sampling.repeats):
                request = prompt.fill(respondent, repeat=repeat, text=item.text, query=query)
                yield Question(
                    key=f"{item.id}-q{query_index}" + (f"-r{repeat}" if repeat else ""),
                    request=sampling.of(request),
                    row={"id": item.id, "query_index": query_index, "repeat": repeat},
                )
