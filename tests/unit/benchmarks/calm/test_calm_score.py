"""Questions of CaLM scored: items of every form, responses of models, faults, figures, and the figures on the data."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from benchmarks.calm.arithmetic import computed
from benchmarks.calm.data import Asks, first_of_each, load
from benchmarks.calm.faults import faults_of
from benchmarks.calm.response import answer_in
from benchmarks.calm.score import answered, responded, score_into
from benchmarks.calm.summary import summarise
from benchmarks.cladder.score import Firmness
from benchmarks.command.score import app
from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.runs.generation import PlainResponse
from benchmarks.runs.scores import Blame, SampleOutcome

LETTERS = "Given a causal graph with 3 nodes A, B, C, and 3 edges A->B, A->C, B->C."
MEANING = (
    "The real world meaning of each node is defined as follows: A represents soil, B represents water "
    "and C represents yield."
)
WORDS = (
    "Imagine a world: Soil has a direct effect on water. Soil has a direct effect on yield. Water has a "
    "direct effect on yield."
)
NUMBERS = (
    "For those with water being low and soil being poor, the probability of yield being high is 0.2000. "
    "For those with water being high and soil being poor, the probability of yield being high is 0.5000. "
    "For those with water being low and soil being rich, the probability of yield being high is 0.4000. "
    "For those with water being high and soil being rich, the probability of yield being high is 0.9000. "
    "The probability of soil being poor is 0.3000. "
)
STEPS = {
    "Step 1": "Check whether treatment (B) is a cause of outcome (C). Node B is a cause of node C because there "
    "is one or more "
    "directed paths from B to C (e.g. B->C).",
    "Step 3": "Find a valid backdoor adjustment set: {A}.",
    "Step 6": "ATE=[0.5000-0.2000]*0.3000+[0.9000-0.4000]*0.7000=0.4400",
}


def effect(index=1, **changed):
    return {
        "index": index,
        "Background": {"graph": LETTERS, "real_world_meaning": MEANING, "data_info": NUMBERS, "data_info_math": ""},
        "Instruction": "Consider the average treatment effect (ATE) of water on yield.",
        "Question": "If water is changed to be high, will yield be more likely to be high?",
        "Reason": STEPS,
        "gt_answer": 0.44,
        "given_info": WORDS,
        **changed,
    }


def sets(**changed):
    return {
        "index": 1,
        "vertices": ["A", "B", "C", "D"],
        "edges": "A causes B, A causes C, B causes C, and C causes D",
        "option1": "A",
        "option2": "D",
        "option3": "",
        "treatment": "B",
        "outcome": "C",
        "gt_answer": 1,
        **changed,
    }


STORY = {
    "index": 1,
    "given_info": "We know that: Kelp has a direct effect on urchins.\nThe overall probability of kelp is 50%. "
    "The probability of not kelp and urchins is 10%. The probability of kelp and urchins is 30%.",
    "question": "Is the chance of urchins larger when observing kelp?",
    "gt_answer": "yes",
    "meta": {"story_id": "kelp", "graph_id": "chain"},
    "reasoning": {"step1": "X->Y", "step5": "0.30/0.50 - 0.10/0.50 = 0.40"},
}
CONFOUNDED = {
    "index": 1, "di_edges": "A causes B, and B causes C", "bi_edges": "A and B", "treatment": "A", "outcome": "C",
    "gt_answer": 0,
}  # fmt: skip
CRASS = {
    "index": 1, "premise": "A man reads.", "QCC": "What if he had slept?", "Answer1": "He would not have read.",
    "Answer2": "He would have read.", "Answer3": "", "Answer4": "", "gt_answer": "1",
}  # fmt: skip
JUDGEMENT = {
    "index": 1,
    "input": "A lamp is lit by Ann. Did Ann cause the light?\nOptions:\n- Yes\n- No",
    "gt_answer": "Yes",
}
FILES = {
    "ATE-P_ATE-basic_EN": [effect(), effect(2, gt_answer=0.4395)],
    "ATE-B_ATE-natural_EN": [effect(gt_answer="Yes")],
    "BAS-C_min-BAS_EN": [sets()],
    "CORR-B_correlation_EN": [STORY],
    "CEI-B_0.2-UC_EN": [CONFOUNDED],
    "CR-C_CRASS_EN": [CRASS],
    "AC-B_causal_judgement_EN": [JUDGEMENT],
}


def written(folder, files):
    folder.mkdir(exist_ok=True)
    for name, rows in files.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture
def calm(tmp_path):
    return written(tmp_path / "calm", FILES)


def item_of(tmp_path, task, row):
    [item] = load(written(tmp_path / "one", {f"{task}_EN": [row]}))
    return item


def test_items_of_every_form_are_answered(calm):
    samples = {sample.id: sample for sample in map(answered, load(calm))}
    assert {name: sample.said for name, sample in samples.items() if not sample.needs_model} == {
        "ATE-P_ATE-basic:1": "0.44",
        "ATE-P_ATE-basic:2": "0.44",
        "ATE-B_ATE-natural:1": "yes",
        "BAS-C_min-BAS:1": "1",
        "CORR-B_correlation:1": "yes",
        "CEI-B_0.2-UC:1": "no",
    }
    formal = [sample for sample in samples.values() if not sample.needs_model]
    assert {sample.outcome for sample in formal} == {SampleOutcome.CORRECT}
    assert {sample.faults for sample in formal} == {()}
    assert samples["ATE-P_ATE-basic:1"].confidence == Firmness.PROVED


def test_a_sample_holds_a_proof_that_was_checked_with_places_in_its_text(tmp_path):
    sample = answered(item_of(tmp_path, "ATE-P_ATE-basic", effect()))
    assert sample.checked
    proof = sample.proof
    assert ["water", "yield"] in proof["graph"]["edges"]
    assert proof["finding"]["estimand"].startswith("[sum over soil of P(yield | water, soil) P(soil)]")
    assert proof["finding"]["independences"]
    numbers = {proof["text"][slice(*one["span"])][-7:] for one in proof["finding"]["numbers"]}
    assert numbers == {"0.2000.", "0.5000.", "0.4000.", "0.9000.", "0.3000."}


def test_tasks_for_a_model_are_counted_apart(calm, tmp_path):
    summary = summarise(score_into(tmp_path, load(calm)))
    assert summary["accuracy"] == 1.0
    assert (summary["total"], summary["decided"], summary["right_of_decided"]) == (6, 6, 1.0)
    assert sorted(summary["needs_a_model"]) == ["AC-B_causal_judgement", "CR-C_CRASS"]
    assert summary["by_task"]["ATE-P_ATE-basic"]["hits"] == 2
    assert summary["at_odds"] == []


def test_what_cannot_be_read_counts_as_wrong_and_says_why(tmp_path):
    item = item_of(tmp_path, "ATE-P_ATE-basic", effect(Question="Is yield nice?", Reason={}))
    sample = answered(item)
    assert (sample.outcome, sample.blame) == (SampleOutcome.UNDETERMINED, Blame.GRADER)
    assert "known form" in sample.why[0]
    assert summarise([sample])["accuracy"] == 0.0


def test_numbers_are_compared_to_a_thousandth(tmp_path):
    near = answered(item_of(tmp_path, "ATE-P_ATE-basic", effect(gt_answer=0.4391)))
    far = answered(item_of(tmp_path, "ATE-P_ATE-basic", effect(gt_answer=0.4389)))
    assert (near.outcome, far.outcome) == (SampleOutcome.CORRECT, SampleOutcome.INCORRECT)


def test_where_several_options_hold_the_unobserved_one_is_set_aside_and_named(tmp_path):
    row = sets(edges="A causes B, A causes D, D causes C, and B causes C", gt_answer=2)
    sample = answered(item_of(tmp_path, "BAS-C_min-BAS", row))
    assert sample.said == "2"
    assert "A is unobserved" in sample.assumption
    assert sample.confidence == Firmness.ASSUMED
    assert sample.faults == ("more than one option satisfies the back-door criterion in its graph: 1, 2",)


def test_a_difference_of_nothing_is_no_in_questions_with_numbers(tmp_path):
    same = NUMBERS.replace("0.5000", "0.2004").replace("0.9000", "0.4004")
    row = effect(gt_answer="No", Background={**effect()["Background"], "data_info": same}, Reason={})
    sample = answered(item_of(tmp_path, "ATE-B_ATE-natural", row))
    assert (sample.said, sample.outcome) == ("no", SampleOutcome.CORRECT)
    assert "below 0.001" in sample.assumption


@pytest.mark.parametrize(
    ("task", "row", "said"),
    [
        ("ATE-P_x", effect(Reason={"Step 3": "Find a valid backdoor adjustment set: empty set."}), "a path open"),
        ("ATE-P_x", effect(Reason={"Step 1": "Node B is not a cause of node C because"}), "not a directed path"),
        ("CDE-P_x", effect(Reason={"Step 1": "The edge C->B exists."}), "an arrow from C to B"),
        ("NIE-P_x", effect(Reason={"Step 1": "There exists directed path(s) with three or more vertices from B to C"}),
         "an indirect path"),
        ("ATE-P_x", effect(gt_answer=0.5), "end in 0.4400"),
        ("ATE-P_x", effect(given_info="Soil has a direct effect on water."), "expected one graph"),
        ("PS-P_x", effect(gt_answer=0.3, Reason={"Step 1": "P=sum_{A} P = (0.0520-0.0490)/0.0100"}), "up to 0.0050"),
        ("BAS-C_min-BAS", sets(gt_answer=2), "option 2, does not satisfy the back-door criterion"),
        ("IV-C_CaLM-IV", sets(outcome="B", gt_answer=1), "effect of B on itself"),
        ("CEI-B_x", {**CONFOUNDED, "outcome": "A"}, "effect of A on itself"),
        ("CORR-B_x", {**STORY, "reasoning": {"step5": "0.1/0.5 - 0.3/0.5 = 0.40"}}, "comes to -0.40"),
        ("EAE-B_x", {**STORY, "reasoning": {"step5": "0.3 - 0.3 = 0.00"}}, "its answer is yes"),
        ("CR-B_x", {**STORY, "reasoning": {"step1": "X->Y,X->Z", "step4": "X = 1\nY = not X\nZ = Y"}}, "from Y to Z"),
    ],
)  # fmt: skip
def test_items_that_do_not_fit_themselves_are_named(task, row, said, tmp_path):
    faults = faults_of(item_of(tmp_path, task, row))
    assert any(said in fault for fault in faults), faults


def test_faults_stand_in_the_summary_with_their_ids(tmp_path):
    item = item_of(tmp_path, "CEI-B_0.2-UC", {**CONFOUNDED, "outcome": "A", "gt_answer": 1})
    summary = summarise([answered(item)])
    assert summary["at_odds"] == [
        {"id": "CEI-B_0.2-UC:1", "why": ["it asks for the effect of A on itself"], "outcome": "correct"}
    ]


@pytest.mark.parametrize(
    ("text", "asks", "said"),
    [
        ('{"ANSWER": "Yes", "PROB": "0.1234"}', Asks.YES_NO, "yes"),
        ("Step 1 ... so the answer is no.", Asks.YES_NO, "no"),
        ("That is hard to say.", Asks.YES_NO, None),
        ('{"PROB": "-0.25"}', Asks.NUMBER, "-0.25"),
        ("It is 0.3 - 0.1 = 0.2", Asks.NUMBER, "0.2"),
        ("None.", Asks.NUMBER, None),
        ("Option 2, not Option 1? The answer is Option 2.", Asks.OPTION, "2"),
        ("3", Asks.OPTION, "3"),
        ("The first.", Asks.OPTION, None),
        ("\u22120.31", Asks.NUMBER, "-0.31"),
        ("- 0.31", Asks.NUMBER, "-0.31"),
        ("minus 0.31", Asks.NUMBER, "-0.31"),
        ("-3.1e-1", Asks.NUMBER, "-3.1e-1"),
        ("-3.1 \u00d7 10^-1", Asks.NUMBER, "-3.1e-1"),
        ("-31%", Asks.NUMBER, "-0.31"),
        ("The effect is -0.31 (31 percentage points lower).", Asks.NUMBER, "-0.31"),
        ("ATE=-0.31\n\nNote: based on 3 variables.", Asks.NUMBER, "-0.31"),
        ("ATE = 0.5 - 0.3 = 0.2\nHence it is positive, as 0.5 is more than 0.3.", Asks.NUMBER, "0.2"),
        ("P(Y=1|X=1)=0.5, P(Y=1|X=0)=0.3. So the effect is 0.2.", Asks.NUMBER, "0.2"),
        ("The graph has 3 nodes. The effect is 0.31.", Asks.NUMBER, "0.31"),
        ("The answer is 0.", Asks.NUMBER, "0"),
        ("0.2 or 0.3", Asks.NUMBER, None),
        ('{"ANSWER": 2}', Asks.OPTION, "2"),
        ("[2]", Asks.OPTION, "2"),
        ("Option 2. (Option 1 and option 3 fail.)", Asks.OPTION, "2"),
        ("Option 1 is blocked, so option 2.", Asks.OPTION, "2"),
        ("Option 12", Asks.OPTION, "12"),
        ("1 and 2", Asks.OPTION, None),
        ("Option 1 and option 2", Asks.OPTION, None),
    ],
)
def test_the_answer_of_a_response_is_found(text, asks, said):
    assert answer_in(text, asks) == said


def test_the_figures_of_a_model_lead_and_those_of_the_engine_are_beside_them(calm, tmp_path):
    responses = tmp_path / "responses.jsonl"
    said = {"ATE-P_ATE-basic:1": '{"PROB": 0.44}', "BAS-C_min-BAS:1": "Option 3", "CR-C_CRASS:1": "Option 1"}
    responses.write_text("".join(json.dumps({"id": i, "response": r, "model": "m"}) + "\n" for i, r in said.items()))
    out = tmp_path / "scores"
    done = CliRunner().invoke(app, ["calm", str(calm), "--generations", str(responses), "--out", str(out)])
    assert done.exit_code == 0, done.output
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert (summary["model"], summary["accuracy"]) == ("m", 0.5)
    assert list(summary["models"]) == ["m", "causalcore"]
    assert summary["models"]["causalcore"]["accuracy"] == 1.0
    assert summary["without_answer"]["m"] == len(load(calm)) - 3
    assert (out / "report.md").read_text(encoding="utf-8").split("\n")[4].startswith("m: 1 of 2 formal questions right")
    assert (summary["models"]["m"]["hits"], summary["models"]["m"]["total"]) == (1, 2)
    assert summary["models"]["m"]["needs_a_model"]["CR-C_CRASS"]["hits"] == 1
    assert summary["both"]["m"] == {"items": 2, "both_right": 1, "engine_alone_right": 1, "model_alone_right": 0}
    assert (out / "report.html").is_file()


def test_a_response_without_an_answer_is_the_models_fault(tmp_path):
    item = item_of(tmp_path, "ATE-P_ATE-basic", effect())
    sample = responded(item, PlainResponse(item=item.id, model="m", text="I do not know."))
    assert (sample.outcome, sample.blame) == (SampleOutcome.UNDETERMINED, Blame.MODEL)


def test_a_second_run_judges_nothing_again(calm, tmp_path, monkeypatch):
    items = load(calm)
    first = score_into(tmp_path, items)
    monkeypatch.setattr("benchmarks.calm.score.answered", None)
    assert score_into(tmp_path, items) == first


def test_the_words_of_a_summary_name_faults_and_tasks(tmp_path):
    folder = written(
        tmp_path / "calm",
        {"CEI-B_0.2-UC_EN": [{**CONFOUNDED, "outcome": "A", "gt_answer": 1}], "CR-C_CRASS_EN": [CRASS]},
    )
    done = CliRunner().invoke(app, ["calm", str(folder), "--out", str(tmp_path / "out"), "--format", "text"])
    assert "1 of 1 formal questions right" in done.output
    assert "CEI-B_0.2-UC:1 contradicts itself" in done.output
    assert "needs a model: CR-C_CRASS, 1 items" in done.output


def test_one_file_and_a_limit_for_each_task(calm):
    assert [item.id for item in load(calm / "ATE-P_ATE-basic_EN.jsonl")] == ["ATE-P_ATE-basic:1", "ATE-P_ATE-basic:2"]
    assert len(first_of_each(load(calm), 1)) == len(FILES)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"index": 1, "gt_answer": "yes"}], "an item of CaLM"),
        ([{**effect(), "gt_answer": None}], "an item of CaLM"),
        ([{**sets(), "gt_answer": "first"}], "an item of CaLM"),
        ([effect(), effect()], "twice"),
        ([], "got none"),
    ],
    ids=["no question", "no answer", "no option", "twice", "nothing"],
)
def test_what_is_no_item_is_an_error(rows, said, tmp_path):
    with pytest.raises(MalformedItemError, match=said):
        load(written(tmp_path / "calm", {"ATE-P_max-BAS_EN": rows}))


def test_a_folder_without_items_and_a_missing_file_are_errors(tmp_path):
    with pytest.raises(DatasetMissingError, match="which has none"):
        load(tmp_path)
    with pytest.raises(DatasetMissingError, match="not a file"):
        load(tmp_path / "none.jsonl")


def test_rows_that_are_no_items_are_left_out_where_that_is_wanted(tmp_path):
    skipped: list[str] = []
    found = load(written(tmp_path / "calm", {"ATE-P_x_EN": [effect(), {"index": 2}]}), skipped)
    assert ([item.id for item in found], len(skipped)) == (["ATE-P_x:1"], 1)


@pytest.mark.parametrize("text", ["__import__('os')", "2 ** 9", "True + 1", "1 +", "(" * 300])
def test_nothing_but_sums_is_computed(text):
    assert computed(text) is None


def test_half_a_dozen_of_each_formal_task_are_right(data):
    items = [item for item in first_of_each(load(data / "calm"), 6) if not item.needs_model]
    samples = [answered(item) for item in items]
    assert sum(sample.outcome is SampleOutcome.CORRECT for sample in samples) >= 0.97 * len(samples)
    unsound = [s.id for s in samples if s.outcome is not SampleOutcome.CORRECT and not s.faults]
    assert unsound == []


@pytest.mark.slow
def test_every_formal_task_is_right_and_what_is_not_does_not_fit_itself(data, tmp_path):
    samples = score_into(tmp_path, load(data / "calm"))
    summary = summarise(samples)
    assert summary["accuracy"] >= 0.99
    assert all(one["value"] >= 0.96 for one in summary["by_task"].values())
    formal = [sample for sample in samples if not sample.needs_model]
    assert all(sample.checked for sample in formal)
    assert [s.id for s in formal if s.outcome is not SampleOutcome.CORRECT and not s.faults] == []
    assert [s.id for s in formal if s.outcome is SampleOutcome.INCORRECT and s.confidence == Firmness.PROVED] == [
        "CR-B_det-counterfactual:59"
    ]
