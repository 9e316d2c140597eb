"""What does a text state, as a partially specified causal model?

In: events, links and mechanisms, or a file that holds them.
Out: a well-formed `Scenario`, and the `Intervention` on it.

| file | holds |
|---|---|
| `file` | Scenarios as JSON and YAML, validated where they come in |
| `from_graph` | Scenarios from graphs, and graphs from files |
| `graph` | The causal graph of a scenario: who is downstream of whom, in which order |
| `intervention` | Interventions: do(X = x), for one or several events at once |
| `plain_scenario` | A scenario as plain values, as JSON and YAML files hold it |
| `rules` | What every scenario must satisfy before anything is derived from it |
| `scenario` | The partially specified causal model of a text |
"""
