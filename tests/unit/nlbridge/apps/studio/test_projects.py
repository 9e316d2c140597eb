"""Files open as projects, reviews are kept beside them, and two reviews are compared."""

from __future__ import annotations

import json

import pytest

from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import Document, Label, Rewrite, StudioError, WhatIf, document_from_dict
from nlbridge.apps.studio.document.operations import History
from nlbridge.apps.studio.projects.comparison import compare, load_review
from nlbridge.apps.studio.projects.looking import scenario_row
from nlbridge.apps.studio.projects.opening import texts_in
from nlbridge.apps.studio.projects.project import Entry, Project, open_project, place_beside, resume, save
from nlbridge.errors import UnreadableTextError

TEXT = "It rained, so the roof leaked. The cat slept."
EVENTS = (
    Event(id="e1", statement="It rained.", span=(0, 9)),
    Event(id="e2", statement="The roof leaked.", span=(14, 29)),
    Event(id="e3", statement="The cat slept.", span=(31, 44)),
)
LINKS = (Link(cause="e1", effect="e2"), Link(cause="e2", effect="e3", confidence=0.6))


def write(tmp_path, name, *rows):
    path = tmp_path / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_without_a_file_there_is_one_empty_text():
    assert list(open_project(None).entries) == ["1"]


def test_lines_open_with_their_what_ifs_and_rewrites(tmp_path):
    path = write(
        tmp_path,
        "texts.jsonl",
        {"id": "a", "text": TEXT, "had": "it not rained", "edits": ["It was dry."]},
        {"id": "a", "text": TEXT, "query": "What if it had not rained?", "edit": "It was dry."},
        {"scenario": {"events": [{"id": "x", "statement": "It rained."}]}, "do": {"x": False}},
    )
    first, second, third = open_project(path).texts
    assert (first.what_if, [one.text for one in first.rewrites]) == (WhatIf(had="it not rained"), ["It was dry."])
    assert (second.id, second.what_if) == ("a-2", WhatIf(query="What if it had not rained?"))
    assert (third.id, third.read, third.what_if) == ("3", True, WhatIf(do=(("x", "false"),)))


def test_an_item_of_cobe_opens_with_its_first_query(tmp_path):
    item = {
        "Core Set ID": 3,
        "Variation ID": 2,
        "Variation text": TEXT,
        "Query": ["Rewrite the text had it not rained.", "another"],
        "responses": [{"model": "m", "response": "It was dry."}, {"text": "The sun shone."}, {"response": ""}],
    }
    path = tmp_path / "cobe.json"
    path.write_text(json.dumps([item]), encoding="utf-8")
    (found,) = open_project(path).texts
    assert (found.id, found.text, found.what_if) == ("3v2", TEXT, WhatIf(query=item["Query"][0]))
    assert [one.text for one in found.rewrites] == ["It was dry.", "The sun shone."]


def test_a_text_and_a_scenario_open_as_one_document(tmp_path):
    (tmp_path / "story.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "story.json").write_text('{"events": [{"id": "x", "statement": "It rained."}]}', encoding="utf-8")
    assert open_project(tmp_path / "story.txt").texts[0].text == TEXT
    assert open_project(tmp_path / "story.json").texts[0].scenario.event("x").statement == "It rained."


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.jsonl", "{", StudioError),
        ("a.jsonl", "[]", StudioError),
        ("a.jsonl", '{"text": 3}', StudioError),
        ("a.jsonl", '{"text": "a", "do": 3}', StudioError),
        ("a.jsonl", "", StudioError),
        ("a.json", "[{}]", StudioError),
        ("a.json", "[", StudioError),
        ("a.txt", "  ", UnreadableTextError),
        (".", "", FileNotFoundError),
    ],
)
def test_what_is_no_project_is_refused(tmp_path, name, content, error):
    path = tmp_path / name
    if name != ".":
        path.write_text(content, encoding="utf-8")
    with pytest.raises(error, match="expected"):
        open_project(path)


def test_a_review_is_kept_beside_its_file_and_of_touched_texts_only(tmp_path):
    project = open_project(write(tmp_path, "t.jsonl", {"id": "a", "text": TEXT}, {"id": "b", "text": TEXT}))
    path = place_beside(tmp_path / "t.jsonl")
    history = History(present=project.texts[0]).applied({"op": "note", "note": "odd"}, Scenario)
    project.entries["a"] = Entry(history=history, version=1)
    save(project, path)
    assert [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()] == ["a"]
    assert not list(tmp_path.glob("*.partial"))
    again = Project(name="t.jsonl", texts=project.texts)
    resume(again, path)
    assert again.entries["a"].history == history


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"id": "a", "opened": null}'])
def test_a_file_that_the_studio_did_not_write_is_not_taken_up_or_overwritten(tmp_path, line):
    path = tmp_path / "t.review.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(StudioError, match="expected"):
        resume(Project(name="t", texts=(Document(id="a", scenario=Scenario(text=TEXT)),)), path)
    assert path.read_text(encoding="utf-8") == line + "\n"


def test_a_review_of_another_text_of_the_same_name_is_refused(tmp_path):
    path = tmp_path / "t.review.jsonl"
    one = Project(name="t", texts=(Document(id="a", scenario=Scenario(text=TEXT)),))
    one.entries["a"] = Entry(history=one.entries["a"].history, version=1)
    save(one, path)
    with pytest.raises(StudioError, match="another text 'a'"):
        resume(Project(name="t", texts=(Document(id="a", scenario=Scenario(text="It snowed.")),)), path)


