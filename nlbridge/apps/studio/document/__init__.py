"""What does a person do to a text and its reading?

In: a document, and an operation as JSON.
Out: another document, or a sentence that says why not.

| file | holds |
|---|---|
| `claim_operations` | What a person does to claims, to where they end, and to the links between them |
| `document` | What a person works on: a text with its reading, a what-if, answers to doubts, rewrites, and labels |
| `document_file` | Documents as JSON |
| `fields` | The fields of an operation, each of the type that is asked for |
| `history` | A document with what it was before: undo and redo |
| `operations` | Operations by their names, and a document with one of them applied |
| `review_operations` | What a person supposes, answers and judges |
| `text_operations` | What a person does to the text as a whole |
"""
