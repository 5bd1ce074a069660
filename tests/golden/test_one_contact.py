"""A STOP that a store of schema 14 knows for appointments only counts after the upgrade."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fullhouse.cli.api_client import wire
from fullhouse.products.frontdesk.shared.contacts import contact_id, customer_id
from tests.cli.support import fullhouse
from tests.golden.opening import DATABASE, select, unpack_store

# Gil has an appointment on 18 June, two days after the upgrade.
PHONE, MAIL = "+4915550100027", "gil@example.org"
AT, AT_TEXT = 1_781_600_400_000, "2026-06-16T09:00:00Z"
BEFORE_THE_NIGHT, AFTER_IT = "12h", "8h"
# What the program of schema 14 wrote for a STOP to appointments.
ENTRY = (
    '[{{"kind":"customer","key":["{id}"],"after":{{"id":"{id}","reach":"opted_out",'
    '"note":"STOP","at":"{at}","rev":0}},"new":true}}]'
)


def stop(folder: Path, address: str) -> None:
    """Store a STOP to appointments, without any alarm that tells the waitlist."""
    name = customer_id(address)
    entries = ENTRY.format(id=name, at=AT_TEXT)
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        connection.execute("INSERT INTO customer VALUES (?, 'opted_out', 'STOP', ?, 0)", (name, AT))
        connection.execute(
            'INSERT INTO audit (scope, at, "by", action, subject, "order", entries, note) '
            "VALUES ('appointments', ?, 'customer', 'opted_out', ?, 'stop', ?, '')",
            (AT, name, entries),
        )


def remind_early(folder: Path) -> None:
    """Have Gil reminded before the first night, and let time pass until then."""
    with wire(folder) as house:
        house.ask("PATCH", "/api/v1/appointments/gil", {"remind_at": [44]})
        house.ask("POST", "/api/v1/clock", {"advance": BEFORE_THE_NIGHT})


def pass_the_night(folder: Path) -> None:
    with wire(folder) as house:
        house.ask("POST", "/api/v1/clock", {"advance": AFTER_IT})


def reminders(folder: Path) -> list[tuple[str, str]]:
    """Return where Gil's reminders were sent."""
    sent = "SELECT \"to\", status FROM message WHERE kind = 'reminder' AND person = 'gil'"
    return select(folder, sent)


def contacts(folder: Path) -> dict[str, tuple[str, str]]:
    """Return the reach and the note of Gil's contacts, by address."""
    found = {
        name: (reach, note)
        for name, reach, note in select(folder, "SELECT id, reach, note FROM contact")
    }
    known = {address: found.get(contact_id(address)) for address in (PHONE, MAIL)}
    return {address: contact for address, contact in known.items() if contact is not None}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = unpack_store("schema-14", tmp_path / "house")
    assert select(folder, "PRAGMA user_version") == [(14,)]
    assert (reminders(folder), contacts(folder)) == ([], {})
    return folder


def test_who_said_nothing_is_reminded(folder: Path) -> None:
    remind_early(folder)
    assert reminders(folder) == [(PHONE, "kept")]


def test_who_said_stop_to_texts_is_reminded_by_mail(folder: Path) -> None:
    stop(folder, PHONE)
    remind_early(folder)
    assert reminders(folder) == [(MAIL, "kept")]


def test_who_said_stop_gets_no_reminder_and_one_contact_in_the_first_night(folder: Path) -> None:
    stop(folder, PHONE)
    stop(folder, MAIL)
    remind_early(folder)
    assert (reminders(folder), contacts(folder)) == ([], {})
    pass_the_night(folder)
    assert reminders(folder) == []
    assert contacts(folder) == {PHONE: ("opted_out", "STOP"), MAIL: ("opted_out", "STOP")}
    verified = fullhouse("audit", "verify", "--data", folder)
    assert verified.exit_code == 0, verified.output
