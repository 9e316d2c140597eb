"""How is an endpoint reached, paid, cached, recorded and protected?

In: requests.
Out: replies, or errors that say what to do.

| file | holds |
|---|---|
| `budget` | Counts and estimates the cost of replies, and enforces a limit |
| `bulk` | Asks many questions at once: bounded, slower when an endpoint is overloaded, stopped cleanly |
| `cache` | Keeps paid replies on disk |
| `chat_completions` | The only place that talks to an endpoint: async chat completions at any address |
| `endpoint` | The endpoint of one command, built from its options |
| `endpoint_options` | Which model to ask, where, how, and at what cost; light, since every command imports it |
| `profile` | The measured profile of one model at one address: its endpoint's form and its calibration |
| `recording` | Records requests and replies as JSON Lines, and replays them without an endpoint |
| `redaction` | Keeps keys out of logs, caches, recordings, errors and reports |
| `scripted` | A chat model that answers from a script, for tests, examples and docs |
| `wire_form` | The chat-completions protocol: request bodies, replies, and the meaning of failures |
"""
