"""What a causal question in English asks, and what follows for it."""

from nlbridge.questions.answering import Answer, Step, answer, answer_reading
from nlbridge.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from nlbridge.questions.reading import Reading, read

__all__ = [
    "Answer",
    "QuestionNotReadError",
    "Reading",
    "Step",
    "UnmatchedPhraseError",
    "answer",
    "answer_reading",
    "read",
]
