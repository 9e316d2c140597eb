"""Which part of a text tells what happened?

In: text.
Out: clauses that claim something, and what is left out, by name.

| file | holds |
|---|---|
| `account` | The part of a text that tells what happened, and what is left out of it, by name |
| `general_rules` | Which clauses say what holds in general: `If the water is too hot, the yeast dies` |
| `headings` | Which sentences are headings or tasks: `Cold room 3, vaccine store`, `Bea to write a check` |
| `layout` | What the layout of a text shows to be no account: headers, log prefixes, greetings, signatures, speech |
| `line_prefixes` | What stands before the words of a line: times, levels and sources of a log, speakers, labels |
| `moods` | Which sentences tell nothing that happened: questions, instructions, wishes, plans, thanks, replies |
"""
