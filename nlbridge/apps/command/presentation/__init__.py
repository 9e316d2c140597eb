"""How does a result look on a terminal?

In: readings, rubrics, derivations and reports.
Out: rich text.

| file | holds |
|---|---|
| `answers` | Scenarios and rubrics: the answer in a few lines, or the graph and every criterion with its reason |
| `verdicts` | Verdicts on edits: in five lines, or criterion by criterion with the proof of each |
| `tables` | Formal results: verdicts on claims, an answer and its steps, the label of a hypothesis |
| `pages` | Documentation pages on error classes and refusals, for messages to name |
"""
