"""How sure is a figure?

In: samples.
Out: intervals, agreement, comparisons, similarity.

| file | holds |
|---|---|
| `agreement` | Agreement of verdicts with the truth, beyond chance |
| `comparison` | Whether one of two runs on the same items is better, or they are tied |
| `intervals` | Intervals and agreement; scipy, statsmodels and scikit-learn are loaded at first use |
| `similarity` | Text similarity measures, by the libraries that the papers used or their successors |
| `local_models` | Models of other libraries, loaded only from this machine |
| `reliability` | Agreement of raters beyond chance, with bootstrap intervals |
| `verdict_shares` | Verdicts as shares of all responses: right, wrong and undetermined |
"""
