"""Which part of a text tells what happened?

In: text.
Out: clauses that claim something, and what is left out, by name.

| file | holds |
|---|---|
| `abbreviations` | Where a sentence ends with an abbreviation: `It rang at 3 p.m. He ran` |
| `account` | The part of a text that tells what happened, told once; what is left out of it, by name |
| `general_rules` | Which clauses say what holds in general: `If the water is too hot, the yeast dies` |
| `headings` | Which sentences are headings or tasks: `Cold room 3, vaccine store`, `Bea to write a check` |
| `layout` | What the layout of a text shows to be no account, each passage with its kind; direct speech |
| `line_prefixes` | What stands around the words of a line: times and sources of a log, speakers, greetings |
| `moods` | Which sentences tell nothing that happened, and which clauses only frame what others tell |
| `numbering` | Numbers in front of the parts of a text, with their titles; times inside a line of a log |
"""
