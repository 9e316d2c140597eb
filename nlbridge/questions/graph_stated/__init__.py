"""What does a question about a stated graph ask, where variables and values are named word for word?

In: .
Out: .

| file | holds |
|---|---|
| `stated_forms` | The forms of questions that name variables and values word for word |
| `stated_graph` | The graph that a text states: arrows in words or letters, what the letters stand for, and unobserved confounders |
| `stated_numbers` | Sentences such as `For those with rest being low, the probability of mood being good is 0.31` |
| `stated_reading` | A question about a stated graph, read into a query with its probabilities, or into a question of the graph alone |
| `valued_phrases` | Phrases such as `rest being low and mood being good`: variables named word for word, each with a value |
"""
