"""What does a text state, as a partially specified causal model?

In: events, links and mechanisms, or a file that holds them.
Out: a well-formed `Scenario`, and an `Intervention` on it.

| file | holds |
|---|---|
| `file` | Scenarios as JSON and YAML, validated on reading |
| `from_graph` | Scenarios from graphs, and graphs from files |
| `graph` | The causal graph of a scenario: what is downstream of what, and in which order |
| `intervention` | Interventions: do(X = x), for one or several events at once |
| `rules` | The rules that a scenario must satisfy |
| `scenario` | The partially specified causal model of a text |
"""
