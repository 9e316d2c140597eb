"""What does the command `causalcore` do?

In: arguments of the command line.
Out: text or JSON on standard output, and an exit code.

| file | holds |
|---|---|
| `presentation` | Results as rich text for a terminal: the answer first, or all there is |
| `services` | What runs until it is stopped |
| `ask` | `causalcore ask`: a probability, a mean, an effect or a cause in a fully specified model |
| `cache` | `causalcore cache`: what the cache of replies holds, and an end to it |
| `claim` | `causalcore claim`: causal claims checked, tests written from a graph, a table held against a graph |
| `cli` | The command `causalcore` |
| `execution` | What the commands do once their options are read |
| `group` | The group of all commands: errors are one line on standard error, with the fitting exit code |
| `label` | `causalcore label`: the label of a hypothesis, with its certificate |
| `review` | `causalcore read --review`: the questions of a reading one by one |
| `schema` | `causalcore schema`: the JSON Schema of a result |
| `subject` | What a formal question is about: a model, a scenario, or a graph alone; from a file, standard input |
"""
