"""Small commands: through the server that runs on the folder, or directly without one."""

import json
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from fullhouse.cli.running_server import ServerInfo, leave_note, read_note
from fullhouse.cli.token import _columns
from tests.cli.support import PROGRAM, fullhouse, served
from tests.support.cpu_time import assert_cpu

NEW = (
    "event",
    "new",
    "Summer supper",
    "--starts",
    "2126-06-20T18:00",
    "--zone",
    "Europe/Berlin",
    "--cap",
    "2",
)


def test_an_event_is_opened_listed_and_shown(folder: Path) -> None:
    named = ("--venue", "The cellar", "--host-name", "Ada Lovelace")
    made = fullhouse(*NEW, *named, "--data", folder)
    event = made.stdout.strip()
    assert event.startswith("summer-supper-")
    assert "0 of 2 confirmed" in fullhouse("event", "list", "--data", folder).output
    shown = json.loads(fullhouse("event", "show", event, "--data", folder).stdout)
    assert (shown["id"], shown["venue"]) == (event, "The cellar")
    assert shown["host_name"] == "Ada Lovelace"


def test_what_is_refused_is_said_in_words(folder: Path) -> None:
    for words in (
        (*NEW, "--cap", "0"),
        ("event", "show", "none"),
        ("audit", "verify", "none"),
        ("token", "new", ""),
    ):
        result = fullhouse(*words, "--data", folder)
        assert result.exit_code == 1
        assert result.output.startswith("Error: ")


def test_the_audit_is_verified_whole_and_by_event(folder: Path) -> None:
    event = fullhouse(*NEW, "--data", folder).stdout.strip()
    assert fullhouse("audit", "verify", event, "--data", folder).output.startswith("1 lines replay")
    assert fullhouse("audit", "verify", "--data", folder).exit_code == 0


def test_a_token_opens_the_api(tmp_path: Path) -> None:
    early = fullhouse("token", "new", "early", "--data", tmp_path).stdout.strip()
    with served("serve", "--data", tmp_path, "--port", "0") as server:
        late = fullhouse("token", "new", "late", "--data", tmp_path).stdout.strip()
        for token in (early, late):
            answer = httpx2.get(
                f"{server.url}/api/v1/events", headers={"authorization": f"Bearer {token}"}
            )
            assert answer.status_code == 200


@pytest.mark.parametrize(
    ("expires_at", "state"),
    [("", "no end"), ("2126-01-01T00:00:00Z", "until"), ("2025-01-01T00:00:00Z", "expired")],
)
def test_a_token_whose_time_is_over_is_listed_as_expired(expires_at: str, state: str) -> None:
    one: dict[str, object] = {
        "id": "t1",
        "name": "till",
        "scopes": [],
        "expires_at": expires_at,
        "revoked_at": None,
    }
    assert _columns(one) == ("t1", "till", "everything", f"{state} {expires_at}".strip())


def test_a_token_has_scopes_and_an_end_is_listed_and_revoked(folder: Path) -> None:
    assert fullhouse("token", "list", "--data", folder).output == "There are no tokens.\n"
    scoped = ("--scope", "read", "--scope", "events", "--expires", "90d")
    assert fullhouse("token", "new", "till", *scoped, "--data", folder).exit_code == 0
    token_id, name, scopes, state = (
        fullhouse("token", "list", "--data", folder).stdout.strip().split("\t")
    )
    assert (name, scopes) == ("till", "read,events")
    assert state.startswith("until 20")
    assert fullhouse("token", "revoke", token_id, "--data", folder).exit_code == 0
    assert "\trevoked 20" in fullhouse("token", "list", "--data", folder).output
    for words in (
        ("revoke", "none"),
        ("new", "x", "--expires", "soon"),
        ("new", "x", "--expires", "0d"),
    ):
        refused = fullhouse("token", *words, "--data", folder)
        assert (refused.exit_code, refused.output[:7]) == (1, "Error: ")


def test_an_audit_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    with sqlite3.connect(tmp_path / "fullhouse.db") as connection:
        connection.execute("UPDATE event SET confirmed = 1 WHERE id = ?", (event,))
    connection.close()
    result = fullhouse("audit", "verify", "--data", tmp_path)
    assert result.exit_code == 1
    assert "confirmed is 1, by the audit 0" in result.output


def test_a_note_left_by_a_server_that_is_gone_is_seen_through(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text('{"url": "http://127.0.0.1:9", "token": "x", "pid": 1}')
    assert fullhouse("event", "list", "--data", tmp_path).exit_code == 0
    (tmp_path / "server.json").write_text("not a note")
    assert fullhouse("event", "list", "--data", tmp_path).exit_code == 0


def test_a_note_of_another_server_on_the_same_port_is_seen_through(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path / "one", "--port", "0") as server:
        other = tmp_path / "two"
        other.mkdir()
        stale = ServerInfo(url=server.url, token="of another run", pid=1)
        (other / "server.json").write_text(
            json.dumps({"url": stale.url, "token": stale.token, "pid": stale.pid})
        )
        fullhouse(*NEW, "--data", other)
        assert fullhouse("event", "list", "--data", tmp_path / "one").output == ""


def test_a_note_is_taken_along_only_by_whoever_left_it(tmp_path: Path) -> None:
    with leave_note(tmp_path, "http://127.0.0.1:1"), leave_note(tmp_path, "http://127.0.0.1:2"):
        pass
    assert read_note(tmp_path) is None


@pytest.mark.proof
@pytest.mark.timing
def test_help_is_quick() -> None:
    spent = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*PROGRAM, "--help"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # The processor's time: how busy the machine is otherwise must not matter.
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert_cpu(min(spent), 0.3)


def test_help_imports_nothing_heavy() -> None:
    probe = (
        "import sys; from fullhouse.cli import main; "
        "main(['--help'], standalone_mode=False); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", probe], check=True, capture_output=True, text=True
    ).stdout.split()
    assert not {"starlette", "uvicorn", "sqlite3", "jinja2", "msgspec", "email_validator"} & set(
        loaded
    )


def test_an_unknown_command_is_told_so() -> None:
    assert fullhouse("fly").exit_code == 2
