"""From a raw mail with a scan to a booking: attachments are read, staff see sources and decide."""

import json
from collections.abc import AsyncIterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from fullhouse.cli.api_client import call
from fullhouse.engine.access import AddMember, digest
from fullhouse.engine.core import Engine
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.ocr import LocalOcrReader
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.web.api.auth import COMMAND_LINE
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import DeskDependencies
from tests.corpus.sample import HERE
from tests.inbound.attachments.desks import file, mail_with
from tests.support.rsvp_world import there

SCAN = (
    "Bestätigung\nName: Anna Müller\nTelefon: 0151 23456789\nHaarschnitt bei Jess\n"
    "Datum: 10.06.2026\nUhrzeit: 14:30"
)
TO = "bookings@salon.example"
pytestmark = pytest.mark.anyio


class Desk:
    """A salon with its lane, and the API through which staff decide."""

    def __init__(self, engine: Engine, reader: LocalOcrReader) -> None:
        self.files = MemoryFiles()
        self.lane = MailPipeline(
            engine, self.files, MailSettings(domain="salon.example"), reader=reader
        )
        desk = DeskDependencies(
            admit={digest("secret"): COMMAND_LINE}, mail=self.lane, files=self.files
        )
        self.app = make_app(in_process(engine, desk))

    async def asks(self, method: str, path: str) -> Any:
        status, body = await call(self.app, method, f"/api/v1/{path}", "secret", b"")
        assert status < 300, body
        return json.loads(body)

    async def proposal(self) -> dict[str, Any]:
        (only,) = (await self.asks("GET", "proposals"))["items"]
        return {
            **only,
            "fields": {one["field"]: (one["value"], one["words"]) for one in only["fields"]},
        }


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    clock, reader = VirtualClock(there("2026-06-03 10:00")), LocalOcrReader(seconds=200)
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        rules = (HERE / "rules.de.txt").read_text(encoding="utf-8")
        await engine.execute(SaveDocument(name="rules", text=rules), "setup")
        await engine.execute(
            AddMember(member_id="jess", email="jess@salon.example", role="host"), "setup"
        )
        desk = Desk(engine, reader)
        yield desk
        reader.close()
        desk.lane.close()


async def test_a_scan_becomes_a_booking_once_staff_approve_it(desk: Desk) -> None:
    raw = mail_with(
        file("pdf", SCAN, name="Bestätigung.pdf", scan=True),
        file("pdf", name="Rechnung.pdf", spoil="encrypted"),
        text="Siehe Anhang.",
    )
    line = await desk.lane.take(ReceivedMail(raw, TO))
    assert (line.made, line.what, desk.files.read(line.file)) == ("done", "proposed", raw)
    proposal = await desk.proposal()
    fields = proposal["fields"]
    assert {name: fields[name][0] for name in ("name", "service", "staff", "date", "time")} == {
        "name": "Anna Müller",
        "service": "Haarschnitt",
        "staff": "Jess",
        "date": "2026-06-10",
        "time": "14:30",
    }
    assert all(
        fields[name][1].startswith("Bestätigung.pdf:")
        for name in ("name", "service", "date", "time")
    )
    assert "[Rechnung.pdf: The PDF needs a password.]" in proposal["text"]
    assert "Siehe Anhang." in proposal["text"]

    await desk.asks("POST", f"proposals/{proposal['id']}/approve")
    (appointment,) = (await desk.asks("GET", "appointments"))["items"]
    assert (appointment["name"], appointment["starts_at"]) == (
        "Anna Müller",
        "2026-06-10T14:30:00+02:00",
    )


async def test_a_mail_that_staff_forward_as_a_file_is_its_senders(desk: Desk) -> None:
    inner = EmailMessage()
    inner["From"], inner["To"] = "Änne Berg <aenne@example.org>", "hallo@salon.example"
    inner["Subject"], inner["Date"] = "Termin", "Tue, 02 Jun 2026 18:00:00 +0200"
    inner.set_content(
        "Hallo, ich hätte gern einen Haarschnitt am 12.06.2026 um 15:00 Uhr. Viele Grüße, Änne"
    )
    outer = EmailMessage()
    outer["From"], outer["To"], outer["Subject"] = "Jess <jess@salon.example>", TO, "WG: Termin"
    outer["Date"], outer["Message-ID"] = "Wed, 03 Jun 2026 10:00:00 +0200", "<outer@salon.example>"
    outer.set_content("Bitte eintragen.")
    outer.add_attachment(inner)
    await desk.lane.take(ReceivedMail(outer.as_bytes(), TO))
    fields = (await desk.proposal())["fields"]
    assert (fields["name"][0], fields["email"][0]) == ("Änne Berg", "aenne@example.org")
    assert (fields["date"][0], fields["time"][0], fields["service"][0]) == (
        "2026-06-12",
        "15:00",
        "Haarschnitt",
    )


async def test_the_same_mail_twice_is_read_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = mail_with(("note.txt", b"Haarschnitt"))
    first = await desk.lane.take(ReceivedMail(raw, TO))

    def fails(*_: object) -> None:
        raise AssertionError("it is known already")

    monkeypatch.setattr("fullhouse.inbound.mail.pipeline.read_documents", fails)
    assert await desk.lane.take(ReceivedMail(raw, TO)) == first
