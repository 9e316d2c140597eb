"""How does a result look on a terminal?

In: readings, rubrics, derivations and reports.
Out: rich text.

| file | holds |
|---|---|
| `answer_first` | The answer in a few lines: what changes, stays and is open, or the verdict with what failed |
| `pages` | Where the documentation explains an error class or a refusal, so that a message can name the page |
| `tables` | Results of several lines as tables: verdicts on claims, the steps of an answer, the label of a hypothesis |
| `whole` | All there is: the graph, every criterion with its reason, the edit against the original |
"""
