"""Count how often each law of verification holds, over all scenarios at hand.

    CAUSALCORE_DATA=... python tests/properties/count_laws.py [--sources suite,examples,written,generated,stories]
        [--laws abcdetfgvF0123456] [--every N] [--misses N]

Each law is tried with the gold scenario given, and with the scenario read from the text. Printed is a table in
Markdown: how many edits, how many keep the law, are left undetermined, are called invalid for another reason, or break
it. Misses are shown of scenarios that may be looked at.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from law_cases import Case, examples, generated, labelled_stories, suite, written
from never_valid import MAKERS, foreign
from verification_laws import SWAPS, TURNS, WRAPPINGS, Broken, addressed, negated, put_back, swapped

from causalcore.derivation.rubric import Rubric
from nlbridge.judging.report import Report
from nlbridge.judging.verification import ErrorClass
from nlbridge.telling.representative import answer_or_reason

GENERATED = 120
COLUMNS = ("held", "undetermined", "other error", "broken")


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One edit and what became of the law on it."""

    edit: str
    how: str
    outcome: str


Judge = Callable[[str], Report]
Law = Callable[[Case, Judge, Rubric], Iterator[Trial]]


def of_answer(_: Case, judge: Judge, rubric: Rubric) -> Iterator[Trial]:
    """Try that the representative answer of a rubric is not called invalid by it."""
    answer = answer_or_reason(rubric).text
    report = judge(answer) if answer else None
    outcome = "undetermined" if report is None else ("broken" if report.valid is False else "held")
    yield Trial(edit=answer, how="no answer" if not answer else str(report.valid if report else ""), outcome=outcome)


def of_original(case: Case, judge: Judge, _: Rubric) -> Iterator[Trial]:
    """Try that the text itself is invalid for want of the what-if."""
    yield _tried(Broken(edit=case.text, error=ErrorClass.E2, how="original"), judge)


def _tried(broken: Broken, judge: Judge) -> Trial:
    return Trial(edit=broken.edit, how=broken.how, outcome=broken.outcome(judge(broken.edit)))


def breaking(made: Callable[[Case], Iterator[Broken]]) -> Law:
    """Try that edits of one kind are invalid with their error."""

    def law(case: Case, judge: Judge, _: Rubric) -> Iterator[Trial]:
        yield from (_tried(broken, judge) for broken in made(case))

    return law


def of_valid(case: Case, judge: Judge, _: Rubric) -> Iterator[Trial]:
    """Try that valid edits are not called invalid: what the laws above may not cost."""
    for edit in case.valid_edits:
        report = judge(edit)
        outcome = {True: "held", None: "undetermined", False: "broken"}[report.valid]
        yield Trial(edit=edit, how=str(report.reasons[:1]), outcome=outcome)


def _edits(case: Case) -> list[str]:
    return list(dict.fromkeys([text for text, _ in case.edits] + [case.text, case.answer]))


def of_wrapping(case: Case, judge: Judge, _: Rubric) -> Iterator[Trial]:
    """Try that nothing around an edit changes its verdict: a valid one, an invalid one, and the text itself."""
    labels = (True, False)
    firsts = [next((text for text, valid in case.edits if valid is label), "") for label in labels]
    for edit in filter(None, (*firsts, case.text)):
        plain = judge(edit).valid
        for name, wrap in WRAPPINGS.items():
            yield Trial(edit=wrap(edit), how=name, outcome=_same(plain, judge(wrap(edit)).valid))


def _same(plain: bool | None, wrapped: bool | None) -> str:
    """Compare two verdicts: one may be withheld for the other, and never be turned round."""
    if plain is wrapped:
        return "held"
    return "undetermined" if plain is None or wrapped is None else "broken"


def of_address(case: Case, judge: Judge, _: Rubric) -> Iterator[Trial]:
    """Try that words to the checker change no verdict, on two edits of each case."""
    for edit in list(filter(None, _edits(case)))[:2]:
        plain = _key(judge(edit))
        for name, text in addressed(edit):
            same = _key(judge(text)) == plain
            yield Trial(edit=text, how=name, outcome="held" if same else "broken")


