"""Paid replies, cached on disk."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from causalcore.files.json_text import read_json
from causalcore.files.lock import locked
from nlbridge.chat.errors import CacheError
from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest, reply_from_dict, reply_to_dict, request_key

FOLDER: Final = "CAUSALCORE_CACHE"
"""Environment variable with the folder of the cache."""
NAME: Final = "replies.sqlite"
VERSION: Final = 1
YOUNG: Final = 60.0
"""Seconds before a failed conversation is tried again; until then, all edits of a text share the failure."""
_BUSY: Final = 30.0
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, endpoint TEXT NOT NULL, model TEXT NOT NULL, "
    "reply TEXT NOT NULL, kept_at REAL NOT NULL) WITHOUT ROWID"
)


def default_path() -> Path:
    """Return the file of the cache, in `$CAUSALCORE_CACHE` or else the user's cache folder."""
    if folder := os.environ.get(FOLDER):
        return Path(folder) / NAME
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "causalcore" / NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheSize:
    """Contents of a cache: number of replies per model, the most first, and size in bytes."""

    path: Path
    replies: tuple[tuple[str, int], ...]
    size: int


class ReplyCache:
    """Replies in SQLite, by the key of the request.

    A reply is on the disk when `put` returns, so a killed process loses none. Any number of processes may share the
    file, which is created for its owner only. It holds the reply as JSON, the model and the address, not the question.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._speaking():
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path, seconds=_BUSY):  # SQLite refuses a file that another process is still creating
                path.touch(mode=0o600, exist_ok=True)
                self._base = sqlite3.connect(path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
                self._prepare()

    def get(self, key: str) -> ChatReply | None:
        """Return the reply, or None."""
        with self._lock, self._speaking():
            row = self._base.execute("SELECT reply, kept_at FROM replies WHERE key = ?", (key,)).fetchone()
            return (
                None if row is None else replace(reply_from_dict(read_json(row[0])), old=time.time() - row[1] > YOUNG)
            )

    def put(self, key: str, endpoint: str, reply: ChatReply, model: str) -> None:
        """Store a reply, unless one is stored already."""
        row = (key, endpoint, model, json.dumps(reply_to_dict(reply)), time.time())
        with self._lock, self._speaking():
            self._base.execute("INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?, ?)", row)

    def size(self) -> CacheSize:
        """Return the contents in figures."""
        with self._lock, self._speaking():
            rows = self._base.execute("SELECT model, COUNT(*) FROM replies GROUP BY 1 ORDER BY 2 DESC, 1").fetchall()
        files = [self.path, *(self.path.with_name(self.path.name + end) for end in ("-wal", "-shm"))]
        return CacheSize(path=self.path, replies=tuple(rows), size=sum(f.stat().st_size for f in files if f.exists()))

    def clear(self, older_than: float | None = None) -> int:
        """Delete replies and free the space; return how many were deleted.

        Units
        -----
        older_than : seconds; None for all
        """
        latest = float("inf") if older_than is None else time.time() - older_than
        with self._lock, self._speaking():
            removed = self._base.execute("DELETE FROM replies WHERE kept_at <= ?", (latest,)).rowcount
            self._base.execute("VACUUM")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return removed

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()

    def _prepare(self) -> None:
        self._base.execute("PRAGMA journal_mode = WAL").fetchall()
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute("PRAGMA secure_delete = ON").fetchall()
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version not in {0, VERSION}:
            message = (
                f"expected a cache of version {VERSION}, got version {version} in {self.path}; "
                f"remove the file, or name another folder in {FOLDER}"
            )
            raise CacheError(message)
        self._base.execute(_TABLE)
        self._base.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as broken:
            message = (
                f"expected a cache of replies in {self.path}, got: {broken}; "
                f"remove the file, name another folder in {FOLDER}, or use --no-cache"
            )
            raise CacheError(message) from broken


class CachedModel:
    """A chat model with a cache: it asks another model, at the address `endpoint`, only for missing replies.

    Asks simultaneous equal requests once; `hits` counts replies from the cache.
    """

    def __init__(self, model: ChatModel, cache: ReplyCache, *, endpoint: str = "") -> None:
        self._model, self._cache, self._endpoint = model, cache, endpoint
        self._asking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.hits = 0

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        key = request_key(request, self._endpoint)
        lock = self._asking[key]
        async with lock:
            cached = self._cache.get(key)  # microseconds; a thread would take longer
            if cached is None:
                cached = await self._model.reply(request)
                await asyncio.to_thread(self._cache.put, key, self._endpoint, cached, request.model)
            else:
                self.hits += 1
        if self._asking.get(key) is lock and not lock.locked():
            del self._asking[key]
        return cached


def cache_size(path: Path) -> CacheSize:
    """Return the figures of a cache without creating one."""
    if not path.exists():
        return CacheSize(path=path, replies=(), size=0)
    with closing(ReplyCache(path)) as cache:
        return cache.size()
