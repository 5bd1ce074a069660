"""One person: all that is kept about them in one file, and the way to be forgotten."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fullhouse.cli.person import _sentences
from tests.cli.support import fullhouse, served

NEW = (
    "event",
    "new",
    "Summer supper",
    "--starts",
    "2126-06-20T18:00",
    "--zone",
    "Europe/Berlin",
    "--cap",
    "1",
)
ADA, BEN = (
    {"name": "Ada Lovelace", "email": "ada@example.org"},
    {"name": "Ben", "email": "ben@example.org"},
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two events; Ada has a seat at both, Ben waits behind her."""
    folder = tmp_path_factory.mktemp("filled")
    with served("serve", "--data", folder, "--port", "0") as server:
        for _ in range(2):
            event = fullhouse(*NEW, "--data", folder).stdout.strip()
            for person in (ADA, BEN):
                assert httpx2.post(f"{server.url}/e/{event}", json=person).status_code == 200
        assert server.stop() == 0
    return folder


@pytest.fixture
def engine(filled: Path, tmp_path: Path) -> Path:
    """A copy of the folder with the two events."""
    return shutil.copytree(filled, tmp_path, dirs_exist_ok=True)


def everything(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "fullhouse.db")) as connection:
        return "\n".join(connection.iterdump())


def test_all_that_is_kept_about_someone_comes_out_as_json(engine: Path) -> None:
    told = json.loads(fullhouse("person", "export", "Ada@Example.org", "--data", engine).stdout)
    assert [one["guest"]["name"] for one in told["events"]] == ["Ada Lovelace"] * 2
    assert [line["action"] for line in told["events"][0]["audit"]] == ["signed_up"]
    assert [one["kind"] for one in told["messages"]] == ["confirmation"] * 2
    assert "Your seat is confirmed" in told["messages"][0]["text"]
    assert "ben@example.org" not in json.dumps(told)


def test_an_erased_person_is_nowhere_and_the_audit_still_holds(engine: Path) -> None:
    done = fullhouse("person", "erase", "ada@example.org", "--yes", "--data", engine)
    assert "Erased at 2 events" in done.output
    kept = everything(engine)
    for gone in ("Ada", "Lovelace", "ada@example"):
        assert gone not in kept
    assert "ben@example.org" in kept
    assert fullhouse("audit", "verify", "--data", engine).exit_code == 0
    listed = fullhouse("event", "list", "--data", engine).output
    assert "0 of 1 confirmed" in listed
    assert (
        "Nobody is kept"
        in fullhouse("person", "erase", "ada@example.org", "--yes", "--data", engine).output
    )


def test_the_person_behind_gets_the_seat_and_the_address_may_come_again(engine: Path) -> None:
    with served("serve", "--data", engine, "--port", "0") as server:
        fullhouse("person", "erase", "ada@example.org", "--yes", "--data", engine)
        event = fullhouse("event", "list", "--data", engine).output.split()[0]
        answer = httpx2.post(f"{server.url}/e/{event}", json=ADA)
        assert answer.json()["state"] == "waitlisted"
    assert fullhouse("audit", "verify", "--data", engine).exit_code == 0


TOKEN = "a-token-for-scripts-0123456789"
RULES = "Time zone: Europe/Berlin\nServices\n- Cut: 45 minutes\n"


@pytest.mark.proof
def test_a_customer_is_handed_out_and_forgotten_by_number_as_it_is_written_there(
    engine: Path,
) -> None:
    with served("serve", "--data", engine, "--port", "0", FULLHOUSE_TOKEN=TOKEN) as server:
        key = {"authorization": f"Bearer {TOKEN}"}
        assert (
            httpx2.put(f"{server.url}/api/v1/rules", json={"text": RULES}, headers=key).status_code
            == 200
        )
        wish = {
            "name": "Ada Lovelace",
            "phone": "0151 12345678",
            "email": "ada@salon.example",
            "service": "Cut",
        }
        assert (
            httpx2.post(f"{server.url}/api/v1/waitlist", json=wish, headers=key).status_code == 201
        )
        told = json.loads(fullhouse("person", "export", "0151 12345678", "--data", engine).stdout)
        assert (told["address"], told["also_at"]) == ("+4915112345678", ["ada@salon.example"])
        assert [one["entry"]["name"] for one in told["waitlist"]] == ["Ada Lovelace"]
        done = fullhouse("person", "erase", "+49 151 12345678", "--yes", "--data", engine)
        assert (
            f"Erased on the waitlist, 1 entry: {told['waitlist'][0]['entry']['id']}." in done.output
        )
        assert "They also gave ada@salon.example" in done.output
    kept = everything(engine)
    assert [gone for gone in ("12345678", "ada@salon.example") if gone in kept] == []
    assert "ada@example.org" in kept  # at the events: that they are the same is for a human to say
    assert fullhouse("audit", "verify", "--data", engine).exit_code == 0


