"""CoBe: does an edit of a narrative carry out a what-if?

In: items and edits.
Out: scores by derived rubrics or the dataset's criteria.

| file | holds |
|---|---|
| `assisted` | Responses judged in bulk with a language model's help; the engine decides, as everywhere |
| `benchmark` | CoBe in five steps |
| `command` | `causalcore score cobe`, and `causalcore run cobe` |
| `data` | CoBe's published JSON, and generations in JSON Lines |
| `edit_judge` | CoBe's own language-model judge of an edit, for comparison; the verdict is the model's |
| `failure_modes` | CoBe's failure modes, which say why a response failed |
| `formal_scenario` | The formal scenario of an item, by which answers are judged: its author supplies it |
| `model_judge` | The paper's own scorer: a language model judges whether a response meets the criteria |
| `question` | The question to a model: the text and one phrasing of the query, and nothing else |
| `rubric` | The rubric of a response: derived from its text and query, or built from the dataset's strings |
| `score` | Judge CoBe's generations, and summarise the verdicts |
| `scored_run` | Responses to CoBe judged into a folder, with summary and reports |
| `summary_report` | A CoBe summary as sections of a report |
"""
