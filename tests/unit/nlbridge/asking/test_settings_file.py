"""What a folder's settings file says holds where neither the user nor the environment says otherwise; never a key."""

from __future__ import annotations

import os

import pytest
from typer.testing import CliRunner

from nlbridge.answering.request import RequestError
from nlbridge.apps.command.cli import app
from nlbridge.asking import options
from nlbridge.asking.options import NAME, VARIABLE, completed, how_to_read, opened, settings_file
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.errors import EndpointOptionError

LOCAL = "http://127.0.0.1:9/v1"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Stand in a folder of one's own, with nothing said by the environment."""
    for name in (VARIABLE, "CAUSALCORE_MODEL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder, text, name=NAME):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_nothing_is_set(folder):
    assert settings_file() is None
    assert completed({}, None) == (None, EndpointOptions())


def test_a_file_in_the_folder_says_everything_that_the_options_say(folder):
    write(
        folder,
        f'model = "small"\nbase_url = "{LOCAL}"\nreader = "llm"\nmax_cost = 2\nmax_tokens = 500\nconcurrency = 3\n'
        'timeout = 9.5\nretries = 0\ncache = false\nprices = "prices.json"\napi_key_env = "MY_KEY"\n',
    )
    how = how_to_read({})
    assert how.reader == "llm"
    assert how.endpoint_options == EndpointOptions(
        model="small", base_url=LOCAL, max_cost=2, max_tokens=500, concurrency=3, timeout=9.5, retries=0, cache=False,
        prices=how.endpoint_options.prices, api_key_env="MY_KEY",
    )  # fmt: skip
    assert how.endpoint_options.prices.name == "prices.json"


def test_the_user_goes_before_the_environment_and_that_before_the_file(folder, monkeypatch):
    write(folder, f'model = "of-the-file"\nbase_url = "{LOCAL}"\nconcurrency = 3\n')
    assert how_to_read({}).endpoint_options.model == "of-the-file"
    monkeypatch.setenv("CAUSALCORE_MODEL", "of-the-environment")
    assert how_to_read({}).endpoint_options.model is None  # The endpoint looks there itself.
    assert how_to_read({"model": "mine"}).endpoint_options.model == "mine"
    assert how_to_read({"concurrency": 8}).endpoint_options.concurrency == 8
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8/v1")
    assert how_to_read({}).endpoint_options.base_url is None


def test_a_model_in_the_file_makes_hybrid_the_default_and_offline_stays_offline(folder):
    write(folder, f'model = "small"\nbase_url = "{LOCAL}"\n')
    assert how_to_read({}).reader == "hybrid"
    offline = how_to_read({"reader": "offline"})
    assert (offline.reader, offline.endpoint_options) == ("offline", EndpointOptions())
    write(folder, 'model = "small"\nreader = "offline"\n')
    assert how_to_read({}).reader == "offline"


def test_options_beside_an_offline_reader_of_the_file_are_refused(folder):
    write(folder, 'reader = "offline"\n')
    with (
        pytest.raises(RequestError, match="got model with the offline reader"),
        opened(how_to_read({"model": "mine"})),
    ):
        pass
    done = CliRunner().invoke(app, ["read", "It rained.", "--model", "mine"])
    assert (done.exit_code, "got model with the offline reader" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", [("read", "It rained."), ("doctor",)])
def test_a_command_reads_the_file_once(folder, monkeypatch, command):
    path, read = write(folder, "concurrency = 3\n"), []
    monkeypatch.setattr(options, "_settings_in", lambda one: read.append(one) or {})
    assert CliRunner().invoke(app, [*command]).exit_code == 0
    assert [one.name for one in read] == [path.name]


def test_a_replay_needs_no_model_of_the_file(folder):
    write(folder, f'model = "small"\nbase_url = "{LOCAL}"\n')
    found = how_to_read({"replay": "kept.jsonl"}).endpoint_options
    assert (found.model, found.base_url) == (None, None)


def test_the_environment_names_another_file(folder, monkeypatch):
    write(folder, 'model = "of-the-folder"\n')
    (folder / "mine").mkdir()
    monkeypatch.setenv(VARIABLE, str(write(folder / "mine", 'model = "named"\nprices = "p.json"\n', "s.toml")))
    found = how_to_read({}).endpoint_options
    assert found.model == "named"
    assert found.prices == folder / "mine" / "p.json"
    monkeypatch.setenv(VARIABLE, str(folder / "nowhere.toml"))
    with pytest.raises(EndpointOptionError, match=r"nowhere.toml"):
        settings_file()


SECRETS = (
    'api_key = "abc"',
    'OPENAI_API_KEY = "abc"',
    'token = "abc"',
    'model = "sk-proj-0123456789abcdef"',
    'api_key_env = "sk-0123456789abcdef"',
    'base_url = "https://me:hush-hush@models.example.org/v1"',
    '[endpoint]\npassword = "hush-hush"',
)


@pytest.mark.parametrize("text", SECRETS)
def test_a_key_is_refused_and_not_shown(folder, text):
    write(folder, text)
    with pytest.raises(EndpointOptionError, match="expected no key") as refused:
        settings_file()
    assert not any(part in str(refused.value) for part in ("abc", "0123456789", "hush-hush"))
    assert "api_key_env" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("modell = 'small'", r"did you mean model\?"),
        ("colour = 'red'", "the settings are model"),
        ("concurrency = 'many'", "valid concurrency in .* got 'many' .*valid integer"),
        ("concurrency = 0", "greater than or equal to 1"),
        ("concurrency = 513", "less than or equal to 512"),
        ("concurrency = true", "valid integer"),
        ("retries = 1.5", "valid integer"),
        ("timeout = 0.05", r"greater than or equal to 0\.1"),
        ("cache = 'yes'", "valid boolean"),
        ("reader = 'oracle'", "'offline', 'llm' or 'hybrid'"),
        ("model = ''", "valid model"),
        ("model = ' '", "valid model"),
        ("prices = ''", "valid prices"),
        ("model = ", "expected TOML"),
        ("max_cost = -1", "greater than or equal to 0"),
        ("max_cost = nan", "valid max_cost"),
        ("max_cost = inf", "valid max_cost"),
        ("record = 'r.jsonl'", "the settings are model"),
    ],
)
def test_what_is_no_setting_is_refused_with_what_to_try(folder, text, reason):
    write(folder, text)
    with pytest.raises(EndpointOptionError, match=reason):
        settings_file()


