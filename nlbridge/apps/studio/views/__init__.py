"""What is there to see?

In: a document.
Out: plain data that a page draws, and pictures.

| file | holds |
|---|---|
| `answers_view` | The what-if as it was understood, what happens to each claim, and the whole proof of one answer |
| `derived` | What follows for a document as it stands: its rubric, or why there is none |
| `graph_view` | Claims, links and layers as a page draws them, and the text cut into its claims and connectives |
| `pictures` | The pictures of a document as SVG: its graph, and its rubric as a card |
| `queue_view` | The queue of doubts: what most hangs on first; what has an answer keeps its place |
| `rewrites_view` | Rewrites with the verdicts on them: criterion by criterion, with the words that each rests on |
| `rubric_text` | A rubric to be copied: as Markdown, and as the JSON that `causalcore rubric` prints |
| `rubric_view` | Criteria in sections, each with its reason, how sure it is, and a name that labels refer to |
| `segments` | A text cut where marks begin and end |
| `single_page` | Pages in one file, which open without a server: the frame of them, and the page of one text |
| `view` | All that a page draws of a document, as plain data |
| `what_ifs_view` | Several what-ifs of one text side by side: what each makes of each claim |
"""
