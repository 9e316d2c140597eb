"""In which form does a word or clause stand, and how is it put into another?

In: words and clauses.
Out: inflected and negated forms.

| file | holds |
|---|---|
| `inflection` | Forms of English words, from a dictionary (lemminflect), never from string rules |
| `negation` | Negating an English clause in place, and undoing a negation |
| `verb_forms` | The form of a finite verb: which tense it shows, and whether it takes its distance from reality |
| `whole_sentence` | Denying a whole sentence where its verb group was not found |
"""
