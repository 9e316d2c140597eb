"""A scenario written by hand: what a hypothetical changes, leaves and leaves open, each answer with its proof."""

from __future__ import annotations

from causalcore import Event, Link, Scenario, Strength, compile_scenario, do

orchestra = Scenario(
    events=(
        Event(id="snow", statement="Snow blocked the pass."),
        Event(id="late", statement="The harpist was late."),
        Event(id="ill", statement="The conductor was ill."),
        Event(id="cancelled", statement="The concert was cancelled."),
        Event(id="angry", statement="The mayor was angry."),
    ),
    links=(
        Link(cause="snow", effect="late"),
        Link(cause="late", effect="cancelled", strength=Strength.SUFFICIENT),
        Link(cause="ill", effect="cancelled", strength=Strength.SUFFICIENT),
        Link(cause="cancelled", effect="angry", strength=Strength.CONTRIBUTING),
    ),
)


def main() -> None:
    """Compile once, ask three questions."""
    compiled = compile_scenario(orchestra)
    for action in (
        do({"snow": "false"}),
        do({"snow": "false", "ill": "false"}),
        do({"cancelled": "false"}),
    ):
        print(action)
        for answer in compiled.derive(action).answers:
            print(f"  {answer.event:10} {answer.kind:10} {answer.evidence}")


if __name__ == "__main__":
    main()
