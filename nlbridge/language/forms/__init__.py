"""In which form does a word or clause stand, and how is it put into another?

In: words and clauses.
Out: inflected and negated forms.

| file | holds |
|---|---|
| `inflection` | Forms of English words, from a dictionary (lemminflect), never from string rules |
| `negation` | Negating an English clause in place, and undoing a negation |
| `whole_sentence` | Denying a whole sentence where its verb group was not found |
"""
