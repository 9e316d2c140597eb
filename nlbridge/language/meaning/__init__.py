"""How are two words, or two passages, related in meaning?

In: words and passages.
Out: relations between words, and aligned passages.

| file | holds |
|---|---|
| `alignment` | Which words of an edit stand where words of the original stood |
| `sentences` | Sentences that nothing else brings about: of what was over before the rest, or of the weather |
| `veridicality` | What a verb says about its complement: `managed to`, `failed to`, `regretted that` |
| `word_relations` | The words of a passage, and how the meanings of two words are related |
| `word_similarity` | How alike two words are for the purpose of finding what a what-if speaks of |
"""
