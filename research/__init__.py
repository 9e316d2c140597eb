"""How are the shipped weights made, and how well does each step do?

In: labelled texts and rewrites.
Out: files under `nlbridge/weights`, `nlbridge/language/encoder_weights` and `nlbridge/language/en_causalcore`.
Not in the wheel.

| file | holds |
|---|---|
| `fitting` | How are the verifier's weights fitted, and how good are they? |
| `training` | How are the shipped language models trained? |
"""
