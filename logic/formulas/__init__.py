"""What is a formula, how is it written, and when is it true?

In: text or terms.
Out: formulas, and SMT-LIB text.

| file | holds |
|---|---|
| `formula` | Formulas of first-order free logic with identity and E! |
| `grammar` | Text to formula and back |
| `smtlib` | Classical formulas of `truth` as SMT-LIB 2.6 text |
| `substitution` | Substitution of terms and of subformulas, and the polarity of a slot |
| `truth` | When a formula is true and when it is false, as classical formulas |
"""
