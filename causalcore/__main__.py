"""`python -m causalcore`: the command `causalcore`, found by its entry point, since it lies above this package."""

from __future__ import annotations

from importlib.metadata import entry_points

from causalcore.errors import LanguageSideMissingError


def main() -> None:
    """Run the command line.

    Raises
    ------
    LanguageSideMissingError
        If no installed package has one.
    """
    for command in entry_points(group="console_scripts", name="causalcore"):
        command.load()()
        return
    name = "the command line"
    raise LanguageSideMissingError(name)


if __name__ == "__main__":
    main()
