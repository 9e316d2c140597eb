"""How was the encoder trained that says which claim bears on which?

In: labelled stories as JSON Lines.
Out: weights as an int8 ONNX file.

| file | holds |
|---|---|
| `examples` | Labelled stories as training examples: claims, links, what-ifs, and how they are split |
| `export` | The trained network as an int8 ONNX file |
| `network` | The network: MiniLM under heads for links, for what-ifs and for what changes |
| `optimisation` | The loss, the schedule, and one run of training |
"""
