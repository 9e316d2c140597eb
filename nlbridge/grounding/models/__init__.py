"""What do local models add to the words of a claim?

In: claims and stretches of an edit.
Out: evidence that shifts the values of claims.

| file | holds |
|---|---|
| `edit_stretch` | Stretches of an edit that a claim can be held against: sentences |
| `local_model` | Models that lie on this machine, named on the command line by folder or by name, never fetched |
| `log_odds_sum` | Evidence added to a probability: log-odds in, log-odds out, by a few fitted weights |
| `sentence_embedding` | Claims weighed by sentence embeddings of a local model (extra `embeddings`) |
| `textual_entailment` | Claims weighed by an entailment cross-encoder of a local model (extra `nli`) |
"""
