"""Published benchmarks, scored by derived rubrics.

| concept | module | source |
|---|---|---|
| item, generation | `benchmarks.item` | |
| sample, outcome, blame | `benchmarks.score` | |
| resumable scoring | `benchmarks.runner` | |
| samples as rows, resumable | `benchmarks.sample_rows` | |
| responses from an endpoint, resumable | `benchmarks.generation` | |
| what a model says of responses, resumable | `benchmarks.judgements` | |
| folder of a run | `benchmarks.run_folder` | |
| two runs on the same questions | `benchmarks.run_comparison` | |
| samples as a comparison needs them | `benchmarks.compared_samples` | |
| intervals, agreement | `benchmarks.statistics` | Wilson (1927); Cohen (1960); Efron (1979) |
| agreement of raters beyond chance | `benchmarks.reliability` | Cohen; Fleiss; Krippendorff |
| one run against another | `benchmarks.comparison` | McNemar; Holm; Mann and Whitney; Connor |
| Markdown and HTML reports | `benchmarks.report` | |
| data by file, Parquet or name | `benchmarks.data_source` | `datasets` |
| rows that cannot be read | `benchmarks.skipping` | |
| rows in Parquet | `benchmarks.parquet` | pyarrow |
| charts | `benchmarks.charts` | matplotlib |
| how judges agree, by model | `benchmarks.judge_agreement` | |
| figures as words or JSON | `benchmarks.output_form` | |
| option to have a model judge, too | `benchmarks.judge_option` | |
| likeness of texts | `benchmarks.metrics` | METEOR, BLEU, ROUGE, BERTScore, SemScore |
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
from benchmarks.item import Generation, Item
from benchmarks.score import Blame, Outcome, Sample, Score

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
