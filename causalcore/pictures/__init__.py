"""How does a causal graph look?

In: a graph with the state of its nodes.
Out: SVG, DOT or Mermaid.

| file | holds |
|---|---|
| `formats` | A picture in the format that its file name implies |
| `graph_picture` | A causal graph without numbers as a picture |
| `model_picture` | A fully specified model as a picture: what was observed, what is set, and what that affects |
| `picture` | A causal graph as a picture: boxes with a state, arrows, layers |
| `svg` | A picture as SVG: layers from left to right, with long links bent around the boxes between them |
| `text` | Pictures as text that other programs draw: DOT for Graphviz, Mermaid for Markdown viewers |
"""
