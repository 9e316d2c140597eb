"""What does a causal question in English ask, and what follows?

In: a text: what acts on what, numbers or rules, a question.
Out: yes, no, a number, an option or open, with the graph, the query, the numbers with their spans, and every step.

| file | holds |
|---|---|
| `graph_stated` | What does a question ask that names the variables of a graph word for word? |
| `answering` | The answer to a causal question: yes, no, a number, an option or open, with every step to it |
| `background` | The background of a question: which variables act on which, and what is unobserved |
| `counterfactuals` | A deterministic story with its rules, and what would have been otherwise |
| `forms` | The forms in which a causal question is asked |
| `matching` | Which variable each phrase is about: by the words they share, and by what the sentences rule out |
| `model_reading` | A causal question formalised by a language model: it writes down, and the engine answers |
| `numbers` | The numbers of a question as probabilities, from sentences or rows of a table |
| `polarity` | Which of a variable's two values a phrase means: by negations, opposites, and differences |
| `reading` | A causal question in English, read into a diagram, probabilities, a query and a method |
| `readings` | What a causal question is read into: a quantity, a choice, an identification, a story |
| `statements` | Sentences that give a probability or a correlation, with their places |
| `words` | The words of a phrase: roots, negations, and how two words relate |
| `errors` | Errors of reading a causal question |
"""

from nlbridge.questions.answering import Answer, Step, answer, answer_reading
from nlbridge.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from nlbridge.questions.reading import read
from nlbridge.questions.readings import QuestionReading

__all__ = [
    "Answer",
    "QuestionNotReadError",
    "QuestionReading",
    "Step",
    "UnmatchedPhraseError",
    "answer",
    "answer_reading",
    "read",
]
