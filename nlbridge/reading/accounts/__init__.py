"""Which part of a text says what happened?

In: text.
Out: clauses that claim something, and the passages left out, each with its kind.

| file | holds |
|---|---|
| `account` | The part of a text that says what happened, and the passages left out |
| `announcements` | What a letter says before a fact that it reports: `Please note that` |
| `brackets` | Asides inside a clause, in round brackets or between dashes: `Leon (9) missed the bus` |
| `capitals` | Sentences in capitals, in small letters: `THE PUMP FAILED` |
| `general_rules` | Clauses that state general rules: `If the water is too hot, the yeast dies` |
| `headings` | Sentences that are headings or tasks: `Cold room 3, vaccine store`, `Bea to write a check` |
| `layout` | Passages that the layout shows to be no account, each with its kind; direct speech |
| `line_prefixes` | Text around the words of a line: times and sources of a log, speakers, greetings |
| `moods` | Sentences that claim nothing about what happened, and clauses that only frame others |
| `numbering` | Numbers and titles before the parts of a text; times inside a line of a log |
| `repetitions` | Claims that a text makes twice: which statement only repeats an earlier one |
"""
