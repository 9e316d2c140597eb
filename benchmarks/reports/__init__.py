"""How are figures shown?

In: figures and samples.
Out: Markdown, HTML and charts.

| file | holds |
|---|---|
| `charts` | Charts of shares with intervals, as inline SVG |
| `compared_runs` | What comparisons of runs show, their folder, and the exit if nothing can be compared |
| `judge_agreement` | Agreement of every pair of judges, over all responses and for each model |
| `report` | Tables, charts and samples as Markdown and as one self-contained, escaped HTML page |
| `terminal` | A report's table and further figures on a terminal |
| `verdict_shares` | Accuracy over all responses, the share undetermined, and accuracy of the decided, in one table |
"""
