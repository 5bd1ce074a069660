"""`fullhouse serve`: it starts, prints its address, stops in order, and explains errors."""

import json
import signal
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tests.cli.support import PROGRAM, fullhouse, served
from tests.cli.test_import import NEW
from tests.web.api.support import EVENING
from tests.web.desk.support import TOKEN


def test_the_first_start_says_where_it_is_and_how_to_come_in(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0") as server:
        assert httpx2.get(f"{server.url}/healthz").json()["status"] == "ok"
        assert httpx2.get(server.come_in).status_code == 200
        assert "/desk/mailbox" in server.said
        assert server.stop() == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_order_and_takes_its_note_along(tmp_path: Path, how: int) -> None:
    with served("serve", "--data", tmp_path, "--port", "0") as server:
        note = tmp_path / "server.json"
        assert stat.S_IMODE(note.stat().st_mode) == 0o600
        assert server.stop(how) == 0
        assert not note.exists()
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


@pytest.mark.proof
def test_an_open_stream_does_not_hold_it_up_nor_make_a_noise(tmp_path: Path) -> None:
    with (
        served("serve", "--data", tmp_path, "--port", "0") as server,
        httpx2.Client(timeout=60) as client,
    ):
        assert client.post(server.come_in).status_code == 303
        with client.stream("GET", f"{server.url}/desk/live") as stream:
            assert next(stream.iter_bytes())
            assert server.stop() == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


def test_what_is_stored_is_for_the_owner_of_the_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with served("serve", "--data", folder, "--port", "0"):
        modes = {
            path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())
        }
    assert {name: mode for name, mode in modes.items() if mode & 0o077} == {}


def test_the_token_of_the_environment_is_let_in(tmp_path: Path) -> None:
    with served(
        "serve", "--data", tmp_path, "--port", "0", FULLHOUSE_TOKEN="from-outside"
    ) as server:
        answer = httpx2.get(
            f"{server.url}/api/v1/events", headers={"authorization": "Bearer from-outside"}
        )
        assert answer.json() == {"items": [], "next": None}
        assert httpx2.get(f"{server.url}/api/v1/events").status_code == 401


@pytest.mark.proof
def test_requests_are_logged_only_if_asked_for(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0", FULLHOUSE_ACCESS_LOG="true") as server:
        httpx2.get(f"{server.url}/healthz")
        server.stop()
        assert server.process.stderr is not None
        assert "/healthz" in server.process.stderr.read()


@pytest.mark.proof
def test_a_server_behind_a_path_of_its_own_says_so_in_its_links(tmp_path: Path) -> None:
    outside = "https://example.org/guests"
    with served("serve", "--data", tmp_path, "--port", "0", FULLHOUSE_URL=outside) as server:
        assert server.url == outside
        assert server.come_in.startswith(f"{outside}/l/")
        here = json.loads((tmp_path / "server.json").read_text())["url"]
        assert httpx2.get(f"{here}/").headers["location"] == "/guests/desk"
        assert httpx2.get(f"{here}/api/v1/nothing").json()["error"]["code"] == "not_found"


def test_a_virtual_clock_is_moved_over_the_api_and_remembers_where_it_stood(tmp_path: Path) -> None:
    words = (
        "serve",
        "--data",
        tmp_path,
        "--port",
        "0",
        "--clock",
        "virtual",
        "--start",
        "2026-06-01T09:00Z",
    )
    headers = {"authorization": "Bearer secret"}
    with served(*words, FULLHOUSE_TOKEN="secret") as server:
        moved = httpx2.post(f"{server.url}/api/v1/clock", json={"advance": "6h"}, headers=headers)
        assert moved.json()["now"] == "2026-06-01T15:00:00Z"
        server.stop()
    with served(*words, FULLHOUSE_TOKEN="secret") as server:
        clock = httpx2.get(f"{server.url}/api/v1/clock", headers=headers).json()
        assert clock["now"] == "2026-06-01T15:00:00Z"


@pytest.mark.proof
def test_rules_that_were_saved_before_there_were_appointments_have_them_looked_after(
    tmp_path: Path,
) -> None:
    words = (
        "serve",
        "--data",
        tmp_path,
        "--port",
        "0",
        "--clock",
        "virtual",
        "--start",
        "2026-06-01T09:00Z",
    )
    with served(*words, FULLHOUSE_TOKEN="secret") as server:
        headers = {"authorization": "Bearer secret"}
        httpx2.put(
            f"{server.url}/api/v1/rules", json={"text": "Time zone: Europe/Berlin"}, headers=headers
        )
        server.stop()
    alarms = "FROM alarm WHERE key LIKE 'appointments:tick:%'"
    with closing(sqlite3.connect(tmp_path / "fullhouse.db")) as connection, connection:
        assert connection.execute(f"DELETE {alarms}").rowcount == 1
    with served(*words, FULLHOUSE_TOKEN="secret") as server:
        server.stop()
    with closing(sqlite3.connect(tmp_path / "fullhouse.db")) as connection:
        assert connection.execute(f"SELECT key {alarms}").fetchall() == [
            ("appointments:tick:20260601T0915",)
        ]


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    words = (
        "serve",
        "--data",
        tmp_path,
        "--port",
        "0",
        "--clock",
        "virtual",
        "--start",
        "2026-06-01T09:00Z",
    )
    with served(*words, FULLHOUSE_TOKEN="secret") as server:
        headers = {"authorization": "Bearer secret"}
        event = httpx2.post(f"{server.url}/api/v1/events", json=EVENING, headers=headers).json()
        server.stop(signal.SIGKILL)
    assert (tmp_path / "server.json").exists()
    assert fullhouse("event", "show", event["id"], "--data", tmp_path).exit_code == 0
    assert "exactly" in fullhouse("audit", "verify", "--data", tmp_path).output


def test_a_second_server_on_the_same_folder_is_told_so(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0", "--clock", "virtual") as server:
        second = fullhouse("serve", "--data", tmp_path, "--port", "0")
        assert second.exit_code == 1
        assert "Another Fullhouse is running" in second.output
        assert (tmp_path / "clock").exists()
        assert httpx2.get(f"{server.url}/healthz").status_code == 200


def test_a_taken_port_is_told_so(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path / "one", "--port", "0") as server:
        port = server.url.rpartition(":")[2]
        second = fullhouse("serve", "--data", tmp_path / "two", "--port", port)
    assert second.exit_code == 1
    assert "--port" in second.output


def test_a_damaged_file_is_told_so_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "fullhouse.db").write_bytes(b"this is no database at all, not even nearly" * 100)
    result = fullhouse("serve", "--data", tmp_path, "--port", "0")
    assert (result.exit_code, "damaged" in result.output, "backup" in result.output) == (
        1,
        True,
        True,
    )


@pytest.mark.parametrize("first", [100, 4096])
def test_a_file_that_is_damaged_inside_is_told_so_too(tmp_path: Path, first: int) -> None:
    assert fullhouse("token", "new", "till", "--data", tmp_path).exit_code == 0
    file = tmp_path / "fullhouse.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:first] + b"\xa5" * (len(whole) - first))
    result = fullhouse("serve", "--data", tmp_path, "--port", "0")
    assert (result.exit_code, "damaged" in result.output, "backup" in result.output) == (
        1,
        True,
        True,
    )


@pytest.mark.parametrize("blocks", ["8", "90"])
def test_a_disk_that_takes_no_more_is_told_so(tmp_path: Path, blocks: str) -> None:
    limited = f'ulimit -f {blocks}; exec "$@"'
    words = ["bash", "-c", limited, "-", *PROGRAM, "serve", "--data", str(tmp_path), "--port", "0"]
    result = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)
    assert "disk" in result.stderr


