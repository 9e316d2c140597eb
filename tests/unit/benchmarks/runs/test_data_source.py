"""Data sets by name: from a folder, and from a hub that stands in on the loopback interface."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.clomo.data import load as load_clomo
from benchmarks.command import export as export_command
from benchmarks.command import score as cli
from benchmarks.conditionals.data import load as load_conditionals
from benchmarks.errors import DatasetMissingError
from benchmarks.ftc.data import load as load_ftc
from benchmarks.runs.data_source import DatasetsMissingError, local
from nlbridge.apps.command.cli import OneLineErrors

ROOT = Path(__file__).parents[4]
REVISION = "0" * 39 + "1"


class Hub(BaseHTTPRequestHandler):
    """Serves the files of `repositories`: name -> path -> bytes."""

    repositories: ClassVar[dict[str, dict[str, bytes]]] = {}
    asked: ClassVar[list[str]] = []

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        paths = json.loads(body).get("paths", []) if body.startswith(b"{") else []
        _, files = self._repository()
        if files is None or "/paths-info/" not in self.path:
            self._send(404, b"{}")
            return
        self._json([self._entry(path, files[path]) for path in paths if path in files])

    def do_GET(self) -> None:
        self.asked.append(f"{self.command} {self.path}")
        repository, files = self._repository()
        path = unquote(urlsplit(self.path).path)
        if files is None:
            self.send_response(404)
            self.send_header("X-Error-Code", "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif "/resolve/" in path:
            name = path.split("/resolve/")[1].split("/", 1)[1]
            if name in files:
                self._send(200, files[name], kind="application/octet-stream")
            else:
                self._send(404, b"", error="EntryNotFound")
        elif "/tree/" in path:
            under = path.split("/tree/")[1].partition("/")[2]
            below = {one.removeprefix(f"{under}/" if under else "") for one in files if one.startswith(under)}
            folders = sorted({one.split("/")[0] for one in below if "/" in one})
            shown = [{"type": "directory", "path": f"{under}/{one}".strip("/"), "oid": "0"} for one in folders]
            names = [f"{under}/{one}".strip("/") for one in below if "/" not in one]
            self._json([*shown, *(self._entry(one, files[one]) for one in names)])
        elif path.startswith(f"/api/datasets/{repository}"):
            rest = path.removeprefix(f"/api/datasets/{repository}")
            if rest in ("", f"/revision/{REVISION}", "/revision/main"):
                self._json({"id": repository, "sha": REVISION, "siblings": [{"rfilename": one} for one in files]})
            else:
                self._send(404, b"{}")
        else:
            self._send(404, b"{}")

    def _repository(self) -> tuple[str, dict[str, bytes] | None]:
        parts = unquote(urlsplit(self.path).path).removeprefix("/api").strip("/").split("/")
        name = "/".join(parts[1:3])
        return name, self.repositories.get(name)

    def _entry(self, path: str, content: bytes) -> dict[str, object]:
        return {"type": "file", "path": path, "size": len(content), "oid": sha1(content).hexdigest()}

    def _json(self, body: object) -> None:
        self._send(200, json.dumps(body).encode())

    def _send(self, status: int, body: bytes, *, kind: str = "application/json", error: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Repo-Commit", REVISION)
        self.send_header("ETag", f'"{sha1(body).hexdigest()}"')
        if error:
            self.send_header("X-Error-Code", error)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hub(repositories: dict[str, dict[str, bytes]]) -> Iterator[tuple[str, list[str]]]:
    """Serve data sets; give the address, and what was asked."""
    handler = type("Served", (Hub,), {"repositories": repositories, "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", handler.asked
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def caches(monkeypatch, tmp_path):
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))


def put(path: Path, rows: list[dict], **kinds: object) -> Path:
    """Write rows as one split of a data set."""
    from datasets import Dataset

    made = Dataset.from_list(rows)
    for column, kind in kinds.items():
        made = made.cast_column(column, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    made.to_parquet(path)
    return path


def command(*arguments: object):
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(cli.app, name="score")
    application.add_typer(export_command.app, name="export")
    return CliRunner().invoke(application, [str(argument) for argument in arguments])


def test_a_folder_of_parquet_gives_the_items_of_the_published_file(tmp_path):
    items = ROOT / "examples" / "clomo" / "items.json"
    put(tmp_path / "mine" / "validation.parquet", json.loads(items.read_text(encoding="utf-8")))
    assert load_clomo(local(Path(f"hf:{tmp_path}/mine:validation"), lines=False)) == load_clomo(items)
    assert load_clomo(local(Path(f"hf:{tmp_path}/mine"), lines=False)) == load_clomo(items)
    plain = tmp_path / "mine" / "validation.parquet"
    assert load_clomo(local(plain, lines=False)) == load_clomo(items)
    assert local(items, lines=False) == items


def test_labels_that_are_numbers_are_named_as_the_data_set_names_them(tmp_path):
    from datasets import ClassLabel

    row = {"premise": "A hen.", "hypothesis": "A bird.", "explanation_1": "a hen is a bird", "explanation_2": "hens"}
    kind = ClassLabel(names=["neutral", "contradiction", "entailment"])
    put(tmp_path / "mine" / "train.parquet", [row | {"label": 2}, row | {"label": 1}], label=kind)
    file = local(Path(f"hf:{tmp_path}/mine:train"), lines=True)
    assert [item.label.value for item in load_ftc(file)] == ["E", "C"]
    assert load_ftc(file, 2)[0].explanation == "hens"


def test_the_tables_of_conditionals_stay_tables(tmp_path):
    rows = [
        {"sentence": f"If hens were fish, they would {verb}", "condition": "CW", "CW- or CWC-congruent": congruent}
        for verb, congruent in (("swim", "Y"), ("cluck", "N"))
    ]
    put(tmp_path / "mine" / "train.parquet", rows)
    found = load_conditionals(local(Path(f"hf:{tmp_path}/mine"), lines=True))
    assert (len(found.items), found.skipped) == (1, ()), found


def test_which_of_several_splits_is_meant_is_not_guessed(tmp_path):
    for split in ("train", "test"):
        put(tmp_path / "mine" / f"{split}.parquet", [{"id": "a"}])
    with pytest.raises(DatasetMissingError, match=r"expected a split, got several \(train, test\)"):
        local(Path(f"hf:{tmp_path}/mine"), lines=True)
    with pytest.raises(DatasetMissingError, match='Unknown split "dev"'):
        local(Path(f"hf:{tmp_path}/mine:dev"), lines=True)
    with pytest.raises(DatasetMissingError, match="name the data set"):
        local(Path("hf:"), lines=True)


def test_without_the_library_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(DatasetsMissingError, match=r"pip install 'causalcore\[datasets\]'"):
        local(Path("hf:owner/name"), lines=True)
    done = command("score", "ftc", "hf:owner/name", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


FETCH = """
import sys
from pathlib import Path
from benchmarks.runs.data_source import local
print(local(Path("hf:me/cards:validation"), lines=True).read_text())
import datasets.config, huggingface_hub.constants as constants
datasets.config.HF_HUB_OFFLINE = constants.HF_HUB_OFFLINE = True
Path(sys.argv[1]).write_text("offline from here")
print(local(Path("hf:me/cards"), lines=True).read_text())
try:
    local(Path("hf:me/none"), lines=True)
