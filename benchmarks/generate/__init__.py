"""How are new items made that nobody has trained on?

In: graphs, domains, a seed, and perhaps a language model.
Out: texts with a what-if, a rubric that is proved, and a rewrite that meets it, in CoBe's form and ours.

| file | holds |
|---|---|
| `blind_reading` | What a reader who sees the text alone derives, event by event of the formal scenario |
| `by_model` | A language model as the teller of a scenario, and, blind to it, as a reader of what was told |
| `command` | `causalcore generate` |
| `families` | Events of everyday places, by how they hang together: the stuff that scenarios are drawn from |
| `graphs` | Scenarios of an asked graph with a what-if, drawn from families of events |
| `item` | A told scenario as an item: queries, answers with proofs, criteria, and a rewrite that our check accepts |
| `making` | Items made one after the other: drawn, told, read blindly, and kept or dropped; a killed run goes on |
| `near_duplicates` | Items that say nearly the same as one that is there |
| `rewrites` | What would have been, told by us: sentences that hang together, then plain ones |
| `summary` | What a run came to: the yield, what was dropped and why, and how far blind readers agree |
| `telling` | A drawn scenario told by templates of our own: forwards or backwards, causes signalled or not |
"""
