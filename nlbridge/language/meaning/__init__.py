"""How are two words, or two passages, related in meaning?

In: words and passages.
Out: relations between words, and aligned passages.

| file | holds |
|---|---|
| `alignment` | Words of a passage, and which words of an edit stand where words of the original stood |
| `opposites` | Opposites, directions of change and verbs that deny, as general English has them |
| `relatives` | The words of a passage, laid out so that those related to a word are found without asking each |
| `synonyms` | Classes of words that may stand for one another in a claim, and the classes that say the opposite |
| `veridicality` | What a verb says about its complement: `managed to`, `failed to`, `regretted that` |
| `weather` | Sentences that tell of the weather, which nothing in a story brings about |
| `word_relations` | How the meanings of two words are related: the same, derived, alike, opposed, or not at all |
| `word_similarity` | How alike two words are for the purpose of finding what a what-if speaks of |
| `wordnet` | Words that share a sense, words whose senses lie next to one another, and opposites, after WordNet |
"""
