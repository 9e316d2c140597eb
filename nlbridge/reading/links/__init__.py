"""Which event affects which?

In: clauses in text order.
Out: links with rule, sign, strength and confidence.

| file | holds |
|---|---|
| `edges` | The links of a text, by the trained network's probabilities and the words that signal links |
| `shared_causes` | How causes of one effect work together: *because A or because B*, *late anyway*, either was enough |
| `told_again` | Claims that a text makes twice: `The board closed it. Because of the closure ...` |
"""