except FileNotFoundError as error:
    print(error)
"""


def test_a_data_set_of_a_hub_is_fetched_once_and_then_read_without_a_network(tmp_path):
    card = (
        b"---\nconfigs:\n- config_name: default\n  data_files:\n  - split: validation\n    path: data/*.parquet\n---\n"
    )
    content = put(tmp_path / "cards.parquet", [{"id": "a", "hypothesis": "It rains."}]).read_bytes()
    with hub({"me/cards": {"README.md": card, "data/validation.parquet": content}}) as (address, asked):
        given = {"HF_ENDPOINT": address, "HF_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}
        given |= {"HF_HUB_ETAG_TIMEOUT": "100", "HF_HUB_DOWNLOAD_TIMEOUT": "100"}  # On a busy machine 10 s may pass.
        done = subprocess.run(
            [sys.executable, "-c", FETCH, str(tmp_path / "then")],
            capture_output=True,
            text=True,
            env={**os.environ, **given},
            check=True,
            timeout=120,
        )
        fetched = [one for one in asked if one.startswith("GET") and one.endswith("validation.parquet")]
    first, second, *error = [line for line in done.stdout.splitlines() if line]
    assert json.loads(first) == json.loads(second) == {"id": "a", "hypothesis": "It rains."}
    assert len(fetched) == 1
    assert error[0].startswith("expected a data set at hf:me/none, got none")


def test_samples_go_out_as_a_data_set_that_is_read_without_code(tmp_path):
    from datasets import load_dataset

    scored = command("score", "ftc", ROOT / "examples" / "ftc_small.jsonl", "--out", tmp_path / "run")
    assert scored.exit_code == 0, scored.stderr
    assert command("export", "--run", tmp_path / "run", "--out", tmp_path / "set").exit_code == 0
    found = load_dataset(str(tmp_path / "set"), split="samples", cache_dir=str(tmp_path / "hf"))
    rows = [json.loads(line) for line in (tmp_path / "run" / "samples.jsonl").read_text().splitlines()]
    assert found["id"][:] == [row["id"] for row in rows]
    assert json.loads(found["cf"][0]) == rows[0]["cf"]
    refused = command("export", "--run", tmp_path / "run", "--out", tmp_path / "run" / "summary.json")
    assert refused.exit_code == 2
    assert "or a folder" in refused.stderr
