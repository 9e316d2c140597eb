"""How does the project ask a model, and read its reply?

In: prompts with fenced text.
Out: replies of a stated form.

| file | holds |
|---|---|
| `chat` | What is asked of a chat model, what it replies, both as JSON, and the protocol |
| `prompt` | Prompts as files: versioned, with their schema |
| `reply_schema` | The base of what replies may hold: exactly its fields, in characters that can be shown |
| `structured` | Replies of a stated form: read, checked, and repaired in a few turns that quote the exact error |
"""