def test_a_file_that_is_no_text_is_refused(folder):
    (folder / NAME).write_bytes(b"model = '\xff'")
    with pytest.raises(EndpointOptionError, match="expected TOML"):
        settings_file()


def test_no_key_goes_to_an_address_that_only_a_file_in_the_folder_names(folder, monkeypatch):
    path = write(folder, 'model = "small"\nbase_url = "https://models.example.org/v1"\n')
    with pytest.raises(EndpointOptionError, match=r"models.example.org"):
        how_to_read({})
    assert how_to_read({"api_key_env": "MY_KEY"}).endpoint_options.base_url == "https://models.example.org/v1"
    assert how_to_read({"base_url": LOCAL}).endpoint_options.base_url == LOCAL
    monkeypatch.setenv(VARIABLE, str(path))
    assert how_to_read({}).endpoint_options.base_url == "https://models.example.org/v1"


def test_the_command_line_takes_settings_and_refuses_a_key_on_one_line(folder):
    write(folder, 'model = "small"\nmax_cost = 1.0\n')
    text = "The pump failed, so the cellar flooded."
    done = CliRunner().invoke(app, ["rubric", text, "--had", "the pump not failed", "--base-url", LOCAL])
    assert "expected a price for small" in f"{done.output}{done.exception}"
    free = CliRunner().invoke(app, ["rubric", text, "--had", "the pump not failed", "--reader", "offline"])
    assert free.exit_code == 0
    write(folder, 'api_key = "abc"\n')
    done = CliRunner().invoke(app, ["rubric", text, "--had", "the pump not failed"])
    assert "expected no key" in f"{done.output}{done.exception}"
    assert os.getcwd() == str(folder)  # noqa: PTH109


PROJECT_TABLE = '[project]\nname = "mine"\n\n[tool.causalcore]\nmodel = "of-the-project"\nconcurrency = 2\n'


def test_the_table_of_a_project_is_a_settings_file_too(folder, monkeypatch):
    path = write(folder, PROJECT_TABLE, "pyproject.toml")
    assert how_to_read({}).endpoint_options == EndpointOptions(model="of-the-project", concurrency=2)
    monkeypatch.chdir(folder.parent)
    monkeypatch.setenv(VARIABLE, str(path))
    assert how_to_read({}).endpoint_options.model == "of-the-project"


def test_the_file_of_its_own_goes_before_the_table_of_the_project(folder):
    write(folder, PROJECT_TABLE, "pyproject.toml")
    write(folder, 'model = "of-its-own-file"\n')
    assert how_to_read({}).endpoint_options == EndpointOptions(model="of-its-own-file")


def test_a_project_without_the_table_says_nothing_even_if_it_is_broken(folder):
    write(folder, '[project]\nname = "mine"\n', "pyproject.toml")
    assert settings_file() is None
    write(folder, "[project", "pyproject.toml")
    assert settings_file() is None


@pytest.mark.parametrize(("line", "reason"), [('api_key = "abc"', "no key"), ('modell = "a"', "did you mean model")])
def test_the_table_of_a_project_is_checked_like_the_file(folder, line, reason):
    write(folder, f"[tool.causalcore]\n{line}\n", "pyproject.toml")
    with pytest.raises(EndpointOptionError, match=reason) as refused:
        settings_file()
    assert "abc" not in str(refused.value)
