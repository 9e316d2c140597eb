"""How are many rewrites judged, sorted and compared?

In: a file of rewrites with their texts and what-ifs.
Out: a table with a verdict on each, the verdicts of people beside them, figures, exports.

| file | holds |
|---|---|
| `background` | Judge rewrites in the background, with progress; it stops when told, and goes on later |
| `judgement` | The verdict on one rewrite: the row of `verify`, with the places of claims and links |
| `paired_figures` | Paired figures of two sides on the same items: means, difference, interval |
| `rewrite_row` | One rewrite: text, what-if, edit and model; and files of them |
| `rewrite_session` | The table of rewrites at work: what the page asks of it, each change kept before it is answered |
| `rewrite_table` | Many rewrites with the verdicts on them and what a person says: sorted, filtered, counted |
| `row_view` | One rewrite beside its text, with marked differences and the words of each criterion |
| `table_export` | The table of rewrites for other programs, and as one page that opens without a server |
| `table_file` | The file that keeps the table: a journal of JSON Lines, one line for each action |
| `table_page` | The table as one HTML page without a script: it opens without a server |
| `two_models` | Two models' rewrites of the same items beside each other: which of the two is valid where |
| `two_people` | Two people's verdicts beside each other: labels of the table of rewrites, or reviews of texts |
"""
