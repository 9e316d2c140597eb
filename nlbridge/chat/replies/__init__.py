"""How does the project ask a model, and read its reply?

In: prompts with fenced text.
Out: replies of a stated form.

| file | holds |
|---|---|
| `chat` | Requests, replies, their JSON form, and the protocol of a chat model |
| `prompt` | Prompts as files: versioned, with their schema |
| `reply_schema` | Base class of replies: exactly their fields, in printable characters |
| `structured` | Asks for a reply of a given form, and repairs it in a few turns that quote the exact error |
"""
