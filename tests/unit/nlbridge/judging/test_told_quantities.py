from __future__ import annotations

import asyncio
import json

import pytest
from model_of_replies import grounded, respondent, rows_of

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario, Sign
from nlbridge.judging.report import ErrorClass
from nlbridge.judging.verification import judge
from nlbridge.judging.witness.by_model import ByModel

QUANTITY = Scenario(
    text="Dry weather came. The harvest came to nine tons.",
    events=(
        Event(id="e1", statement="Dry weather came.", span=(0, 16)),
        Event(
            id="e2",
            statement="The harvest came to nine tons.",
            span=(18, 47),
            kind=Kind.QUANTITY,
            values=("lower", "as stated", "higher"),
            fact="as stated",
        ),
    ),
    latents=(Latent(id="l1", statement="The soil was sandy."),),
    links=(Link(cause="e1", effect="e2", sign=Sign.INHIBITS),),
)


def quantity(edit, value, way, soil="absent", where=""):
    rubric = build_rubric(derive(QUANTITY, do({"e1": "false"})))
    values = {
        "Dry weather came.": ("false", "", "Dry weather did not come"),
        "It is not so that: Dry weather came.": ("true", "", "Dry weather did not come"),
        "The harvest came to nine tons.": (value, way, edit[edit.index("The harvest") : -1]),
        "The soil was sandy.": (soil, "", where),
    }

    def script(request):
        if request.schema_name != "grounding":
            rows = rows_of(request, "questions")
            said = {"true": "one", "false": "two", "other": "neither", "absent": "silent"}
            contrary = {"other": "neither", "true": "two", "false": "one"}
            answers = []
            for row in rows:
                own = row["one"] in values
                value, _, where = values[row["one"] if own else row["two"]]
                answers.append({"id": row["id"], "says": (said if own else contrary)[value], "quote": where})
            return json.dumps({"sentences": answers, "pairs": [], "joints": [], "ways": []})
        claims = [
            dict(zip(("value", "way", "quote"), values[row["sentence"]], strict=True))
            | {"id": row["id"], "mode": "fact"}
            for row in rows_of(request, "claims")
        ]
        return json.dumps(grounded() | {"claims": claims})

    return judge(rubric, asyncio.run(ByModel(respondent=respondent(script)).ground(edit, rubric)))


@pytest.mark.parametrize(
    ("value", "way", "amount", "errors"),
    [
        ("other", "higher", "twelve", ()),
        ("other", "lower", "seven", (ErrorClass.E4,)),
        ("true", "", "nine", (ErrorClass.E2, ErrorClass.E4)),
    ],
)
def test_a_quantity_must_move_the_right_way(value, way, amount, errors):
    report = quantity(f"Dry weather did not come. The harvest came to {amount} tons.", value, way)
    assert report.errors == errors
    assert report.valid is (not errors)


def test_an_edit_that_alters_a_latent_has_the_error_e5():
    edit = "Dry weather did not come. The soil was clay, not sandy. The harvest came to twelve tons."
    report = quantity(edit, "other", "higher", "false", "The soil was clay, not sandy")
    assert (report.valid, report.errors) == (False, (ErrorClass.E5,))
