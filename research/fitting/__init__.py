"""How were the weights of the verifier fitted, and how good are they?

In: labelled rewrites.
Out: weights, and cross-validated figures.

| file | holds |
|---|---|
| `boosting` | Boosted trees fitted by scikit-learn, written as nested lists that a person can read |
| `claim_examples` | What the verdict on an edit says about each of its claims: kept, altered, or not known |
| `connective_examples` | What the verdict on an edit says about each of its connectives: suited, not suited |
| `fit_claims` | Fit what says whether an edit takes a claim up at all, and report how well claims are read |
| `fit_expectation` | Fit how the chances of the reader are put together |
| `fit_grounding` | Fit what reads the words of an edit, its claims and its connectives |
| `fit_model_path` | Fit the confidences of the language-model path from the results of a run with real replies |
| `fit_score` | Fit the chance that an edit is valid, and the thresholds of verdicts |
| `rewrite_examples` | Labelled rewrites of stories as examples of claims: kept, altered, or not taken up at all |
| `risk_coverage` | Risk against coverage |
| `score_discourse` | Score the causal signals that the reader finds on the discourse annotation of UD English GUM |
| `story_rows` | Labelled rewrites of stories in the form of a suite's scenarios |
| `weak_models` | How many wrong verdicts come out where a share of what a model says is wrong |
"""
