"""What does a question ask that names the variables of a graph word for word?

In: a text: a graph in words or letters, probabilities of named variables with values, a question.
Out: a query with its probabilities, or sets to choose from, or a question of the graph alone.

| file | holds |
|---|---|
| `stated_forms` | The forms and numbers of questions that name variables and values |
| `stated_graph` | The graph that a text states, the meaning of its letters, and unobserved confounders |
| `stated_reading` | A question about a stated graph, read into a query, or into a question of the graph alone |
| `valued_phrases` | Phrases such as `rest being low and mood being good`: variables with values |
"""
