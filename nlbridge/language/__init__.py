"""What does a text say as English: words, clauses, forms, meanings?

In: text.
Out: analysed words, clauses, and relations between words. It knows nothing of events, edits or rubrics.

| file | holds |
|---|---|
| `clauses` | Where does a clause begin and end, and what kind of clause is it? |
| `encoder` | How likely does one claim of a text bear on another, and what does a what-if do to each? |
| `forms` | How is a clause denied, and a denial undone? |
| `lexicon` | Which words signal a cause, a setting or a unit? |
| `meaning` | How are two words, or two passages, related in meaning? |
| `pipeline` | What are the words of a text, their tags, lemmas and syntax? |
| `disguise` | Words in disguise, which look like others, and runs of characters that would take a tokeniser minutes |
| `markdown` | Markdown read as the text that it marks up: the same length |
| `quotation` | Verbatim quotes: where the words stand that a reply rests on, or nowhere |
| `reader_address` | Text that addresses the model instead of telling what happened (prompt injection) |
"""
