"""How does a result look on a terminal?

In: readings, rubrics, derivations and reports.
Out: rich text.

| file | holds |
|---|---|
| `answer_first` | The answer in a few lines: what changes, stays and is open, or the verdict with what failed |
| `whole` | All there is: the graph, every criterion with its reason, the edit against the original |
"""
