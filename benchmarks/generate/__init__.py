"""How are new items generated that nobody has trained on?

In: graphs, domains, a seed, and perhaps a language model.
Out: texts with a what-if, a proved rubric, and a rewrite that meets it, in CoBe's format and ours.

| file | holds |
|---|---|
| `blind_reading` | Answers that a reader derives from the text alone, for each event of the formal scenario |
| `by_model` | A language model that writes a scenario as a text, or reads such a text blind |
| `command` | `causalcore generate` |
| `families` | Families of connected everyday events from which scenarios are drawn |
| `graphs` | Scenarios with a requested graph and a what-if, drawn from families of events |
| `item` | A written scenario as an item: queries, answers with proofs, criteria, and an accepted rewrite |
| `making` | Items made in order: drawn, written, read blind, and kept or dropped; resumes after a kill |
| `near_duplicates` | Items that nearly duplicate a kept one |
| `rewrites` | Rewrites by template: connected sentences first, then plain ones |
| `summary` | Results of a run: yield, dropped texts with reasons, and agreement of blind readers |
| `telling` | A drawn scenario written by template: forwards or backwards, with or without causal signals |
"""
