"""What does a language model reply, and which part of it counts?

In: text.
Out: checked replies; the engine decides what follows.

| file | holds |
|---|---|
| `client` | How is an endpoint named, reached, paid, cached, recorded and protected? |
| `replies` | How does the project ask a model, and read its reply? |
| `sharing` | Shares one endpoint, with its budget, cache and key, among threads and processes |
| `errors` | Errors of endpoints, replies, budgets, caches and recordings |
"""
