"""What do `run`, `score`, `compare` and `export` do?

In: arguments of the command line.
Out: run folders and reports.

| file | holds |
|---|---|
| `agreement_page` | How far the judges in scored folders agree, of any benchmarks, on one page |
| `agreement_plan` | A page of agreement made by one command: a plan names what is scored, from recorded replies |
| `compare` | `causalcore compare`: two scored runs on the same items, or many on one page |
| `export` | `causalcore export`: the samples of a run as one table |
| `five_steps` | The commands of a benchmark that brings none along: made of its five steps |
| `leaderboard` | Many scored runs of any benchmarks on one page: shares, and paired tests of every two |
| `registry` | The benchmarks that are installed, of this project and of others, and the commands that they make up |
| `run` | `causalcore run`: responses of a language model to a published benchmark, judged |
| `run_comparison` | Two scored runs, compared on the questions that both answered |
| `score` | The subcommand `score`, which `causalcore` finds through its entry-point group |
"""
