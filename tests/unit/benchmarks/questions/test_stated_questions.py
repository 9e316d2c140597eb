"""Questions about stated graphs, answered: numbers by hand or by full models, sets, identification, and refusals."""

from __future__ import annotations

import random
from itertools import product

import pytest
from full_models import FullModel

from benchmarks.questions import answer
from benchmarks.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from benchmarks.questions.reading import read
from causalcore.identification import Diagram, Kind, Query

NAMES = {"Z": "soil", "X": "irrigation", "M": "leaf area", "Y": "the harvest"}
VALUES = {"Z": ("sandy", "rich"), "X": ("scarce", "ample"), "M": ("small", "large"), "Y": ("poor", "good")}
EDGES = (("Z", "X"), ("Z", "Y"), ("X", "M"), ("M", "Y"), ("X", "Y"))
FIELD = Diagram(("Z", "X", "M", "Y"), EDGES)


def valued(values: dict[str, int]) -> str:
    return " and ".join(f"{NAMES[name]} being {VALUES[name][value]}" for name, value in values.items())


def told(model: FullModel, *rows: tuple[dict[str, int], dict[str, int]]) -> str:
    lines = [f"{NAMES[a].removeprefix('the ').capitalize()} has a direct effect on {NAMES[b]}." for a, b in EDGES]
    for event, given in rows:
        start = f"For those with {valued(given)}, the" if given else "The"
        lines.append(f"{start} probability of {valued(event)} is {model.chance(event, given):.8f}.")
    return "\n".join(lines)


@pytest.fixture
def model():
    return FullModel(FIELD, random.Random(11))


def cases(*names: str):
    return [dict(zip(names, row, strict=True)) for row in product((0, 1), repeat=len(names))]


def adjusted_rows(outcome: int):
    return [({"Y": outcome}, given) for given in cases("X", "Z")] + [({"Z": 1}, {})]


@pytest.mark.parametrize(("set_to", "asked"), list(product((0, 1), repeat=2)))
def test_the_effect_of_a_change(model, set_to, asked):
    question = (
        f"If irrigation is changed to be {VALUES['X'][set_to]}, "
        f"will the harvest be more likely to be {VALUES['Y'][asked]}?"
    )
    found = answer(f"{told(model, *adjusted_rows(1))}\n{question}")
    truth = model.chance({"Y": asked}, {}, {"X": set_to}) - model.chance({"Y": asked}, {}, {"X": 1 - set_to})
    assert found.value == pytest.approx(truth, abs=1e-6)
    assert found.word == ("yes" if truth > 0 else "no")
    assert found.check()
    assert answer(f"{told(model, *adjusted_rows(1))}\n{question.replace('more', 'less')}").word != found.word


@pytest.mark.parametrize("factual", [0, 1])
def test_the_effect_on_those_who_have_the_cause(model, factual):
    rows = [*adjusted_rows(1), *(({"Z": 1}, {"X": x}) for x in (0, 1)), *(({"Y": 1}, {"X": x}) for x in (0, 1))]
    question = (
        f"For those with irrigation being {VALUES['X'][factual]}, if their irrigation had been "
        f"{VALUES['X'][1 - factual]}, would the harvest have been more likely to be good?"
    )
    found = answer(f"{told(model, *rows)}\n{question}")
    top = bottom = 0.0
    for weight, unit in model.units:
        fact, other = model.world(unit, {}), model.world(unit, {"X": 1 - factual})
        if fact["X"] == factual:
            bottom += weight
            top += weight * (fact["Y"] - other["Y"])
    assert found.value == pytest.approx(top / bottom, abs=1e-6)
    assert found.word == ("yes" if top < 0 else "no")


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        (
            Kind.DIRECT,
            "Suppose the mediator keeps constant when irrigation is changed to be ample, would the harvest have been "
            "more likely to be good?",
        ),
        (
            Kind.DIRECT,
            "If leaf area is held fixed while irrigation is changed to be ample, would the harvest be more "
            "likely to be "
            "good?",
        ),
        (
            Kind.INDIRECT,
            "Suppose irrigation is held constant and the mediator changes to whatever value it would have attained "
            "under irrigation changing to be ample, would the harvest have been more likely to be good?",
        ),
    ],
)
def test_natural_effects(model, kind, question):
    rows = [({"Y": 1}, given) for given in cases("X", "M", "Z")]
    rows += [({"M": 1}, given) for given in cases("X")] + [({"Z": 1}, {})]
    found = answer(f"{told(model, *rows)}\n{question}")
    truth = model.truth(Query(kind=kind, cause="X", effect="Y", mediators=("M",)))
    assert found.value == pytest.approx(truth, abs=1e-6)


