"""What was fitted, as readable files, and how is it loaded?

In: features of a claim or an edit.
Out: a probability.

| file | holds |
|---|---|
| `calibration` | Small calibrated models whose weights are a readable file |
| `thresholds` | The chances from which something is believed, in one place, each with the evidence for it |
"""
