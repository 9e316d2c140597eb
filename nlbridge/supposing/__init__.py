"""What does a what-if suppose?

In: a what-if or a request in English, and a `Scenario`.
Out: an `Intervention`, with the words that named it.

| file | holds |
|---|---|
| `by_model` | What-if -> intervention, with a language model that says what is supposed |
| `chosen_values` | The value a choice takes in place of its fact: put into a text, looked for in an edit |
| `expectation` | How likely each claim of a text changes under a what-if: by its links and by the network |
| `hypothetical` | From a what-if in English to an intervention: which events it sets, and to which values |
| `hypothetical_clause` | The clause of a what-if, split into its claims, each with subject and predicate |
| `readings` | The readings of a text under a what-if: one weighted set of worlds that yields every chance |
| `reconciliation` | Compares the engine's answers with a model's expectations, and lets the model correct links |
| `restatement` | Whether a what-if only repeats the text, by its denials and opposites |
| `shown_links` | The links shown under a what-if: those from which the engine derives every likely answer |
| `supposed_claims` | What a what-if adds to a scenario: new claims, and claims that it keeps |
| `told_together` | Claims whose causes the words of a text name in full, or exclude |
| `supposers` | The supposers behind one protocol: by words, by a language model, or both |
"""
