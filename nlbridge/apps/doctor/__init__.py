"""How good is the configured model?

In: an endpoint.
Out: what it does with a schema, how fast it is, and figures on texts whose answers are known.

| file | holds |
|---|---|
| `endpoint_probe` | What an endpoint does with a schema, and how fast it is |
| `figures` | Figures of a measured model, with intervals over texts, fits of its confidences, and one line of advice |
| `labelled_set` | Texts with what-ifs and rewrites whose answers are known |
| `local_servers` | Servers of language models on the usual ports of this machine; named, and never used unasked |
| `measurement` | A model measured on the labelled set: texts that were done before cost nothing |
| `text_measure` | One labelled text put to a reader: its answers and verdicts beside the labels |
"""

from __future__ import annotations
