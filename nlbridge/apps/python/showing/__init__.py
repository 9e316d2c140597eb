"""How is a result shown in a notebook?

In: rubrics and verdicts.
Out: HTML and pictures, every word from outside escaped.

| file | holds |
|---|---|
| `notebook` | Results as HTML for a notebook, every word from outside escaped |
| `verdict_picture` | The graph of a rubric with what an edit made of it: a mark on each event, and the verdict below |
"""