@pytest.mark.proof
def test_a_customer_with_an_appointment_is_handed_out_and_forgotten(tmp_path: Path) -> None:
    with (
        served("serve", "--data", tmp_path, "--port", "0", FULLHOUSE_TOKEN=TOKEN) as server,
        httpx2.Client(
            base_url=f"{server.url}/api/v1", headers={"authorization": f"Bearer {TOKEN}"}
        ) as script,
    ):
        script.put("/rules", json={"text": RULES})
        starts_at = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}T10:00"
        wish = {
            "name": "Ada Lovelace",
            "phone": "0151 12345678",
            "service": "Cut",
            "starts_at": starts_at,
        }
        made = script.post("/appointments", json={**wish, "email": "ada@salon.example"})
        assert made.status_code == 201, made.text
        told = json.loads(fullhouse("person", "export", "0151 12345678", "--data", tmp_path).stdout)
        assert told["also_at"] == ["ada@salon.example"]
        assert [one["appointment"]["id"] for one in told["appointments"]] == [made.json()["id"]]
        assert [line["action"] for line in told["appointments"][0]["audit"]] == ["booked"]
        done = fullhouse("person", "erase", "ada@salon.example", "--yes", "--data", tmp_path)
        assert f"Erased in the book, 1 appointment: {made.json()['id']}." in done.output
        assert "They also gave +4915112345678" in done.output
        assert script.get(f"/appointments/{made.json()['id']}").json()["status"] == "cancelled"
    kept = everything(tmp_path)
    assert [gone for gone in ("Ada", "Lovelace", "12345678", "salon.example") if gone in kept] == []
    assert fullhouse("audit", "verify", "--data", tmp_path).exit_code == 0


@pytest.mark.proof
def test_appointments_are_kept_as_long_after_their_time_as_is_set(tmp_path: Path) -> None:
    clock = ("--clock", "virtual", "--start", "2126-06-03T09:00Z")
    settings = {"FULLHOUSE_TOKEN": TOKEN, "FULLHOUSE_KEEP_DAYS": "1"}
    with (
        served("serve", "--data", tmp_path, "--port", "0", *clock, **settings) as server,
        httpx2.Client(
            base_url=f"{server.url}/api/v1", headers={"authorization": f"Bearer {TOKEN}"}
        ) as script,
    ):
        script.put("/rules", json={"text": RULES})
        for name, number, day in (
            ("Ada Lovelace", "+4915112345678", "06-03"),
            ("Ben", "+4915112345679", "06-05"),
        ):
            wish = {
                "name": name,
                "phone": number,
                "service": "Cut",
                "starts_at": f"2126-{day}T12:00",
            }
            assert script.post("/appointments", json=wish).status_code == 201
        script.post("/clock", json={"advance": "25h"})
        assert "Lovelace" in everything(tmp_path)
        script.post("/clock", json={"advance": "24h"})
        kept = everything(tmp_path)
        assert [gone for gone in ("Ada", "Lovelace", "12345678") if gone in kept] == []
        assert "+4915112345679" in kept
    assert fullhouse("audit", "verify", "--data", tmp_path).exit_code == 0


def test_whoever_left_the_list_is_kept_as_long_as_is_set(tmp_path: Path) -> None:
    clock = ("--clock", "virtual", "--start", "2126-06-01T09:00Z")
    settings = {"FULLHOUSE_TOKEN": TOKEN, "FULLHOUSE_KEEP_DAYS": "1"}
    with (
        served("serve", "--data", tmp_path, "--port", "0", *clock, **settings) as server,
        httpx2.Client(
            base_url=f"{server.url}/api/v1", headers={"authorization": f"Bearer {TOKEN}"}
        ) as script,
    ):
        script.put("/rules", json={"text": RULES})
        for name, number in (("Ada Lovelace", "+4915112345678"), ("Ben", "+4915112345679")):
            found = script.post(
                "/waitlist", json={"name": name, "phone": number, "service": "Cut"}
            ).json()
            if name != "Ben":
                assert script.delete(f"/waitlist/{found['id']}").status_code == 200
        script.post("/clock", json={"advance": "23h"})
        assert "Lovelace" in everything(tmp_path)
        script.post("/clock", json={"advance": "26h"})
        kept = everything(tmp_path)
        assert [gone for gone in ("Ada", "Lovelace", "12345678") if gone in kept] == []
        assert "+4915112345679" in kept
    assert fullhouse("audit", "verify", "--data", tmp_path).exit_code == 0


