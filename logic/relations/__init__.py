"""Which label does a sentence get, and how does a premise affect an argument?

In: premises and hypotheses as formulas.
Out: labels and judgements with certificates.

| file | holds |
|---|---|
| `argument` | Arguments, and how a further premise affects one |
| `argument_questions` | The questions without defaults that decide how a premise relates to an argument |
| `argument_relation` | How each relation of a premise to an argument is decided |
| `faithfulness` | Labels of counterfactual hypotheses, derived as theorems with side conditions |
| `formal_argument` | An argument in formulas: what it states, concludes and assumes |
| `judgement` | The verdict on an argument and a further premise, with its certificates |
| `nli` | Label a hypothesis E, C, N, X or U, with a certificate |
"""
