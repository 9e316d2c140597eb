"""How are figures shown?

In: figures and samples.
Out: Markdown, HTML and charts.

| file | holds |
|---|---|
| `charts` | Charts of shares with their intervals, as inline SVG |
| `compared_runs` | The folder of a comparison of two runs, and its end where there is nothing to compare |
| `judge_agreement` | How far every two judges agree, over all responses and for each model that gave them |
| `report` | Tables, charts and samples as Markdown and as one self-contained, escaped HTML page |
| `terminal` | A report's table on a terminal, and the other figures |
| `verdict_shares` | Accuracy over all responses, the share undetermined, and accuracy of the decided, in one table |
"""
