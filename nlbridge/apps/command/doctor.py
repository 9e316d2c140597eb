"""`causalcore doctor`: test the configured endpoint, and measure the configured model."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from nlbridge.answering.request import RequestError
from nlbridge.apps.command.options import Format, is_json, print_json
from nlbridge.asking.command_options import endpoint_options
from nlbridge.asking.output import while_read
from nlbridge.asking.progress import counting, waiting
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from nlbridge.apps.doctor.measurement import Measurement
    from nlbridge.chat.client.endpoint import Endpoint

SIZES: Final = ("20", "60", "all")
USUAL: Final = "20"
_BUDGET: Final = re.compile(r"(?P<amount>\d+(?:\.\d+)?)\s*(?P<unit>k?\s*tokens|k|\$|dollars)?")
READING: Final = (5_790, 1_290)
"""Prompt and reply tokens of a text with its what-if, from docs/explanation/language-model-traffic.md."""
NAMES: Final = {
    "events_right": "events right",
    "verdicts_decided": "verdicts decided",
    "verdicts_right": "of these right",
    "area_under_curve": "area under the curve",
    "calibration_error": "calibration error",
}


@endpoint_options
def doctor_command(
    size: Annotated[
        str | None, typer.Argument(help="With --measure: 20, 60 or all texts.", metavar="20|60|all")
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure the model on the labelled texts, and save its profile.")
    ] = False,
    budget: Annotated[
        str | None,
        typer.Option(
            help="With --measure: spend at most this, in dollars (2.50) or tokens (500ktokens).", metavar="AMOUNT"
        ),
    ] = None,
    form: Format = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Test the configured endpoint: does it follow a schema, how fast is it; list model servers on this machine.

    With --measure the model answers texts whose answers are known. The command saves each answer: run again, it resumes
    where it stopped, and costs nothing if it had finished. Later commands use the measured confidence of this model.

    Example: causalcore doctor --measure 20 --budget 2.50
    """
    from nlbridge.apps.doctor.endpoint_probe import local_servers
    from nlbridge.chat.client.endpoint import Endpoint

    if not measure and (size or budget):
        message = f"expected --measure with {size or '--budget'}, got none; add it"
        raise RequestError(message)
    if size not in {None, *SIZES}:
        message = f"expected one of {', '.join(SIZES)}, got {str(size)[:20]!r}; choose one of them"
        raise RequestError(message)
    with waiting("Looking for servers on this machine"):
        servers = local_servers()
    row: dict[str, Any] = {"local_servers": list(servers), "endpoint": None}
    if endpoint.name:
        with Endpoint(_within(endpoint, budget)) as opened:
            row["endpoint"] = _probed(opened)
            if measure:
                row["measured"] = _measured(opened, size or USUAL)
    elif measure:
        message = "expected a model to measure, got none; name it with --model, or in causalcore.toml"
        raise RequestError(message)
    if is_json(form):
        print_json(row)
    else:
        with while_read():
            sys.stdout.write(_text(row))


def _within(options: EndpointOptions, budget: str | None) -> EndpointOptions:
    """Return the options with a budget parsed from the command line.

    Examples
    --------
    >>> _within(EndpointOptions(), "2.50").max_cost, _within(EndpointOptions(), "500ktokens").max_tokens
    (2.5, 500000)
    """
    if budget is None:
        return options
    parts = _BUDGET.fullmatch(budget.strip().lower())
    if parts is None:
        message = f"expected --budget in dollars or tokens, as 2.50 or 500ktokens, got {budget[:20]!r}; correct it"
        raise RequestError(message)
    amount, unit = float(parts["amount"]), (parts["unit"] or "").replace(" ", "")
    if unit in {"", "$", "dollars"}:
        return replace(options, max_cost=amount)
    return replace(options, max_tokens=int(amount * (1_000 if unit.startswith("k") else 1)))


def _probed(endpoint: Endpoint) -> dict[str, Any] | None:
    """Probe the endpoint, save the result in the model's profile and return it; None in a dry run."""
    from nlbridge.apps.doctor.endpoint_probe import probe
    from nlbridge.chat.client.profile import ModelProfile, save_profile
    from nlbridge.chat.replies.chat import Usage

    client = endpoint.client
    if client is None or endpoint.options.dry_run:
        return None
    with waiting("Asking the endpoint"):
        dialect, probed = endpoint.run(probe(client, endpoint.name))
    before = endpoint.profile or ModelProfile(model=endpoint.name, address=endpoint.address)
    endpoint.profile = replace(before, dialect=dialect)
    save_profile(endpoint.profile)
    usual = Usage(prompt_tokens=READING[0], completion_tokens=READING[1])
    cost = client.budget.cost(endpoint.name, usual)
    row = {"model": endpoint.name, "base_url": endpoint.address} | probed
    return row | {"dollars_a_text": None if cost is None else round(cost, 6)}


