"""How is an endpoint reached, paid, cached, recorded and protected?

In: requests.
Out: replies, or errors that say what to do.

| file | holds |
|---|---|
| `budget` | What replies cost, and a limit that is never passed by starting one call too many |
| `bulk` | Many questions at once: bounded, slower when an endpoint is overloaded, stopped cleanly |
| `cache` | Replies that were paid once, kept on disk |
| `chat_completions` | The only place that talks to an endpoint: async chat completions at any address |
| `command_options` | The options of every command that asks a language model, in one place |
| `endpoint` | One endpoint for the length of a command: what its options say, put together |
| `endpoint_options` | What a user says of an endpoint, in options or a settings file; light, every command has it |
| `failure` | What an endpoint's failure means: try again, ask in another form, or stop |
| `metering` | What one piece of work asked of a model, and what a run would ask, by running it dry |
| `profile` | What was measured of one model at one address: its endpoint's form, and what its confidences are worth |
| `recording` | Requests and replies in a file of JSON Lines, so that the real code runs again without an endpoint |
| `redaction` | Keep keys out of logs, caches, recordings, errors and reports |
| `scripted` | A chat model that answers from a script, for tests, examples and docs |
| `wire_form` | Requests and replies in the form of the chat-completions protocol |
"""
