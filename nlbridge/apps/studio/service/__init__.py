"""How does the server answer over HTTP?

In: requests of a page, or of programs.
Out: JSON; the service contacts no other machine.

| file | holds |
|---|---|
| `guard` | Access control and responses: host, page, token, size; JSON, refusals, headers |
| `running` | A server on this machine: a loopback socket, uvicorn on it, and an orderly shutdown |
| `interface` | The interface for programs: read, rubric, verify, and batches |
| `openapi` | The OpenAPI 3.1 description of that interface, made from the shapes of requests and answers |
| `tasks` | The tasks of a program, and the bounded queue before them |
| `page` | The page and its requests: texts and operations on them, many rewrites, exports |
"""