def _measured(endpoint: Endpoint, size: str) -> dict[str, Any]:
    from nlbridge.apps.doctor.measurement import labelled_texts, measure, profile_after
    from nlbridge.chat.client.profile import ModelProfile, save_profile
    from nlbridge.chat.replies.chat import Usage

    texts = labelled_texts() if size == "all" else labelled_texts()[: int(size)]
    with counting(len(texts), "Texts") as advance:
        measurement: Measurement = measure(endpoint, texts, each=advance)
    path = None
    if measurement.rows:
        before = endpoint.profile or ModelProfile(model=endpoint.name, address=endpoint.address)
        path = str(save_profile(profile_after(before, measurement)))
    spent = measurement.spent
    usage = Usage(prompt_tokens=int(spent["prompt_tokens"]), completion_tokens=int(spent["completion_tokens"]))
    cost = None if endpoint.client is None else endpoint.client.budget.cost(endpoint.name, usage)
    return measurement.row(cost) | {"calls_paid_now": endpoint.spent.calls, "profile": path}


# ---- as text


def _text(row: dict[str, Any]) -> str:
    lines = [
        f"{s['name']} at {s['base_url']} (not used unless you name it): {', '.join(s['models']) or 'no model'}"
        for s in row["local_servers"]
    ] or ["No language model server answers on the usual ports."]
    endpoint = row["endpoint"]
    if endpoint is None:
        lines += ["No model is configured: name one in causalcore.toml, or with --model and --base-url."]
    else:
        lines += _endpoint_lines(endpoint)
    if row.get("measured"):
        lines += ["", *_measured_lines(row["measured"])]
    return "\n".join(lines) + "\n"


def _endpoint_lines(row: dict[str, Any]) -> list[str]:
    from nlbridge.apps.doctor.endpoint_probe import SchemaUse

    speed = f"{row['tokens_a_second']:g} tokens a second" if row["tokens_a_second"] else "tokens are not counted"
    price = row["dollars_a_text"]
    cost = "no price is configured" if price is None else f"about {price:.4f} dollars a text with its what-if"
    lines = [
        f"Model {row['model']} at {row['base_url']}",
        f"  schema: {row['schema']}; asked from now on by {row['asked_from_now_on']}",
        f"  speed: {row['seconds']:.1f} s for a short reply, {speed}",
        f"  price: {cost}",
    ]
    if row["schema"] == SchemaUse.UNUSABLE:
        lines.append("  Advice: use another model: this one follows no output format, so its readings would be refused")
    if row["parameters_refused"]:
        lines.append(f"  refuses: {', '.join(row['parameters_refused'])}")
    if row["answered_by"] and not row["answered_by"].startswith(row["model"]):
        lines.append(f"  answered by {row['answered_by']}")
    return lines


def _measured_lines(row: dict[str, Any]) -> list[str]:
    lines = [f"Measured on {row['texts']} of {row['wanted']} texts, with 95 % intervals over texts"]
    for name, words in NAMES.items():
        lines.append(f"  {words:<22}{_shown(row['figures'][name])}   offline {_shown(row['offline'][name])}")
    kinds = ", ".join(f"{kind} {share['value']:.0%}" for kind, share in row["events_right_by_kind"].items())
    spent = row["spent"]
    cost = "cost unknown without a price" if spent["cost"] is None else f"{spent['cost']:.4f} dollars"
    lines += [
        f"  events right by kind  {kinds}",
        f"  took {spent['calls']:.0f} calls, {spent['prompt_tokens']:.0f} prompt and {spent['completion_tokens']:.0f} "
        f"reply tokens, {spent['seconds']:.0f} s, {cost}; {row['calls_paid_now']} calls were paid now",
    ]
    if row["stopped"]:
        lines.append(f"  stopped: {row['stopped']}; the same command resumes here")
    return [*lines, f"Advice: {row['advice']}"]


def _shown(figure: dict[str, Any]) -> str:
    if figure["value"] is None:
        return "-"
    if figure["low"] is None:
        return f"{figure['value']:.3f}"
    return f"{figure['value']:.3f} ({figure['low']:.3f} to {figure['high']:.3f})"
