"""How good is the configured model?

In: an endpoint.
Out: what it does with a schema, how fast it is, and figures on texts whose answers are known.

| file | holds |
|---|---|
| `endpoint_probe` | Servers of models on this machine, what an endpoint does with a schema, how fast it is |
| `figures` | Figures of a measured model, with intervals over texts, fits of its confidences, and one line of advice |
| `measurement` | A model measured on texts whose answers are known: texts with saved answers cost nothing |
"""

from __future__ import annotations
