"""How likely is it that an edit is valid?

In: a `Rubric`, a `Grounding`, and the readings of the text.
Out: a calibrated chance, and the thresholds of a verdict.

| file | holds |
|---|---|
| `evidence` | Features of an edit, and evidence for its validity, as numbers |
| `satisfaction` | The probability that an edit meets its criteria, averaged over the readings of the text |
| `score` | The probability that an edit is valid, and the thresholds of a verdict |
"""
