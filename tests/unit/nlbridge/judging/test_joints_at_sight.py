"""Joining words that the reader of the passage finds unsuited, what an edit takes away, and reports told as before."""

from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import GROUNDED, READING, RIGHT, SO, reply_to, respondent, second_look

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.grounding import Told
from nlbridge.judging.report import ErrorClass
from nlbridge.judging.verification import judge
from nlbridge.judging.witness.by_model import ByModel
from nlbridge.reading.by_model import scenario_of
from nlbridge.supposing.by_model import PartReply, forward

TEXT = "The ferries struck, so the three clerks stayed at home. Mira thinks that the dam leaked."
STRIKE = Event(id="e1", statement="The ferries struck.", contrary="The ferries ran.", span=(0, 18))
STAYED = Event(id="e2", statement="Three clerks stayed at home.", contrary="Three clerks came to work.", span=(23, 54))
LEAKED = Event(id="e3", statement="The dam leaked.", contrary="The dam was tight.", span=(73, 87))
LINKS = (Link(cause="e1", effect="e2"),)


def told(edit, says, second=None):
    """Ground an edit by what is said of each sentence: value, quote and mode; and by a second look's pairs."""
    scenario = Scenario(text=TEXT, events=(STRIKE, STAYED, LEAKED), links=LINKS)
    rubric = build_rubric(derive(scenario, do({"e1": "false"})))

    def script(request):
        asked = request.messages[1].content
        rows = [json.loads(line) for line in asked.splitlines() if line.startswith('{"id"')]
        if request.schema_name == "grounding":
            claims = [dict(zip(("value", "quote", "mode"), says[row["sentence"]], strict=True)) for row in rows]
            claims = [{"id": row["id"], "way": ""} | one for row, one in zip(rows, claims, strict=True)]
            lists = ("connectives", "background", "new", "contradictions")
            return json.dumps({"claims": claims} | {name: [] for name in lists})
        pairs = [{"id": row["id"], "says": second} for row in rows if "first" in row]
        asked = [row for row in rows if "one" in row]
        sentences = [
            {"id": row["id"], "quote": PLAIN[row["one"]][1], "says": "one" if PLAIN[row["one"]][0] == "true" else "two"}
            for row in asked
        ]
        return json.dumps({"sentences": sentences, "pairs": pairs, "joints": [], "ways": []})

    who = respondent(script)
    found = asyncio.run(ByModel(respondent=who, supposed=(("e1", "The ferries ran."),)).ground(edit, rubric))
    return judge(rubric, found), found, len(who.chat.requests)


RAN, WORK = "The ferries ran", "the three clerks came to work"
REPORT = "Mira thinks that the dam leaked"
PLAIN = {
    "The ferries struck.": ("false", RAN, "fact"),
    "The ferries ran.": ("true", RAN, "fact"),
    "Three clerks stayed at home.": ("false", WORK, "fact"),
    "Three clerks came to work.": ("true", WORK, "fact"),
    "The dam leaked.": ("true", REPORT, "fact"),
    "The dam was tight.": ("false", REPORT, "fact"),
}


@pytest.mark.parametrize(("mode", "value"), [("fact", Told.TRUE), ("doubted", Told.TRUE)])
def test_a_report_that_stands_in_the_original_s_own_sentence_is_told_as_before(mode, value):
    says = PLAIN | {"The dam leaked.": ("true", REPORT, mode), "The dam was tight.": ("false", REPORT, mode)}
    report, found, _ = told(f"{RAN}, so {WORK}. {REPORT}.", says)
    assert found.by_event["e3"].value is value
    assert report.valid is True
    changed = {
        sentence: (value, quote.replace("thinks", "denies"), mode) for sentence, (value, quote, mode) in says.items()
    }
    _, found, _ = told(f"{RAN}, so {WORK}. Mira denies that the dam leaked.", changed)
    assert found.by_event["e3"].value is (Told.TRUE if mode == "fact" else Told.SUSPENDED)


@pytest.mark.parametrize(("second", "errors"), [("exclude", (ErrorClass.E5,)), ("change", ())])
def test_what_is_gone_beside_the_change_is_looked_at_twice(second, errors):
    gone = ("gone", "there were no clerks", "fact")
    says = PLAIN | {"Three clerks stayed at home.": gone, "Three clerks came to work.": gone}
    report, _, calls = told(f"{RAN}, and there were no clerks. {REPORT}.", says, second)
    assert (report.valid, report.errors) == (not errors, errors)
    assert calls == 2


@pytest.mark.parametrize(
    ("sight", "second", "valid"),
    [("does not suit", "does not suit", False), ("does not suit", "suits", True), ("suits", "does not suit", True)],
)
def test_a_joint_with_an_end_outside_fails_only_where_both_looks_find_it_unsuited(sight, second, valid):
    text, edit = "The kiln failed at noon, so the vases were lost. A violinist rehearsed next door.", RIGHT
    rubric = build_rubric(derive(scenario_of(READING, text), do({"e1": "false"})))
    joint = SO | {"effect": "outside", "suits": sight}
    said = GROUNDED[RIGHT] | {"connectives": [joint], "joints": second}

    def script(request):
        return reply_to(request, said) if request.schema_name == "grounding" else second_look(request, said)

    found = asyncio.run(
        ByModel(respondent=respondent(script), supposed=(("e1", "The kiln did not fail at noon."),)).ground(
            edit, rubric
        )
    )
    report = judge(rubric, found)
    assert (report.valid, report.errors) == (valid, () if valid else (ErrorClass.E3,))


def test_parts_with_words_of_their_own_are_all_kept():
    scenario = Scenario(events=(STRIKE, STAYED), links=LINKS)
    parts = [
        PartReply(words=words, event=name, value="false", supposed="It was not so.", keeps=[])
        for name, words in (("e1", "the ferries run"), ("e2", "the clerks come"))
    ]
    assert forward(parts, scenario) == parts
    same = [part.model_copy(update={"words": "both"}) for part in parts]
    assert [part.event for part in forward(same, scenario)] == ["e2"]
