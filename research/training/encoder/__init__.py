"""How are the networks trained that link claims and judge edits?

In: labelled stories and rewrites as JSON Lines.
Out: weights as int8 ONNX files.

| file | holds |
|---|---|
| `batches` | Rows as tensors: texts with what-ifs, and edits of texts |
| `edits` | Labelled rewrites as training examples: what an edit says of each claim, and whether it is valid |
| `examples` | Labelled stories as training examples: claims, links, what-ifs, and how they are split |
| `export` | A trained network as an int8 ONNX file |
| `made_edits` | The rows that an epoch shows for a labelled rewrite: the rewrite, and edits derived from it |
| `network` | The two networks: MiniLM under heads for reading a text, and for judging an edit of it |
| `optimisation` | The loss, the schedule, and one run of training |
| `untold` | What-ifs about something that a text does not tell, and denials of what it tells |
"""
