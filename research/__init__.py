"""How are the weights that ship made, and how well does each step do?

In: labelled texts and rewrites.
Out: files under `nlbridge/weights`, `nlbridge/language/encoder_weights` and `nlbridge/language/en_causalcore`.
Not in the wheel.

| file | holds |
|---|---|
| `fitting` | How were the weights of the verifier fitted, and how good are they? |
| `training` | How were the shipped language models made? |
"""
