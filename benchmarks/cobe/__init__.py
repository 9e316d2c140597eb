"""CoBe: does an edit of a narrative carry out a what-if?

In: items and edits.
Out: scores by derived rubrics or the dataset's criteria.

| file | holds |
|---|---|
| `assisted` | Responses judged with a language model's help, many at a time; the engine decides, as everywhere |
| `benchmark` | CoBe in five steps |
| `command` | `causalcore score cobe`, and `causalcore run cobe` |
| `data` | CoBe's published JSON, and generations in JSON Lines |
| `edit_judge` | A language model as the judge of an edit, CoBe's own, to compare with, its verdict is the model's |
| `failure_modes` | Why a response failed: CoBe's failure modes |
| `formal_scenario` | The formal scenario of an item, by which answers are judged: its maker wrote it beside its text |
| `model_judge` | The paper's own scorer: a language model asked whether a response meets the criteria |
| `question` | What a model is asked for CoBe: the text and one phrasing of the query, and nothing else |
| `rubric` | What a response is judged by: the rubric derived from its text and query, or the dataset's strings |
| `score` | Judge CoBe's generations, and sum up the verdicts |
| `scored_run` | Responses to CoBe judged into a folder, with its summary and reports |
| `summary_report` | A CoBe summary as sections of a report |
"""
