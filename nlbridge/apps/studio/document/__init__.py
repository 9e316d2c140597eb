"""What can a person do to a text and its reading?

In: a document, and an operation as JSON.
Out: another document, or a sentence with the reason for the refusal.

| file | holds |
|---|---|
| `document` | A document under review: a text with its reading, what-if, answers, rewrites, labels; also as JSON |
| `operations` | Applies operations by name, and keeps the history for undo and redo |
| `reading_operations` | Operations on a text and its reading: claims, links, background |
| `review_operations` | Operations on what-ifs, answers to doubts, rewrites and labels |
"""
