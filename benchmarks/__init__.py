"""Published benchmarks, scored by derived rubrics.

| room | answers |
|---|---|
| `benchmarks.calm` | CaLM: are formal causal questions in English answered right? |
| `benchmarks.chg` | CHG: does a new hypothesis fit a changed context? |
| `benchmarks.cladder` | CLadder: are causal questions in English answered right? |
| `benchmarks.clomo` | CLoMo: does a premise affect an edited argument as it did the first? |
| `benchmarks.cobe` | CoBe: does an edit of a narrative carry out a what-if? |
| `benchmarks.command` | What do `run`, `score`, `compare` and `export` do? |
| `benchmarks.conditionals` | Does a model complete the world that a conditional is about? |
| `benchmarks.ftc` | Is an explanation faithful to the label that a model gives? |
| `benchmarks.formulas` | What follows from sentences that a language model writes as formulas? |
| `benchmarks.generate` | How are new items generated that nobody has trained on? |
| `benchmarks.integrations` | How do people who already use another library use a rubric there? |
| `benchmarks.questions` | What does a causal question in English ask, and what follows? |
| `benchmarks.reports` | How are figures shown? |
| `benchmarks.runs` | How are responses requested, kept and scored so that a killed run loses nothing? |
| `benchmarks.statistics` | How sure is a figure? |
| `benchmarks.protocol` | The interface of a benchmark: five steps, verdicts to compare runs by, and optional commands |
| `benchmarks.errors` | Errors of the benchmark layer |

Examples
--------
>>> from benchmarks import SampleOutcome
>>> [str(outcome) for outcome in SampleOutcome]
['correct', 'incorrect', 'undetermined']
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import causalcore.files.own_packages  # noqa: F401  finds packages of ours that a folder of the user's hides
from benchmarks.errors import BenchmarkError, DatasetMissingError, MalformedItemError
from benchmarks.runs.item import Generation, Item
from benchmarks.runs.scores import Blame, Sample, SampleOutcome, Score

__all__ = [
    "BenchmarkError",
    "Blame",
    "DatasetMissingError",
    "Generation",
    "Item",
    "MalformedItemError",
    "Sample",
    "SampleOutcome",
    "Score",
]

_BESIDES: Final = {
    "CausalEditMetric": "benchmarks.integrations.deepeval_metric:CausalEditMetric",
    "Command": "benchmarks.protocol:Command",
    "Compared": "benchmarks.runs.compared:Compared",
    "AsyncEditReward": "benchmarks.integrations.training_rewards:AsyncEditReward",
    "EditResourcesServer": "benchmarks.integrations.nemo_gym_server:EditResourcesServer",
    "EditReward": "benchmarks.integrations.training_rewards:EditReward",
    "EditData": "benchmarks.integrations.verifiers_taskset:EditData",
    "EditTask": "benchmarks.integrations.verifiers_taskset:EditTask",
    "EditTaskset": "benchmarks.integrations.verifiers_taskset:EditTaskset",
    "LM_EVAL_FOLDER": "benchmarks.integrations.lm_evaluation_harness:FOLDER",
    "PlainResponse": "benchmarks.runs.generation:PlainResponse",
    "Question": "benchmarks.runs.generation:Question",
    "Rater": "benchmarks.chg.summary:Rater",
    "ReportSection": "benchmarks.reports.report:Section",
    "ReportTable": "benchmarks.reports.report:Table",
    "Sampling": "benchmarks.runs.generation:Sampling",
    "Summary": "benchmarks.protocol:Summary",
    "answer_question": "benchmarks.questions:answer",
    "agreement_table": "benchmarks.chg.rater_agreement:agreement_table",
    "argilla_records": "benchmarks.integrations.argilla_records:",
    "ask_ftc": "benchmarks.ftc.score:ask",
    "causal_edit": "benchmarks.integrations.inspect_scorers:causal_edit",
    "causal_verdict": "benchmarks.integrations.inspect_scorers:causal_verdict",
    "clomo_checks": "benchmarks.clomo.rubric:checks",
    "clomo_edits": "benchmarks.clomo.rubric:edits",
    "compared_rows": "benchmarks.runs.compared:compared_rows",
    "constraint_proportions": "benchmarks.chg.summary:constraint_proportions",
    "expected_mood": "benchmarks.conditionals.rubric:expectation",
    "get_assert": "benchmarks.integrations.promptfoo_assertion:get_assert",
    "judged_rows": "benchmarks.runs.runner:judged_rows",
    "label_studio": "benchmarks.integrations.label_studio:",
    "load_chg": "benchmarks.chg.data:load",
    "load_clomo": "benchmarks.clomo.data:load",
    "load_ftc": "benchmarks.ftc.data:load",
    "load_responses": "benchmarks.chg.response:load_responses",
    "model_comparison": "benchmarks.chg.summary:model_comparison",
    "pair": "benchmarks.chg.pairing:pair",
    "plain_question": "benchmarks.runs.generation:plain_question",
    "plain_responses": "benchmarks.runs.generation:plain_responses",
    "rank_sum": "benchmarks.ftc.measures.validation:rank_sum",
    "read_mood": "benchmarks.conditionals.mood:read_mood",
    "rewrite_items": "benchmarks.ftc.score:rewrite_items",
    "row_key": "benchmarks.runs.runner:row_key",
    "rubric_frame": "benchmarks.integrations.data_frames:rubric",
    "run_command": "benchmarks.command.run:",
    "score_chg": "benchmarks.chg.score:score",
    "score_ftc": "benchmarks.ftc.score:score",
    "summarise_ftc": "benchmarks.ftc.score:summarise",
    "verdict_shares": "benchmarks.statistics.verdict_shares:verdict_shares",
    "verify_frame": "benchmarks.integrations.data_frames:verify",
}
"""Further names that documentation pages import, with the module and the name there (empty for the module itself).

They may move in any release.
"""


def __getattr__(name: str) -> object:
    if name not in _BESIDES:
        message = f"expected a public name of benchmarks, got {name}; see benchmarks.__all__, or import its module"
        raise AttributeError(message)
    module, _, there = _BESIDES[name].replace("benchmarks", __name__, 1).partition(":")
    loaded = import_module(module)
    return getattr(loaded, there) if there else loaded
