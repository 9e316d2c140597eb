"""What do all ways to ask share: the command line, functions of Python, and benchmarks?

In: options, lines of a file.
Out: how texts are read, answers on standard output, signs of life.

| file | holds |
|---|---|
| `batch_lines` | A JSON Lines file answered line by line, on standard output or into a file that a second run resumes |
| `options` | What a call asks for, the options of the command line as keyword arguments, what they open and share |
| `output` | Standard output whose reader may leave early, as `head` does; the exit code stays |
| `progress` | Signs of life on standard error, on a terminal, once a command works longer than two seconds |
"""
