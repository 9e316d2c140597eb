"""Faithfulness through counterfactuals (Sia et al. 2023, Logical satisfiability of counterfactuals for explanations).

| concept | module | source |
|---|---|---|
| explained items, references, predictions | `benchmarks.ftc.data` | sections 3.1 and 3.2 |
| the paper's templates as an extractor | `benchmarks.ftc.template_extractor` | Tables 15 to 17 |
| quality of rewritten hypotheses | `benchmarks.ftc.rewriting_quality` | section 3.2, Table 4 |
| FTC-delta, FTC-K, FTC-W | `benchmarks.ftc.faithfulness` | section 2.3 |
| task models: callables, Hugging Face pipelines | `benchmarks.ftc.task_model` | section 2.1 |
| what a model is asked | `benchmarks.ftc.question` | section 2.1 |
| LAS and LRA | `benchmarks.ftc.association` | section 4, appendix 7.4; Hase et al. (2020), Wiegreffe et al. (2021) |
| rewriting and scoring into a folder | `benchmarks.ftc.scored_run` | |
| explanations from less | `benchmarks.ftc.sensitivity` | section 3.4, Table 6 |
| rank-sum experiment, sensitivity table | `benchmarks.ftc.validation` | sections 3.3 and 3.4, Tables 5 and 6 |
"""

from __future__ import annotations
