"""Every reader of what comes from outside, with texts that it reads: what fuzzing starts from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

MODEL = (
    '{"variables": {"X": [0, 1], "Y": [0, 1]}, "noise": {"U": {"0": 0.5, "1": 0.5}}, '
    '"mechanisms": {"X": "U", "Y": "X"}}'
)
MODEL_YAML = "variables: {X: [0, 1], Y: [0, 1]}\nnoise: {U: {0: 0.5, 1: 0.5}}\nmechanisms:\n  X: U\n  Y: not X\n"
SCENARIO = (
    '{"text": "It rained.", "events": [{"id": "e1", "statement": "It rained.", "span": [0, 10]}, {"id": "e2", '
    '"statement": "Roads were wet."}], "links": [{"cause": "e1", "effect": "e2"}], "mechanisms": {"e2": "e1"}}'
)
GRAPH_YAML = "edges: [X -> M -> Y, X <-> Y]\nlatents: [U]\nnodes: [W]\n"
BIF = (
    "network n { }\nvariable X { type discrete [ 2 ] { no, yes }; }\nprobability ( X ) { table 0.25, 0.75; }\n"
    "variable Y { type discrete [ 2 ] { no, yes }; }\nprobability ( Y | X ) { (no) 1, 0; (yes) 0.5, 0.5; }\n"
)
FTC = '{"id": "a", "hypothesis": "A dog runs.", "explanation": "A dog is an animal.", "label": "E", "cf": []}\n'
CLOMO = (
    '[{"id_string": "1", "qtype": 0, "instruction": "x", "input_info": {"P": "Statement1: a", "O": "b", "Om": "c"}}]'
)
DAGITTY, DOT = "dag { Z [exposure] Z -> X -> Y; X <-> Y }", 'digraph g { a -> {b c} [label="so"]; }'
GML = 'graph [ directed 1 node [ id 0 label "X" ] node [ id 1 label "Y" ] edge [ source 0 target 1 ] ]'
QUERIES = (
    "P(Y=1 @ do(X=1, Y=Y@do(X=0)) | X=0)",
    "cause(X=1, Y=1 | X=0)",
    "pn(X: 0 -> 1, Y)",
    "P(Y @ do(X ~ {0: 0.4, 1: 0.6}))",
)
COBE = '[{"Core Set ID": 1, "Variation ID": 1, "Variation text": "It rained.", "Query": ["had it not rained"]}]'
CLADDER = '{"id": 1, "background": "b", "given_info": "g", "question": "Is it?", "answer": "yes", "rung": 1}\n'
CHG = '{"id": 1, "premise": "a", "hypothesis": "b", "strengthener": "c", "weakener": "d"}\n'
TOML = 'model = "small"\nreader = "hybrid"\nmax_cost = 2.5\n'
LINE = '{"id": 1, "text": "It rained.", "had": "it not rained"}'


def _file(suffix: str, read: Callable[[Path], Any]) -> Callable[[bytes], Any]:
    def from_bytes(data: bytes) -> Any:
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"input{suffix}"
            path.write_bytes(data)
            return read(path)

    return from_bytes


def _text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda data: read(data.decode("utf-8", "replace"))


def _line(data: bytes) -> Any:
    from nlbridge.answering.lines import Line, object_of
    from nlbridge.answering.request import request_of

    return request_of(object_of(Line(number=1, data=data)))


def _query(text: str) -> Any:
    from causalcore.model.textbook import FLIPPED_COPY
    from causalcore.queries.query_language import parse_query
    from nlbridge.apps.command.ask import answer

    parse_query(text)
    return answer(FLIPPED_COPY, text)


def readers() -> dict[str, tuple[Callable[[bytes], Any], tuple[str, ...]]]:
    """Return each reader with its examples."""
    from benchmarks.chg.data import load as load_chg
    from benchmarks.cladder.data import load as load_cladder
    from benchmarks.clomo.data import load as load_clomo
    from benchmarks.cobe.data import load as load_cobe
    from benchmarks.ftc.data import load as load_ftc
    from causalcore.bounds.assumption import parse_assumption
    from causalcore.claims.claims import parse_claim
    from causalcore.exchange.model_file import load_model, model_from_dict, parse_text
    from causalcore.graphs.graph_file import graph_from_dict, graph_from_text
    from causalcore.mechanisms.parsing import parse_formula as parse_mechanism
    from causalcore.scenario.file import load_scenario
    from logic.formulas.grammar import parse
    from nlbridge.asking.arguments import scenario_in
    from nlbridge.asking.options import _settings_in as read_settings
    from nlbridge.chat.client.budget import load_prices
    from nlbridge.chat.client.recording import rows_of
    from nlbridge.chat.replies.structured import json_of

    return {
        "scenario file": (_file(".json", load_scenario), (SCENARIO,)),
        "scenario text": (_text(scenario_in), (SCENARIO,)),
        "model text": (_text(lambda text: model_from_dict(parse_text(text))), (MODEL, MODEL_YAML)),
        "model yaml": (_file(".yaml", load_model), (MODEL_YAML, MODEL)),
        "model bif": (_file(".bif", load_model), (BIF,)),
        "model uai": (_file(".uai", load_model), ("BAYES 2 2 2 2 1 0 2 0 1  2 0.4 0.6  4 0.1 0.9 0.8 0.2",)),
        "graph notation": (_text(graph_from_text), (DAGITTY, DOT)),
        "graph gml": (_text(graph_from_text), (GML,)),
        "graph document": (_text(lambda text: graph_from_dict(parse_text(text))), (GRAPH_YAML,)),
        "query": (_text(_query), QUERIES),
        "claim": (_text(parse_claim), ("causes(X, Y)", "necessary(X=1, Y=1)")),
        "assumption": (_text(parse_assumption), ("monotone(X, Y, +)", "confounded(X, Y)")),
        "mechanism": (_text(parse_mechanism), ("e1 and not (e2 or e3 == 'x')", "if X then 1 else 0", "X + 2 * Y")),
        "formula": (_text(parse), ("all x. (Dog(x) -> exists y. (Owns(y, x) & ~(x = y)))",)),
        "line": (_line, (LINE, '{"scenario": ' + SCENARIO + ', "do": {"e1": false}}')),
        "reply": (_text(json_of), ('Here: {"holds": true, "n": [1, 2.5]}', "```json\n{}\n```")),
        "recording": (_file(".jsonl", rows_of), ('{"key": "k", "request": {"model": "m"}, "reply": {"text": "x"}}\n',)),
        "prices": (_file(".yaml", load_prices), ("m: {prompt: 0.15, completion: 0.6}\n",)),
        "settings": (_file(".toml", read_settings), (TOML,)),
        "cobe": (_file(".json", load_cobe), (COBE,)),
        "clomo": (_file(".json", load_clomo), (CLOMO,)),
        "ftc": (_file(".jsonl", load_ftc), (FTC,)),
        "cladder": (_file(".jsonl", load_cladder), (CLADDER,)),
        "chg": (_file(".jsonl", load_chg), (CHG,)),
    }
