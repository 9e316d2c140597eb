"""The door in Python: the same answers as the command line, values that travel, and refusals that say what to write."""

from __future__ import annotations

import asyncio
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import causalcore
from causalcore import check, rubric
from causalcore.errors import InvalidInterventionError, LanguageSideMissingError
from causalcore.scenario.file import load_scenario
from nlbridge.answering.request import RequestError
from nlbridge.apps.command.cli import app
from nlbridge.apps.python.verdict import Unanswered
from nlbridge.asking.options import Options, how_to_read
from nlbridge.errors import UnreadableTextError

ROOT = Path(__file__).parents[5]
PUMP = "The pump failed, so the cellar flooded."
HAD = "the pump not failed"
HELD = "The pump held, so the cellar stayed dry."
ASKED = (
    (PUMP, HAD, HELD),
    ((ROOT / "examples/greenhouse/text.txt").read_text(), "the vent not been stuck", "greenhouse"),
    ((ROOT / "examples/lighthouse/text.txt").read_text(), "the keeper not lit the lamp", "lighthouse"),
)


def command(*arguments: str) -> tuple[int, Any]:
    result = CliRunner().invoke(app, [*arguments, "--format", "json"])
    return result.exit_code, json.loads(result.stdout)


@pytest.mark.parametrize(("text", "had", "edit"), ASKED, ids=["pump", "greenhouse", "lighthouse"])
def test_the_door_and_the_command_line_give_the_same_json(text: str, had: str, edit: str) -> None:
    found = rubric(text, had=had)
    assert found.to_dict() == command("rubric", text, "--had", had)[1]
    assert found.to_dict(explain=True) == command("rubric", text, "--had", had, "--explain")[1]
    folder = ROOT / "examples" / edit
    edits = [(folder / name).read_text() for name in ("right.txt", "wrong.txt")] if folder.is_dir() else [edit]
    for words in edits:
        code, row = command("verify", text, "--had", had, "--edit", words)
        verdict = check(text, words, had=had)
        assert verdict.to_dict() == row == found.check(words).to_dict()
        assert code == {True: 0, False: 1, None: 3}[verdict.valid]


def test_options_have_the_same_effect_in_both() -> None:
    text = "It rained. The match was off."
    for implicit in ("necessary", "possible", "none"):
        row = command("rubric", text, "--had", "it not rained", "--implicit", implicit)[1]
        assert rubric(text, had="it not rained", implicit=implicit).to_dict() == row


def test_every_option_of_the_command_line_has_a_name_in_python() -> None:
    from typer.main import get_command

    params = get_command(app).commands["verify"].params  # type: ignore[attr-defined]
    names = {name.strip("-").replace("-", "_") for one in params for name in one.opts if name.startswith("--")}
    of_the_call = {
        "had",
        "query",
        "do",
        "edit",
        "jsonl",
        "jobs",
        "dask",
        "out",
        "draw",
        "diff",
        "explain",
        "all",
        "format",
        "seconds",
    }
    assert set(Options.__annotations__) == names - of_the_call


def test_a_scenario_is_taken_as_object_file_and_dict() -> None:
    path = ROOT / "examples/scenarios/lighthouse.json"
    row = command("rubric", str(path), "--do", "e3=false")[1]
    document = json.loads(path.read_text())
    for subject in (path, load_scenario(path), document.get("scenario", document)):
        assert rubric(scenario=subject, do={"e3": False}).to_dict()["events"] == row["events"]
        assert rubric(subject, do={"e3": "False"}).to_dict()["do"] == {"e3": "false"}


def test_a_text_takes_do_with_the_ids_of_its_reading() -> None:
    assert rubric(PUMP, do={"e1": "false"}).to_dict() == command("rubric", PUMP, "--do", "e1=0")[1]
    code, row = command("verify", PUMP, "--do", "e1=False", "--edit", HELD)
    assert (code, row) == (0, check(PUMP, HELD, do={"e1": False}).to_dict())


def test_a_string_never_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text(PUMP)
    monkeypatch.chdir(tmp_path)
    assert rubric(Path("notes.txt"), had=HAD).scenario.text == PUMP
    with pytest.raises(RequestError, match=r"'notes\.txt', the name of a file, taken for the text itself"):
        rubric("notes.txt", had=HAD)
    with pytest.raises(FileNotFoundError, match=r"other\.txt"):
        rubric(Path("other.txt"), had=HAD)


