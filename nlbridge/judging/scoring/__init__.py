"""How likely is it that an edit is valid?

In: a `Rubric`, a `Grounding`, and the readings of the text.
Out: a calibrated chance, and the chances from which a verdict is said.

| file | holds |
|---|---|
| `evidence` | What speaks for an edit being valid, as numbers, the network, the readings of the text, connectives |
| `satisfaction` | How probable it is that what an edit says of the claims is what is asked |
| `score` | The chance that an edit is valid, and the chances from which a verdict is said |
| `features` | What weighs for and against an edit as a whole, from its grounding and its rubric |
| `read_values` | The chance that an edit is valid, where each claim was read as a value |
"""