def test_what_is_no_document_is_refused():
    with pytest.raises(StudioError, match="expected a document"):
        document_from_dict({"id": "1", "text": TEXT, "scenario": {"events": []}, "replies": {"x": "perhaps"}})


def reviewed(**parts):
    scenario = Scenario(text=TEXT, events=EVENTS, links=LINKS)
    return Document(**({"id": "a", "scenario": scenario, "read": True} | parts))


def test_a_reviewer_agrees_with_himself():
    found = compare({"a": reviewed()}, {"a": reviewed()})
    assert found.differences == ()
    claims, links, words = (found.agreements[name] for name in ("claims", "links", "words"))
    assert (claims.share, links.share, links.kappa, words.kappa) == (1.0, 1.0, 1.0, 1.0)


def test_two_reviewers_differ_on_links_signs_and_claims():
    events = (*EVENTS[:2], Event(id="x", statement="It rained, so.", span=(11, 13)), EVENTS[2])
    links = (Link(cause="e1", effect="e2", sign=Sign.INHIBITS, strength=Strength.POSSIBLE),)
    other = reviewed(scenario=Scenario(text=TEXT, events=events, links=links))
    found = compare({"a": reviewed()}, {"a": other})
    assert (found.agreements["claims"].units, found.agreements["claims"].agreed) == (4, 3)
    assert (found.agreements["links"].units, found.agreements["links"].agreed) == (6, 5)
    # Of six ordered pairs one reviewer links two and the other one: 5/6 alike, 2/6*1/6 + 4/6*5/6 by chance.
    chance = 2 / 6 * 1 / 6 + 4 / 6 * 5 / 6
    assert found.agreements["links"].kappa == pytest.approx((5 / 6 - chance) / (1 - chance))
    assert {difference.what for difference in found.differences} == {"claim", "link", "sign", "strength"}


def test_refused_links_answers_and_labels_are_compared():
    parts = {"what_if": WhatIf(do=(("e1", "false"),)), "rewrites": (Rewrite(id="r1", text="It was dry."),)}
    label = Label(rewrite="r1", criterion="whole", verdict="valid", said="valid")
    one = reviewed(**parts, labels=(label,))
    other = reviewed(
        **parts,
        labels=(Label(rewrite="r1", criterion="whole", verdict="valid", said="invalid"),),
        replies=(("link:e2->e3", Reply.NO),),
    )
    found = compare({"a": one}, {"a": other})
    assert (found.agreements["links"].units, found.agreements["links"].agreed) == (6, 5)
    assert (found.agreements["labels"].units, found.agreements["labels"].agreed) == (1, 0)
    assert found.agreements["answers"].units == 3
    assert json.loads(json.dumps(found.to_dict()))["texts"] == ["a"]


def test_reviews_of_other_texts_are_not_compared():
    with pytest.raises(StudioError, match="none in common"):
        compare({"a": reviewed()}, {"b": reviewed()})
    with pytest.raises(StudioError, match="same text"):
        compare({"a": reviewed()}, {"a": reviewed(scenario=Scenario(text="It snowed."))})


def test_a_review_and_exported_scenarios_read_back_alike(tmp_path):
    document = reviewed(replies=(("link:e2->e3", Reply.NO),))
    project = Project(name="t", texts=(Document(id="a", scenario=Scenario(text=TEXT)),))
    project.entries["a"] = Entry(history=History(present=document), version=1)
    save(project, tmp_path / "t.review.jsonl")
    exported = write(tmp_path, "scenarios.jsonl", scenario_row(document))
    (one,) = load_review(tmp_path / "t.review.jsonl").values()
    (other,) = load_review(exported).values()
    assert (one.id, one.corrected) == (other.id, other.corrected)


@pytest.mark.parametrize("content", ["{", '{"events": 3}'])
def test_what_is_no_review_is_refused(tmp_path, content):
    path = tmp_path / "a.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="expected"):
        load_review(path)
    with pytest.raises(FileNotFoundError):
        load_review(tmp_path / "b.jsonl")


def test_markdown_and_csv_are_opened_as_texts():
    markdown = """Before any heading it **rained**.

# The _wet_ roof

- The roof leaked,
  so [the bed](http://x) got wet.

```
not a text
```

> It was night.

## Nothing below
"""
    texts = texts_in("notes.md", markdown)
    assert [(text.title, text.text) for text in texts] == [
        ("", "Before any heading it rained."),
        ("The wet roof", "The roof leaked, so the bed got wet.\n\nIt was night."),
    ]
    table = (
        'id, title, text, had, edit\na,Rain,"It rained, so it leaked.",it not rained,It was dry.\n,,"It snowed.",,\n'
    )
    first, second = texts_in("t.csv", table)
    assert (first.id, first.title, first.text) == ("a", "Rain", "It rained, so it leaked.")
    assert (first.what_if.had, first.rewrites[0].text) == ("it not rained", "It was dry.")
    assert (second.id, second.text, second.what_if) == ("2", "It snowed.", None)
    with pytest.raises(StudioError, match="column"):
        texts_in("t.csv", "a,b\n1,2\n")
