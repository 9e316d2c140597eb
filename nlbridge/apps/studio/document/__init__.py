"""What does a person do to a text and its reading?

In: a document, and an operation as JSON.
Out: another document, or a sentence that says why not.

| file | holds |
|---|---|
| `document` | What a person works on: a text with its reading, a what-if, answers, rewrites, labels; also as JSON |
| `operations` | Operations by their names, a document with one of them applied, and its history: undo and redo |
| `reading_operations` | What a person does to a text and its reading: claims, links, background; another text |
| `review_operations` | What a person supposes, answers and judges |
"""
