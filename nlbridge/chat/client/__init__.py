"""How is an endpoint reached, paid, cached, recorded and protected?

In: requests.
Out: replies, or errors that say what to do.

| file | holds |
|---|---|
| `budget` | What replies cost: counted, estimated by a dry run, and a limit that no call may exceed |
| `bulk` | Many questions at once: bounded, slower when an endpoint is overloaded, stopped cleanly |
| `cache` | Replies that were paid once, kept on disk |
| `chat_completions` | The only place that talks to an endpoint: async chat completions at any address |
| `endpoint` | One endpoint for the length of a command: what its options say, put together |
| `endpoint_options` | Which model to ask, where, how, and for how much; light, every command has it |
| `profile` | What was measured of one model at one address: its endpoint's form, and what its confidences are worth |
| `recording` | Requests and replies in a file of JSON Lines, so that the real code runs again without an endpoint |
| `redaction` | Keep keys out of logs, caches, recordings, errors and reports |
| `scripted` | A chat model that answers from a script, for tests, examples and docs |
| `wire_form` | The chat-completions protocol: what is sent, what comes back, and what a failure means |
"""
