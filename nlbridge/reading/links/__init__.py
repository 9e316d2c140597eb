"""Which event affects which?

In: clauses in the order of the text.
Out: links with rule, sign, strength and confidence.

| file | holds |
|---|---|
| `earlier_claims` | Claims that were over before the claim that is told ahead of them |
| `edges` | Links between clauses by position, before they become links between events |
| `likely` | The links of a text: how likely each is by the trained network, and what the words say that signal one |
| `mechanisms` | Where the text says how causes work together: either alone was enough |
| `shared_causes` | Causes that share an effect, by the words that join them: `because A or because B` |
"""
