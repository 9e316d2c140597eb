"""How are many rewrites judged, sorted and compared?

In: a file of rewrites with their texts and what-ifs.
Out: a table with a verdict on each, people's verdicts beside them, figures, exports.

| file | holds |
|---|---|
| `rewrite_table` | A table of rewrites with verdicts and a person's opinions: sorted, filtered, counted |
| `rewrite_session` | Answers the page's requests about the table, and judges rewrites in the background |
| `rewrite_views` | Shows and exports rewrites: one beside its text, two models on the same items |
"""
