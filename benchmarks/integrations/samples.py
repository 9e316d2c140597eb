"""Files of CoBe and CLoMo as prompts, with the data to judge each answer; and judging an answer to CLoMo.

Examples
--------
>>> from pathlib import Path
>>> first = cobe_samples(Path("examples/cobe_small.json"))[0]
>>> first["id"], first["prompt"].splitlines()[-1]
('1v1-q0', 'Rewrite the original text, based on what would have happened instead had the fuse not blown.')
>>> ferry = clomo_samples(Path("examples/clomo/items.json"))[0]
>>> values(clomo_sample(ferry, ferry["reference"], "examples/clomo/formulas.jsonl", model="careful"))["task_met"]
True
"""

from __future__ import annotations

import warnings
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.clomo.data import ClomoItem, Response
from benchmarks.clomo.rubric import Checked
from benchmarks.clomo.verdicts import ScoreFormula
from benchmarks.integrations.judgement import ONE_AT_A_TIME
from logic.relations.judgement import Relation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.clomo.formalisation import Written
    from benchmarks.clomo.score import ClomoSample

CLOMO_FIELDS: Final = ("id", "relation", "instruction", "argument", "statements", "premise1", "premise2", "reference")
FORM: Final = tuple(str(check).replace(" ", "_") for check in Checked)
"""Names of the checks of form."""
_MET: Final = {"pass": True, "fail": False, "undetermined": None}


def cobe_samples(path: Path) -> list[dict[str, Any]]:
    """Return a prompt for each phrasing of each item, with the text and query that judge its answer."""
    from benchmarks.cobe.data import load
    from benchmarks.cobe.question import PROMPT
    from nlbridge.chat.client.scripted import ScriptedModel
    from nlbridge.chat.replies.prompt import Respondent, load_prompt

    nobody, prompt = Respondent(chat=ScriptedModel([]), model=""), load_prompt(PROMPT)
    return [
        {
            "id": f"{item.id}-q{number}",
            "prompt": prompt.fill(nobody, text=item.text, query=query).messages[-1].content,
            "text": item.text,
            "query": query,
            "core": item.core,
            "domain": item.domain,
        }
        for item in load(path)[0]
        for number, query in enumerate(item.queries)
    ]


def clomo_samples(path: Path) -> list[dict[str, Any]]:
    """Return a prompt for each item, in the words of the file, with the item's fields.

    Malformed rows are skipped with a warning.
    """
    from benchmarks.clomo.data import load

    dataset = load(path)
    if dataset.skipped:
        warnings.warn(f"{path}: {len(dataset.skipped)} rows are left out; {dataset.skipped[0]}", stacklevel=2)
    return [
        asdict(item) | {"relation": str(item.relation), "statements": list(item.statements), "prompt": item.task}
        for item in dataset.items
    ]


def clomo_sample(
    fields: Mapping[str, Any], answer: str, formulas: str | None, *, model: str = "unnamed"
) -> ClomoSample:
    """Judge a modified argument by its form, and by logic if its formulas are given.

    Parameters
    ----------
    fields
        The item's fields from `clomo_samples`.
    formulas
        Name of a file of formalisations, see `benchmarks.clomo.formalisation`.
    """
    from benchmarks.clomo.score import score

    given: dict[str, Any] = {name: fields[name] for name in CLOMO_FIELDS}
    changed = {"relation": Relation(given["relation"]), "statements": tuple(given["statements"])}
    item = ClomoItem(**(given | changed))
    response = Response(item=item.id, model=model, text=answer)
    with ONE_AT_A_TIME:
        return score(item, response, _written(formulas)(item, response))


@lru_cache(maxsize=4)
def _written(formulas: str | None) -> Written:
    from benchmarks.clomo.formalisation import written_in

    return written_in(None if formulas is None else Path(formulas))


def values(sample: ClomoSample) -> dict[str, bool | None]:
    """Return the verdicts on a modified argument: whether the task is met, and each check of form."""
    form = {str(check.checked).replace(" ", "_"): _MET[check.verdict] for check in sample.form}
    return {"task_met": sample.logic.task_met, **form}


def paper_score(sample: ClomoSample) -> int | None:
    """Return the score by the paper's formula: -1, 0 or 1; None if undecided."""
    return sample.logic.s[ScoreFormula.PAPER]


def reasons(sample: ClomoSample) -> str:
    """Return lines that say why each relation holds or not, and the results of the checks of form."""
    pairs = [f"{pair}: {verdict.why}" for pair, verdict in sample.logic.pairs.items()]
    return "\n".join([*pairs, *map(str, sample.form)])
