"""What does a page show?

In: a document.
Out: plain data for a page to draw, and pictures.

| file | holds |
|---|---|
| `derived` | Derives the rubric of a document, or the reason why there is none |
| `graph_view` | Claims, links and layers for a page, and the text cut into claims and connectives |
| `answers_view` | The what-if as understood, the answer for each claim with its proof, and the rubric |
| `view` | Everything a page draws of a document, as plain data: text, graph, answers, doubts, rewrites |
| `pages` | Results of a text for export: pictures as SVG, a rubric as Markdown, pages in one file |
"""
