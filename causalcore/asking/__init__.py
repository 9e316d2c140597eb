"""What can a program ask of a model or of a graph, and what does it get back?

In: a model, a graph, or a source for one; a question in text form.
Out: answers that print, explain themselves, and convert to plain values, JSON, tables and graphs.

| file | holds |
|---|---|
| `asked` | The answer to a question about a model: a number, bounds, a verdict on a cause, or why there is none |
| `claimed` | The function `claim`: does a causal claim hold for its subject? |
| `graph_answers` | Answers to questions about a graph: values, lines, JSON, a table, and the reason in words |
| `graph_object` | A causal graph as a Python object, with questions as methods |
| `graph_source` | Sources of a causal graph: a text, a file, edges, another graph, a model or a scenario |
"""
