"""What does a causal question in English ask, and what follows?

In: a text that states causes, numbers or rules, and a question.
Out: yes, no, a number, an option or open, with the graph, the query, the numbers with their spans, and every step.

| file | holds |
|---|---|
| `answering` | The answer to a causal question: yes, no, a number, an option or open, with every step to it |
| `background` | The background of a question: which variables act on which, and what is unobserved |
| `command` | The command `causalcore ask --text` |
| `counterfactuals` | A deterministic story with its rules, and what would have happened otherwise |
| `forms` | The forms of causal questions, and of sentences that give a probability or a correlation |
| `matching` | The variable of each phrase, chosen by shared words and by what the sentences rule out |
| `model_reading` | A causal question that a language model formalises and the engine answers |
| `numbers` | The numbers of a question as probabilities, from sentences or rows of a table |
| `reading` | A causal question in English, read into a diagram, probabilities, a query and a method |
| `readings` | Results of reading a causal question: a quantity, a choice, an identification, a story |
| `stated_forms` | The forms and numbers of questions that name variables and values |
| `stated_graph` | The graph that a text states, and variables with values: `rest being low and mood being good` |
| `stated_reading` | A question about a stated graph, read into a query or a question about the graph alone |
| `words` | The words of a phrase, how two words relate, and which of a variable's two values a phrase means |
| `errors` | Errors of reading a causal question |
"""

from benchmarks.questions.answering import Answer, Step, answer, answer_reading
from benchmarks.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from benchmarks.questions.reading import read
from benchmarks.questions.readings import QuestionReading

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
