"""How does the project ask a model, and read its reply?

In: prompts with fenced text.
Out: replies of a stated form.

| file | holds |
|---|---|
| `chat` | What is asked of a chat model, what it replies, both as JSON, and the protocol |
| `prompt` | Prompts as files: versioned, with their schema |
| `reply_json` | The one JSON value in a reply, read up to a limit |
| `reply_schema` | JSON schemas in the strict form that endpoints enforce: every field required, no others |
| `structured` | Replies of a stated form: read, checked, and repaired in a few turns that quote the exact error |
| `schema_fit` | Does a value have the shape that a JSON schema names? For the keywords that our schemas use |
"""
