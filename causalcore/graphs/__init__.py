"""What does a causal graph alone say?

In: a directed graph, or text in DAGitty or DOT notation.
Out: ancestors, separations, colliders, shape.

| file | holds |
|---|---|
| `causal_graph` | Questions about a causal graph alone: ancestors, d-separation, colliders, its type |
| `notations` | Causal graphs from text: DAGitty's notation, and the DOT language of Graphviz |
"""
