"""What are the words of a text, their tags, lemmas and syntax?

In: text.
Out: `Words`, a parsed text as plain arrays.

| file | holds |
|---|---|
| `analysis` | A spaCy document as `Words`, its verbs repaired |
| `dictionary` | What a dictionary of inflections (lemminflect) has of a word: lemmas, forms, what it can be |
| `parsing` | The spaCy pipeline, texts parsed together, and what was made of them kept for a while |
| `quick_start` | A process that starts soon: what the command does before it loads spaCy |
| `words` | A parsed text as plain arrays, with the few questions that clause rules ask of it |
"""
