"""verifiers: a rubric that scores the completions of an environment as rewrites.

Needs the package `verifiers`, a version before 0.4: later ones ask for another `openai` than this project, and have no
rubrics.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import verifiers

from benchmarks.integrations.training_rewards import EditReward, last_words
from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.integrations.training_rewards import Completion


def edit_rubric(*, jobs: int = 1, undetermined: float = 0.0, graded: bool = False) -> verifiers.Rubric:
    """Return a rubric with one reward, for a group of rollouts at a time.

    A row of the environment's data set has, in `info`, `text` or `scenario`, and `had`, `query` or `do`.

    Parameters
    ----------
    jobs, undetermined, graded
        As in `benchmarks.integrations.training_rewards.EditReward`; verifiers takes no None, so undetermined
        rewrites have a number.
    """
    reward = EditReward(jobs=jobs, undetermined=undetermined, graded=graded)

    async def edit_reward(completions: Sequence[Completion], infos: Sequence[Mapping[str, Any]]) -> list[float]:
        rows = [{**_info(info), "edit": last_words(said)} for said, info in zip(completions, infos, strict=True)]
        found = await asyncio.to_thread(reward.judges.judge, rows)
        return [undetermined if (one := reward.of(judged)) is None else one for judged in found]

    return verifiers.Rubric(funcs=[edit_reward])


def _info(info: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """Return the object that stands in a data set, which may keep it as JSON."""
    row = read_json(info) if isinstance(info, str) else info
    if not isinstance(row, Mapping):
        came = f"{type(row).__name__} where an object is needed"
        raise MalformedDocumentError(came)
    return row
