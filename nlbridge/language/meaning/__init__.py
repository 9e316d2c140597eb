"""How do the words of a sentence relate in meaning?

In: words and sentences.
Out: relations between words, and what a verb or a tense says about a sentence.

| file | holds |
|---|---|
| `sentences` | The words and sentences of a passage, and which sentences no other event of a story causes |
| `veridicality` | What a verb says about its complement: `managed to`, `failed to`, `regretted that` |
| `word_relations` | How the meanings of two words are related: same, derived, similar, opposite, or not |
| `word_similarity` | How similar two words are, to find what a what-if mentions |
"""