def test_a_file_of_a_newer_version_is_told_so(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "fullhouse.db") as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    result = fullhouse("serve", "--data", tmp_path, "--port", "0")
    assert (result.exit_code, "newer" in result.output) == (1, True)


def test_a_folder_that_cannot_be_written_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = fullhouse("serve", "--data", tmp_path / "file" / "data", "--port", "0")
    assert result.exit_code == 1
    assert "Traceback" not in result.output


@pytest.mark.parametrize("start", ["tomorrow", "2026-06-01T09:00"])
def test_a_start_that_is_no_instant_is_told_so(tmp_path: Path, start: str) -> None:
    result = fullhouse("serve", "--data", tmp_path, "--clock", "virtual", "--start", start)
    assert (result.exit_code, "--start" in result.output) == (2, True)


def test_a_real_clock_takes_no_start(tmp_path: Path) -> None:
    result = fullhouse("serve", "--data", tmp_path, "--start", "2026-06-01T09:00Z")
    assert (result.exit_code, "--start" in result.output) == (2, True)


def test_the_demo_shows_a_full_house_with_someone_in_line(tmp_path: Path) -> None:
    with served("demo", "--data", tmp_path, "--port", "0") as server:
        listed = fullhouse("event", "list", "--data", tmp_path).output
        assert "40 of 40 confirmed, 12 waiting" in listed
        page = httpx2.get(f"{server.url}/e/bread-workshop")
        assert "Sourdough" in page.text
        assert "exactly" in fullhouse("audit", "verify", "--data", tmp_path).output


def parsers_of(server: int) -> list[Path]:
    """Return the folders in /proc of the children of a server that parse."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == str(server) and b"parser_worker" in command:
            found.append(folder)
    return found


@pytest.mark.proof
def test_lists_and_sheets_are_parsed_in_children_that_end_with_it(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Name,Phone\nAnna,0151 10000001\n")
    sheet = {"FULLHOUSE_WAITLIST_SHEET": "list.csv"}
    with (
        served("serve", "--data", tmp_path, "--port", "0", **sheet) as server,
        httpx2.Client(base_url=server.url, headers={"origin": server.url}, timeout=60) as client,
    ):
        event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
        client.post(server.come_in)
        token = TOKEN.search(client.get("/desk").text)
        assert token is not None
        fields = {"form_token": token[1], "text": "Anna <anna@example.org>"}
        no_file = {"file": ("", b"")}
        preview = client.post(f"/desk/e/{event}/import", data=fields, files=no_file)
        assert preview.status_code == 200
        assert client.post("/desk/waitlist/sheet/look", data=fields).status_code == 303
        children = parsers_of(server.process.pid)
        assert len(children) == 2
        assert server.stop() == 0
        assert not any(child.exists() for child in children)
