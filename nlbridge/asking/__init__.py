"""What do all ways to ask share: the command line, Python functions, and benchmarks?

In: arguments, options, lines of a file.
Out: requests, reading settings, answers on standard output, progress.

| file | holds |
|---|---|
| `arguments` | What the arguments of a call mean: a text, a file, standard input or a scenario, and one what-if |
| `batch_lines` | Answers a JSON Lines file line by line, on standard output or into a file that a second run resumes |
| `command_options` | The options of commands that read texts or ask a language model, in one place |
| `options` | The options of a call, completed by the environment and the settings file, and the model they open |
| `output` | Standard output that copes with a reader who leaves early, like `head`, without changing the exit code |
| `progress` | Progress on standard error, on a terminal, for commands that take longer than two seconds |
"""
