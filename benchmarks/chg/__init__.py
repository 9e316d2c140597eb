"""CHG: the context of a hypothesis changes, and another hypothesis is to be found that fits it.

| concept | module | source |
|---|---|---|
| item | `benchmarks.chg.data` | Abdolmaleki et al., section 3 |
| updates of one premise made into items | `benchmarks.chg.pairing` | section 3.2; Rudinger et al. (2020) |
| counter-hypothesis, what people and models say of it | `benchmarks.chg.response` | sections 4 and 4.2 |
| how two sentences compare, offline | `benchmarks.chg.criteria.sentence_comparison` | |
| how two statements compare, by logic | `benchmarks.chg.criteria.formal_comparison` | |
| criteria | `benchmarks.chg.criteria.rubric` | section 4.2, Figure 2 |
| a counter-hypothesis judged | `benchmarks.chg.score` | |
| likeness to the references | `benchmarks.chg.reference_likeness` | Table 1 |
| constraint proportions, models compared | `benchmarks.chg.summary` | Tables 1 to 3 |
| agreement of two judgements | `benchmarks.chg.rater_agreement` | section 4.3, Table 4 |
| a language model as rater | `benchmarks.chg.judge` | section 4.2 |
| report | `benchmarks.chg.summary_report` | |
| responses judged into a folder | `benchmarks.chg.scored_run` | |
| what a model is asked | `benchmarks.chg.question` | Figure 2 |
| `causalcore score chg` | `benchmarks.chg.command` | |
"""

from __future__ import annotations
