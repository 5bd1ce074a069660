"""Backups of a folder in use, the way back, and the plug pulled in the middle of either."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from fullhouse.platforms.local.sqlite import integrity
from tests.cli.support import fullhouse, served
from tests.support.waiting import wait_until

NEW = (
    "event",
    "new",
    "Summer supper",
    "--starts",
    "2126-06-20T18:00",
    "--zone",
    "Europe/Berlin",
    "--cap",
    "5000",
)
SECRETS = (
    'token = "do-not-tell"\n[smtp]\nhost = "mail.example.org"\nsender = "a@example.org"\n'
    'password = "hush-hush"\n'
)


@pytest.fixture(autouse=True)
def stay_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups give way to others; these tests, which run them in their own process, should not."""
    monkeypatch.setattr("os.nice", lambda _by: None)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with an event in it, settings with secrets, and a kept file."""
    folder = tmp_path / "house"
    fullhouse(*NEW, "--data", folder)
    (folder / "fullhouse.toml").write_text(SECRETS)
    (folder / "files").mkdir()
    (folder / "files" / "raw.eml").write_text("a mail")
    return folder


def events(folder: Path) -> str:
    return fullhouse("event", "list", "--data", folder).output


def names(file: Path) -> list[str]:
    with tarfile.open(file) as tar:
        return tar.getnames()


def test_a_backup_holds_everything_but_secrets_and_goes_back(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "safe.tar"
    done = fullhouse("backup", file, "--data", house)
    assert done.exit_code == 0, done.output
    assert "Sound: all" in done.output
    assert names(file) == ["manifest.json", "fullhouse.db", "fullhouse.toml", "files/raw.eml"]
    assert file.stat().st_mode & 0o077 == 0
    assert b"hush-hush" not in file.read_bytes()
    assert b"do-not-tell" not in file.read_bytes()
    back = tmp_path / "back"
    restored = fullhouse("restore", file, "--data", back)
    assert restored.exit_code == 0, restored.output
    for words in ("token list", "team", "person erase", "key rotate --revoke", "signs in"):
        assert words in restored.output
    assert events(back) == events(house)
    assert (back / "files" / "raw.eml").read_text() == "a mail"
    assert fullhouse("audit", "verify", "--data", back).exit_code == 0


def test_a_backup_signs_nobody_in(tmp_path: Path) -> None:
    house, file, back = (tmp_path / name for name in ("house", "safe.tar", "back"))
    with served("serve", "--data", house, "--port", "0", FULLHOUSE_OWNER="jo@example.org") as old:
        link = urlsplit(old.come_in).path
        with httpx2.Client() as browser:
            browser.post(old.come_in)
            cookies = {**browser.cookies}
        httpx2.post(f"{old.url}/desk/sign-in", data={"email": "jo@example.org"})
    with closing(sqlite3.connect(house / "fullhouse.db")) as connection:
        sent = connection.execute("UPDATE message SET letter = ? WHERE kind = 'sign_in'", (link,))
        assert sent.rowcount == 1
        connection.commit()
    fullhouse("backup", file, "--data", house)
    secret = (house / "session.key").read_bytes()
    assert secret not in file.read_bytes()
    assert link.encode() not in file.read_bytes()
    fullhouse("restore", file, "--data", back)
    with served("serve", "--data", back, "--port", "0") as restored:
        assert (back / "session.key").read_bytes() != secret
        assert httpx2.get(f"{restored.url}/desk", cookies=cookies).status_code == 303
        assert httpx2.post(restored.url + link).status_code == 400


def test_a_backup_into_a_folder_has_the_time_in_its_name(house: Path, tmp_path: Path) -> None:
    (tmp_path / "safe").mkdir()
    done = fullhouse("backup", tmp_path / "safe", "--data", house)
    assert done.exit_code == 0
    assert len(list((tmp_path / "safe").glob("fullhouse-*.tar"))) == 1


def test_settings_whose_secrets_cannot_be_taken_out_stay_behind(
    house: Path, tmp_path: Path
) -> None:
    (house / "fullhouse.toml").write_text(
        'smtp = { host = "m", sender = "a@example.org", password = "hush-hush" }\n'
    )
    done = fullhouse("backup", tmp_path / "safe.tar", "--data", house)
    assert "fullhouse.toml is not in it" in done.output
    assert b"hush-hush" not in (tmp_path / "safe.tar").read_bytes()


@pytest.mark.parametrize(
    ("target", "said"),
    [("nowhere/safe.tar", "There is no folder"), ("house/fullhouse.db", "exists. Choose another")],
)
def test_what_cannot_be_backed_up_is_said_in_words(
    house: Path, tmp_path: Path, target: str, said: str
) -> None:
    done = fullhouse("backup", tmp_path / target, "--data", house)
    assert (done.exit_code, said in done.output) == (1, True)


def test_a_folder_without_a_store_is_not_backed_up(tmp_path: Path) -> None:
    done = fullhouse("backup", tmp_path / "safe.tar", "--data", tmp_path / "none")
    assert (done.exit_code, "There is no Fullhouse in" in done.output) == (1, True)
    assert not (tmp_path / "none").exists()


def test_a_copy_that_does_not_replay_is_not_kept(house: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(house / "fullhouse.db")) as connection, connection:
        connection.execute("UPDATE event SET confirmed = 1")
    done = fullhouse("backup", tmp_path / "safe.tar", "--data", house)
    assert (done.exit_code, "not sound" in done.output) == (1, True)
    assert [one.name for one in tmp_path.iterdir()] == ["house"]


@pytest.mark.proof
def test_a_long_audit_is_checked_by_sample(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integrity, "REPLAYED_WHOLE", 1)
    with served("serve", "--data", house, "--port", "0", FULLHOUSE_SMTP_HOST="") as server:
        event = events(house).split()[0]
        for number in range(20):
            httpx2.post(
                f"{server.url}/e/{event}", json={"name": "A", "email": f"a{number}@example.org"}
            )
    found = integrity.check_database(house / "fullhouse.db")
    assert found.problems == ()
    assert found.one_in > 10
    assert found.records < 20


def test_a_folder_that_is_not_empty_is_replaced_only_if_asked_and_kept(
    house: Path, tmp_path: Path
) -> None:
    file = tmp_path / "safe.tar"
    fullhouse("backup", file, "--data", house)
    fullhouse(*NEW, "--data", house)
    assert len(events(house).splitlines()) == 2
    refused = fullhouse("restore", file, "--data", house)
    assert (refused.exit_code, "is not empty" in refused.output) == (1, True)
    assert len(events(house).splitlines()) == 2
    done = fullhouse("restore", file, "--data", house, "--force")
    assert done.exit_code == 0, done.output
    assert len(events(house).splitlines()) == 1
    kept = next(tmp_path.glob("house-before-*"))
    assert len(events(kept).splitlines()) == 2


def test_a_folder_in_use_is_not_replaced(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "safe.tar"
    fullhouse("backup", file, "--data", house)
    with served("serve", "--data", house, "--port", "0", FULLHOUSE_SMTP_HOST=""):
        done = fullhouse("restore", file, "--data", house, "--force")
    assert (done.exit_code, "Stop it first" in done.output) == (1, True)


def spoil(file: Path, change: Callable[[bytes], bytes]) -> None:
    file.write_bytes(change(file.read_bytes()))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data[: len(data) // 2], "only a part of one"),
        (lambda data: b"hello" + data, "no backup of Fullhouse"),
        (lambda data: data.replace(b"a mail", b"a mule"), "damaged"),
        (
            lambda data: data.replace(b"files/raw.eml", b"files/../.eml"),
            "none of Fullhouse's files",
        ),
        (
            lambda data: data.replace(b"files/raw.eml", b"/tmp/x/ra.eml"),
            "none of Fullhouse's files",
        ),
        (lambda data: re.sub(rb'"schema":\d', b'"schema":9', data), "newer Fullhouse"),
    ],
)
def test_a_spoilt_backup_changes_nothing(
    house: Path, tmp_path: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    file = tmp_path / "safe.tar"
    fullhouse("backup", file, "--data", house)
    spoil(file, change)
    before = events(house)
    done = fullhouse("restore", file, "--data", house, "--force")
    assert done.exit_code == 1
    assert said in done.output
    assert events(house) == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["house", "safe.tar"]


def test_there_is_nothing_to_restore_from_no_file(tmp_path: Path) -> None:
    done = fullhouse("restore", tmp_path / "none.tar", "--data", tmp_path / "back")
    assert (done.exit_code, "There is no file" in done.output) == (1, True)


def crowd(
    url: str, event: str, came: list[str], stop: threading.Event
) -> Iterator[threading.Thread]:
    """People who sign up all the time, each from an address of their own, in several threads."""

    def sign_up(who: int) -> None:
        number = 0
        with httpx2.Client() as client:
            while not stop.is_set():
                number += 1
                person = {"name": "Someone", "email": f"p{who}-{number}@example.org"}
                comes_from = {"x-forwarded-for": f"10.{who}.{number // 250}.{number % 250}"}
                answer = client.post(f"{url}/e/{event}", json=person, headers=comes_from)
                assert answer.status_code == 200
                came.append(person["email"])

    for who in range(4):
        thread = threading.Thread(target=sign_up, args=(who,))
        thread.start()
        yield thread


def test_a_backup_taken_while_people_sign_up_is_one_moment_of_it(
    house: Path, tmp_path: Path
) -> None:
    stop, came = threading.Event(), list[str]()
    with served("serve", "--data", house, "--port", "0", FULLHOUSE_SMTP_HOST="") as server:
        threads = list(crowd(server.url, events(house).split()[0], came, stop))
        try:
            for number in range(3):
                known = len(came)
                wait_until(lambda: len(came) > known + 3)  # noqa: B023 - waited for here
                done = fullhouse("backup", tmp_path / f"{number}.tar", "--data", house)
                assert done.exit_code == 0, done.output
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    assert fullhouse("restore", tmp_path / "2.tar", "--data", tmp_path / "back").exit_code == 0
    assert fullhouse("audit", "verify", "--data", tmp_path / "back").exit_code == 0


DIES = """
import os, pkgutil, signal, sys

