"""What does a text claim, and which claim affects which?

In: text.
Out: a `Scenario` with a confidence on every event and link.

| file | holds |
|---|---|
| `accounts` | Which part of a text says what happened? |
| `links` | Which event affects which? |
| `statements` | What does a clause claim, as a full sentence? |
| `agreement` | Merges several readings of one text; lowers the confidence of what they disagree on |
| `by_model` | Text -> scenario, with a language model |
| `quantities` | Quantities in a text: the direction in which a claim says that one moved, and its level |
| `reader` | Text -> scenario, offline: events, links, quantities and latents |
| `readers` | The readers behind one protocol: the offline reader, a language model, or both together |
"""
