"""How sure is a figure?

In: samples.
Out: intervals, agreement, comparisons, similarity.

| file | holds |
|---|---|
| `agreement` | How far verdicts agree with the truth, beyond chance |
| `comparison` | Whether one run is better than another on the same items, or whether they are tied |
| `intervals` | Intervals and agreement; scipy, statsmodels and scikit-learn are loaded at first use |
| `similarity` | Measures of similarity between texts, each by the library that the papers used or its successor |
| `local_models` | Models of other libraries, loaded from this machine alone |
| `reliability` | How far raters agree beyond chance, with bootstrap intervals |
| `verdict_shares` | Verdicts as shares of all responses: right, wrong and undetermined |
"""
