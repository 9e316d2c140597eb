"""What does a what-if suppose?

In: a what-if or a request in English, and a `Scenario`.
Out: an `Intervention`, with the words that named it.

| file | holds |
|---|---|
| `by_model` | What-if -> intervention, with a language model saying what is supposed |
| `chosen_values` | The value that a choice takes in the place of its fact: written into a text |
| `denied_claims` | The claim that a denied what-if denies, where the network prefers another one |
| `expectation` | How likely each claim of a text changes under a what-if: by its links |
| `hypothetical` | From a what-if in English to an intervention: which events, and which value each is given |
| `hypothetical_clause` | The clause of a what-if, split into its claims, each with subject and predicate |
| `readings` | The readings of a text under a what-if: one weighted set of worlds from which every chance is taken |
| `reconciliation` | What the engine derives beside what a model expects, compared, mended from the text |
| `restatement` | Whether a what-if only says again what the text says, by its denials and opposites |
| `shown_links` | The links that are shown under a what-if, those from which, by the engine |
| `supposed_claims` | What a what-if puts into a scenario: new claims, and details that keep what they are of |
| `told_together` | What the words say of the causes of claims: all that is known, that there are none, or nothing |
| `supposers` | Whoever says what a what-if supposes: its words, a language model, or both |
"""
