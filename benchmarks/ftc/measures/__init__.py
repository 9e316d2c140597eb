"""How faithful is an explanation, by which measure, and is that measure to be trusted?

In: probabilities of labels, and indicators of a simulator.
Out: faithfulness, and what speaks for or against a measure of it.

| file | holds |
|---|---|
| `faithfulness` | FTC: one minus the distance of a task model's probabilities on a counterfactual from the label |
| `validation` | Does a measure of faithfulness tell agreement from disagreement |
"""

from __future__ import annotations
