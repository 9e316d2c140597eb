"""A language model's judgements of responses, saved as they arrive, so that none is paid for twice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from benchmarks.runs.generation import Question, generate
from benchmarks.runs.run_folder import prompts_digest
from benchmarks.runs.runner import rows_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.runs.generation import Asking
    from nlbridge.chat.client.endpoint import Endpoint

JUDGEMENTS: Final = "judgements.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A model's judgements.

    Parameters
    ----------
    rows
        By key.
    failed
        Questions without a reply; they have no verdict, and are asked again next time.
    """

    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    failed: tuple[str, ...] = ()


def ask_all(asked: Mapping[str, Asking], endpoint: Endpoint, out: Path, *, prompts: Sequence[str]) -> Judged:
    """Ask every question that this model, with these prompts, has not answered in the folder."""
    judge = f"{endpoint.name}-{prompts_digest(*prompts)[:8]}"
    questions = [Question(key=f"{key} by {judge}", ask=ask, row={"of": key}) for key, ask in asked.items()]
    outcome = generate(questions, endpoint, out, JUDGEMENTS)
    there = rows_in(out, JUDGEMENTS)
    rows = {key: there[one.key] for key, one in zip(asked, questions, strict=True) if one.key in there}
    missing = [key for key in asked if key not in rows]
    return Judged(rows=rows, failed=tuple(f"{key} has no verdict: {outcome.first_error}" for key in missing))
