"""How are many rewrites judged, sorted and compared?

In: a file of rewrites with their texts and what-ifs.
Out: a table with a verdict on each, the verdicts of people beside them, figures, exports.

| file | holds |
|---|---|
| `paired_figures` | Two models, or two people, beside each other on the same items |
| `rewrite_row` | One rewrite: text, what-if, edit and model; and files of them |
| `rewrite_session` | The table of rewrites at work: each change kept; verdicts come in the background |
| `rewrite_table` | Many rewrites with the verdicts on them and what a person says: sorted, filtered, counted |
| `row_view` | One rewrite beside its text, with marked differences and the words of each criterion |
| `table_export` | The table of rewrites for other programs, and as one page that opens without a server |
| `table_file` | The file that keeps the table: a journal of JSON Lines, one line for each action |
"""
