"""What does a language model reply, and which part of it counts?

In: text.
Out: checked replies; the engine decides what follows.

| file | holds |
|---|---|
| `client` | How is an endpoint named, reached, paid, cached, recorded and protected? |
| `replies` | How does the project ask a model, and read its reply? |
| `sharing` | One endpoint for several threads and processes, so that budget, cache and key exist once |
| `errors` | What can go wrong between us and a language model |
"""

from __future__ import annotations
