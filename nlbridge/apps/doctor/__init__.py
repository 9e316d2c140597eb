"""How good is the configured model?

In: an endpoint.
Out: what it does with a schema, how fast it is, and figures on texts whose answers are known.

| file | holds |
|---|---|
| `endpoint_probe` | Servers of models on this machine, what an endpoint does with a schema, how fast it is |
| `figures` | Figures of a measured model, with intervals over texts, fits of its confidences, and one line of advice |
| `measurement` | A model measured on the labelled set: texts that were done before cost nothing |
| `text_measure` | Texts whose answers are known, and one of them put to a reader beside its labels |
"""

from __future__ import annotations
