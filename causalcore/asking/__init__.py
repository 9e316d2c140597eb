"""What does a program ask of a model or of a graph, and what comes back?

In: a model, a graph, or what one is made from; a question in its text form.
Out: answers that print, explain themselves, and turn into plain values, JSON, tables and graphs.

| file | holds |
|---|---|
| `asked` | What comes of a question about a model: a number, bounds, a verdict on a cause, or why there is none |
| `claimed` | The function `claim`: does a causal claim hold, of whatever it is about? |
| `graph_answers` | Answers to questions about a graph: values, lines, JSON, a table, and the reason in words |
| `graph_object` | A causal graph as a program holds it, with questions as methods |
| `graph_source` | What a causal graph is made from: a text, a file, edges, another graph, a model or a scenario |
"""
