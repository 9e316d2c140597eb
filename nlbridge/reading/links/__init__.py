"""Which event affects which?

In: clauses in the order of the text.
Out: links with rule, sign, strength and confidence.

| file | holds |
|---|---|
| `edges` | The links of a text: how likely each is by the trained network, and what the words say that signal one |
| `shared_causes` | How causes of one effect work together: *because A or because B*, *late anyway*, either was enough |
"""
