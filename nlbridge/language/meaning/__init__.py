"""What do the words of a sentence mean beside one another?

In: words and sentences.
Out: relations between words, and what a verb or a tense says of a sentence.

| file | holds |
|---|---|
| `sentences` | Sentences that nothing else brings about: of what was over before the rest, or of the weather |
| `veridicality` | What a verb says about its complement: `managed to`, `failed to`, `regretted that` |
| `word_relations` | The words of a passage, and how the meanings of two words are related |
| `word_similarity` | How alike two words are for the purpose of finding what a what-if speaks of |
"""
