"""What does an explanation of an entailment label say, and which hypotheses follow from it?

In: an explained premise and hypothesis.
Out: two phrases, their relation, and rewritten hypotheses.

| file | holds |
|---|---|
| `clause_structure` | Subject, auxiliaries and predicate of a caption or phrase, from tags and word order |
| `counterfactual_hypothesis` | Counterfactual hypotheses, with the labels that follow from the explanation |
| `explanation_reader` | Two phrases and their relation, read from an explanation by frames |
| `frames` | Patterns of English that state how two phrases are related: `L is a kind of R` |
| `phrase_trimming` | Phrases trimmed of the words that connect them to an explanation |
| `relation` | The content of an explanation of an entailment label: two phrases and their relation |
| `slot_substitution` | Replace one phrase by another in a caption |
| `tagged_text` | Short texts as words with part-of-speech tags, tagged in batches |
| `template_extractor` | The paper's templates as an extractor, and its replacement of spans: the baseline |
| `weakened_hypothesis` | A hypothesis without what does not follow: `a cook in a red cap sings` without `red` |
"""
