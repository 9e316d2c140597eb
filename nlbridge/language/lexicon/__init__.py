"""Which words signal a cause, negate, point, hedge, or name a setting or a unit?

In: word lists as data files.
Out: inventories that other rooms look up. No other room lists English words: `word_class` finds them by name.

| file | holds |
|---|---|
| `amounts` | Amounts in English: number, unit and the role that a preposition gives them |
| `backgrounds` | Settings of a story: time of day, season, day of the week, weather, light, tide and the like |
| `classes` | Word classes by name, and phrases that open text which is no account of events |
| `connectives` | The inventory of English causal signals, and a lookup of the signals at a word |
"""

from nlbridge.language.lexicon.classes import rows, word_class, word_order, word_pairs, word_phrases

__all__ = ["rows", "word_class", "word_order", "word_pairs", "word_phrases"]
