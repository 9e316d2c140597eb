"""Which part of a text says what happened?

In: text.
Out: clauses that claim something, and the passages left out, each with its kind.

| file | holds |
|---|---|
| `account` | The part of a text that says what happened, and the passages left out |
| `headings` | Sentences that are headings, tasks or general rules: `Bea to write a check`, `A dull blade slips` |
| `interruptions` | Asides inside a clause, and what announces a fact: `Leon (9) missed the bus`, `Please note that` |
| `layout` | Passages that the layout shows to be no account, each with its kind; direct speech |
| `line_prefixes` | Text around the words of a line: times of a log, speakers, greetings; sentences in capitals |
| `moods` | Sentences that claim nothing about what happened, and clauses that only frame others |
| `numbering` | Numbers and titles before the parts of a text; times inside a line of a log |
"""
