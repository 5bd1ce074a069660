"""`fullhouse key rotate`: new keys for links, on a running server and without one."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from fullhouse.cli import key as command
from tests.cli.support import Served, fullhouse, served
from tests.cli.test_commands import NEW


def sign_up(server: Served, folder: Path, email: str) -> str:
    """Sign someone up and return the link that shows their seat."""
    page = f"{server.url}/e/{event_in(folder)}"
    httpx2.post(page, json={"name": "Ada", "email": email})
    listed = api(server, folder, f"messages?to={email}")
    return str(listed["items"][0]["links"]["manage"])


def event_in(folder: Path) -> str:
    return fullhouse("event", "list", "--data", folder).stdout.split()[0]


def api(server: Served, folder: Path, path: str) -> dict[str, list[dict[str, dict[str, str]]]]:
    token = fullhouse("token", "new", "test", "--data", folder).stdout.strip()
    answer = httpx2.get(f"{server.url}/api/v1/{path}", headers={"authorization": f"Bearer {token}"})
    found: dict[str, list[dict[str, dict[str, str]]]] = json.loads(answer.text)
    return found


def status(link: str) -> int:
    return httpx2.get(link).status_code


def key_of(link: str) -> str:
    return urlsplit(link).path.removeprefix("/l/").partition(".")[0]


def test_a_running_server_takes_up_a_new_key_and_old_links_still_work(tmp_path: Path) -> None:
    fullhouse(*NEW, "--data", tmp_path)
    with served("serve", "--data", tmp_path, "--port", "0") as server:
        before = sign_up(server, tmp_path, "ada@example.org")
        done = fullhouse("key", "rotate", "--data", tmp_path)
        assert done.exit_code == 0, done.output
        after = sign_up(server, tmp_path, "ben@example.org")
        assert key_of(before) != key_of(after)
        assert [status(before), status(after)] == [200, 200]
    assert "Links sent before still work" in done.output


def test_revoked_keys_end_links_and_sessions_at_once(tmp_path: Path) -> None:
    fullhouse(*NEW, "--data", tmp_path)
    with served("serve", "--data", tmp_path, "--port", "0") as server, httpx2.Client() as browser:
        browser.post(server.come_in)
        assert browser.get(f"{server.url}/desk").status_code == 200
        before = sign_up(server, tmp_path, "ada@example.org")
        done = fullhouse("key", "rotate", "--revoke", "--yes", "--data", tmp_path)
        assert done.exit_code == 0, done.output
        assert status(before) == 400
        assert browser.get(f"{server.url}/desk").status_code == 303
        assert status(sign_up(server, tmp_path, "ben@example.org")) == 200


def test_revoking_says_what_stops_and_asks_first(tmp_path: Path) -> None:
    fullhouse(*NEW, "--data", tmp_path)
    old = (tmp_path / "session.key").read_bytes()
    refused = fullhouse("key", "rotate", "--revoke", "--data", tmp_path)
    assert refused.exit_code == 1
    assert "Every link sent so far stops working" in refused.output
    assert (tmp_path / "session.key").read_bytes() == old
    assert fullhouse("key", "rotate", "--revoke", "--yes", "--data", tmp_path).exit_code == 0
    assert (tmp_path / "session.key").read_bytes() != old
    assert (tmp_path / "session.key").stat().st_mode & 0o777 == 0o600


def test_on_aws_the_secret_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Manager:
        def __init__(self) -> None:
            self.text = json.dumps({"keys": [], "first": "x" * 64})

        def get_secret_value(self, **asked: str) -> dict[str, str]:
            assert asked == {"SecretId": "ev/links/signing-key"}
            return {"SecretString": self.text}

        def put_secret_value(self, **asked: str) -> None:
            self.text = asked["SecretString"]

    manager = Manager()
    monkeypatch.setattr("fullhouse.platforms.aws.clients.client", lambda _name: manager)
    done = fullhouse("key", "rotate", "--aws")
    assert done.exit_code == 0, done.output
    assert command.LATER in done.output
    assert len(json.loads(manager.text)["keys"]) == 2
    assert fullhouse("key", "rotate", "--aws", "--revoke", "--yes").exit_code == 0
    assert len(json.loads(manager.text)["keys"]) == 1
