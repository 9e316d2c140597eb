"""Published benchmarks, scored by derived rubrics.

| concept | module | source |
|---|---|---|
| item, generation | `benchmarks.runs.item` | |
| sample, outcome, blame | `benchmarks.runs.scores` | |
| resumable scoring | `benchmarks.runs.runner` | |
| samples as rows, resumable | `benchmarks.runs.sample_rows` | |
| responses from an endpoint, resumable | `benchmarks.runs.generation` | |
| what a model says of responses, resumable | `benchmarks.runs.judgements` | |
| folder of a run | `benchmarks.runs.run_folder` | |
| two runs on the same questions | `benchmarks.command.run_comparison` | |
| samples as a comparison needs them | `benchmarks.command.compared_samples` | |
| intervals, agreement | `benchmarks.statistics.intervals` | Wilson (1927); Cohen (1960); Efron (1979) |
| agreement of raters beyond chance | `benchmarks.statistics.reliability` | Cohen; Fleiss; Krippendorff |
| one run against another | `benchmarks.statistics.comparison` | McNemar; Holm; Mann and Whitney; Connor |
| Markdown and HTML reports | `benchmarks.reports.report` | |
| data by file, Parquet or name | `benchmarks.runs.data_source` | `datasets` |
| rows that cannot be read | `benchmarks.runs.skipping` | |
| rows in Parquet | `benchmarks.runs.parquet` | pyarrow |
| charts | `benchmarks.reports.charts` | matplotlib |
| how judges agree, by model | `benchmarks.reports.judge_agreement` | |
| figures as words or JSON | `benchmarks.runs.output_form` | |
| option to have a model judge, too | `benchmarks.runs.judge_option` | |
| likeness of texts | `benchmarks.statistics.likeness` | METEOR, BLEU, ROUGE, BERTScore, SemScore |
| faithfulness through counterfactuals | `benchmarks.ftc` | Sia et al. (2023) |
| CoBe | `benchmarks.cobe` | CoBe, counterfactual text editing |
| CHG | `benchmarks.chg` | Abdolmaleki et al. (CHG, counter-hypothesis generation) |
| CLoMo | `benchmarks.clomo` | Huang et al. (2024) |
| counterfactual conditionals | `benchmarks.conditionals` | Li, Yu and Ettinger (2023) |

Examples
--------
>>> from benchmarks import Outcome
>>> [str(outcome) for outcome in Outcome]
['correct', 'incorrect', 'undetermined']
"""

from __future__ import annotations

from benchmarks.errors import BenchmarkError, DatasetMissingError, MalformedItemError
from benchmarks.runs.item import Generation, Item
from benchmarks.runs.scores import Blame, Outcome, Sample, Score

__all__ = [
    "BenchmarkError",
    "Blame",
    "DatasetMissingError",
    "Generation",
    "Item",
    "MalformedItemError",
    "Outcome",
    "Sample",
    "Score",
]
