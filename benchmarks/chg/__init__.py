"""CHG: does a new hypothesis fit a changed context?

In: items and counter-hypotheses.
Out: scores by the criteria of Abdolmaleki et al..

| file | holds |
|---|---|
| `criteria` | Which criteria does a counter-hypothesis meet? |
| `benchmark` | CHG in five steps |
| `command` | `causalcore score chg` |
| `counter_hypothesis_rating` | Ratings of a counter-hypothesis by a language model (Abdolmaleki et al. |
| `data` | Items of CHG: of its own format, of the paper's triples, or paired from delta-SNLI |
| `judge` | A language model as rater of counter-hypotheses; it fills what the rubric leaves open |
| `pairing` | Which strengthener is paired with which weakener: the rule of Abdolmaleki et al., section 3.2 |
| `question` | What a model is asked for CHG: base premise, hypothesis and altered premise (Abdolmaleki et al. |
| `rater_agreement` | How far two people agree on counter-hypotheses, and the rubric with them (Abdolmaleki et al. |
| `reference_likeness` | How similar a model's counter-hypotheses are to people's |
| `response` | Counter-hypotheses, with what people, a judge, a model's probabilities and formulas say of them |
| `score` | One counter-hypothesis judged, as `samples.jsonl` keeps it |
| `scored_run` | Counter-hypotheses judged into a folder, by the rubric and by a language model where one is asked |
| `summary` | The tables of Abdolmaleki et al. for a set of judged counter-hypotheses, as functions of samples |
| `summary_report` | The tables of a scored set of counter-hypotheses, as sections of a report and as lines of text |
"""

from __future__ import annotations
