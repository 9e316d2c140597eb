"""How does a test of yours stand in for the outside?

In: a script of replies.
Out: a chat-completions endpoint on this machine.

| file | holds |
|---|---|
| `chat_server` | A chat-completions endpoint on this machine that answers from a script, and fails by script |
"""

from __future__ import annotations
