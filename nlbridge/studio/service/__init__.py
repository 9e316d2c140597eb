"""What is said over HTTP?

In: requests of a page, or of programs.
Out: JSON; nothing is asked of any other machine.

| file | holds |
|---|---|
| `answers` | Answers over HTTP: JSON, a sentence for what is refused, and the JSON that a request holds |
| `guard` | Who may ask what: the host that is named, the page that asks, the token, the size |
| `page` | The page and what it asks for: texts of a project, operations on them, exports |
| `running` | A server on this machine: a socket of the loopback, uvicorn on it, and an orderly end |
| `warming` | What is loaded before somebody waits for it: pipeline, encoder, verifier |
"""
