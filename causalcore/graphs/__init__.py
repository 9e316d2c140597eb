"""What does a causal graph alone say?

In: a directed graph, or a file with one.
Out: ancestors, separations, colliders, shape.

| file | holds |
|---|---|
| `causal_graph` | Questions about a causal graph alone: ancestors, d-separation, colliders, its type |
| `graph_file` | Graphs without numbers from files: DAGitty's notation, DOT, GML, YAML and JSON |
| `notations` | Causal graphs from text: DAGitty's notation, and the DOT language of Graphviz |
| `written_graph` | A causal graph written in the notation of other tools: DAGitty, DOT, GML |
"""
