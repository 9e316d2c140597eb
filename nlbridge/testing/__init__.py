"""What your own tests need to stand in for the outside: install `causalcore[testing]`.

| concept | module | source |
|---|---|---|
| an endpoint that answers and fails by script | `nlbridge.testing.chat_server` | chat-completions protocol |
"""

from __future__ import annotations
