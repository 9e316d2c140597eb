"""What does a person do to a text and its reading?

In: a document, and an operation as JSON.
Out: another document, or a sentence that says why not.

| file | holds |
|---|---|
| `claim_borders` | One claim made two, and two made one |
| `claim_operations` | What a person does to claims, and to the background |
| `document` | What a person works on: a text with its reading, a what-if, answers to doubts, rewrites, and labels |
| `document_file` | Documents as JSON |
| `edited_scenario` | A document with another reading: what hung on what is gone goes, too |
| `fields` | The fields of an operation, each of the type that is asked for |
| `history` | A document with what it was before: undo and redo |
| `link_operations` | What a person does to links: add, change, turn round, remove |
| `operations` | Operations by their names, and a document with one of them applied |
| `review_operations` | What a person supposes, answers and judges |
| `text_operations` | What a person does to the text as a whole |
"""
