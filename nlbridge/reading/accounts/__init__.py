"""Which part of a text tells what happened?

In: text.
Out: clauses that claim something, and what is left out, by name.

| file | holds |
|---|---|
| `account` | The part of a text that tells what happened, and what is left out of it, by name |
| `asides` | Which clauses only frame what others tell: labels inside a line, `I think`, `we cannot tell which` |
| `direct_speech` | Where a text gives the words of somebody in quotation marks: saying it does not make it happen |
| `general_rules` | Which clauses say what holds in general: `If the water is too hot, the yeast dies` |
| `headings` | Which sentences are headings or tasks: `Cold room 3, vaccine store`, `Bea to write a check` |
| `layout` | What the layout of a text shows to be no account: headers, log prefixes, greetings, signatures, speech |
| `letter_parts` | Where a letter greets and where it closes |
| `line_prefixes` | What stands before the words of a line: times, levels and sources of a log, speakers, labels |
| `moods` | Which sentences tell nothing that happened: questions, instructions, wishes, plans, thanks, replies |
| `passages` | What a text holds beside its account of what happened, each passage with its kind |
| `repeats` | The same fact told twice is one claim: which claims say no more than one before them |
| `stops` | A text parsed with full stops that it lacks, and read without them |
"""
