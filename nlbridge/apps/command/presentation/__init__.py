"""How does a result look on a terminal?

In: readings, rubrics, derivations and reports.
Out: rich text.

| file | holds |
|---|---|
| `answer_first` | The answer in a few lines: what changes, stays and is open, or the verdict with what failed |
| `pages` | Where the documentation explains an error class or a refusal, so that a message can name the page |
| `tables` | Formal results: verdicts on claims, an answer and its steps, the label of a hypothesis |
| `whole` | All there is: the graph, every criterion with its reason, the edit against the original |
"""
