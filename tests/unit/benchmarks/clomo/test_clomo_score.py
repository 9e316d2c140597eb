"""Relations and scores of CLoMo, with the four cases of the paper's Table 1 formalised by hand."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from benchmarks.clomo.data import ClomoItem, Dataset, Response, load, load_responses
from benchmarks.clomo.formalisation import (
    Formalisation,
    Unformalised,
    Written,
    as_line,
    load_formalisations,
    read_line,
)
from benchmarks.clomo.score import relations, score
from benchmarks.clomo.summary import summarise
from benchmarks.clomo.summary_report import sections, words
from benchmarks.clomo.verdicts import ASKED, Pair, ScoreFormula, s, task_met
from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.reports.report import markdown, page
from benchmarks.runs.scores import Blame
from logic.ranks.default import default
from logic.relations.argument import argument
from logic.relations.judgement import Relation
from logic.solving.entailment import sentence

EXAMPLES = Path(__file__).parents[4] / "examples" / "clomo"

# What the paper's Table 1 shows, in formulas of our own: the relation holds in both of its states.
ADVICE = Formalisation(  # may politicians pass over the advice of social scientists, who seldom agree?
    argument=argument(
        premises=["Disagree", "Weak -> ~Blame"],
        conclusion="~Blame",
        defaults=[default("true", "Disagree -> Weak"), default("~Weak", "Blame")],
    ),
    premise1=sentence("Disagree -> Weak"),
    modified=argument(
        premises=["exists x. Agreed(x)"],
        conclusion="all x. (Ignored(x) & Agreed(x) -> Blamed(x))",
        background=["all x. (Ignored(x) & ToFollow(x) -> Blamed(x))"],
        defaults=[
            default("Agreed(x)", "ToFollow(x)", variables=["x"]),
            default("exists x. (Agreed(x) & ~ToFollow(x))", "exists x. (Ignored(x) & Agreed(x) & ~Blamed(x))"),
            default("true", "all x. (Agreed(x) -> ToFollow(x))"),
        ],
    ),
    premise2=sentence("all x. (Agreed(x) -> ToFollow(x))"),
)
CAFFEINE = Formalisation(  # is the caffeine of plants an evolved defence?
    argument=argument(
        premises=["Deadly(caffeine)"],
        conclusion="Defence(caffeine)",
        background=["all x. (Deadly(x) & FedUponBySensitive(x) -> Defence(x))"],
    ),
    premise1=sentence("FedUponBySensitive(caffeine)"),
    modified=argument(
        premises=["all x. (MadeForDefence(x) -> DefenceOf(x))"],
        conclusion="DefenceOf(tobacco)",
    ),
    premise2=sentence("MadeForDefence(tobacco)"),
)
CASH_FLOW = Formalisation(  # does every business need a cash-flow statement?
    argument=argument(
        premises=["TrackBothKinds"],
        conclusion="Critical",
        defaults=[default("TrackBothKinds & OnlyWayForBoth", "Critical"), default("true", "~Critical")],
    ),
    premise1=sentence("OnlyWayForBoth"),
    modified=argument(
        premises=["ManyMonthly & MustBeCorrect"],
        conclusion="Critical",
        defaults=[default("ManyMonthly & MustBeCorrect & OnlyAccurate", "Critical"), default("true", "~Critical")],
    ),
    premise2=sentence("OnlyAccurate"),
)
IMPORTS = Formalisation(  # what will a country import as its people grow richer?
    argument=argument(
        premises=["MeatRises & MeatNeedsGrain & NoMoreGrain"],
        conclusion="ImportsGrain",
        defaults=[
            default("MeatRises & MeatNeedsGrain & NoMoreGrain", "ImportsGrain"),
            default("MeatRises & MeatCheaperToImport", "~ImportsGrain"),
        ],
    ),
    premise1=sentence("MeatCheaperToImport"),
    modified=argument(
        premises=["IncomeRises & NoMoreMeat"],
        conclusion="ImportsMeat",
        defaults=[
            default("IncomeRises", "DemandRises"),
            default("DemandRises & NoMoreMeat", "ImportsMeat"),
            default("IncomeRises & SameAtEveryIncome", "~DemandRises"),
            default("~DemandRises", "~ImportsMeat"),
        ],
    ),
    premise2=sentence("SameAtEveryIncome"),
)
TABLE_1 = {
    Relation.NECESSARY: ADVICE,
    Relation.SUFFICIENT: CAFFEINE,
    Relation.STRENGTHENS: CASH_FLOW,
    Relation.WEAKENS: IMPORTS,
}
FOUR = {"responses": 4, "decided": 4, "undecided": 0}


@pytest.mark.parametrize("relation", TABLE_1)
def test_the_cases_of_table_1_get_the_score_1_by_both_formulas(relation: Relation) -> None:
    found = relations(relation, TABLE_1[relation])
    held = {pair: verdict.holds for pair, verdict in found.items()}
    assert held == {Pair.P1_A: True, Pair.P2_EDITED: True, Pair.P2_A: False, Pair.P1_EDITED: False}, found
    assert [s(held, formula) for formula in ScoreFormula] == [1, 1]
    assert task_met(held)


def test_the_formulas_are_those_of_the_paper_and_of_the_released_code() -> None:
    for first, edited, unedited in product((0, 1), repeat=3):
        held = dict(zip(ASKED, map(bool, (first, edited, unedited)), strict=True))
        assert s(held, ScoreFormula.PAPER) == first * edited - unedited * edited
        assert s(held, ScoreFormula.RELEASED) == (1 if edited and (first or not unedited) else 0)


def test_the_formulas_differ_on_three_of_eight_cases() -> None:
    cases = [dict(zip(ASKED, held, strict=True)) for held in product((True, False), repeat=3)]
    differ = [case for case in cases if s(case, ScoreFormula.PAPER) != s(case, ScoreFormula.RELEASED)]
    assert [tuple(case.values()) for case in differ] == [
        (True, True, True),
        (False, True, True),
        (False, True, False),
    ]


def test_what_is_not_decided_leaves_the_score_open_unless_it_cannot_matter() -> None:
    assert s({Pair.P1_A: None, Pair.P2_EDITED: False, Pair.P2_A: None}, ScoreFormula.PAPER) == 0
    assert s({Pair.P1_A: None, Pair.P2_EDITED: True, Pair.P2_A: False}, ScoreFormula.PAPER) is None
    assert s({Pair.P1_A: None, Pair.P2_EDITED: True, Pair.P2_A: False}, ScoreFormula.RELEASED) == 1
    assert task_met({Pair.P2_EDITED: False}) is False
    assert task_met({Pair.P2_EDITED: True}) is None


def item(relation: Relation = Relation.WEAKENS) -> ClomoItem:
    return ClomoItem(
        id="kiln",
        relation=relation,
        instruction="Edit.",
        argument="Statement1: The kiln was hot.",
        statements=("The kiln was hot.",),
        premise1="It was not.",
        premise2="It was.",
    )


def test_without_formulas_the_data_are_to_blame_and_clashing_defaults_are_the_graders() -> None:
    response = Response(item="kiln", model="m", text="Statement1: The kiln was cold.")
    bare = score(item(), response, Written({})(item(), response))
    assert (bare.logic.s[ScoreFormula.PAPER], bare.logic.blame) == (None, Blame.DATA)
    clash = argument(premises=["P"], conclusion="Q", defaults=[default("P", "Q"), default("P", "~Q")])
    formal = Formalisation(argument=clash, modified=clash, premise1=sentence("R"), premise2=sentence("R"))
    wrong = score(item(), response, formal)
    assert (wrong.logic.s[ScoreFormula.PAPER], wrong.logic.blame) == (None, Blame.GRADER)
    assert "normally" in wrong.logic.pairs[Pair.P1_A].why


def test_a_premise_that_contradicts_the_argument_is_not_decided() -> None:
    found = relations(Relation.WEAKENS, Formalisation(
        argument=argument(premises=["P"], conclusion="Q"),
        modified=argument(premises=["R"], conclusion="Q"),
        premise1=sentence("~P"),
        premise2=sentence("S"),
    ))  # fmt: skip
    assert found[Pair.P1_A].holds is None
    assert "X" in found[Pair.P1_A].why


def line(**other: object) -> str:
    case = {"premises": ["P"], "conclusion": "Q"}
    return json.dumps({"id": "kiln", "premise1": "R", "premise2": "S", "argument": case, "modified": case} | other)


def test_a_formalisation_is_found_for_the_model_and_else_for_the_item(tmp_path: Path) -> None:
    path = tmp_path / "formulas.jsonl"
    path.write_text("\n".join([line(premise1="T"), line(model="m"), line(id="lamp", premise1="R &")]), encoding="utf-8")
    written = load_formalisations(path)
    for model, premise in (("m", "R"), ("other", "T")):
        found = written(item(), Response(item="kiln", model=model, text=""))
        assert isinstance(found, Formalisation)
        assert found.premise1 == sentence(premise)
    assert isinstance(written.lines["lamp", None], Unformalised)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "got no id; correct the line"),
        ("x", "line 1: expected JSON"),
        (line(extra=1), "got an unknown extra; correct the line"),
        (line(argument={"premises": "P", "conclusion": "Q"}), r"argument\.premises"),
        (line() + "\n" + line(), "one formalisation for each response, got another of kiln"),
    ],
)
def test_a_file_of_formalisations_of_another_form_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "formulas.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedItemError, match=words):
        load_formalisations(path)
    with pytest.raises(DatasetMissingError):
        load_formalisations(tmp_path / "missing.jsonl")


def test_the_example_is_scored_by_model_and_relation() -> None:
    data = load(EXAMPLES / "items.json")
    formaliser = load_formalisations(EXAMPLES / "formulas.jsonl")
    items = {one.id: one for one in data.items}
    responses = load_responses(EXAMPLES / "answers.jsonl", data.items)
    samples = [score(items[one.item], one, formaliser(items[one.item], one)) for one in responses]
    summary = summarise(data, samples)
    careful, hasty = summary["models"]["careful"], summary["models"]["hasty"]
    assert careful["logic"]["s"]["paper"] == FOUR | {"mean": 1.0, "mean_of_decided": 1.0}
    assert {kind: one["mean"] for kind, one in hasty["logic"]["s_by_relation"]["paper"].items()} == {
        "NA": 0,
        "SA": 0,
        "S": 1,
        "W": 0,
    }
    assert [hasty["form"][name]["accuracy"]["hits"] for name in ("statements", "argument only", "edited")] == [3, 3, 3]
    assert summary["agreement"]["paper"]["logic_with_human"]["kappa"] == pytest.approx(0.75)
    assert all(json.loads(json.dumps(one.to_dict()))["id"] == one.id for one in samples)
    shown = words(summary).splitlines()
    assert shown[0] == "8 responses to 4 items"
    assert (
        "hasty, by logic: s (paper) 0.250 over 4, 0 undecided, 0.250 over the 4 decided; "
        "NA 0.000, SA 0.000, S 1.000, W 0.000"
    ) in shown
    assert shown[-1] == "kappa of s (paper), logic with human: 0.750, 8 of 8"
    report = page("CLoMo", sections(summary, samples))
    assert "<del>fares</del>" in report.replace(" </del>", "</del>")
    assert "model of premise-1" in report
    assert "| S |" in markdown("CLoMo", sections(summary, samples))


@pytest.mark.parametrize(
    "failed",
    [
        Response(item="kiln", model="m", text=" "),
        Response(item="kiln", model="m", text="I'm sorry, but I cannot help with that."),
        Response(item="kiln", model="m", text="Statement1: The kiln was", finish_reason="length"),
        Response(item="kiln", model="m", text="", refusal="No."),
    ],
)
def test_a_response_that_answers_nothing_scores_nothing_and_the_model_is_to_blame(failed: Response) -> None:
    found = score(item(), failed, Written({})(item(), failed))
    assert (found.logic.s[ScoreFormula.PAPER], found.logic.task_met, found.logic.blame) == (0, False, Blame.MODEL)
    figures = summarise(Dataset(items=(item(),), skipped=()), [found])["models"]["m"]["logic"]
    assert (figures["unanswered"], figures["s"]["paper"]["undecided"], figures["undecided_by_blame"]) == (1, 0, {})
    assert figures["task_met"]["accuracy"]["value"] == 0


def test_what_is_undecided_counts_as_nothing_in_the_mean_over_all() -> None:
    open_one = Response(item="kiln", model="m", text="Statement1: The kiln was cold.")
    found = score(item(), open_one, Written({})(item(), open_one))
    mean = summarise(Dataset(items=(item(),), skipped=()), [found])["models"]["m"]["logic"]["s"]["paper"]
    assert mean == {"mean": 0.0, "mean_of_decided": None, "responses": 1, "decided": 0, "undecided": 1}


def test_a_response_is_escaped_in_the_report() -> None:
    hostile = Response(
        item="kiln", model="<script>m</script>", text="Statement1: The kiln <script>alert(1)</script> was cold."
    )
    found = score(item(), hostile, Written({})(item(), hostile))
    summary = summarise(Dataset(items=(item(),), skipped=("row 2: <b>",)), [found])
    shown = page("CLoMo", sections(summary, [found]))
    assert "<script>m" not in shown
    assert "<script>alert" not in shown
    assert "1 rows make no item" in words(summary)


def test_a_formalisation_is_written_down_and_read_back() -> None:
    written = load_formalisations(EXAMPLES / "formulas.jsonl")
    found = [one for one in written.lines.values() if isinstance(one, Formalisation)]
    assert found
    assert [read_line(as_line(one)) for one in found] == found
    assert any(one.argument.defaults for one in found)
