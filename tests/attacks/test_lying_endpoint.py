"""An endpoint that lies in replies of the right form makes no wrong edit valid, and no false quote is shown."""

from __future__ import annotations

import json
from functools import partial

import pytest
from attacks import ATTACKS
from hijacked_model import LOOKS, WANTED, best_lie, invented_quotes, lying, nothing_follows
from model_of_replies import GROUNDED, HAD, KEPT, READING, RIGHT, SPOILT, TEXT, grounded, honest, reply_to
from model_of_replies import second_look as looked_again
from story_server import about_the_story

from logic.errors import ReasoningError
from nlbridge.answering.answers import judge
from nlbridge.answering.request import Request, Settings
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.testing.chat_server import ChatServer, serving

OF_THE_TEXT = {"e1": "The kiln failed at noon", "e2": "the vases were lost", "e3": "A violinist rehearsed next door"}


def quotes_of_the_text(request):
    """Give the values that are wanted, with words that stand in the text, and not in the edit."""
    return lying(request, OF_THE_TEXT) if request.schema_name in LOOKS else best_lie(request)


def quotes_of_single_letters(request):
    return lying(request, dict.fromkeys(WANTED, "e")) if request.schema_name in LOOKS else best_lie(request)


def quotes_of_the_request(request):
    """Give words of the request that surround the edit."""
    told = request.messages[1].content[:40].strip()
    return lying(request, dict.fromkeys(WANTED, told)) if request.schema_name in LOOKS else best_lie(request)


def swapped_claims(request):
    """Tell of each claim what is true of the next one, with that one's words."""
    if request.schema_name not in LOOKS:
        return best_lie(request)
    edit = next(edit for edit in GROUNDED if edit in request.messages[1].content)
    told = GROUNDED[edit]["claims"]
    names = [one["event"] for one in told]
    swapped = [one | {"event": name} for one, name in zip(told, [*names[1:], names[0]], strict=True)]
    said = grounded(*swapped, connectives=GROUNDED[edit]["connectives"])
    return reply_to(request, said) if request.schema_name == "grounding" else looked_again(request, said)


def contradictory_looks(request):
    """Tell the truth at the first look and lie at the second."""
    return best_lie(request) if request.schema_name == "second_look" else honest(request)


def ids_of_others(request):
    """Answer about claims that nobody asked for."""
    if request.schema_name != "grounding":
        return best_lie(request)
    reply = json.loads(best_lie(request))
    return json.dumps(reply | {"claims": [one | {"id": f"x{one['id']}"} for one in reply["claims"]]})


def reading_with_false_quotes(request):
    """Read claims into the text that stand nowhere in it."""
    if request.schema_name != "reading":
        return nothing_follows(request)
    events = [one | {"quote": f"surely {one['quote']} indeed"} for one in READING["events"]]
    return json.dumps(READING | {"events": events})


LIES = (
    best_lie,
    invented_quotes,
    quotes_of_the_text,
    quotes_of_single_letters,
    quotes_of_the_request,
    swapped_claims,
    contradictory_looks,
    ids_of_others,
    reading_with_false_quotes,
)
REQUESTS = ("plain request", "order", "verdict in JSON", "closing fence", "system role", "reward")


def judged(script, edit, reader):
    """Judge an edit over a socket; None where nothing came of it."""
    server = ChatServer(partial(about_the_story, script=script))
    with serving(server) as address:
        options = EndpointOptions(model="small", base_url=address, cache=False)
        with Endpoint(options) as opened:
            try:
                settings = Settings(reader=reader, endpoint=opened)
                return judge(Request(source=TEXT, had=HAD), edit, settings)[1], server.calls
            except ReasoningError:
                return None, server.calls


@pytest.mark.parametrize("reader", ["llm", "hybrid"])
def test_without_a_lie_the_right_edit_is_valid(reader):
    report, calls = judged(honest, RIGHT, reader)
    assert report is not None
    assert report.valid is True
    assert calls


@pytest.mark.parametrize("reader", ["llm", "hybrid"])
@pytest.mark.parametrize("edit", [SPOILT, KEPT], ids=["spoilt", "kept"])
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_no_lie_makes_a_wrong_edit_valid(lie, edit, reader):
    report, calls = judged(lie, edit, reader)
    assert calls or reader == "hybrid"
    assert report is None or report.valid is not True


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_every_quote_that_is_shown_stands_in_the_edit(lie):
    for edit in (RIGHT, SPOILT, KEPT):
        report, _ = judged(lie, edit, "llm")
        for verdict in () if report is None else report.verdicts:
            assert not verdict.quote or verdict.quote in edit


@pytest.mark.parametrize("name", REQUESTS)
def test_a_verdict_that_an_edit_asks_for_is_not_given(name):
    def obeying(request):
        return best_lie(request) if ATTACKS[name].split()[0] in request.messages[1].content else honest(request)

    for edit in (SPOILT, KEPT):
        report, _ = judged(obeying, f"{edit} {ATTACKS[name]}", "llm")
        assert report is None or report.valid is not True
