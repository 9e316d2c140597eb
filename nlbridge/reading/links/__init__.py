"""Which event bears on which?

In: clauses in the order of the text.
Out: links with rule, sign, strength and confidence.

| file | holds |
|---|---|
| `barriers` | What speaks against a link that no word signals: another time or place, background |
| `coordination` | Clauses joined in one sentence: in a chain, side by side, or two effects of the same cause |
| `edges` | Links between clauses by position, before they become links between events |
| `effects` | What a sentence says that tells that it came of the one before, though no word of cause joins them |
| `links` | Which event bears on which: signals first, then structure, then text order |
| `mechanisms` | Where the text says how causes work together: either alone was enough |
| `neighbours` | Neighbours that no signal joins: linked with low confidence, except across barriers |
| `parallels` | Two things that one happening does to two things, and which of two results goes with which |
| `pass_state` | What one pass over the clauses has seen so far |
| `restatements` | Which earlier clause a later one states again |
"""