def test_results_survive_a_pickle_with_their_proofs() -> None:
    found = rubric(PUMP, had=HAD, id="p")
    verdict = found.check(HELD)
    again, judged = pickle.loads(pickle.dumps((found, verdict)))
    assert again.to_dict() == found.to_dict()
    assert again.to_dict()["id"] == judged.id == "p"
    assert again.explain("e2") == found.explain("e2") != ""
    assert again.check(HELD).to_dict() == judged.to_dict() == verdict.to_dict()
    assert pickle.loads(pickle.dumps((rubric, check))) == (rubric, check)


ROWS = [
    {"id": "a", "text": PUMP, "had": HAD, "edit": HELD},
    {"id": "b", "text": PUMP, "had": HAD, "edit": PUMP},
    {"id": "c", "text": PUMP},
    ["no object"],
    {"id": "e", "text": {1, 2}, "had": HAD, "edit": HELD},
    {"id": "f", "text": PUMP, "do": {"e1": False}, "edit": HELD},
]


@pytest.mark.parametrize("processes", [1, 2])
def test_many_answers_in_order_and_a_bad_object_costs_no_other(processes: int) -> None:
    done: list[int] = []
    found = list(check.many(iter(ROWS), processes=processes, progress=done.append))
    assert [one.id for one in found] == ["a", "b", "c", None, "e", "f"]
    assert [isinstance(one, Unanswered) for one in found] == [False, False, True, True, True, False]
    assert [one.valid for one in found if not isinstance(one, Unanswered)] == [True, False, True]
    assert found[0].to_dict() == check(PUMP, HELD, had=HAD, id="a").to_dict()
    assert found[3].to_dict() == {"id": None, "error": found[3].error}
    assert done == [1, 2, 3, 4, 5, 6]
    rubrics = list(rubric.many(ROWS[:3], processes=processes))
    assert rubrics[0].to_dict() == rubric(PUMP, had=HAD, id="a").to_dict()
    assert rubrics[0].check(HELD).valid is True
    assert rubrics[2].error is not None


def test_many_takes_rows_only_a_few_ahead() -> None:
    taken = []

    def rows():
        for number in range(1000):
            taken.append(number)
            yield {"id": number, "text": PUMP, "had": HAD, "edit": HELD}

    found = check.many(rows())
    assert not taken
    assert next(found).id == 0
    assert len(taken) < 60


def test_what_is_awaited_is_what_is_called() -> None:
    async def both():
        first, second = await asyncio.gather(rubric.aio(PUMP, had=HAD), check.aio(PUMP, HELD, had=HAD))
        return first, second, await first.check_aio(HELD)

    found, verdict, again = asyncio.run(both())
    assert found.to_dict() == rubric(PUMP, had=HAD).to_dict()
    assert verdict.to_dict() == again.to_dict() == check(PUMP, HELD, had=HAD).to_dict()


def test_a_verdict_has_no_truth_value_and_names_what_failed() -> None:
    verdict = check(PUMP, "The pump held, but the cellar flooded.", had=HAD)
    with pytest.raises(TypeError, match=r"write `verdict\.valid is True`"):
        assert verdict
    assert (verdict.valid, verdict.errors[0]) == (False, "E2")
    assert 0 <= verdict.score < 0.5
    assert {one.event for one in verdict.failed} >= {"e2"}
    assert verdict.failed == tuple(one for one in verdict.criteria if one.verdict == "fail")
    with pytest.raises(TypeError, match=r"found\.error is None"):
        bool(Unanswered(id=1, error="x"))


def test_a_notebook_shows_words_from_outside_and_does_nothing_with_them() -> None:
    hostile = {
        "events": [
            {"id": "e1", "statement": "The <script>alert(1)</script> pump failed."},
            {"id": "e2", "statement": 'The "<img src=x onerror=go()>" cellar flooded.'},
        ],
        "links": [{"cause": "e1", "effect": "e2", "connective": "<b>so</b>"}],
    }
    found = rubric(scenario=hostile, do={"e1": "false"})
    verdict = found.check("The <iframe src=//evil> pump held, so the cellar stayed dry.")
    for html in (found._repr_html_(), verdict._repr_html_()):
        assert html.startswith("<div>")
        assert "<svg" in html
        assert not [tag for tag in ("<script", "<img", "<iframe", "<b>so") if tag in html]
        assert "&lt;script&gt;" in html
    assert len(repr(found).splitlines()) == len(repr(verdict).splitlines()) == 1


