"""How faithful is an explanation, by which measure, and is that measure to be trusted?

In: probabilities of labels, and indicators of a simulator.
Out: faithfulness, and evidence on whether a measure of it is valid.

| file | holds |
|---|---|
| `faithfulness` | FTC: one minus the distance between a task model's distribution and the derived label |
| `validation` | Whether a measure of faithfulness distinguishes agreement from disagreement |
"""

from __future__ import annotations
