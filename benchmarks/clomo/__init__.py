"""CLoMo: an argument is edited until another premise bears on it as the first one did.

| concept | module | source |
|---|---|---|
| item, response | `benchmarks.clomo.data` | published JSON |
| statements of an argument | `benchmarks.clomo.statements` | Huang et al. (2024), section 3 |
| checks of form | `benchmarks.clomo.rubric` | Huang et al. (2024), section 3 |
| what a model is asked | `benchmarks.clomo.question` | Huang et al. (2024), section 3 |
| formulas of the arguments | `benchmarks.clomo.formalisation` | |
| formulas by a language model | `benchmarks.clomo.model_formalisation` | |
| pairs, the score s | `benchmarks.clomo.verdicts` | Huang et al. (2024), equation 1 |
| relations by logic, a response judged | `benchmarks.clomo.score` | |
| judge by a language model | `benchmarks.clomo.self_evaluation` | Huang et al. (2024), Table 2 |
| figures of a run | `benchmarks.clomo.summary` | |
| two runs compared | `benchmarks.clomo.comparison` | |
| report | `benchmarks.clomo.summary_report` | |
| responses judged and written down | `benchmarks.clomo.scored_run` | |
| `causalcore score clomo`, `run clomo` | `benchmarks.clomo.command` | |
"""