place, name, last = sys.argv[1], sys.argv[2], int(sys.argv[3])
owner, calls = pkgutil.resolve_name(place), 0
plain = getattr(owner, name)

def dies(*words, **named):
    global calls
    calls += 1
    if calls == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return plain(*words, **named)

setattr(owner, name, dies)
sys.argv[1:4] = []
from fullhouse.cli import main
main()
"""


def killed(*words: str | Path, at: tuple[str, str, int]) -> None:
    """Run a command that is killed when it calls a function for the nth time."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("FULLHOUSE_")}
    command = [sys.executable, "-c", DIES, *map(str, at), *map(str, words)]
    done = subprocess.run(command, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr


def filled(house: Path) -> None:
    """Put many files into the folder, so that there is a middle to be killed in."""
    for number in range(20):
        (house / "files" / f"{number}.eml").write_bytes(b"a mail\n" * 100_000)


BACKUP = "fullhouse.platforms.local.sqlite.backup"
RESTORE = "fullhouse.platforms.local.sqlite.restore"


@pytest.mark.parametrize(
    ("function", "call"),
    [("_copy", 1), ("_report_and_pause", 1), ("_checked", 1), ("_add", 1), ("_add", 15)],
)
def test_a_backup_that_is_killed_leaves_none_under_its_name_and_the_next_clears_up(
    house: Path, tmp_path: Path, function: str, call: int
) -> None:
    filled(house)
    safe = tmp_path / "safe"
    safe.mkdir()
    killed("backup", safe / "first.tar", "--data", house, at=(BACKUP, function, call))
    left = [one.name for one in safe.iterdir()]
    assert ".first.tar.partial.db" in left
    assert "first.tar" not in left
    assert fullhouse("backup", safe / "last.tar", "--data", house).exit_code == 0
    assert [one.name for one in safe.iterdir()] == ["last.tar"]


def test_a_backup_that_is_killed_when_it_has_its_name_is_whole(house: Path, tmp_path: Path) -> None:
    filled(house)
    file = tmp_path / "first.tar"
    killed("backup", file, "--data", house, at=(BACKUP, "_sync_folder", 1))
    assert fullhouse("restore", file, "--data", tmp_path / "back").exit_code == 0
    assert events(tmp_path / "back") == events(house)


@pytest.mark.parametrize(
    ("place", "function", "call"),
    [
        (RESTORE, "_unpack_one", 1),
        (RESTORE, "_unpack_one", 15),
        (RESTORE, "_check", 1),
        (RESTORE, "_swap", 1),
        ("pathlib:Path", "rename", 2),  # the old folder has its other name, the new one has none
    ],
)
def test_a_restore_that_is_killed_leaves_the_old_folder_or_the_new_one(
    house: Path, tmp_path: Path, place: str, function: str, call: int
) -> None:
    filled(house)
    file = tmp_path / "safe.tar"
    fullhouse("backup", file, "--data", house)
    want = events(house)
    killed("restore", file, "--data", house, "--force", at=(place, function, call))
    assert (tmp_path / ".house.restoring").exists()
    assert house.exists() == (function != "rename")
    found = house if house.exists() else next(tmp_path.glob("house-before-*"))
    assert events(found) == want
    assert fullhouse("restore", file, "--data", house, "--force").exit_code == 0
    assert events(house) == want
    assert not (tmp_path / ".house.restoring").exists()
