"""What is said over HTTP?

In: requests of a page, or of programs.
Out: JSON; nothing is asked of any other machine.

| file | holds |
|---|---|
| `guard` | Who may ask what, and how it is answered: host, page, token, size; JSON, refusals, headers |
| `running` | A server on this machine: a socket of the loopback, uvicorn on it, and an orderly end |
| `interface` | The interface for programs: read, rubric, verify, and many of them at once |
| `openapi` | The interface described for programs: OpenAPI 3.1, made from the shapes of what comes and goes |
| `tasks` | What a program may ask, and the bounded queue before that work |
| `page` | The page and what it asks for: texts of a project and operations on them, many rewrites, exports |
"""
