"""What does a text say as English: words, clauses, forms, meanings?

In: text.
Out: analysed words, clauses, and relations between words. This room knows nothing about events, edits or rubrics.

| file | holds |
|---|---|
| `clauses` | Where does a clause begin and end, and what kind of clause is it? |
| `encoder` | How likely is a link between two claims, and what does a what-if do to each claim? |
| `forms` | How is a clause negated, and how is a negation removed? |
| `lexicon` | Which words signal a cause, a setting or a unit? |
| `meaning` | How are two words, or two passages, related in meaning? |
| `pipeline` | What are the words of a text, their tags, lemmas and syntax? |
| `disguise` | Disguised words (lookalike letters, hidden characters), and runs that would take a tokenizer minutes |
| `markdown` | Markdown and HTML turned into plain text of the same length |
| `quotation` | Where a verbatim quote occurs in a text |
| `reader_address` | Text that addresses the model instead of saying what happened (prompt injection) |
"""
