"""How does a test replace a language model?

In: a script of replies.
Out: a chat-completions endpoint on this machine.

| file | holds |
|---|---|
| `chat_server` | A chat-completions endpoint on this machine that answers, and fails, by script |
"""
