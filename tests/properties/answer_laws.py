"""Laws of the answers about a text under a what-if, and of scores, counted over texts of our own.

    python tests/properties/answer_laws.py [EVERY]

takes every n-th story of `research/stories` (10 if left out), and prints of each law how often it was tried, how often
it held, and the first texts on which it did not.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.errors import CausalError
from causalcore.scenario.graph import descendants
from causalcore.scenario.scenario import Provenance, Scenario
from nlbridge.answering.answers import prepare
from nlbridge.answering.preparation import prepared
from nlbridge.answering.request import Prepared, Request, Settings
from nlbridge.errors import BridgeError
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import Hypothetical, resolve
from nlbridge.telling.rewriting import chosen_world, edited

STORIES = Path(__file__).parents[2] / "research" / "stories"
CERTAIN = 0.005
"""How far from 0 or 1 a chance may be that a person decided."""
SAME = 1e-6
COPIED = 0.1
"""The most that a copy of the text may score where something changes."""
LAWS = (
    "every answer follows by the engine from the links shown",
    "what changes has a cause that changes",
    "one chance for one thing",
    "a confirmed link is certain",
    "a refused link carries nothing",
    "what a person decides moves nothing else",
    "a copy of the text scores near 0",
    "putting back what must change never raises the score",
)


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One law tried on one text."""

    law: str
    held: bool
    where: str


def stories(every: int, *, first: int = 0) -> Iterator[tuple[str, str, str]]:
    """Yield an id, a text and a what-if of every n-th story of each file."""
    for name in ("stories", "stories_plain", "stories_work"):
        rows = (STORIES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        for line in rows[first::every]:
            row = json.loads(line)
            for what_if in row["what_ifs"][:1]:
                yield row["id"], row["text"], what_if["had"]


def trials(name: str, text: str, had: str) -> Iterator[Trial]:
    """Try every law on a text under a what-if; a what-if that is refused tries none."""
    try:
        whole = prepare(Request(source=text, had=had), Settings())
        found = resolve(read(text), had=had)
    except (BridgeError, CausalError):
        return
    tried = (*_of_answers(whole), *_of_decisions(found), *_of_scores(whole))
    yield from (Trial(law=law, held=held, where=f"{name}: {had} [{what}]") for law, held, what in tried)


def _of_answers(whole: Prepared) -> Iterator[tuple[str, bool, str]]:
    derivation = whole.rubric.derivation
    engine = derive(whole.rubric.scenario, whole.rubric.intervention)
    supposed = {name for name, value in whole.rubric.intervention if value != whole.rubric.scenario.event(name).fact}
    moved = {a.event for a in derivation.answers if a.kind is not AnswerKind.UNCHANGED} | supposed
    for answer in derivation.answers:
        said = answer.kind in {AnswerKind.CHANGED, AnswerKind.UNCHANGED}
        yield LAWS[0], not said or engine.answer(answer.event).kind is answer.kind, answer.event
        if answer.kind is AnswerKind.CHANGED and answer.event not in supposed:
            causes = {link.cause for link in whole.rubric.scenario.links if link.effect == answer.event}
            about = set(whole.rubric.scenario.event(answer.event).presupposes)
            yield LAWS[1], bool((causes | about) & moved) or _with_it(whole, answer.event, moved), answer.event
        if answer.expected is not None and said:
            chance = answer.expected if answer.kind is AnswerKind.CHANGED else 1 - answer.expected
            yield LAWS[2], abs(chance - answer.confidence) < SAME, answer.event


def _with_it(whole: Prepared, name: str, moved: set[str]) -> bool:
    """Whether a mechanism ties an event to something that changes."""
    return name in dict(whole.rubric.scenario.mechanisms) and bool(moved - {name})


def _chances(found: Prepared) -> Mapping[str, float | None]:
    return {answer.event: answer.expected for answer in found.rubric.derivation.answers}


def _of_decisions(found: Hypothetical) -> Iterator[tuple[str, bool, str]]:
    scenario = found.scenario
    supposed = {name for name, value in found.intervention if value != scenario.event(name).fact}
    held = {name for name, _ in found.intervention}
    unsure = [link for link in scenario.links if link.cause in supposed and link.effect not in held]
    if not unsure or dict(scenario.mechanisms):
        return
    before = _chances(prepared(scenario, found.intervention, found))
    link = min(unsure, key=lambda one: one.confidence)
    others = tuple(one for one in scenario.links if one != link)
    below = descendants(scenario, (link.effect,)) | {link.effect}
    alone = not any(one.effect == link.effect for one in others)
    kept = _decided(
        replace(scenario, links=(*others, replace(link, confidence=1.0, provenance=Provenance.CONFIRMED))), found
    )
    cut = _decided(replace(scenario, links=others, refused=(link,)), found)
    if alone and link.strength == "necessary" and link.sign == "promotes":
        yield LAWS[3], (kept[link.effect] or 0.0) > 1 - CERTAIN, f"{link.cause}->{link.effect}"
        yield LAWS[4], (cut[link.effect] or 0.0) < CERTAIN, f"{link.cause}->{link.effect}"
    for after in (kept, cut):
        for name in set(before) - below - held:
            same = abs((before[name] or 0.0) - (after[name] or 0.0)) < 0.01
            yield LAWS[5], same, f"{link.cause}->{link.effect} moves {name}: {before[name]} {after[name]}"


def _decided(scenario: Scenario, found: Hypothetical) -> Mapping[str, float | None]:
    return _chances(prepared(scenario, found.intervention, found))


def _of_scores(whole: Prepared) -> Iterator[tuple[str, bool, str]]:
    rubric = whole.rubric
    world = chosen_world(rubric)
    changed = [e.id for e in rubric.scenario.events if world[e.id] != e.fact]
    if not changed:
        return
    copied = _score(whole, rubric.scenario.text)
    yield LAWS[6], copied <= COPIED, f"{copied:.2f}"
    best = edited(rubric, world)
    score = _score(whole, best)
    for name in changed[:2]:
        worse = edited(rubric, world | {name: rubric.scenario.event(name).fact})
        must = name in rubric.intervention or rubric.derivation.answer(name).kind is AnswerKind.CHANGED
        if must and worse != best:
            back = _score(whole, worse)
            yield LAWS[7], back <= score + SAME, f"{name}: {back:.2f} above {score:.2f}"


def _score(whole: Prepared, edit: str) -> float:
    return verify(whole.rubric, edit, clause=whole.clause, sure=whole.confidence, readings=whole.readings).score


def main() -> None:
    """Print a table, and the first misses."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    tried, held, missed = Counter[str](), Counter[str](), list[Trial]()
    for story in stories(every):
        for trial in trials(*story):
            tried[trial.law] += 1
            held[trial.law] += trial.held
            missed += [] if trial.held else [trial]
    sys.stdout.write("| law | tried | held |\n|---|---|---|\n")
    for law in LAWS:
        sys.stdout.write(f"| {law} | {tried[law]:,} | {held[law]:,} |\n")
    for trial in missed[:40]:
        sys.stderr.write(f"{trial.law} | {trial.where}\n")


if __name__ == "__main__":
    main()
