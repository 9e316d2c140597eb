"""What are the words of a text, their tags, lemmas and syntax?

In: text.
Out: `Words`, a parsed text as plain arrays.

| file | holds |
|---|---|
| `analysis` | Converts a spaCy document into `Words` and repairs its verb tags |
| `dictionary` | Lemmas, forms and parts of speech of a word, from a dictionary of inflections (lemminflect) |
| `parsing` | The spaCy pipeline: parsing in batches, with a cache of results |
| `quick_start` | Faster start-up of the command: what it does before it loads spaCy |
| `spelling` | Slips of the pen: which joining word is meant |
| `words` | A parsed text as plain arrays, with the queries that clause rules need |
"""
