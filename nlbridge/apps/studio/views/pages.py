"""Export the results of a text: pictures as SVG, a rubric as Markdown, pages in one file.

All text is escaped; a page has no scripts, and its policy forbids them.
"""

from __future__ import annotations

import re
import textwrap
from html import escape
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.pictures.picture import Box, Picture, Style, printable
from causalcore.pictures.svg import svg
from causalcore.scenario.scenario import Scenario
from nlbridge.answering.result import reason_of
from nlbridge.apps.studio.views.answers_view import rubric_view, what_if_view
from nlbridge.apps.studio.views.derived import Derived, derived
from nlbridge.apps.studio.views.view import view
from nlbridge.telling.graph_drawing import STYLES, State, arrow_of, picture_of

if TYPE_CHECKING:
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.studio.document.document import Document

PLAIN: Final = Style("claim", "#ffffff", "#666666")
WIDTH: Final = 720
MARGIN: Final = 24
LINE: Final = 18
LETTERS: Final = 88
"""Letters per line of the card."""
_COLOURS: Final = {
    CriterionKind.INTERVENTION: State.INTERVENED,
    CriterionKind.CHANGED: State.CHANGED,
    CriterionKind.NUMERIC: State.CHANGED,
    CriterionKind.UNCHANGED: State.UNCHANGED,
    CriterionKind.LATENT: State.UNCHANGED,
    CriterionKind.OPEN: State.OPEN,
}
_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|~])")
STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0 }
tr { border-bottom: 1px solid #8886 } svg { max-width: 100%; height: auto; background: #fff }
mark { background: none; color: inherit; border-bottom: 2px solid currentcolor }
.passage { font: 1.1rem/1.8 Georgia, serif; white-space: pre-wrap }
.changed, .invalid, .fail { color: light-dark(#b03a06, #ff9f70) }
.unchanged, .valid, .pass { color: light-dark(#25704c, #7fcda6) }
.intervened { color: light-dark(#3d4fb8, #a3b1ff) }
.open, .undetermined { color: light-dark(#7d5a00, #e6c15a) }
details { border-bottom: 1px solid #8886; padding: .4rem 0 }
ins { text-decoration: underline 2px } label { margin-right: 1rem }
"""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
SIGNS: Final = {"intervened": "◆", "changed": "●", "unchanged": "○", "open": "?"}


def graph_svg(found: Derived) -> str:
    """Draw the graph of a reading; under a what-if, claims are coloured by state."""
    return svg(picture_of(found.prepared.rubric) if found.prepared else _reading(found.scenario))


def _reading(scenario: Scenario) -> Picture:
    boxes = [Box(id=event.id, head=event.id, text=event.statement, style=PLAIN) for event in scenario.events]
    boxes += [Box(id=fact.id, head=fact.id, text=fact.statement, style=PLAIN, hidden=True) for fact in scenario.latents]
    return Picture(title="Causal graph", boxes=tuple(boxes), arrows=tuple(map(arrow_of, scenario.links)))


def rubric_svg(document: Document) -> str:
    """Draw a rubric as a card: sections of criteria with their confidence."""
    rows: list[tuple[int, str, str, Style | None]] = [
        (0, "", line, None) for line in textwrap.wrap(printable(document.text), width=LETTERS)
    ]
    for section in rubric_view(document)["sections"]:
        rows += [(0, "", "", None), (0, ' font-weight="bold"', section["title"], None)]
        style = STYLES[_COLOURS[section["kind"]]] if section["kind"] in _COLOURS else None
        for part in section["criteria"]:
            words = f"{printable(part['statement'])} ({part['confidence']:.0%})"
            first, *more = textwrap.wrap(words, width=LETTERS - 4)
            rows += [(18, "", first, style), *((18, "", line, None) for line in more)]
    height = 2 * MARGIN + LINE * len(rows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(f'Rubric of {document.id}')}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for place, (indent, weight, words, style) in enumerate(rows, 1):
        y = MARGIN + LINE * place
        dot = f'<rect x="{MARGIN}" y="{y - 10}" width="11" height="11" rx="2" '
        dot = f'{dot}fill="{style.fill}" stroke="{style.stroke}"/>' if style else ""
        lines.append(f'{dot}<text x="{MARGIN + indent}" y="{y}"{weight} fill="#222222">{escape(words)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def rubric_markdown(document: Document) -> str:
    """Return a rubric as Markdown; markup in claims is escaped."""
    sections, supposed = rubric_view(document)["sections"], what_if_view(document, derived(document)) or {}
    lines = [f"# Rubric of {_plain(document.id)}", "", f"> {_plain(document.text)}", "", _plain(supposed["sentence"])]
    for section in sections:
        lines += ["", f"## {section['title']}", ""]
        for row in section["criteria"]:
            lines.append(f"- {_plain(row['statement'])} ({row['confidence']:.0%}) — {_plain(row['why'])}")
    return "\n".join(lines) + "\n"


def _plain(words: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(words.split()))


def page_of(title: str, body: str, style: str = "") -> str:
    """Return a whole page; escapes the title, but not the body.

    Examples
    --------
    >>> "<title>a &lt; b</title>" in page_of("a < b", "<p>x</p>")
    True
    """
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def text_page(document: Document) -> str:
    """Return one text with its graph, answers, rubric and rewrites as a page."""
    drawn, result = view(document), derived(document)
    title = document.title or f"Text {document.id}"
    parts = [f"<h1>{escape(title)}</h1>", _passage(drawn)]
    if supposed := drawn["what_if"]:
        parts += ["<h2>What if</h2>", f"<p>{escape(supposed['sentence'] or supposed['problem'] or '')}</p>"]
    if drawn["claims"]:
        parts.append(f'<h2>Graph</h2>\n<figure role="img" aria-label="Causal graph">{graph_svg(result)}</figure>')
    if result.prepared is not None:
        parts += [_answers(drawn, result.prepared), _rubric(document)]
    parts += [_rewrite(rewrite) for rewrite in drawn["rewrites"]]
    return page_of(title, "\n".join(parts))


def _passage(drawn: dict[str, Any]) -> str:
    states = {claim["id"]: claim["state"] for claim in drawn["claims"]}
    pieces = []
    for segment in drawn["segments"]:
        state = next((states[name] for name in segment["claims"] if name in states), None)
        words = f"<bdi>{escape(segment['text'])}</bdi>"
        pieces.append(f'<mark class="{escape(state)}">{words}</mark>' if state else words)
    return f'<p class="passage">{"".join(pieces)}</p>'


def _answers(drawn: dict[str, Any], prepared: Prepared) -> str:
    reasons = {answer.event: reason_of(answer) for answer in prepared.rubric.derivation.answers}
    rows = "".join(
        f'<tr><td class="{escape(row["state"])}">{SIGNS.get(row["state"], "…")} {escape(row["state"])}</td>'
        f"<td>{escape(row['statement'])}</td><td>{row['confidence']:.0%}</td>"
        f"<td>{escape(reasons[row['claim']])}</td></tr>"
        for row in drawn["answers"]
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Answer", "Claim", "Sure", "Why"))
    return f"<h2>Answers</h2><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _rubric(document: Document) -> str:
    sections = []
    for section in rubric_view(document)["sections"]:
        items = "".join(f"<li>{escape(row['statement'])} ({row['confidence']:.0%})</li>" for row in section["criteria"])
        sections.append(f"<h3>{escape(section['title'])}</h3><ul>{items}</ul>")
    return "<h2>Rubric</h2>" + "".join(sections)


def _rewrite(rewrite: dict[str, Any]) -> str:
    if rewrite["confidence"] is None:
        return f'<h2>Rewrite</h2><p class="passage">{escape(rewrite["text"])}</p>'
    verdict = escape(rewrite["verdict"])
    return (
        f'<h2>Rewrite: <span class="{verdict}">{verdict}</span>, {chance(rewrite)}</h2>'
        f'<p class="passage">{escape(rewrite["text"])}</p>{criteria_list(rewrite["criteria"])}'
    )


def chance(judged: dict[str, Any]) -> str:
    """Return the confidence of a verdict or, if undetermined, the probability of valid, as in the table of rewrites."""
    if judged["verdict"] == "undetermined":
        return f"{judged['score']:.0%} valid"
    return f"{judged['confidence']:.0%} sure"


def criteria_list(criteria: list[dict[str, Any]]) -> str:
    """Return an HTML list of criteria with verdicts and quotes."""
    items = "".join(
        f'<li><b class="{escape(row["verdict"])}">{escape(row["verdict"])}</b> {escape(row["error"] or "")} '
        f"{escape(row['statement'])}" + (f" — <q>{escape(row['quote'])}</q>" if row["quote"] else "") + "</li>"
        for row in criteria
    )
    return f"<ul>{items}</ul>"
