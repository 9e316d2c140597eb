"""How do the words of a sentence relate in meaning?

In: words and sentences.
Out: relations between words, and what a verb or a tense says about a sentence.

| file | holds |
|---|---|
| `sentences` | Sentences that no other event causes: about earlier events or the weather |
| `veridicality` | What a verb says about its complement: `managed to`, `failed to`, `regretted that` |
| `word_relations` | The words of a passage, and how the meanings of two words are related |
| `word_similarity` | How similar two words are, to find what a what-if mentions |
"""
