"""How does the project ask a model, and read its reply?

In: prompts with fenced text.
Out: replies of a stated form.

| file | holds |
|---|---|
| `chat` | What is asked of a chat model, what it replies, and the protocol of whoever answers |
| `chat_json` | Requests and replies as JSON objects, and the key of a request |
| `prompt` | Prompts as files: versioned, with their schema |
| `reply_json` | The one JSON value in a reply that may have a fence, reasoning or politeness around it |
| `reply_schema` | JSON schemas in the strict form that endpoints enforce: every field required, no others |
| `reply_size` | Replies of an endpoint are read up to a limit: one without end costs neither memory nor disk |
| `schema_fit` | Does a value have the shape that a JSON schema names? For the keywords that our schemas use |
| `structured` | Replies of a stated form: read, checked, and repaired in a few turns that quote the exact error |
"""
