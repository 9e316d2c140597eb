"""Print a command of the README, so that checks run the commands that people type.

`readme_command.py README.md run` prints the first shell block (install and run),
`readme_command.py README.md test` the second (install and test), and
`readme_command.py README.md --console` the lines after `$ ` in its console blocks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def shell_blocks(text: str, language: str) -> list[str]:
    """Return the contents of the fenced blocks in one language."""
    return [block.strip() for block in re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def main(readme: str, which: str) -> str:
    """Return the command or commands asked for."""
    text = Path(readme).read_text(encoding="utf-8")
    if which == "--console":
        lines = "\n".join(shell_blocks(text, "console")).splitlines()
        return "\n".join(line[2:] for line in lines if line.startswith("$ "))
    commands = shell_blocks(text, "sh")
    if len(commands) != 2:
        message = f"expected exactly two shell blocks in {readme}, got {len(commands)}"
        raise SystemExit(message)
    return commands[{"run": 0, "test": 1}[which]]


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1], sys.argv[2]) + "\n")
