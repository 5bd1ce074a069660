"""A store and a backup of an earlier version open, upgrade, verify, back up and run."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from fullhouse.cli.api_client import wire
from fullhouse.engine.catalogue import PRODUCTS, read_command
from fullhouse.engine.ports import MessagePage
from fullhouse.platforms.local.sqlite.database import open_store
from tests.cli.support import fullhouse, served
from tests.golden.opening import DATABASE, GENERATIONS, dump, select, unpack_backup, unpack_store

COMMANDS = {"schema-14": 93}
KINDS = {"schema-14": 35}
TOKEN = re.compile(r'"https://house\.example\.org/l/([^"]+)"')
LIVE, BOTH, OVER = {200}, {200, 410}, {410}
# What a link is for and where it belongs, and whether such links work at the end of the story.
LINKS: dict[str, dict[str, set[int]]] = {
    "schema-14": {
        "address/party": LIVE,
        "back/party": LIVE,
        "cancel/appointments": BOTH,
        "cancel/gala": OVER,
        "cancel/party": LIVE,
        "cancel/tea": OVER,
        "claim/party": BOTH,
        "claim/waitlist": BOTH,
        "confirm/appointments": BOTH,
        "confirm/tea": OVER,
        "decline/party": LIVE,
        "decline/waitlist": BOTH,
        "leave/party": LIVE,
        "leave/waitlist": LIVE,
        "manage/gala": LIVE,
        "manage/party": LIVE,
        "manage/tea": OVER,
        "reschedule/appointments": BOTH,
        "sign-in/desk": {400},  # signed with a key that signs nobody in any more
        "stop/gala": LIVE,
        "stop/party": LIVE,
        "stop/tea": LIVE,
    }
}
RUN_ON = "4h"  # by then each golden alarm has rung


@pytest.fixture(autouse=True)
def stay_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups give way to others; these tests, which run them in their own process, should not."""
    monkeypatch.setattr("os.nice", lambda _by: None)


@pytest.fixture(params=GENERATIONS)
def generation(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(generation: str, tmp_path: Path) -> Path:
    """A folder as that version left it."""
    return unpack_store(generation, tmp_path / "house")


def run(*words: str | Path) -> str:
    """Run a command that must succeed."""
    done = fullhouse(*words)
    assert done.exit_code == 0, done.output
    return done.output


def verify(folder: Path) -> None:
    said = run("audit", "verify", "--data", folder)
    found = re.match(r"(\d+) lines replay to exactly the (\d+) records", said)
    assert found, said
    assert int(found[1]) > 200
    assert int(found[2]) > 100


def back_up_and_restore(folder: Path, aside: Path) -> Path:
    """Back a folder up, restore that elsewhere, and verify it there."""
    backup, restored = aside / "again.tar", aside / "restored"
    assert "Sound: all" in run("backup", backup, "--data", folder)
    run("restore", backup, "--data", restored)
    verify(restored)
    return restored


def without_sign_in_letters(folder: Path) -> Path:
    """Take out what is not in a backup: letters with links that sign someone in."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        changed = connection.execute(
            "UPDATE message SET letter = '' WHERE kind = 'sign_in' AND letter <> ''"
        )
        assert changed.rowcount == 1
        connection.commit()
    return folder


def stored_commands(folder: Path) -> Iterator[dict[str, Any]]:
    for (command,) in select(folder, "SELECT command FROM alarm"):
        yield msgspec.json.decode(command)


def holds(found: object, stored: object) -> bool:
    """Whether something says all that is stored; it may say more, by fields that came later."""
    if isinstance(stored, dict) and isinstance(found, dict):
        return all(name in found and holds(found[name], value) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(found, list) and len(stored) == len(found):
        return all(map(holds, found, stored))
    return found == stored


def test_a_store_verifies_and_can_be_backed_up_again(folder: Path, tmp_path: Path) -> None:
    verify(folder)
    restored = back_up_and_restore(folder, tmp_path)
    assert dump(restored) == dump(without_sign_in_letters(folder))


def test_a_backup_restores_verifies_and_can_be_made_again(
    generation: str, folder: Path, tmp_path: Path
) -> None:
    backup = unpack_backup(generation, tmp_path / "golden.tar")
    restored = tmp_path / "from-golden"
    run("restore", backup, "--data", restored)
    assert dump(restored) == dump(folder)
    assert (
        (restored / "files" / "mail" / "i1.eml").read_bytes().startswith(b"From: jan@example.org")
    )
    verify(restored)
    back_up_and_restore(restored, tmp_path)


def test_every_stored_alarm_can_be_read_and_says_all_that_it_said(
    generation: str, folder: Path
) -> None:
    commands = list(stored_commands(folder))
    assert len({command["command"] for command in commands}) == COMMANDS[generation]
    for command in commands:
        read = read_command(msgspec.json.encode(command))
        assert holds(msgspec.json.decode(msgspec.json.encode(read)), command)


def test_every_stored_alarm_rings_and_leaves_a_sound_store(folder: Path, tmp_path: Path) -> None:
    waiting = "SELECT count(*) FROM alarm WHERE key LIKE 'golden:%'"
    assert select(folder, waiting) != [(0,)]
    with wire(folder) as house:
        house.ask("POST", "/api/v1/clock", {"advance": RUN_ON})
    assert select(folder, waiting) == [(0,)]
    ((left_a_line,),) = select(
        folder, """SELECT count(DISTINCT "order") FROM audit WHERE "order" LIKE 'golden:%'"""
    )
    assert left_a_line >= 45, "too few of them had something to do"
    assert (
        select(folder, "SELECT id FROM message WHERE status = 'queued' AND not_before < at") == []
    )
    verify(folder)
    back_up_and_restore(folder, tmp_path)


def test_every_kind_of_stored_message_can_still_be_put_into_words(
    generation: str, folder: Path
) -> None:
    with open_store(folder) as store:
        messages = store.load(MessagePage(limit=1000))
    kinds = Counter((message.product, message.kind) for message in messages)
    assert len(kinds) == KINDS[generation]
    for message in messages:
        letter = PRODUCTS[message.product].post.compose(
            message, lambda purpose: f"https://example.org/{purpose}"
        )
        assert letter.subject or letter.text, message.kind


def test_links_in_stored_letters_still_lead_to_their_pages(generation: str, folder: Path) -> None:
    letters = select(folder, "SELECT letter FROM message WHERE letter <> '' ORDER BY number")
    tokens = [token for (letter,) in letters for token in TOKEN.findall(letter)]
    pages: dict[str, set[int]] = {}
    how = ("--data", folder, "--port", "0", "--clock", "virtual")
    with (
        served("serve", *how, FULLHOUSE_URL="") as server,
        httpx2.Client(base_url=server.url) as client,
    ):
        for token in tokens:
            what = "/".join(token.split(".")[1:3])
            status = client.get(f"/l/{token}").status_code
            pages.setdefault(what, set()).add(status)
    assert pages == LINKS[generation]
