"""What is there to see?

In: a document.
Out: plain data that a page draws, and pictures.

| file | holds |
|---|---|
| `derived` | What follows for a document as it stands: its rubric, or why there is none |
| `graph_view` | Claims, links and layers as a page draws them, and the text cut into its claims and connectives |
| `answers_view` | The what-if as it was understood, what happens to each claim and why, and the rubric |
| `view` | All that a page draws of a document, as plain data: text, graph, answers, doubts, rewrites |
| `pages` | The results of a text to be kept: pictures as SVG, a rubric as Markdown, pages in one file |
"""
