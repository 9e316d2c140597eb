"""CHG: does a new hypothesis fit a changed context?

In: items and counter-hypotheses.
Out: scores by the criteria of Abdolmaleki et al..

| file | holds |
|---|---|
| `criteria` | Which criteria does a counter-hypothesis meet? |
| `benchmark` | CHG in five steps |
| `command` | `causalcore score chg` |
| `data` | Items of CHG: in its own format, from the paper's triples, or paired from delta-SNLI |
| `judge` | A language model as rater of counter-hypotheses; it decides only what the rubric leaves open |
| `pairing` | The rule that pairs strengtheners with weakeners (Abdolmaleki et al., section 3.2) |
| `question` | The question to a model: base premise, hypothesis and altered premise (Abdolmaleki et al. |
| `rater_agreement` | Agreement of two people on counter-hypotheses, and of the rubric with them (Abdolmaleki et al. |
| `reference_likeness` | Similarity of a model's counter-hypotheses to people's |
| `response` | Counter-hypotheses, with ratings by people and a judge, a model's probabilities, and formulas |
| `score` | A judged counter-hypothesis, as stored in `samples.jsonl` |
| `scored_run` | Counter-hypotheses judged into a folder, by the rubric and optionally by a language model |
| `summary` | The tables of Abdolmaleki et al. for a set of judged counter-hypotheses, as functions of samples |
| `summary_report` | The tables of a scored set of counter-hypotheses, as sections of a report and as lines of text |
"""

from __future__ import annotations
