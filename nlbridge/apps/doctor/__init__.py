"""How good is the configured model?

In: an endpoint.
Out: how it treats a schema, its speed, and figures on texts with known answers.

| file | holds |
|---|---|
| `endpoint_probe` | Finds model servers on this machine, and tests how an endpoint treats a schema and how fast it is |
| `figures` | Figures of a measured model with intervals, calibration fits, and one line of advice |
| `measurement` | Measures a model on texts with known answers; texts measured before cost nothing |
"""

from __future__ import annotations
