"""What do `run`, `score`, `compare` and `export` do?

In: arguments of the command line.
Out: run folders and reports.

| file | holds |
|---|---|
| `compare` | `causalcore compare`: two scored runs on the same items |
| `compared_samples` | The samples of each benchmark as a comparison needs them: which question, right or wrong |
| `export` | `causalcore export`: the samples of a run as one table |
| `run` | `causalcore run`: responses of a language model to a published benchmark, judged |
| `run_comparison` | Two scored runs, compared on the questions that both answered |
| `score` | The subcommand `score`, which `causalcore` finds through its entry-point group |
"""
