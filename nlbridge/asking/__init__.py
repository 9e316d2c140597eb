"""What do all ways to ask share: the command line, functions of Python, and benchmarks?

In: arguments, options, lines of a file.
Out: requests, how texts are read, answers on standard output, signs of life.

| file | holds |
|---|---|
| `arguments` | What the arguments of a call mean: a text, a file, standard input or a scenario, and one what-if |
| `batch_lines` | A JSON Lines file answered line by line, on standard output or into a file that a second run resumes |
| `command_options` | The options of commands that read texts or ask a language model, in one place |
| `options` | The options of a call, completed by the environment and the settings file, and what they open |
| `output` | Standard output whose reader may leave early, as `head` does; the exit code stays |
| `progress` | Signs of life on standard error, on a terminal, once a command works longer than two seconds |
"""