def test_dir_lists_what_is_for_use() -> None:
    found = rubric(PUMP, had=HAD)
    assert {"answers", "check", "criteria", "explain", "to_dict"} <= set(dir(found))
    assert {"rubric", "check", "Scenario"} <= set(dir(causalcore))
    assert {"many", "aio"} <= set(dir(rubric)) & set(dir(check))
    assert not [name for name in dir(found) if name.startswith("_") and not name.startswith("__")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"text": PUMP}, "exactly one of had, query and do, got none"),
        ({"text": PUMP, "had": HAD, "do": {"e1": "false"}}, "got had, do"),
        ({"had": HAD}, "a text or a scenario, got neither"),
        ({"text": PUMP, "scenario": {}, "had": HAD}, "got both"),
        ({"text": 7, "had": HAD}, "got int; for a batch use rubric.many"),
        ({"text": PUMP, "had": HAD, "redaer": "llm"}, "did you mean reader?"),
        ({"text": PUMP, "had": HAD, "reader": "offline", "model": "some"}, "got model with the offline reader"),
        ({"text": PUMP, "had": HAD, "reader": "llm"}, "in Python by model=NAME"),
        ({"text": PUMP, "had": HAD, "reader": "oracle", "model": "some"}, "offline|llm|hybrid"),
        ({"text": PUMP, "had": HAD, "samples": 3}, "expected samples from 1 to 25, more than 1 with the reader llm"),
        ({"text": PUMP, "had": HAD, "samples": "3"}, "expected samples as a whole number, got '3'; write it so"),
        ({"text": PUMP, "had": HAD, "concurrency": True}, "expected concurrency as a whole number, got True"),
        ({"text": PUMP, "had": HAD, "timeout": "9"}, "expected timeout as a number, got '9'"),
        ({"text": PUMP, "had": HAD, "cache": None}, "expected cache as True or False, got nothing"),
        ({"text": PUMP, "had": HAD, "prices": 3}, "expected prices as a text, got 3"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_to_write(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        rubric(**arguments)


@pytest.mark.parametrize("what_if", [{"had": HAD}, {"query": f"What if {HAD}?"}, {"do": {"e1": "false"}}])
@pytest.mark.parametrize("options", [{}, {"reader": "llm", "model": "some", "base_url": "http://127.0.0.1:9"}])
def test_a_scenario_without_events_is_refused_whatever_asks(what_if: dict[str, Any], options: dict[str, Any]) -> None:
    words = r"expected an event of the scenario \(it has none\)"
    with pytest.raises(InvalidInterventionError, match=words):
        rubric(scenario={"events": []}, **what_if, **options)
    (found,) = rubric.many([{"scenario": {"events": []}, **what_if}])
    assert re.match(words, str(found.error))


def test_edits_and_batches_of_the_wrong_kind_are_refused() -> None:
    found = rubric(PUMP, had=HAD)
    with pytest.raises(RequestError, match=r"check\.many"):
        found.check([HELD])  # type: ignore[arg-type]
    with pytest.raises(UnreadableTextError, match="empty"):
        found.check(" ")
    with pytest.raises(RequestError, match="e1, e2"):
        found.explain("e9")
    with pytest.raises(RequestError, match="put it in a list"):
        check.many({"text": PUMP})  # type: ignore[arg-type]
    with pytest.raises(RequestError, match=r"expected an iterable of objects .*, got NoneType"):
        check.many(None)  # type: ignore[arg-type]
    for processes in (-1, "4", 1.5):
        with pytest.raises(RequestError, match=f"expected processes as a number from 0 on, got {processes!r}; 0 takes"):
            check.many([], processes=processes)  # type: ignore[arg-type]
    for batch in (check.many, rubric.many):
        with pytest.raises(RequestError, match="expected had in each row, got it beside the rows; write"):
            batch(ROWS, had=HAD)  # type: ignore[call-arg]
    with pytest.raises(RequestError, match=r"got \w*Path; pass its read_text\(\)"):
        check(PUMP, Path("edit.txt"), had=HAD)  # type: ignore[arg-type]
    (lonely,) = check.many(ROWS[:1])
    with pytest.raises(ValueError, match="use check"):
        lonely.svg()


def test_without_the_language_side_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: ())
    monkeypatch.delitem(vars(causalcore), "rubric", raising=False)
    with pytest.raises(LanguageSideMissingError, match="pip install causalcore"):
        from causalcore import rubric as _  # noqa: F401


def test_options_hold_no_key() -> None:
    how = how_to_read({"reader": "llm", "model": "m", "api_key_env": "MY_KEY", "prices": "prices.json", "timeout": 3})
    assert how.endpoint_options.timeout == 3
    assert how.endpoint_options.prices == Path("prices.json")
    assert pickle.loads(pickle.dumps(how)) == how
