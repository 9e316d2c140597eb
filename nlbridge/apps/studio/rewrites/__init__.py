"""How are many rewrites judged, sorted and compared?

In: a file of rewrites with their texts and what-ifs.
Out: a table with a verdict on each, the verdicts of people beside them, figures, exports.

| file | holds |
|---|---|
| `rewrite_table` | Many rewrites, with the verdicts on them and what a person says: sorted, filtered, counted |
| `rewrite_session` | The table of rewrites at work: what the page asks of it, and what is judged in the background |
| `rewrite_views` | Rewrites as they are shown and exported: one beside its text, two models on the same items |
"""