def test_a_request_that_was_mailed_is_forgotten_with_its_words_and_its_file(tmp_path: Path) -> None:
    folder, mail = tmp_path / "data", tmp_path / "request.eml"
    mail.write_text(
        "From: Zelda Quick <zelda@example.org>\nTo: waitlist@example.org\n"
        "Subject: A cut for Zelda\n"
        "Message-ID: <one@example.org>\n\nPlease put me down for a Cut, 0151 23456789. Zelda\n"
    )
    with served("serve", "--data", folder, "--port", "0", FULLHOUSE_TOKEN=TOKEN) as server:
        key = {"authorization": f"Bearer {TOKEN}"}
        assert (
            httpx2.put(f"{server.url}/api/v1/rules", json={"text": RULES}, headers=key).status_code
            == 200
        )
        assert fullhouse("mail", mail, "--data", folder).exit_code == 0
        told = json.loads(
            fullhouse("person", "export", "zelda@example.org", "--data", folder).stdout
        )
        assert ([one["state"] for one in told["proposals"]], len(told["mail_in"])) == (["open"], 1)
        done = fullhouse("person", "erase", "0151 23456789", "--yes", "--data", folder)
        assert ("Forgot 1 request." in done.output, "Forgot 1 mail" in done.output) == (True, True)
    kept = everything(folder)
    assert [gone for gone in ("Zelda", "zelda", "23456789") if gone in kept] == []
    assert [one for one in (folder / "files").rglob("*") if one.is_file()] == []
    assert fullhouse("audit", "verify", "--data", folder).exit_code == 0


def test_nobody_is_erased_by_a_slip(engine: Path) -> None:
    assert fullhouse("person", "erase", "ada@example.org", "--data", engine).exit_code == 1
    assert "Lovelace" in everything(engine)
    wrong = fullhouse("person", "export", "not an address", "--data", engine)
    assert (wrong.exit_code, "Error: " in wrong.output) == (1, True)


def test_the_mails_that_someone_wrote_are_handed_out_and_forgotten_with_them(
    engine: Path, tmp_path: Path
) -> None:
    event = fullhouse("event", "list", "--data", engine).output.split()[0]
    mail = tmp_path / "hello.eml"
    mail.write_text(
        f"From: Ada Lovelace <ada@example.org>\nTo: rsvp+{event}@example.org\nSubject: Yes\n"
        "Message-ID: <one@example.org>\n\nI am coming, Ada\n"
    )
    taken = fullhouse("mail", mail, "--data", engine)
    assert taken.exit_code == 0, taken.output
    told = json.loads(fullhouse("person", "export", "ada@example.org", "--data", engine).stdout)
    assert [one["sender"] for one in told["mail_in"]] == ["ada@example.org"]
    kept = [one for one in (engine / "files").rglob("*") if one.is_file()]
    assert len(kept) == 1
    fullhouse("person", "erase", "ada@example.org", "--yes", "--data", engine)
    assert "ada@example" not in everything(engine)
    assert [one for one in (engine / "files").rglob("*") if one.is_file()] == []


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({"requests": 1}, "Erased 1 sign-up never confirmed by email."),
        ({"requests": 2}, "Erased 2 sign-ups never confirmed by email."),
        ({"former": 1}, "Erased this address from 1 guest or customer with another address now."),
    ],
)
def test_what_was_erased_is_named_also_without_a_seat(counts: dict[str, int], told: str) -> None:
    lists: dict[str, Any] = {name: [] for name in ("events", "entries", "appointments", "also_at")}
    erased = {**lists, "proposals": 0, "mails": 0, "requests": 0, "former": 0, **counts}
    assert _sentences(erased) == [told]


@pytest.mark.parametrize(
    "senders",
    [
        "From: Ben <ben@example.org>, Ada <Ada@example.org>\n",
        "From: ben@example.org\nFrom: Ada Lovelace <ada@example.org>\n",
    ],
)
def test_mails_with_several_senders_are_handed_out_and_forgotten_with_each(
    engine: Path, tmp_path: Path, senders: str
) -> None:
    event = fullhouse("event", "list", "--data", engine).output.split()[0]
    mail = tmp_path / "both.eml"
    mail.write_text(
        f"{senders}To: rsvp+{event}@example.org\nSubject: From Ada\n"
        "Message-ID: <one@mail.test>\n\nWe are coming, Ada and Ben\n"
    )
    assert fullhouse("mail", mail, "--data", engine).exit_code == 0
    for other in ("cleo@example.org", "en@example.org"):
        fullhouse("person", "erase", other, "--yes", "--data", engine)
    assert len([one for one in (engine / "files").rglob("*") if one.is_file()]) == 1
    told = json.loads(fullhouse("person", "export", "ada@example.org", "--data", engine).stdout)
    assert [one["name"] for one in told["mail_in"]] == ["ben@example.org, ada@example.org"]
    fullhouse("person", "erase", "ada@example.org", "--yes", "--data", engine)
    assert [one for one in (engine / "files").rglob("*") if one.is_file()] == []
    assert "ada@example" not in everything(engine)
