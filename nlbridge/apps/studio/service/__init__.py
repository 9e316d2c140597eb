"""What is said over HTTP?

In: requests of a page, or of programs.
Out: JSON; nothing is asked of any other machine.

| file | holds |
|---|---|
| `answers` | Answers over HTTP: JSON, a sentence for what is refused, and the JSON that a request holds |
| `guard` | Who may ask what: the host that is named, the page that asks, the token, the size |
| `interface` | The interface for programs: read, rubric, verify, many at once, and counters of it |
| `judging` | Judge rewrites where the session does its other work, each as the row of `verify` |
| `openapi` | The interface described for programs: the shapes of what comes and goes, as OpenAPI 3.1 |
| `page` | The page and what it asks for: texts of a project, operations on them, exports |
| `rewrite_routes` | The page's requests about many rewrites: rows, judging, verdicts of a person, exports |
| `running` | A server on this machine: a socket of the loopback, uvicorn on it, and an orderly end |
| `tasks` | What a program may ask, and what is loaded before somebody waits for it |
| `workers` | Processes that read, derive and judge; and a bounded queue before them |
| `key` | The key of a server, from the environment |
| `read_only` | A studio that is only looked at: what would change or cost something is refused |
"""
