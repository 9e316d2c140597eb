"""What is there to see?

In: a document.
Out: plain data that a page draws, and pictures.

| file | holds |
|---|---|
| `answers_view` | The what-if as understood, what it makes of each claim, its proof; what-ifs side by side |
| `derived` | What follows for a document as it stands: its rubric, or why there is none |
| `graph_view` | Claims, links and layers as a page draws them, and the text cut where marks begin and end |
| `pictures` | The pictures of a document as SVG: its graph, and its rubric as a card |
| `rewrites_view` | Rewrites with the verdicts on them: criterion by criterion, with the words that each rests on |
| `rubric_text` | Criteria in sections for the page, and a rubric to be copied |
| `single_page` | Pages in one file, which open without a server: the frame of them, and the page of one text |
| `view` | All that a page draws of a document, as plain data, with its queue of doubts |
"""
