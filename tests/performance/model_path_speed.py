"""How many edits a second the model path judges when every reply is already kept.

    python tests/performance/model_path_speed.py [--rounds 5]

The texts, rewrites and replies are the dozen recorded stories of `tests/golden`. Prints one line of JSON for each
measurement, in processor time and the least of the rounds: edits that each have a text of their own, edits of texts
that are already read, and, as the peer, spaCy alone parsing the same texts and edits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "golden"))
from story_replies import MODEL, Kept, Story, answered, kept_rows, stories

from nlbridge.answering.assisted import Assistant
from nlbridge.answering.request import Settings
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.replies.prompt import Respondent
from nlbridge.language.pipeline.parsing import load_pipeline


def least(work: Callable[[], float], rounds: int) -> float:
    """Return the least processor time that the work reports, in seconds."""
    work()  # loads models and fills caches of words
    return min(work() for _ in range(rounds))


def with_texts(told: list[Story], rows: dict[str, dict[str, object]]) -> float:
    """Read each text and judge its edits; return the processor time."""

    async def every() -> None:
        for story in told:
            done = await answered(story, Kept(rows=rows, story=story.name))
            assert not done.missing, done.missing

    begun = time.process_time()
    asyncio.run(every())
    return time.process_time() - begun


def of_read_texts(told: list[Story], rows: dict[str, dict[str, object]]) -> float:
    """Judge the edits of texts that are read before the clock starts; return the processor time."""

    async def every() -> float:
        spent = 0.0
        for story in told:
            model = Kept(rows=rows, story=story.name)
            with Endpoint(EndpointOptions(model=MODEL, cache=False), inner=model) as endpoint:
                assistant = Assistant(Settings(reader="llm", endpoint=endpoint), Respondent(chat=model, model=MODEL))
                await assistant.prepare(story.request)
                begun = time.process_time()
                for rewrite in story.rewrites:
                    await assistant.judge(story.request, rewrite["edit"])
                spent += time.process_time() - begun
        return spent

    return asyncio.run(every())


def spacy_alone(told: list[Story]) -> float:
    """Parse each text and edit; return the processor time."""
    pipeline = load_pipeline()
    begun = time.process_time()
    for story in told:
        pipeline(str(story.row["text"]))
        for rewrite in story.rewrites:
            pipeline(rewrite["edit"])
    return time.process_time() - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    told, rows = stories(), {row["key"]: row for row in kept_rows()}
    edits = sum(len(story.rewrites) for story in told)
    peer = least(lambda: spacy_alone(told), rounds)
    for what, seconds in (
        ("each edit with a text of its own", least(lambda: with_texts(told, rows), rounds)),
        ("edits of texts that are already read", least(lambda: of_read_texts(told, rows), rounds)),
        ("spaCy alone, texts and edits", peer),
    ):
        print(
            json.dumps(
                {"what": what, "edits a second": round(edits / seconds, 1), "times spaCy": round(seconds / peer, 2)}
            )
        )


if __name__ == "__main__":
    main()
