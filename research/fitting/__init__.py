"""How are the verifier's weights fitted, and how good are they?

In: labelled rewrites.
Out: weights, and cross-validated figures.

| file | holds |
|---|---|
| `boosting` | Boosted trees fitted by scikit-learn, written as readable nested lists |
| `claim_examples` | Labels that an edit's verdict implies for its claims: kept, altered, or unknown |
| `connective_examples` | Labels that an edit's verdict implies for its connectives: suited, unsuited, or unknown |
| `fit_claims` | Fit the model of whether an edit mentions a claim, and report how well claims are read |
| `fit_expectation` | Fit how the reader's chances are combined |
| `fit_grounding` | Fit the models that read claims and connectives in an edit |
| `fit_model_path` | Fit the confidences of the language-model path on the results of a run with real replies |
| `fit_score` | Fit the chance that an edit is valid, and the thresholds of verdicts |
| `rewrite_examples` | Labelled rewrites of stories as examples of claims: kept, altered, or absent |
| `risk_coverage` | Risk against coverage |
| `score_discourse` | Score the reader's causal signals on the discourse annotation of UD English GUM |
| `story_rows` | Labelled rewrites of stories in the format of a suite's scenarios |
| `weak_models` | Rate of wrong verdicts when a share of a model's values is wrong |
"""