@pytest.mark.parametrize("held", [0, 1])
def test_a_controlled_direct_effect(model, held):
    rows = [({"Y": 0}, {"X": x, "M": held, "Z": z}) for x, z in product((0, 1), repeat=2)] + [({"Z": 0}, {})]
    question = (
        f"Conditioned on leaf area being {VALUES['M'][held]}, if the irrigation had been ample, "
        "would the harvest have been more likely to be good?"
    )
    found = answer(f"{told(model, *rows)}\n{question}")
    sides = [model.chance({"Y": 1}, {}, {"X": x, "M": held}) for x in (0, 1)]
    assert found.value == pytest.approx(sides[1] - sides[0], abs=1e-6)


def test_a_bound_of_necessity_by_hand():
    text = (
        "Bait has a direct effect on the catch. For those with bait being old, the probability of the catch "
        "being large "
        "is 0.30. The probability of the catch being large is 0.45. The probability of bait being fresh and the catch "
        "being large is 0.25. Given that bait was fresh and the catch was large, what is the lower bound of the "
        "probability that the catch would have been small if the bait had been old?"
    )
    found = answer(text)
    assert found.value == pytest.approx((0.45 - 0.30) / 0.25)
    assert (found.word, found.yes) == ("0.6000", None)
    assert found.check()
    upper = text.replace("lower", "upper")
    with_the_joint = upper.replace(
        "Given", "The probability of bait being old and the catch being small is 0.55. Given"
    )
    assert answer(with_the_joint).value == pytest.approx((0.70 - 0.55) / 0.25)


def test_a_bound_of_sufficiency_is_that_of_necessity_with_the_values_exchanged():
    text = (
        "Bait has a direct effect on the catch. For those with bait being fresh, the probability of the catch being "
        "small is 0.2. The probability of the catch being small is 0.5. The probability of bait being old and "
        "the catch "
        "being small is 0.4. Given that bait was old and the catch was small, what is the lower bound of the "
        "probability of the catch would have been large if the bait had been fresh?"
    )
    assert answer(text).value == pytest.approx((0.5 - 0.2) / 0.4)


def test_no_path_no_effect_without_numbers():
    text = (
        "Given a causal graph with 3 nodes A, B, C, and 2 edges A->B, B->C. The real world meaning of each node "
        "is defined "
        "as follows: A represents rain, B represents mud and C represents noise. Instruction: Consider the average "
        "treatment effect (ATE) of noise on rain. Question: If noise is changed to be low, will rain be more "
        "likely to be "
        "heavy?\nProvide the calculation result to four decimal places."
    )
    found = answer(text)
    assert (found.word, found.value, found.firm) == ("no", 0.0, True)
    assert found.as_dict()["value"] == 0.0


GRAPH = (
    "You will be presented with a causal graph in the following form: C causes S, C causes D, S causes "
    "T, and T causes D."
)
PAIR = "relative to an ordered pair of variables (S, D) in the above causal graph?"


@pytest.mark.parametrize(
    ("question", "option"),
    [
        ("Which set of variables that satisfies the back-door criterion", 1),
        ("Which is the minimal set of variables that satisfies the back-door criterion", 1),
        ("Which set of variables satisfies the front-door criterion", 2),
    ],
)
def test_options_are_judged_by_what_they_satisfy(question, option):
    options = "Option 1: C\nOption 2: T\nOption 3: C, D"
    found = answer(f"{GRAPH}\nQuestion: {question} {PAIR}\n{options}\nAnswer (Option 1 or Option 2 or Option 3 ?):")
    assert (found.option, found.word) == (option, f"option {option}")
    assert found.check()
    assert found.firm


def test_instruments_among_options():
    text = (
        "A causes S, B causes S, B causes D, and S causes D. Which set of variables is the instrumental "
        "variables for the "
        "effect of S on D?\nOption 1: B\nOption 2: A, B\nOption 3: A"
    )
    assert answer(text).option == 3


@pytest.mark.parametrize(("options", "right"), [("Option 1: S\nOption 2:", 2), ("Option 1:\nOption 2: S", 1)])
def test_an_empty_option_is_the_empty_set(options, right):
    text = f"A causes S, and S causes D.\nWhich set of variables satisfies the back-door criterion {PAIR}\n{options}"
    assert answer(text).option == right


