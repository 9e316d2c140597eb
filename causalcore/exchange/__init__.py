"""How do models and results enter and leave other tools?

In: files and objects of pgmpy, UAI, pandas.
Out: models, and tables.

| file | holds |
|---|---|
| `bayesian` | Bayesian networks of pgmpy in and out, and the files BIF, XMLBIF and UAI |
| `bif` | Networks in the BIF format: variables with named values, and a table for each |
| `dataframe` | Tables for pandas: the rows of a model, a scenario, a derivation or a list of verdicts |
| `model_file` | Model files: JSON, YAML, and network files (BIF, XMLBIF, UAI) |
| `network_tables` | A model as tables P(child given parents), with its noise as separate variables |
| `uai` | Networks in the UAI format, which has no names: variables are var_0, var_1, ..., values 0, 1, ... |
"""
