"""Pages in one file, which open without a server: the frame of them, and the page of one text.

What stands in a text is escaped; the page holds no script, and its policy lets none run.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.views.answers_view import why
from nlbridge.apps.studio.views.pictures import graph_svg
from nlbridge.apps.studio.views.rubric_text import rubric_view
from nlbridge.apps.studio.views.view import view

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.document import Document
    from nlbridge.apps.studio.views.derived import Derived

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
MARKS: Final = {"intervened": "◆", "changed": "●", "unchanged": "○", "open": "?"}


def page_of(title: str, body: str, style: str = "") -> str:
    """Return a whole page; the title is escaped, the body is taken as it is.

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


def text_page(document: Document, found: Derived) -> str:
    """Return one text with its graph, answers, rubric and rewrites as a page."""
    drawn = view(document)
    title = document.title or f"Text {document.id}"
    parts = [f"<h1>{escape(title)}</h1>", _passage(drawn)]
    if drawn["what_if"]:
        parts += [
            "<h2>What if</h2>",
            f"<p>{escape(drawn['what_if']['sentence'] or drawn['what_if']['problem'] or '')}</p>",
        ]
    if drawn["claims"]:
        parts += ["<h2>Graph</h2>", f'<figure role="img" aria-label="Causal graph">{graph_svg(found)}</figure>']
    parts += [_answers(drawn, found), _rubric(found), *(_rewrite(one) for one in drawn["rewrites"])]
    return page_of(title, "\n".join(part for part in parts if part))


def _passage(drawn: dict[str, Any]) -> str:
    states = {claim["id"]: claim["state"] for claim in drawn["claims"]}
    pieces = []
    for cut in drawn["segments"]:
        state = next((states[name] for name in cut["claims"] if name in states), None)
        words = f"<bdi>{escape(cut['text'])}</bdi>"
        pieces.append(f'<mark class="{escape(state)}">{words}</mark>' if state else words)
    return f'<p class="passage">{"".join(pieces)}</p>'


def _answers(drawn: dict[str, Any], found: Derived) -> str:
    if found.prepared is None:
        return ""
    reasons = {answer.event: why(answer) for answer in found.prepared.rubric.derivation.answers}
    rows = "".join(
        f'<tr><td class="{escape(one["state"])}">{MARKS.get(one["state"], "…")} {escape(one["state"])}</td>'
        f"<td>{escape(one['statement'])}</td><td>{one['confidence']:.0%}</td>"
        f"<td>{escape(reasons[one['claim']])}</td></tr>"
        for one in drawn["answers"]
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Answer", "Claim", "Sure", "Why"))
    return f"<h2>Answers</h2><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""


def _rubric(found: Derived) -> str:
    if found.prepared is None:
        return ""
    sections = []
    for section in rubric_view(found.prepared.rubric)["sections"]:
        items = "".join(f"<li>{escape(one['statement'])} ({one['confidence']:.0%})</li>" for one in section["criteria"])
        sections.append(f"<h3>{escape(section['title'])}</h3><ul>{items}</ul>")
    return "<h2>Rubric</h2>" + "".join(sections)


def _rewrite(one: dict[str, Any]) -> str:
    if one["confidence"] is None:
        return f'<h2>Rewrite</h2><p class="passage">{escape(one["text"])}</p>'
    verdict = escape(one["verdict"])
    return (
        f'<h2>Rewrite: <span class="{verdict}">{verdict}</span>, {chance(one)}</h2>'
        f'<p class="passage">{escape(one["text"])}</p>{criteria_list(one["criteria"])}'
    )


def chance(judged: dict[str, Any]) -> str:
    """Return how sure a verdict is; of an open one the chance of being valid, as the table of rewrites shows it."""
    if judged["verdict"] == "undetermined":
        return f"{judged['score']:.0%} valid"
    return f"{judged['confidence']:.0%} sure"


def criteria_list(criteria: list[dict[str, Any]]) -> str:
    """Return criteria with their verdicts and quotes as a list."""
    items = "".join(
        f'<li><b class="{escape(one["verdict"])}">{escape(one["verdict"])}</b> {escape(one["error"] or "")} '
        f"{escape(one['statement'])}" + (f" — <q>{escape(one['quote'])}</q>" if one["quote"] else "") + "</li>"
        for one in criteria
    )
    return f"<ul>{items}</ul>"