def never_valid(made: Callable[[Case], Iterator[str]]) -> Law:
    """Try that edits of one kind are not called valid: withheld or invalid is held."""

    def law(case: Case, judge: Judge, _: Rubric) -> Iterator[Trial]:
        for edit in made(case):
            valid = judge(edit).valid
            outcome = {True: "broken", None: "undetermined", False: "held"}[valid]
            yield Trial(edit=edit, how=case.query, outcome=outcome)

    return law


def of_foreign(others: list[Case]) -> Law:
    """Try that the edits of other cases of the same source are not called valid."""
    return never_valid(lambda case: foreign(case, [other for other in others if other.source == case.source]))


def _key(report: Report) -> tuple[bool | None, tuple[ErrorClass, ...]]:
    return report.valid, report.errors


LAWS: dict[str, tuple[str, Law]] = {
    "a": ("the representative answer is not called invalid", of_answer),
    "b": ("the original is invalid (E2)", of_original),
    "c": ("an unchanged event negated is invalid (E1)", breaking(negated)),
    "d": ("a changed event put back is invalid (E2)", breaking(put_back)),
    "e": ("a reason and a concession swapped are invalid (E3)", breaking(lambda case: swapped(case, SWAPS))),
    "t": ("a result and an opposition swapped are invalid (E3)", breaking(lambda case: swapped(case, TURNS))),
    "f": ("case, white space, Markdown, quotation marks, preambles turn no verdict round", of_wrapping),
    "g": ("words to the checker change nothing", of_address),
    "v": ("a valid edit is not called invalid (undetermined: not called valid either)", of_valid),
}

LAWS |= {str(k): (f"never valid: {name}", never_valid(made)) for k, (name, made) in enumerate(MAKERS.items())}


def cases(sources: list[str], every: int) -> list[Case]:
    """Return the cases of the sources that are named."""
    found: list[Case] = []
    if "examples" in sources:
        found += examples()
    if "written" in sources:
        found += list(written())[::every]
    if "stories" in sources:
        found += labelled_stories(every=every)
    if "generated" in sources:
        found += generated(GENERATED)
    if "suite" in sources and os.environ.get("CAUSALCORE_DATA"):
        found += suite(Path(os.environ["CAUSALCORE_DATA"]), every=every)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", default="suite,examples,written,generated,stories")
    parser.add_argument("--laws", default="".join(LAWS) + "F")
    parser.add_argument("--every", type=int, default=1, help="take every n-th scenario of the suite")
    parser.add_argument("--misses", type=int, default=0, help="how many misses to show of each law")
    chosen = parser.parse_args()
    every_case = cases(chosen.sources.split(","), chosen.every)
    LAWS["F"] = ("never valid: another text's edit", of_foreign(every_case))
    print("| law | scenario | scenarios of | edits | held | undetermined | other error | broken |")
    print("|---|---|---|---|---|---|---|---|")
    for letter in chosen.laws:
        for given in (True, False):
            _count(letter, every_case, chosen.misses, given=given)


def _count(letter: str, every_case: list[Case], misses: int, *, given: bool) -> None:
    name, law = LAWS[letter]
    counted: dict[str, Counter[str]] = {}
    missed: list[str] = []
    start = time.perf_counter()
    for number, case in enumerate(every_case):
        rubric = case.given if given else case.read
        found = counted.setdefault(case.source, Counter())
        for trial in law(case, partial(case.judge, given=given), rubric) if rubric is not None else ():
            found[trial.outcome] += 1
            if trial.outcome != "held" and not case.held_out:
                missed.append(f"{case.source} {case.id} [{trial.outcome}] {trial.how}\n    {trial.edit}")
        if sys.stderr.isatty() or number % 50 == 0:
            print(f"\r{letter}: {number + 1} of {len(every_case)}", end="", file=sys.stderr, flush=True)
    print(f"\r{letter}: {time.perf_counter() - start:.0f} s" + " " * 20, file=sys.stderr)
    for source, found in counted.items():
        cells = " | ".join(str(found[column]) for column in COLUMNS)
        where = "given" if given else "from text"
        print(f"| {letter}: {name} | {where} | {source} | {found.total()} | {cells} |", flush=True)
    worst_first = sorted(missed, key=lambda miss: "[broken]" not in miss)
    print("\n".join(worst_first[:misses]), file=sys.stderr)


if __name__ == "__main__":
    main()
