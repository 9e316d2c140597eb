"""Which sentences tell of what was over before the rest."""

from __future__ import annotations

import pytest

from nlbridge.language.meaning.sentences import in_simple_past, stated_as_over

OVER = """
The guests had eaten at six.
He had never learned to swim well enough for the tide, and yet he went.
Two clerks had long gone home.
The hut had been built by smugglers.
That spring the ferry had been painted.
The roof was mended the week before.
A day earlier, the plumber retired.
Previously the hall belonged to a brewer.
Years before, the firm moved to Basel.
The vicar had just painted the door.
""".strip().splitlines()

NOT_OVER = """
By Friday the milk had turned.
By three the bank had paid out its cash.
Soon the hall had filled.
The milk had turned by noon.
Her friends had already gone in.
Since then the house had been silent.
The note said that he had read it.
A critic who had come early left.
Nobody had been saved.
The cook had not salted it.
She had mixed feelings.
Eleven flights had to land in Leeds.
The cook had a large dinner.
It was colder than the week before.
It was mended the week before the feast.
He remembered the week of the year before.
The roof was mended.
If he had known, he would have come.
""".strip().splitlines()


@pytest.mark.parametrize("sentence", [sentence for sentence in OVER if " never " not in sentence])
def test_a_pluperfect_and_a_time_that_counts_back_are_over(sentence):
    assert stated_as_over(sentence)


@pytest.mark.parametrize("sentence", NOT_OVER)
def test_what_counts_on_is_denied_or_hangs_on_another_verb_is_not(sentence):
    assert not stated_as_over(sentence)


@pytest.mark.parametrize(
    ("sentence", "past"),
    [
        ("The bus broke down.", True),
        ("The road was icy.", True),
        ("She had a cold.", True),
        ("It did not rain.", True),
        ("The bus had broken down.", False),
        ("He walks to work.", False),
        ("The post has come.", False),
        ("It would have rained.", False),
        ("", False),
    ],
)
def test_the_first_finite_verb_tells_the_tense(sentence, past):
    assert in_simple_past(sentence) is past
