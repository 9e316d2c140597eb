"""Which commands run until they are stopped?

In: the arguments of a command line.
Out: a page in the browser, or answers over HTTP.

| file | holds |
|---|---|
| `doctor` | `causalcore doctor`: what the configured endpoint does, and what the configured model brings |
| `serve` | `causalcore serve`: the answers of `read`, `rubric` and `verify` over HTTP, for programs |
| `studio` | `causalcore studio`: a page on this machine where readings are corrected and rewrites judged |
"""
