"""What do `run`, `score`, `compare` and `export` do?

In: arguments of the command line.
Out: run folders and reports.

| file | holds |
|---|---|
| `agreement_page` | Agreement of the judges in scored folders of any benchmarks, on one page |
| `agreement_plan` | An agreement page from one command: a plan lists what to score from recorded replies |
| `compare` | `causalcore compare`: two scored runs on the same items, or many on one page |
| `export` | `causalcore export`: the samples of a run as one table |
| `five_steps` | The commands of a benchmark without its own, made from its five steps |
| `leaderboard` | Many scored runs of any benchmarks on one page: shares, and paired tests of every pair |
| `registry` | The installed benchmarks, of this project and of others, and their commands |
| `run` | `causalcore run`: responses of a language model to a published benchmark, judged |
| `run_comparison` | Two scored runs, compared on the questions that both answered |
| `score` | The subcommand `score`, which `causalcore` finds through its entry-point group |
"""
