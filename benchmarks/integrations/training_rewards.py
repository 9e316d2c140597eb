"""Rewards from 0 to 1 for reinforcement learning: functions that TRL's `GRPOTrainer` calls with completions.

Examples
--------
>>> reward = EditReward()
>>> reward(
...     completions=["The pump held, so the cellar stayed dry.", "The pump held, but the cellar flooded.", ""],
...     text=["The pump failed, so the cellar flooded."] * 3,
...     had=["the pump not failed"] * 3,
... )
[1.0, 0.0, 0.0]
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from benchmarks.errors import RewardColumnsError, RewardOptionError
from benchmarks.integrations.judgement import FIELDS, Judged
from benchmarks.integrations.processes import Judges

Message = Mapping[str, Any]
Completion = str | Sequence[Message]
"""A text, or the messages of a conversation, of which only the last counts."""

_SOURCES: Final = {"text", "scenario"}
_WHAT_IFS: Final = {"had", "query", "do"}


class EditReward:
    """A reward for each completion of a batch: 1 for a valid rewrite, 0 for an invalid one.

    Empty, refused and unreadable completions get 0 as well. An unjudgeable completion, with a faulty request or a
    failed tool, gets None whatever the options, because it is no wrong answer. If the trainer supports it, the reward
    logs `edit_reward/undetermined` and `edit_reward/not_judged` as shares of a batch, and verdicts with their reasons.

    Parameters
    ----------
    jobs
        Number of judging processes; they stay alive between batches.
    undetermined
        The reward for undetermined validity; with None, TRL leaves the completion out of the update.
    graded
        Give invalid rewrites their score instead of 0.
    score
        Give every rewrite its score, the calibrated chance that it is valid, whatever `graded` says.

    Raises
    ------
    RewardOptionError
        If `undetermined` is neither None nor a number from 0 to 1.
    """

    __name__ = "edit_reward"
    """The name under which TRL logs the reward."""

    def __init__(
        self, *, jobs: int = 1, undetermined: float | None = None, graded: bool = False, score: bool = False
    ) -> None:
        if undetermined is not None and not _is_reward(undetermined):
            message = (
                f"expected undetermined to be None or a number from 0 to 1, got {undetermined!r}; give one of them"
            )
            raise RewardOptionError(message)
        self.undetermined, self.graded, self.score = undetermined, graded, score
        self.judges = Judges(jobs)

    def __call__(self, completions: Sequence[Completion], **columns: Any) -> list[float | None]:
        """Return a reward for each completion.

        Parameters
        ----------
        completions
            Rewrites.
        columns
            Columns of the data set, as long as `completions`: `text` or `scenario`, and `had`, `query` or `do`. Other
            arguments from the trainer, such as prompts, are ignored.

        Raises
        ------
        RewardColumnsError
            If a column is missing, or of another length.
        """
        return self._rewards(self.judges.judge(list(_rows(completions, columns))), columns)

    def _rewards(self, verdicts: Sequence[Judged], columns: Mapping[str, Any]) -> list[float | None]:
        _log(verdicts, columns.get("log_metric"), columns.get("log_extra"))
        return [self.of(one) for one in verdicts]

    def of(self, found: Judged) -> float | None:
        """Return the reward of one judgement."""
        if found.error is not None:
            return None
        if self.score and found.answered:
            return found.score
        if found.valid is None:
            return self.undetermined
        return 1.0 if found.valid else found.score if self.graded else 0.0

    def close(self) -> None:
        """End the processes."""
        self.judges.close()


class AsyncEditReward(EditReward):
    """`EditReward` for trainers that await rewards, so that other rewards can run meanwhile."""

    async def __call__(self, completions: Sequence[Completion], **columns: Any) -> list[float | None]:  # type: ignore[override]
        """Return a reward for each completion."""
        verdicts = await asyncio.to_thread(self.judges.judge, list(_rows(completions, columns)))
        return self._rewards(verdicts, columns)


def _log(
    verdicts: Sequence[Judged],
    metric: Callable[[str, float], None] | None,
    extra: Callable[[str, list[Any]], None] | None,
) -> None:
    if metric is not None and verdicts:
        undetermined = [one.valid is None and one.error is None for one in verdicts]
        metric("edit_reward/undetermined", sum(undetermined) / len(verdicts))
        metric("edit_reward/not_judged", sum(one.error is not None for one in verdicts) / len(verdicts))
    if extra is not None:
        extra("edit_verdict", ["not judged" if one.error else one.verdict for one in verdicts])
        extra("edit_reasons", [one.error or "; ".join(one.reasons) for one in verdicts])


def _rows(completions: Sequence[Completion], columns: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    asked = {name: columns[name] for name in FIELDS if columns.get(name) is not None}
    if not (_SOURCES & set(asked) and _WHAT_IFS & set(asked)):
        message = (
            "expected a column text or scenario, and one of had, query and do in the data set, "
            f"got {', '.join(map(str, columns)) or 'none'}; name them so, and keep the trainer from removing them"
        )
        raise RewardColumnsError(message)
    for name, values in asked.items():
        if isinstance(values, str) or len(values) != len(completions):
            message = (
                f"expected {len(completions)} values in the column {name}, one for each completion, "
                f"got {'a text' if isinstance(values, str) else len(values)}; repeat them for each completion"
            )
            raise RewardColumnsError(message)
    for number, completion in enumerate(completions):
        yield {name: values[number] for name, values in asked.items()} | {"edit": last_words(completion)}


def last_words(completion: Completion) -> str:
    """Return the text of a completion: the string itself, or its last message.

    Examples
    --------
    >>> last_words([{"role": "assistant", "content": "The pump held."}])
    'The pump held.'
    >>> last_words([])
    ''
    """
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else ""
    if isinstance(content, str) or content is None:
        return content or ""
    return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))


def _is_reward(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1
