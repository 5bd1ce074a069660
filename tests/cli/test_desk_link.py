"""A link to the desk: printed on a terminal, made by a command elsewhere, never in a log."""

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

import httpx2
import pytest

from tests.cli.support import PROGRAM, fullhouse, served

LINK = re.compile(r"http://\S+/l/\S+")


def test_nothing_that_is_kept_by_a_service_manager_signs_anyone_in(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0", FULLHOUSE_LOG="json") as server:
        assert "fullhouse desk-link --data" in server.said
        assert httpx2.get(server.come_in).status_code == 200
        server.stop()
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        said = server.said + server.process.stdout.read() + server.process.stderr.read()
    assert "/l/" not in said.replace("/l/…", "")


def test_a_terminal_is_shown_the_link(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--data", str(tmp_path), "--port", "0"],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if "FULLHOUSE_" not in name},
    )
    os.close(theirs)
    try:
        said = read_until(ours, "Press Ctrl+C")
        found = LINK.search(said)
        assert found is not None, said
        assert httpx2.get(found[0]).status_code == 200
        assert "desk-link" not in said
    finally:
        process.terminate()
        process.wait(60)
        os.close(ours)


def read_until(handle: int, words: str) -> str:
    said, end = "", time.monotonic() + 60
    while words not in said and time.monotonic() < end:
        if select.select([handle], [], [], 1)[0]:
            said += os.read(handle, 4096).decode()
    return said


def test_a_link_can_be_made_at_any_time_and_works_once(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0") as server:
        link = fullhouse("desk-link", "--data", tmp_path).stdout.strip()
        with httpx2.Client() as client:
            assert client.post(link).status_code == 303
            assert client.get(f"{server.url}/desk").status_code == 200
        with httpx2.Client() as client:
            assert client.post(link).status_code != 303
        another = fullhouse("desk-link", "--data", tmp_path).stdout.strip()
        assert httpx2.post(another).status_code == 303


@pytest.mark.proof
def test_a_link_made_while_nothing_runs_works_after_the_start(tmp_path: Path) -> None:
    made = fullhouse("desk-link", "--data", tmp_path)
    assert made.exit_code == 0
    assert made.stdout.startswith("http://127.0.0.1:8000/l/")
    path = made.stdout.strip().partition("8000")[2]
    with served("serve", "--data", tmp_path, "--port", "0") as server:
        assert httpx2.post(f"{server.url}{path}").status_code == 303


def test_the_link_begins_with_the_address_that_people_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FULLHOUSE_URL", "https://example.org/guests")
    made = fullhouse("desk-link", "--data", tmp_path)
    assert made.stdout.startswith("https://example.org/guests/l/")
