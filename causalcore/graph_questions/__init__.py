"""What do users of a causal graph ask it, and what does it answer?

In: a graph (with unobserved nodes) and a question in text form.
Out: names, sets, paths, independences or an estimand, as plain values and as text.

| file | holds |
|---|---|
| `estimands` | What identifies a counterfactual, and how is an estimand written? |
| `adjustment_sets` | All minimal sets to adjust for, by the complete adjustment criterion |
| `conditional_instruments` | Instruments, with the sets that must be conditioned on |
| `counterfactual_question` | Counterfactuals of a graph: queries with values, nested or about several worlds |
| `data_check` | Does a table of data contradict a graph? Each independence that the graph implies, tested |
| `directed_paths` | The shortest directed path from one node to another |
| `effect_estimand` | What identifies an effect: the estimand in observed probabilities, or the hedge that forbids it |
| `graph_question` | Questions about a graph in text form |
| `implied_independences` | Testable independences that a graph implies: for each pair of nodes, and a basis of all |
| `independence_tests` | Tests of the independence of two columns given others, by the kinds of the columns |
| `open_paths` | Paths between two nodes: directed, back-door or neither; open or blocked given a set |
| `option_sets` | Which of some offered sets satisfies a criterion: back door, front door, instruments |
| `question_answers` | Answers as plain values for JSON, and as lines for a terminal |
| `reasons` | Why one set is right and another is not, in sentences: for adjustment and instruments |
| `separating_sets` | All minimal sets that separate two nodes |
| `written_tests` | A pytest file that tests a table, a function or a simulator against a graph |
"""
