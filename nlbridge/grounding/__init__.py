"""What does an edit say about each claim of a text?

In: an edit and a `Scenario`.
Out: a `Grounding`: a value for each claim, with quotes.

| file | holds |
|---|---|
| `claims` | What happened to a claim in an edit, and does the edit mention it at all? |
| `connectives` | Which connectives does an edit use, between which claims, and do they fit? |
| `asked_sentences` | The sentences that a blind reader is asked about: claims, contraries, and the what-if |
| `passage` | The rewritten passage inside an edit, and where to find a quote in the raw edit |
| `edit` | An edit, analyzed once: its passage, its words, and how they align with the text |
| `new_content` | What an edit adds that no claim of the original covers: new reasons and denials |
| `quantity_moves` | How far an edit moves the quantity of a claim from its fact |
| `by_words` | Reads an edit offline: for each claim, the probabilities of what the edit says |
| `exact_claims` | Claims that an edit asserts in the text's own words |
| `grounding` | What an edit says about each claim and each connective, what is new in it, and what it denies |
"""
