"""A verdict in five lines, each with its label; two texts side by side; results of several lines as tables."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from causalcore import load_model
from causalcore.asking.asked import answer
from causalcore.claims import check_claims
from causalcore.scenario.file import scenario_from_dict
from logic import label
from nlbridge.answering.answers import judge
from nlbridge.answering.basis import NO_HELP
from nlbridge.answering.request import Request, Settings
from nlbridge.apps.command.cli import app
from nlbridge.apps.command.presentation.tables import show_asked, show_claims, show_label
from nlbridge.apps.command.presentation.verdicts import show_verdict, uncertain, wrong
from nlbridge.judging.report import Report
from nlbridge.telling.side_by_side import paired_sentences, show_side_by_side

ROOT = Path(__file__).parents[5]
TEXT = "The pump failed, so the cellar flooded."
ORCHARD = (ROOT / "examples" / "orchard" / "text.txt").read_text(encoding="utf-8")
KEPT = "The pump did not fail, but the cellar flooded."


def shown(show, *arguments, width: int = 100) -> str:
    out = io.StringIO()
    show(Console(file=out, width=width, highlight=False), *arguments)
    return out.getvalue()


def judged(text: str, edit: str, had: str) -> Report:
    return judge(Request(source=text, had=had), edit, Settings())[1]


def labels(output: str) -> list[str]:
    return [line.split(":")[0] for line in output.splitlines() if line and not line.startswith(" ")]


def test_an_invalid_edit_is_shown_with_its_class_quote_and_page() -> None:
    out = shown(show_verdict, judged(TEXT, KEPT, "the pump not failed"))
    assert labels(out) == ["Verdict", "Wrong", "Uncertain", "More"]
    assert out.startswith("Verdict: invalid (E2: kept what must change), ")
    assert "must no longer hold; the edit says “the cellar flooded”" in out
    assert "docs/reference/errors/e2.md" in out


def test_an_undetermined_edit_says_what_is_uncertain_and_how_to_settle_it() -> None:
    edit = (ROOT / "examples" / "orchard" / "right.txt").read_text(encoding="utf-8")
    report = judged(ORCHARD, edit, "the gate not stood open")
    out = shown(show_verdict, report)
    assert report.valid is None
    assert labels(out) == ["Verdict", "Uncertain", "Settle", "More"]
    assert f"valid with a chance of {report.score:.0%}" in out
    assert out.count("valid with a chance of") == 1


def test_a_valid_edit_says_how_many_criteria_are_shown() -> None:
    report = judged(TEXT, "The pump did not fail, so the cellar did not flood.", "the pump not failed")
    assert report.valid is True
    assert "Shown: 2 of 2 required criteria" in shown(show_verdict, report)


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    out = shown(show_verdict, judged(TEXT, KEPT, "the pump not failed"), width=width)
    assert max(map(len, out.splitlines())) <= width


TOO_LITTLE = "valid with a chance of 50%, which is not enough to call it valid or invalid"


def test_an_undetermined_verdict_names_what_is_probably_wrong() -> None:
    invalid = judged(TEXT, KEPT, "the pump not failed")
    doubted = replace(invalid, valid=None, errors=(), reasons=(TOO_LITTLE,))
    first = uncertain(doubted)[0]
    assert first.startswith("probably wrong (")
    assert "'The cellar flooded' must no longer hold; the edit says “the cellar flooded”" in first


def test_an_undetermined_verdict_without_a_reason_names_the_least_likely_criterion() -> None:
    valid = judged(TEXT, "The pump did not fail, so the cellar did not flood.", "the pump not failed")
    doubted = replace(valid, valid=None, reasons=(TOO_LITTLE,))
    (suspect,) = uncertain(doubted)
    assert suspect.startswith("least certain is whether a connective between 'The pump failed'")
    assert suspect.endswith("%")
    nothing = Report(valid=None, errors=(), verdicts=(), reasons=(TOO_LITTLE,))
    assert uncertain(nothing) == ["all of it: no criterion could be compared with the edit"]


def test_a_wrong_connective_is_named_with_those_that_fit() -> None:
    lighthouse = ROOT / "examples" / "lighthouse"
    text, edit = ((lighthouse / name).read_text(encoding="utf-8") for name in ("text.txt", "wrong.txt"))
    failed = [one for one in judged(text, edit, "the keeper not lit the lamp").verdicts if str(one.outcome) == "fail"]
    assert [wrong(one).split(" ")[0] for one in failed] == ["“despite”"]
    assert wrong(failed[0]).endswith("fitting: because, so, as a result")


def test_what_an_edit_fails_is_said_as_a_demand() -> None:
    text = "Sales of umbrellas rose because it rained."
    failed = [wrong(one) for one in judged(text, text, "it not rained").verdicts if one.required]
    assert failed == [
        "the quantity in 'Sales of umbrellas rose' must be lower; the edit says “Sales of umbrellas rose”",
        "'It rained' must be false, as the what-if says; the edit says “it rained”",
    ]
    scenario = {
        "events": [{"id": "a", "statement": "It rang.", "kind": "choice", "values": ["red", "green"], "fact": "red"}]
    }
    report = judge(Request(source=scenario_from_dict(scenario), do=(("a", "green"),)), "It rang red.", Settings())[1]
    assert wrong(report.verdicts[0]).startswith("'It rang' must have 'green' instead of 'red', as the what-if says; ")


def test_the_edit_stands_beside_the_original_on_request() -> None:
    asked = ["verify", TEXT, "--had", "the pump not failed", "--edit", KEPT, "--format", "text"]
    plain, beside = (CliRunner().invoke(app, [*asked, *more]).stdout for more in ([], ["--diff"]))
    assert beside.startswith(plain)
    assert "Original" in beside.removeprefix(plain)
    assert "Original" not in plain


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        ("", "It rained.", [("", "It rained.")]),
        ("A cat slept. A dog barked.", "A dog barked.", [("A cat slept.", ""), ("A dog barked.",) * 2]),
    ],
)
def test_sentences_are_paired_in_order_and_none_is_lost(before: str, after: str, pairs: list[tuple[str, str]]) -> None:
    assert paired_sentences(before, after) == pairs
    assert "[bold]" in shown(show_side_by_side, "[bold]It rained.", "It rained.")


def test_claims_are_counted_by_verdict() -> None:
    model = load_model(ROOT / "examples" / "claims" / "irrigation.yaml")
    out = shown(show_claims, check_claims(model, "causes(rain, harvest)\nmonotone(rain, harvest, +)"))
    assert out.splitlines()[-1] == "1 holds, 1 fails"


def test_a_label_has_its_name_and_its_proof() -> None:
    out = shown(show_label, label(premises=["P", "P -> Q"], hypothesis="Q"))
    assert out.startswith("E: entailment. ")
    assert "These cannot hold together:\n  premise-1: P is true\n" in out
    assert "N: neutral, by a gap. " in shown(show_label, label(premises=["~E!(k)"], hypothesis="Bald(k)"))


def test_an_interval_is_shown_with_a_reason_a_line() -> None:
    model = load_model(ROOT / "examples" / "models" / "noncompliance.yaml")
    query = "ate(taken, well)"
    found = answer(model, query, ["confounded(taken, well)", "excluded(offered, well)"])
    lines = shown(show_asked, query, found).splitlines()
    assert lines[0] == "ate(taken, well) is between 0.3913 and 0.7792"
    assert lines[1] == "  - sharp bounds"
    assert shown(show_asked, "P(well=1 @ do(taken=1))", answer(model, "P(well=1 @ do(taken=1))")).count(" = ") == 1


def test_a_doubtful_criterion_that_the_edit_fails_is_shown_with_its_quote() -> None:
    invalid = judged(TEXT, KEPT, "the pump not failed")
    (kept,) = (verdict for verdict in invalid.verdicts if verdict.criterion.event == "e2")
    doubtful = replace(kept, criterion=replace(kept.criterion, confidence=0.6))
    (shown_doubt,) = uncertain(replace(invalid, valid=None, errors=(), reasons=(), verdicts=(doubtful,)))
    assert shown_doubt.endswith("the text makes this only 60% certain; the edit says “the cellar flooded”")


def test_that_an_edit_is_of_another_text_comes_first() -> None:
    report = judged(TEXT, "Otters hold hands while they sleep.", "the pump not failed")
    found = uncertain(report)
    assert found[0] == "the edit is not about the events of the text"
    assert len(found) == len(set(found))


@pytest.mark.parametrize("edit", [KEPT, "Nothing came of it."])
def test_a_model_that_could_not_help_has_a_line_of_its_own(edit):
    report = judged(TEXT, edit, "the pump not failed")
    found = shown(
        show_verdict, replace(report, reasons=(*report.reasons, f"{NO_HELP}expected a usable reply, got none"))
    )
    assert found.count("could not be used") == 1
    assert "Model: its help could not be used, so this is the offline verdict: expected a usable reply" in found