@pytest.mark.parametrize(
    ("confounders", "word"), [("S and T", "no"), ("S and D", "yes"), ("T and D, and S and T", "no")]
)
def test_identification_has_an_estimand_or_a_hedge(confounders, word):
    text = (
        f"S causes T, and T causes D. There exist unobserved confounders between: {confounders}. "
        "Question: Whether the causal effect of S on D is identified or not?"
    )
    found = answer(text)
    assert found.word == word
    assert found.check()
    assert found.steps[-1].name == ("estimand" if word == "yes" else "hedge")


def test_the_effect_of_a_variable_on_itself_is_identified():
    assert answer("S causes T. Is the effect of S on S identified?").word == "yes"


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Does C serve as the ancestor node of D?", "yes"),
        ("Does S serve as the parent node of D?", "no"),
        ("Does S cause D?", "yes"),
        ("Does D cause S?", "no"),
        ("Is T a direct cause of D?", "yes"),
        ("Does S directly cause D?", "no"),
    ],
)
def test_lineage(question, word):
    found = answer(f"{GRAPH}\n{question}")
    assert found.word == word
    assert found.check()


SOUND = (
    "Rest has a direct effect on mood. For those with rest being low, the probability of mood being good is 0.3. "
    "For those with rest being high, the probability of mood being good is 0.7."
)
ASKED = "If rest is changed to be high, will mood be more likely to be good?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{SOUND} Is mood nice?", "known form"),
        (SOUND, "question at the end"),
        (f"{SOUND} The dog barks at night. {ASKED}", "gives a probability, got 'The dog barks at night'"),
        (f"{SOUND} Mood is broken by fiat in 30 % of cases. {ASKED}", "gives a probability"),
        (f"{SOUND} Consider the ATE of mood on rest. {ASKED}", "mood on rest announced"),
        (f"{SOUND} If rest is changed to be high, will rest be more likely to be good?", "got 'rest' twice"),
        (f"{SOUND} If rest is changed to be middling, will mood be more likely to be good?", "two values of 'rest'"),
        (
            f"{SOUND} For those with rest being low, the probability of mood being bad is 0.4. {ASKED}",
            "add up to 1, got 0.7",
        ),
        (
            f"{SOUND} For those with rest being low, if their rest had been low, would mood have been more likely "
            "to be "
            "good?",
            "supposed otherwise",
        ),
        (
            f"{SOUND} For those with rest being low, if their mood had been low, would mood have been more likely "
            "to be "
            "good?",
            "twice",
        ),
        (
            f"{SOUND} Conditioned on mood being bad, if the rest had been low, would mood have been more likely "
            "to be good?",
            "expected what is held",
        ),
        (
            f"{SOUND} Given that rest was low, what is the upper bound of the probability that mood would have "
            "been good "
            "if rest had been high?",
            "what was seen of 'rest' and 'mood'",
        ),
        (
            "A causes B. Which set of variables satisfies the back-door criterion for the effect of A on B?",
            "expected lines 'Option 1",
        ),
        (
            "A causes B. Which set of variables satisfies the back-door criterion for the effect of A on "
            "B?\nOption 1: Q",
            "got 'q'",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(text, said):
    with pytest.raises(QuestionNotReadError, match=said):
        answer(text)


def test_a_question_about_other_variables_is_refused():
    with pytest.raises(UnmatchedPhraseError, match="rest, mood"):
        answer(f"{SOUND} If sleep is changed to be high, will mood be more likely to be good?")


def test_values_that_only_the_question_has_are_taken_for_the_other_value_and_named():
    found = answer(f"{SOUND} If rest is changed to be high, will mood be more likely to be muddled?")
    assert found.word == "no"
    assert not found.firm
    assert any("'muddled' and 'good' are assumed" in step.words for step in found.steps)


def test_how_to_answer_may_stand_after_the_question():
    text = (
        "Kelp has a direct effect on urchins. For kelp, the probability of urchins is 20%. For no kelp, the "
        "probability of "
    )
    asked = "urchins is 60%. Will kelp decrease the chance of urchins?\nAnswer (Yes or No ?):"
    assert answer(text + asked).word == "yes"


def test_numbers_carry_their_sentences():
    reading = read(f"{SOUND} {ASKED}")
    spans = [given.span for given in reading.content.knowledge.givens]
    assert [reading.text[start:end].count("probability") for start, end in spans] == [1, 1]
    found = answer(f"{SOUND} {ASKED}")
    assert {step.span for step in found.steps if step.name == "number"} == set(spans)
