"""Judge rewrites in a process of its own, or by the session's model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.service.tasks import work_on
from nlbridge.apps.studio.service.workers import Workers

if TYPE_CHECKING:
    from nlbridge.answering.request import Settings

SECONDS: Final = 60.0
"""How long one rewrite may take."""


class Judges:
    """Judges one row after the other; the process is started with the first one, and ends with `close`.

    Parameters
    ----------
    settings
        Tells how texts are read now; a person may choose another reader while the studio runs.

    Examples
    --------
    >>> from nlbridge.answering.request import Settings
    >>> Judges(Settings).close()
    """

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._workers: Workers | None = None

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the judgement of one row, or `{"error": ...}`."""
        settings = self._settings()
        if settings.reader != "offline":
            return work_on("judge", row, settings).row
        if self._workers is None:
            self._workers = Workers(settings, processes=1, seconds=SECONDS)
        return self._workers.submit("judge", dict(row)).answer.result().row

    def close(self) -> None:
        """End the process, if one was started."""
        if self._workers is not None:
            self._workers.close()
